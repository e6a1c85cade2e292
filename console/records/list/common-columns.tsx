import { phoneLink } from '../../../domain/kit/phone-links.ts';
import { mailLink } from '../../ui/values/contact-links.ts';
import { Day } from '../../ui/values/day.tsx';
import { Money } from '../../ui/values/money.tsx';
import type { RecordColumn } from './record-columns.ts';

/** A phone number; a tap calls it. */
export const phoneColumn: RecordColumn<{ phone: string | null }> = {
  id: 'phone',
  header: 'Phone',
  value: ({ phone }) => phone,
  cell: ({ phone }) => phone && <a href={phoneLink(phone)}>{phone}</a>,
};

/** An email address; a tap starts an email. */
export const emailColumn: RecordColumn<{ email: string | null }> = {
  id: 'email',
  header: 'Email',
  value: ({ email }) => email,
  cell: ({ email }) => email && <a href={mailLink(email)}>{email}</a>,
};

/** An amount as decimal text; null for none. */
export function moneyColumn<Id extends string>(
  id: Id,
  header: string,
): RecordColumn<Readonly<Record<Id, string | null>>> {
  return {
    id,
    header,
    isFigure: true,
    value: ({ [id]: amount }) => (amount === null ? null : Number(amount)),
    cell: ({ [id]: amount }) => amount && <Money amount={amount} />,
  };
}

/** The day a record was created. */
export const addedColumn: RecordColumn<{ createdAt: string }> = {
  id: 'createdAt',
  header: 'Added',
  value: ({ createdAt }) => createdAt,
  cell: ({ createdAt }) => <Day iso={createdAt} />,
};
