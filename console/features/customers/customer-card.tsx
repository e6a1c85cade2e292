import { Button, Card, Classes, Tag, Tooltip } from '@blueprintjs/core';
import { Envelope, MapMarker, Phone } from '@blueprintjs/icons';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { customerName, fullAddress, placeFound } from '../../entities/customer/customer.ts';
import { mailLink, phoneLink } from '../../ui/contact-links.ts';

/** One customer of the list. */
export const CustomerCard = memo(function CustomerCard({
  customer,
  search,
  isTouched,
}: {
  customer: CustomerRecord;
  /** What the list is searched for: of several properties the one that it speaks of is shown. */
  search: string;
  isTouched: boolean;
}) {
  const name = customerName(customer);
  return (
    <Card className={isTouched ? 'hw-customer hw-touched' : 'hw-customer'}>
      <div className="hw-customer-head">
        <Initials customer={customer} />
        <h2 title={name}>{name}</h2>
        <CustomerTag customer={customer} />
      </div>
      {customer.erased ? (
        <p className="hw-muted">Personal data erased</p>
      ) : (
        <Lines customer={customer} search={search} />
      )}
      <div className="hw-customer-acts">
        <Link
          to="/customers/$id"
          params={{ id: customer.id }}
          className={`${Classes.BUTTON} ${Classes.SMALL}`}
          aria-label={`View Details of ${name}`}
        >
          View Details
        </Link>
        {!customer.erased && <NewJobButton size="small" />}
      </div>
    </Card>
  );
});

/** Contact, place and notes, as far as they are known. */
function Lines({ customer, search }: { customer: CustomerRecord; search: string }) {
  const address = fullAddress(placeFound(customer, search) ?? customer);
  const more = customer.properties.length - 1;
  return (
    <>
      <ul className="hw-customer-lines">
        {customer.email && (
          <li>
            <Envelope size={14} />
            <a href={mailLink(customer.email)}>{customer.email}</a>
          </li>
        )}
        {customer.phone && (
          <li>
            <Phone size={14} />
            <a href={phoneLink(customer.phone)}>{customer.phone}</a>
          </li>
        )}
        {address && (
          <li>
            <MapMarker size={14} />
            <span>
              {address}
              {more > 0 && (
                <span className="hw-muted"> and {more === 1 ? '1 more property' : `${more} more properties`}</span>
              )}
            </span>
          </li>
        )}
      </ul>
      {customer.notes && <p className="hw-customer-notes">{customer.notes}</p>}
    </>
  );
}

/** What they are to the company. */
export function CustomerTag({ customer: { erased, removed } }: { customer: CustomerRecord }) {
  if (erased) return <Tag minimal>{removed ? 'Erased, archived' : 'Erased'}</Tag>;
  if (removed) return <Tag minimal>Archived</Tag>;
  return (
    <Tag minimal intent="success">
      Customer
    </Tag>
  );
}

/** The first letters of the name, in place of a portrait. */
export function Initials({ customer }: { customer: CustomerRecord }) {
  const parts = customer.erased ? [] : [customer.firstName, customer.lastName];
  const letters = parts.map((part) => part?.trim().at(0) ?? '').join('');
  return (
    <span className="hw-initials" aria-hidden="true">
      {(letters || '?').toUpperCase()}
    </span>
  );
}

/** “New Job”, which nothing serves yet: it stays reachable by keyboard, so that its reason is. */
export function NewJobButton({ size = 'medium' }: { size?: 'small' | 'medium' }) {
  return (
    <Tooltip content="Jobs are not here yet. This will make one for the customer." placement="top">
      <Button size={size} text="New Job" aria-disabled className="hw-later" />
    </Tooltip>
  );
}
