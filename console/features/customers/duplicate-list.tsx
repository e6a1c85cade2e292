import { Callout, Tag } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { DuplicateCustomer } from '../../../api/customers/schema.ts';
import type { Likeness } from '../../../domain/customer/terms.ts';
import { customerName, fullAddress } from '../../data/get-customers.ts';

const LIKENESS_WORDS: Readonly<Record<Likeness, string>> = {
  phone: 'same phone',
  email: 'same e-mail',
  nameAndAddress: 'same name and address',
};

/** Whom a customer may be, and why; nothing where there is nobody. */
export function DuplicateList({ duplicates, title }: { duplicates: readonly DuplicateCustomer[]; title: string }) {
  if (duplicates.length === 0) return null;
  return (
    <Callout intent="warning" compact role="status" className="hw-duplicates" title={title}>
      <ul>
        {duplicates.map(({ customer, matches }) => (
          <li key={customer.id}>
            <Link to="/customers/$id" params={{ id: customer.id }}>
              {customerName(customer)}
            </Link>{' '}
            {customer.removed && <Tag minimal>Archived</Tag>}
            <span className="hw-muted">
              {[matches.map((match) => LIKENESS_WORDS[match]).join(', '), fullAddress(customer)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
