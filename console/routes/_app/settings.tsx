import { createFileRoute } from '@tanstack/react-router';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { settingsSearch } from '../../features/settings/settings-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/settings')({
  validateSearch: settingsSearch,
  // A failure is shown in the page's data area, with its retry.
  loader: ({ context }) => void context.queryClient.prefetchQuery(settingsQuery),
  component: Settings,
});

function Settings() {
  const { account } = Route.useRouteContext();
  return <SettingsPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
