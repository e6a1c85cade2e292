import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '../../features/security/security-page.tsx';
import { securitySearch } from '../../features/security/security-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/security')({
  validateSearch: securitySearch,
  component: Security,
});

function Security() {
  const { account } = Route.useRouteContext();
  return <SecurityPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
