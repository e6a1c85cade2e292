import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/ai-dashboard')({ component: AiDashboardPage });

function AiDashboardPage() {
  return (
    <NotBuilt
      title="AI Dashboard"
      subtitle="Powered by AI for smarter business operations"
      shows={[
        'What the data of the company suggests, with the records it is taken from',
        'How often a forecast came true',
      ]}
    />
  );
}
