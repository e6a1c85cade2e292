import { Rejection } from '../../domain/kit/decider.ts';
import { addDays } from '../../domain/kit/times.ts';
import { TIME_OFF_LIMITS } from '../../domain/time-off/terms.ts';
import { type TimeOffDocument, timeOffRequests } from '../../projections/time-off.ts';
import type { RuleAcross } from '../kit/context.ts';

/** As many as begin in a year, one a day: whatever reaches into the days is among them. */
const MOST = TIME_OFF_LIMITS.days;

/** Nobody has the same days off twice: 409. */
export const freeDays: RuleAcross<TimeOffDocument> = {
  asksAbout: (after, was) => isOff(after) && !isOff(was),
  async require({ readModels }, { id, employeeId, startDate, endDate }) {
    const earliest = addDays(startDate, -TIME_OFF_LIMITS.days);
    const { documents } = await readModels.current().find(timeOffRequests.collection, {
      where: { removed: null, employeeId, startDate: { gte: earliest, lte: endDate } },
      order: { field: 'startDate', direction: 'desc' },
      limit: MOST,
    });
    const same = documents.find((each) => each.id !== id && each.endDate >= startDate && isOff(each));
    if (!same) return;
    const days = same.startDate === same.endDate ? same.startDate : `${same.startDate} to ${same.endDate}`;
    const message = `Time off of the same person is approved for these days already: ${days}. Withdraw that first, or deny this one.`;
    throw new Rejection('conflict', message);
  },
};

function isOff(request: TimeOffDocument | null): boolean {
  return request?.status === 'approved' && !request.removed;
}
