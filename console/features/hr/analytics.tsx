import { useQueries } from '@tanstack/react-query';
import type { Need } from '../../../domain/user/terms.ts';
import { hasRight } from '../../entities/account/rights.ts';
import { staffQuery } from '../../entities/person/person.ts';
import { ratingsQuery } from '../../entities/review/review.ts';
import { absenceQuery } from '../../entities/time-off/time-off.ts';
import { hoursFiguresQuery } from '../../entities/timesheet/timesheet.ts';
import { AbsenceAnalytics } from './absence.tsx';
import { EndingCertificates } from './ending-certificates.tsx';
import { Hours } from './hours.tsx';
import { Ratings } from './ratings.tsx';

const PARTS = [
  { need: 'timeOff:read', query: absenceQuery, Part: AbsenceAnalytics },
  { need: 'timesheets:read', query: hoursFiguresQuery, Part: Hours },
  { need: 'reviews:read', query: ratingsQuery, Part: Ratings },
  { need: 'people:read', query: staffQuery, Part: EndingCertificates },
] as const satisfies readonly { need: Need; query: object; Part(): React.ReactNode }[];

/** What the records of the company's people come to, each figure with its table. */
export function Analytics() {
  const parts = PARTS.filter(({ need }) => hasRight(need));
  const pending = useQueries({ queries: parts.map(({ query }) => query) }).findIndex(({ isPending }) => isPending);
  // A part is shown once all above it have come: with its table it is longer than its skeleton, and would push it down.
  const shown = pending === -1 ? parts : parts.slice(0, pending + 1);
  return shown.map(({ need, Part }) => <Part key={need} />);
}
