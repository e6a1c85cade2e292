import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/customer-portal')({ component: CustomerPortalPage });

function CustomerPortalPage() {
  return (
    <NotBuilt
      title="Customer Portal"
      shows={['A page for the public to ask for a quote', 'The photos they add and the lead it creates']}
    />
  );
}
