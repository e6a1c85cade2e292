import { Classes } from '@blueprintjs/core';
import { Envelope, MapMarker, Phone, Tag } from '@blueprintjs/icons';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { phoneLink } from '../../../domain/kit/phone-links.ts';
import { customerName, customerPage, fullAddress, placeFound } from '../../entities/customer/customer.ts';
import { type Fact, RecordCard } from '../../records/list/record-cards.tsx';
import { formatList } from '../../ui/inputs/list-input.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { mailLink } from '../../ui/values/contact-links.ts';

interface CustomerCardProps {
  customer: CustomerRecord;
  /** The list's search text: of several properties, the matching one is shown. */
  search: string;
  canChange: boolean;
}

/** A customer's card. */
export const CustomerCard = memo(function CustomerCard({ customer, search, canChange }: CustomerCardProps) {
  const { id, erased, notes } = customer;
  const name = customerName(customer);
  return (
    <RecordCard
      id={id}
      opens={customerPage}
      title={name}
      portrait={<Initials customer={customer} />}
      status={<CustomerTag customer={customer} />}
      facts={erased ? [] : factsOf(customer, search)}
      note={erased ? 'Personal data erased' : notes}
      acts={
        <>
          <Link
            to="/customers/$id"
            params={{ id }}
            className={`${Classes.BUTTON} ${Classes.SMALL}`}
            aria-label={`View Details of ${name}`}
          >
            View Details
          </Link>
          {canChange && !erased && !customer.removed && (
            <Link
              to="/customers/$id"
              params={{ id }}
              search={{ job: 'new' }}
              className={`${Classes.BUTTON} ${Classes.SMALL}`}
              aria-label={`New Job for ${name}`}
            >
              New Job
            </Link>
          )}
        </>
      }
    />
  );
});

function factsOf(customer: CustomerRecord, search: string): Fact[] {
  const { email, phone, properties, tags } = customer;
  const address = fullAddress(placeFound(customer, search) ?? customer);
  const more = properties.length - 1;
  return [
    { icon: <Phone size={14} />, label: 'Phone', text: phone && <a href={phoneLink(phone)}>{phone}</a> },
    { icon: <Envelope size={14} />, label: 'Email', text: email && <a href={mailLink(email)}>{email}</a> },
    {
      icon: <MapMarker size={14} />,
      label: 'Address',
      text: address && (
        <span>
          {address}
          {more > 0 && (
            <span className="hw-muted"> and {more === 1 ? '1 more property' : `${more} more properties`}</span>
          )}
        </span>
      ),
    },
    { icon: <Tag size={14} />, label: 'Tags', text: formatList(tags) },
  ];
}

/** A customer's status. */
export function CustomerTag({ customer: { erased, removed } }: { customer: CustomerRecord }) {
  if (erased) return <StatusTag tone="grey">{removed ? 'Erased, archived' : 'Erased'}</StatusTag>;
  if (removed) return <StatusTag tone="grey">Archived</StatusTag>;
  return <StatusTag tone="green">Customer</StatusTag>;
}

/** The initials, instead of a portrait. */
export function Initials({ customer }: { customer: CustomerRecord }) {
  const parts = customer.erased ? [] : [customer.firstName, customer.lastName];
  const letters = parts.map((part) => part?.trim().at(0) ?? '').join('');
  return (
    <span className="hw-initials" aria-hidden="true">
      {(letters || '?').toUpperCase()}
    </span>
  );
}
