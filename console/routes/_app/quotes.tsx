import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/quotes')({ component: QuotesPage });

function QuotesPage() {
  return (
    <NotBuilt
      title="Create New Quote"
      shows={[
        'AI analysis of a photo of the tree, with the services it suggests',
        'Quotes with numbers and versions, sent to the customer for approval',
        'An approved quote as a job, ready to schedule',
      ]}
    />
  );
}
