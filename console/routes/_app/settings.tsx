import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { settingsQuery } from '../../data/get-settings.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';

const search = z.object({
  /** Whether the form is open. */
  edit: z.catch(z.optional(z.boolean()), undefined),
});

export const Route = createFileRoute('/_app/settings')({
  validateSearch: (input) => search.parse(input),
  // A failure is shown in the page's data area, with its retry.
  loader: ({ context }) => void context.queryClient.prefetchQuery(settingsQuery),
  component: Settings,
});

function Settings() {
  const { account } = Route.useRouteContext();
  const { edit = false } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SettingsPage
      account={account}
      isEditing={edit}
      onEdit={(isEditing) => void navigate({ search: { edit: isEditing || undefined } })}
    />
  );
}
