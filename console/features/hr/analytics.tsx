import { hasRight } from '../../entities/account/rights.ts';
import { AbsenceAnalytics } from './absence.tsx';
import { EndingCertificates } from './ending-certificates.tsx';
import { Hours } from './hours.tsx';
import { Ratings } from './ratings.tsx';

/** What the records of the company's people come to, each figure with its table. */
export function Analytics() {
  return (
    <>
      <AbsenceAnalytics />
      {hasRight('timesheets:read') && <Hours />}
      {hasRight('reviews:read') && <Ratings />}
      {hasRight('people:read') && <EndingCertificates />}
    </>
  );
}
