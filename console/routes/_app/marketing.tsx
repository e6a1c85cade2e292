import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/layout/not-built.tsx';

export const Route = createFileRoute('/_app/marketing')({ component: MarketingPage });

function MarketingPage() {
  return (
    <NotBuilt
      title="AI Marketing Automation"
      shows={['Campaigns with budget and the leads they brought', 'Ideas for posts, and when they go out']}
    />
  );
}
