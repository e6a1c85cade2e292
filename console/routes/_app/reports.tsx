import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/reports')({ component: ReportsPage });

function ReportsPage() {
  return (
    <NotBuilt
      title="Reports & Analytics"
      shows={[
        'Revenue, completed jobs and average job value, with the records behind each',
        'Trends over time and revenue by service',
      ]}
    />
  );
}
