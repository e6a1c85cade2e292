import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/equipment')({ component: EquipmentPage });

function EquipmentPage() {
  return (
    <NotBuilt
      title="Equipment Management"
      subtitle="Track and manage your tree service equipment inventory"
      shows={['Every machine with status, crew and next maintenance', 'What is overdue for maintenance']}
    />
  );
}
