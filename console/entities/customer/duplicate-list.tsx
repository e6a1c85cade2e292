import { Callout, Tag } from '@blueprintjs/core';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CustomerRecord, DuplicateCustomer } from '../../../api/customers/schema.ts';
import type { Likeness } from '../../../domain/customer/terms.ts';
import { read } from '../../data/query-client.ts';
import type { Values } from '../../ui/inputs/fields.ts';
import { customerName, fullAddress } from './customer.ts';

const LIKENESS_WORDS: Readonly<Record<Likeness, string>> = {
  phone: 'same phone',
  email: 'same email',
  nameAndAddress: 'same name and address',
  name: 'same name',
};

interface DuplicateListProps {
  duplicates: readonly DuplicateCustomer[];
  title: string;
}

/**
 * Customers who may be the same person, and why; nothing if there are none. Those with only the name in common are
 * listed separately, not as a warning: most are somebody else.
 */
export function DuplicateList({ duplicates, title }: DuplicateListProps) {
  const likely = duplicates.filter((each) => !isNamesake(each));
  const namesakes = duplicates.filter(isNamesake);
  return (
    <>
      {likely.length > 0 && (
        <Callout intent="warning" compact role="status" className="hw-duplicates" title={title}>
          <ul>
            {likely.map(({ customer, matches }) => (
              <Duplicate
                key={customer.id}
                customer={customer}
                details={[matches.map((match) => LIKENESS_WORDS[match]).join(', '), fullAddress(customer)]}
              />
            ))}
          </ul>
        </Callout>
      )}
      {namesakes.length > 0 && (
        <Callout compact role="status" className="hw-duplicates" title="Same name">
          <ul>
            {namesakes.map(({ customer }) => (
              <Duplicate
                key={customer.id}
                customer={customer}
                details={[fullAddress(customer), customer.phone ?? customer.email]}
              />
            ))}
          </ul>
        </Callout>
      )}
    </>
  );
}

function isNamesake({ matches }: DuplicateCustomer): boolean {
  return matches.every((match) => match === 'name');
}

interface DuplicateProps {
  customer: CustomerRecord;
  /** Details that show why, and that tell them apart. */
  details: readonly (string | null)[];
}

function Duplicate({ customer, details }: DuplicateProps) {
  return (
    <li>
      <Link to="/customers/$id" params={{ id: customer.id }}>
        {customerName(customer)}
      </Link>{' '}
      {customer.removed && <Tag minimal>Archived</Tag>}
      <span className="hw-muted">{details.filter(Boolean).join(' · ')}</span>
    </li>
  );
}

const COMPARED = ['firstName', 'lastName', 'email', 'phone', 'address'] as const;

/** Possible duplicates of a customer being entered. */
export function duplicatesOfValuesQuery(values: Values) {
  const query = new URLSearchParams();
  for (const name of COMPARED) if (values[name]?.trim()) query.set(name, values[name].trim());
  return queryOptions({
    queryKey: ['duplicates', query.toString()],
    enabled: query.size > 0,
    placeholderData: keepPreviousData,
    meta: { collections: ['customers'] },
    queryFn: (context) => read<DuplicateCustomer[]>(`/api/customers/duplicates?${query}`, context),
  });
}

/** Possible duplicates of a saved customer. */
export function duplicatesQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id, 'duplicates'],
    meta: { collections: ['customers'] },
    queryFn: (context) => read<DuplicateCustomer[]>(`/api/customers/${encodeURIComponent(id)}/duplicates`, context),
  });
}
