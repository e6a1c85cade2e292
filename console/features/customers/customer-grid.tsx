import type { CustomerRecord } from '../../../api/customers/schema.ts';
import type { Paging } from '../../data/paged-query.ts';
import { useTouched } from '../../data/touched.ts';
import { More } from '../../ui/more.tsx';
import { useSteadyOrder } from '../../ui/use-steady-order.ts';
import { CustomerCard } from './customer-card.tsx';

interface CustomerGridProps {
  customers: readonly CustomerRecord[];
  /** What the person asked for: where that changes, the order does at once. */
  asked: string;
  search: string;
  paging: Paging;
}

/** The customers as cards; the next ones are loaded before the person has scrolled to them. */
export function CustomerGrid({ customers, asked, search, paging }: CustomerGridProps) {
  const { records, pointer } = useSteadyOrder(customers, asked);
  const touched = useTouched();
  return (
    <>
      <ul className="hw-customers" aria-label="Customers" {...pointer}>
        {records.map((customer) => (
          <li key={customer.id}>
            <CustomerCard customer={customer} search={search} isTouched={touched.has(customer.id)} />
          </li>
        ))}
      </ul>
      <More paging={paging} label="customers" />
    </>
  );
}
