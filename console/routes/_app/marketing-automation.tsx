import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/layout/not-built.tsx';

export const Route = createFileRoute('/_app/marketing-automation')({ component: MarketingAutomationPage });

function MarketingAutomationPage() {
  return (
    <NotBuilt
      title="Marketing Automation"
      shows={['Email campaigns with their open and click rates', 'Reviews asked for after a job']}
    />
  );
}
