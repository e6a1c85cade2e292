import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { SECURITY_EVENT_TYPES } from '../../../domain/security/terms.ts';
import { SecurityPage } from '../../features/security/security-page.tsx';

/** What a person would share: the kind, and whose account (docs/design.md#console). */
const search = z.object({
  type: z.catch(z.optional(z.enum(SECURITY_EVENT_TYPES)), undefined),
  user: z.catch(z.optional(z.string()), undefined),
});

export const Route = createFileRoute('/_app/security')({
  validateSearch: (input) => search.parse(input),
  component: Security,
});

function Security() {
  const { account } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  return (
    <SecurityPage
      account={account}
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (now) => ({ ...now, ...change }) as typeof now })}
    />
  );
}
