import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/customers')({ component: CustomersPage });

function CustomersPage() {
  return (
    <NotBuilt
      title="Customers"
      shows={[
        'Every customer with contact, properties and notes',
        'One timeline of their leads, quotes, jobs and invoices',
        'Customers are made from leads already: convert one in the pipeline',
      ]}
    />
  );
}
