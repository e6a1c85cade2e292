import { Classes } from '@blueprintjs/core';
import { Chat, Envelope, Phone, Route } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { directionsLink, mailLink, phoneLink, textLink } from '../ui/contact-links.ts';
import { Day } from '../ui/day.tsx';
import { type Field, shown } from '../ui/fields.ts';
import { Money } from '../ui/money.tsx';
import type { AnyRecord, RecordKind } from './record-kind.ts';

/** A record's fields, each with its value. */
export function RecordDetails({ fields, record }: { fields: readonly Field[]; record: object }) {
  const values = record as Readonly<Record<string, unknown>>;
  return (
    <dl className="hw-details">
      {fields
        .filter(({ onlyInHistory, inTitle }) => !onlyInHistory && !inTitle)
        .map((field) => (
          <div key={field.name} className={field.kind === 'multiline' ? 'hw-detail hw-detail-wide' : 'hw-detail'}>
            <dt>{field.label}</dt>
            <dd>{told(field, values[field.name])}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What one does with a record first: call, text, e-mail, drive there; as far as it is known how. */
export function RecordContacts<Shown extends AnyRecord>({ kind, record }: { kind: RecordKind<Shown>; record: Shown }) {
  if (record.erased) return null;
  const phone = firstOf(kind.fields, 'tel', record);
  const email = firstOf(kind.fields, 'email', record);
  const place = kind.placeOf?.(record);
  if (!phone && !email && !place) return null;
  return (
    <div className="hw-contacts">
      {phone && contact(phoneLink(phone), 'Call', <Phone />, phone)}
      {phone && contact(textLink(phone), 'Text', <Chat />, phone)}
      {email && contact(mailLink(email), 'Email', <Envelope />, email)}
      {place && contact(directionsLink(place), 'Directions', <Route />, place)}
    </div>
  );
}

function firstOf(fields: readonly Field[], kind: Field['kind'], record: object): string | undefined {
  const values = record as Readonly<Record<string, unknown>>;
  const found = fields.find((field) => field.kind === kind && values[field.name]);
  return found && String(values[found.name]);
}

function contact(href: string, text: string, icon: ReactNode, whom: string) {
  const isAway = href.startsWith('https:');
  return (
    <a href={href} className={Classes.BUTTON} title={whom} {...(isAway && { target: '_blank', rel: 'noreferrer' })}>
      {icon}
      <span className={Classes.BUTTON_TEXT}>{text}</span>
    </a>
  );
}

/** What can be called, mailed or found on a map is a link, as most of these are read on a phone; amounts and days are theirs. */
function told(field: Field, value: unknown): ReactNode {
  const text = shown(field, value);
  if (typeof value !== 'string' || value === '') return text;
  if (field.kind === 'tel') return <a href={phoneLink(value)}>{text}</a>;
  if (field.kind === 'email') return <a href={mailLink(value)}>{text}</a>;
  if (field.kind === 'money') return <Money amount={value} />;
  if (field.kind === 'date') return <Day iso={value} />;
  return text;
}
