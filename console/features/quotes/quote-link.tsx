import { useQuery } from '@tanstack/react-query';
import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { quoteLinkQuery } from '../../entities/quote/quote.ts';
import { CustomerLink } from '../../ui/customer-link.tsx';

/** The page that the customer sees, of the version that is offered now. */
export function QuoteLink({ quote }: { quote: QuoteRecord }) {
  const { data } = useQuery(quoteLinkQuery(quote.id, quote.version));
  return data ? <CustomerLink url={data.url} opens="Whoever has it can look at this version, and approve it." /> : null;
}
