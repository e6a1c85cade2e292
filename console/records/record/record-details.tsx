import { Classes } from '@blueprintjs/core';
import { Chat, Envelope, Phone, Route } from '@blueprintjs/icons';
import type { ComponentType } from 'react';
import { phoneLink, textLink } from '../../../domain/kit/phone-links.ts';
import { type Field, NO_VALUE, partsOf, shown } from '../../ui/inputs/fields.ts';
import { directionsLink, followLink, isAway, mailLink } from '../../ui/values/contact-links.ts';
import { useRecordActs } from '../acts/record-acts.ts';
import type { AnyRecord, RecordKind } from '../record-kind.ts';
import { fieldValue } from './field-value.tsx';

/** A record's fields with their values. */
export function RecordDetails({ fields, record }: { fields: readonly Field[]; record: object }) {
  const values = record as Readonly<Record<string, unknown>>;
  return (
    <dl className="hw-details">
      {fields
        .filter(({ onlyInHistory, inTitle, isSeen }) => !onlyInHistory && !inTitle && (isSeen?.() ?? true))
        .map((field) => (
          <div key={field.name} className={detailClass(field, values[field.name])}>
            <dt>{field.label}</dt>
            <dd>{fieldValue(field, values[field.name])}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A field without a value is not printed. */
function detailClass(field: Field, value: unknown): string {
  const isWide = field.kind === 'multiline';
  return `hw-detail${isWide ? ' hw-detail-wide' : ''}${shown(field, value) === NO_VALUE ? ' hw-detail-empty' : ''}`;
}

/** The fields of a long record, in parts with headings. */
export function RecordParts({ fields, record }: { fields: readonly Field[]; record: object }) {
  return partsOf(fields).map((part) => (
    <section key={part[0]?.name} className="hw-form-part">
      <h2>{part[0]?.section}</h2>
      <RecordDetails fields={part} record={record} />
    </section>
  ));
}

/** What people do first with a record: call, text, email, drive there; as far as the contact details are known. */
export function RecordContacts<Shown extends AnyRecord>({ kind, record }: { kind: RecordKind<Shown>; record: Shown }) {
  const contacts = contactsOf(kind, record);
  useRecordActs(
    kind.titleOf(record),
    contacts.map(({ text, href }) => ({ text, run: () => followLink(href) })),
  );
  if (contacts.length === 0) return null;
  return (
    <div className="hw-contacts">
      {contacts.map(({ text, href, icon: Icon, whom }) => (
        <a
          key={text}
          href={href}
          className={Classes.BUTTON}
          title={whom}
          {...(isAway(href) && { target: '_blank', rel: 'noreferrer' })}
        >
          <Icon />
          <span className={Classes.BUTTON_TEXT}>{text}</span>
        </a>
      ))}
    </div>
  );
}

interface Contact {
  text: 'Call' | 'Text' | 'Email' | 'Directions';
  href: string;
  icon: ComponentType<{ size?: number }>;
  /** The number or address it links to. */
  whom: string;
}

/** The known ways to reach the person a record is about. */
export function contactsOf<Shown extends AnyRecord>(kind: RecordKind<Shown>, record: Shown): Contact[] {
  if (record.erased) return [];
  const phone = firstOf(kind.fields, 'tel', record);
  const email = firstOf(kind.fields, 'email', record);
  const place = kind.placeOf?.(record);
  const contacts: Contact[] = [];
  const call = phone && phoneLink(phone);
  if (call) contacts.push({ text: 'Call', href: call, icon: Phone, whom: phone });
  if (call) contacts.push({ text: 'Text', href: textLink(phone), icon: Chat, whom: phone });
  if (email) contacts.push({ text: 'Email', href: mailLink(email), icon: Envelope, whom: email });
  if (place) contacts.push({ text: 'Directions', href: directionsLink(place), icon: Route, whom: place });
  return contacts;
}

/** A second phone number is somebody else's, such as whom to call in an emergency. */
function firstOf(fields: readonly Field[], kind: Field['kind'], record: object): string | undefined {
  const first = fields.find((field) => field.kind === kind);
  const value = first && (record as Readonly<Record<string, unknown>>)[first.name];
  return value ? String(value) : undefined;
}
