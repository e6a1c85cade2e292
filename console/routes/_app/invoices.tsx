import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/invoices')({ component: InvoicesPage });

function InvoicesPage() {
  return (
    <NotBuilt
      title="Invoices"
      shows={['Invoices made from jobs, as a PDF and by email', 'Payments, what is owed and what is overdue']}
    />
  );
}
