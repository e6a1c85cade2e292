import { addDays, monthOf } from '../../domain/kit/times.ts';
import { absenceByMonth, daysWithin, monthsUpTo } from '../../domain/time-off/absence.ts';
import { type TimeOffDocument, timeOffRequests } from '../../projections/time-off.ts';
import { allOf } from '../../store/read-pages.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import type { AbsenceAnswer, TimeOffFigures } from './schema.ts';

const MONTHS = 12;
/** After all days there are. */
const NO_END = '9999-12-31';

/** What waits for a decision, who is away today, and how many days off are still to come. */
export async function timeOffFiguresOf(context: ApiContext): Promise<TimeOffFigures> {
  const today = await companyToday(context);
  const models = context.readModels.current();
  const away = new Set<string>();
  let daysAhead = 0;
  for (const request of await approvedWithin(context, today, NO_END)) {
    if (request.startDate <= today) away.add(request.employeeId);
    daysAhead += daysWithin(request, addDays(today, 1), NO_END);
  }
  const pending = await models.count(timeOffRequests.collection, { where: { removed: null, status: 'pending' } });
  return { today, pending, awayToday: away.size, daysAhead };
}

/** The approved days off of this month and the eleven before it, by type. */
export async function absenceOf(context: ApiContext): Promise<AbsenceAnswer> {
  const months = monthsUpTo(monthOf(await companyToday(context)), MONTHS);
  // As texts, no day of a month is after its 31st.
  const absences = await approvedWithin(context, `${months[0]}-01`, `${months.at(-1)}-31`);
  return { months: absenceByMonth(absences, months) };
}

/** Approved time off with a day in a range. */
function approvedWithin({ readModels }: ApiContext, from: string, to: string): Promise<TimeOffDocument[]> {
  return allOf(readModels.current(), timeOffRequests.collection, {
    where: { removed: null, status: 'approved', endDate: { gte: from }, startDate: { lte: to } },
    order: { field: 'endDate', direction: 'asc' },
  });
}
