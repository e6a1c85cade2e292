import type { ReactNode } from 'react';
import { mailLink, phoneLink } from '../ui/contact-links.ts';
import { type Field, shown } from '../ui/fields.ts';

/** A record's fields, each with its value. */
export function RecordDetails({ fields, record }: { fields: readonly Field[]; record: object }) {
  const values = record as Readonly<Record<string, unknown>>;
  return (
    <dl className="hw-details">
      {fields
        .filter(({ onlyInHistory }) => !onlyInHistory)
        .map((field) => (
          <div key={field.name} className={field.kind === 'multiline' ? 'hw-detail hw-detail-wide' : 'hw-detail'}>
            <dt>{field.label}</dt>
            <dd>{linked(field, values[field.name])}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What can be called, mailed or found on a map is a link: most of these are read on a phone. */
function linked(field: Field, value: unknown): ReactNode {
  const text = shown(field, value);
  if (typeof value !== 'string' || value === '') return text;
  if (field.kind === 'tel') return <a href={phoneLink(value)}>{text}</a>;
  if (field.kind === 'email') return <a href={mailLink(value)}>{text}</a>;
  return text;
}
