import { useQuery } from '@tanstack/react-query';
import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { quoteLinkQuery } from '../../entities/quote/quote.ts';
import { CustomerLink } from '../../ui/values/customer-link.tsx';

/** A link to the customer's page for the version on offer. */
export function QuoteLink({ quote }: { quote: QuoteRecord }) {
  const { data } = useQuery(quoteLinkQuery(quote.id, quote.version));
  return data ? (
    <CustomerLink url={data.url} opens="Anyone with the link can see this version and approve it." />
  ) : null;
}
