import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/layout/not-built.tsx';

export const Route = createFileRoute('/_app/ai-dashboard')({ component: AiDashboardPage });

function AiDashboardPage() {
  return (
    <NotBuilt
      title="AI Dashboard"
      subtitle="Powered by AI for smarter business operations"
      shows={['What your company’s data suggests, with the records behind it', 'How often forecasts came true']}
    />
  );
}
