import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/public-quote')({ component: PublicQuotePage });

function PublicQuotePage() {
  return (
    <NotBuilt
      title="Free Quote"
      shows={['A form for the public with photos of the tree', 'An honest price range, and a lead for you']}
    />
  );
}
