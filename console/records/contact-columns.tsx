import { mailLink, phoneLink } from '../ui/contact-links.ts';
import type { RecordColumn } from './record-columns.ts';

/** Of a phone number: a tap calls. */
export const phoneColumn: RecordColumn<{ phone: string | null }> = {
  id: 'phone',
  header: 'Phone',
  value: ({ phone }) => phone,
  cell: ({ phone }) => phone && <a href={phoneLink(phone)}>{phone}</a>,
};

/** Of an address for email: a tap writes. */
export const emailColumn: RecordColumn<{ email: string | null }> = {
  id: 'email',
  header: 'Email',
  value: ({ email }) => email,
  cell: ({ email }) => email && <a href={mailLink(email)}>{email}</a>,
};
