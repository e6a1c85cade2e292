import { addDays } from '../../domain/kit/times.ts';
import { TIME_OFF_LIMITS } from '../../domain/time-off/terms.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { TimeOffDocument } from '../../projections/time-off.ts';
import type { ApiContext } from '../kit/context.ts';

type DaysOff = Pick<TimeOffDocument, 'id' | 'employeeId' | 'startDate' | 'endDate'>;

/** As many as begin in a year, one a day: whatever reaches into the days is among them. */
const MOST = TIME_OFF_LIMITS.days;

/**
 * Checks that nobody has the same days off twice.
 * @param id its own, which does not stand in its way
 * @throws HttpError 409 if some of the days are approved already
 */
export async function requireFreeDays(
  { readModels }: Pick<ApiContext, 'readModels'>,
  { id, employeeId, startDate, endDate }: DaysOff,
): Promise<void> {
  const earliest = addDays(startDate, -TIME_OFF_LIMITS.days);
  const { documents } = await readModels.current().find('time_off', {
    where: { removed: null, employeeId, startDate: { gte: earliest, lte: endDate } },
    order: { field: 'startDate', direction: 'desc' },
    limit: MOST,
  });
  const same = (documents as TimeOffDocument[]).find(
    (each) => each.id !== id && each.endDate >= startDate && each.status === 'approved',
  );
  if (!same) return;
  const days = same.startDate === same.endDate ? same.startDate : `${same.startDate} to ${same.endDate}`;
  const message = `Time off of the same person is approved for these days already: ${days}. Withdraw that first, or deny this one.`;
  throw new HttpError(409, { message, code: 'conflict' });
}
