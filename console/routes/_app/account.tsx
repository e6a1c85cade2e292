import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../features/account/account-page.tsx';

export const Route = createFileRoute('/_app/account')({ component: Account });

function Account() {
  return <AccountPage account={Route.useRouteContext().account} />;
}
