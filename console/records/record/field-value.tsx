import type { ReactNode } from 'react';
import { phoneLink } from '../../../domain/kit/phone-links.ts';
import { type Field, shown } from '../../ui/inputs/fields.ts';
import { mailLink } from '../../ui/values/contact-links.ts';
import { Day } from '../../ui/values/day.tsx';
import { ERASED } from '../../ui/values/erased.ts';
import { Money } from '../../ui/values/money.tsx';

/**
 * A field's value in details and lists. What can be called, emailed or found on a map is a link, as these are mostly read on a
 * phone; amounts and days have their own format.
 */
export function fieldValue(field: Field, value: unknown): ReactNode {
  const text = shown(field, value);
  if (typeof value !== 'string' || value === '' || value === ERASED) return text;
  if (field.kind === 'tel') return <a href={phoneLink(value)}>{text}</a>;
  if (field.kind === 'email') return <a href={mailLink(value)}>{text}</a>;
  if (field.kind === 'money') return <Money amount={value} />;
  if (field.kind === 'date') return <Day iso={value} />;
  return text;
}
