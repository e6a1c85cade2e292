import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/schedule')({ component: SchedulePage });

function SchedulePage() {
  return (
    <NotBuilt
      title="Scheduling Dashboard"
      subtitle="View and manage your job schedule with our interactive calendar"
      shows={[
        'Jobs without a date, to drag onto the calendar',
        'A calendar by month, week and day',
        'An optimizer that assigns jobs to crews and routes, and says why',
      ]}
    />
  );
}
