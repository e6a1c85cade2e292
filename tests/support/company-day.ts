import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { addDays } from '../../domain/kit/times.ts';

/** Today where the company is that has not said where, `YYYY-MM-DD`: in the evening it is tomorrow already by UTC. */
export function companyDay(daysAhead = 0): string {
  const today = Temporal.Now.plainDateISO(COMPANY_DEFAULTS.timeZone).toString();
  return addDays(today, daysAhead);
}
