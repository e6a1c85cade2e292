import { Button, Spinner, SpinnerSize } from '@blueprintjs/core';
import { useEffect, useMemo, useRef } from 'react';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { useTouched } from '../../data/touched.ts';
import { useSteadyOrder } from '../../ui/use-steady-order.ts';
import { CustomerCard } from './customer-card.tsx';

interface CustomerGridProps {
  customers: readonly CustomerRecord[];
  /** What the person asked for: where that changes, the order does at once. */
  asked: string;
  search: string;
  /** Loads the next page; null at the end. */
  more: (() => void) | null;
  isLoading: boolean;
}

/** How far below the window the next page is loaded. */
const AHEAD = '1200px';

/** The customers as cards; the next ones are loaded before the person has scrolled to them. */
export function CustomerGrid({ customers, asked, search, more, isLoading }: CustomerGridProps) {
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
      {more && <More more={more} isLoading={isLoading} />}
    </>
  );
}

function More({ more, isLoading }: { more(): void; isLoading: boolean }) {
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(more);
  load.current = more;
  const observer = useMemo(
    () =>
      new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && load.current(), {
        rootMargin: AHEAD,
      }),
    [],
  );
  // Observed anew after each page: what is still in sight then is told again.
  useEffect(() => {
    if (isLoading || !end.current) return;
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isLoading, observer]);
  return (
    <div ref={end} className="hw-customers-more">
      {isLoading ? (
        <Spinner size={SpinnerSize.SMALL} aria-label="Loading more customers" />
      ) : (
        <Button text="Show more" onClick={more} />
      )}
    </div>
  );
}
