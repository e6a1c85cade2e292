import { COMPANY_DEFAULTS } from '../../../domain/company/terms.ts';
import { addDays } from '../../../domain/kit/times.ts';

/** Today, `YYYY-MM-DD`, for a company that has not set its time zone: in the evening it is already tomorrow in UTC. */
export function companyDay(daysAhead = 0): string {
  const today = Temporal.Now.plainDateISO(COMPANY_DEFAULTS.timeZone).toString();
  return addDays(today, daysAhead);
}
