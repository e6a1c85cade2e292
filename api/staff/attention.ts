import { addDays } from '../../domain/kit/times.ts';
import { EXPIRES_SOON_DAYS } from '../../domain/staff/terms.ts';
import { type PersonDocument, people } from '../../projections/staff.ts';
import { attention } from '../kit/attention.ts';
import { staffKind } from './record.ts';

/** People who work here with a certificate that has expired or soon will, the first to expire first. */
export const expiringCertificates = attention<PersonDocument>({
  id: 'expiring-certificates',
  label: 'Certificates to renew',
  kind: staffKind,
  collection: people,
  query: ({ today }) => ({
    where: { isStaff: true, hasLeft: false, certificateEnds: { lte: addDays(today, EXPIRES_SOON_DAYS) } },
    order: { field: 'certificateEnds', direction: 'asc' },
  }),
  page: '/people?status=renew&sort=certificates',
  waiting({ staff, certificateEnds }, { today }) {
    const day = certificateEnds ?? today;
    const ending = staff?.certifications.find(({ expiresOn }) => expiresOn === day);
    return { note: `${ending?.name ?? 'Certificate'} ${day < today ? 'expired' : 'expires'}`, day };
  },
});
