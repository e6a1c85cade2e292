import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/crew')({ component: CrewPage });

function CrewPage() {
  return (
    <NotBuilt
      title="Crew Management"
      shows={['Crews with their members and working hours', 'Who has which skills and certificates']}
    />
  );
}
