import { Callout, Tag } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { CustomerRecord, DuplicateCustomer } from '../../../api/customers/schema.ts';
import type { Likeness } from '../../../domain/customer/terms.ts';
import { customerName, fullAddress } from '../../data/get-customers.ts';

const LIKENESS_WORDS: Readonly<Record<Likeness, string>> = {
  phone: 'same phone',
  email: 'same e-mail',
  nameAndAddress: 'same name and address',
  name: 'same name',
};

interface DuplicateListProps {
  duplicates: readonly DuplicateCustomer[];
  title: string;
}

/**
 * Whom a customer may be, and why; nothing where there is nobody. Those with only the name in common stand apart, as no
 * warning: most of them are somebody else.
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
  /** What tells why, and from others. */
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
