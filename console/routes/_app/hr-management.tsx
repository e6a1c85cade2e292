import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/layout/not-built.tsx';

export const Route = createFileRoute('/_app/hr-management')({ component: HrManagementPage });

function HrManagementPage() {
  return (
    <NotBuilt
      title="HR Management"
      shows={['Employees, time off and performance', 'Certificates that are about to expire']}
    />
  );
}
