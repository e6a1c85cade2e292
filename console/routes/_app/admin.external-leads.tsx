import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/admin/external-leads')({ component: AdminExternalLeadsPage });

function AdminExternalLeadsPage() {
  return (
    <NotBuilt
      title="External Leads"
      shows={['Website widget leads from outside the service area', 'Their photo analysis, and what became of them']}
    />
  );
}
