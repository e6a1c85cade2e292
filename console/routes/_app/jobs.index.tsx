import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/jobs/')({ component: JobsPage });

function JobsPage() {
  return (
    <NotBuilt
      title="Jobs Dashboard"
      shows={[
        'Counts of jobs that are scheduled, in progress, completed and on hold',
        'Every active job with customer, address, crew and time',
      ]}
    />
  );
}
