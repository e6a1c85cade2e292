import { createFileRoute } from '@tanstack/react-router';
import { loadDashboard } from '../../features/home/get-dashboard.ts';
import { HomePage } from '../../features/home/home-page.tsx';

export const Route = createFileRoute('/_app/')({
  // A failure is shown in each of the page's data areas, with its retry.
  loader: ({ context }) => loadDashboard(context.queryClient, context.account),
  component: Home,
});

function Home() {
  return <HomePage account={Route.useRouteContext().account} />;
}
