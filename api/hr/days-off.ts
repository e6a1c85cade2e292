import { Rejection } from '../../domain/kit/decider.ts';
import { addDays } from '../../domain/kit/times.ts';
import { spanOf, TIME_OFF_LIMITS } from '../../domain/time-off/terms.ts';
import { type TimeOffDocument, timeOffRequests } from '../../projections/time-off.ts';
import type { RuleAcross } from '../kit/context.ts';

/** As many as begin in a year, two halves a day: whatever reaches into the days is among them. */
const MOST = 2 * TIME_OFF_LIMITS.days;

/** Nobody asks for the same days twice, nor has them off twice: 409. */
export const freeDays: RuleAcross<TimeOffDocument> = {
  asksAbout: (after, was) => (isOpen(after) && !isOpen(was)) || (isOff(after) && !isOff(was)),
  async require({ readModels }, { id, employeeId, startDate, endDate, half }, was) {
    // Two requests for the same days may be waiting from before this rule: one of them is approved.
    const isAgainst = isOpen(was) ? isOff : isOpen;
    const earliest = addDays(startDate, -TIME_OFF_LIMITS.days);
    const { documents } = await readModels.current().find(timeOffRequests.collection, {
      where: { removed: null, employeeId, startDate: { gte: earliest, lte: endDate } },
      order: { field: 'startDate', direction: 'desc' },
      limit: MOST,
    });
    const same = documents.find(
      (each) => each.id !== id && each.endDate >= startDate && isAgainst(each) && !isOtherHalf(each.half, half),
    );
    if (!same) return;
    const days = spanOf(same);
    const already = `The same person already has time off ${isOff(same) ? 'approved' : 'requested'} on these days: ${days}.`;
    const otherwise = isOpen(was) ? 'deny this one' : 'choose other days';
    throw new Rejection('conflict', `${already} Withdraw that first, or ${otherwise}.`);
  },
};

/** Pending or approved. */
function isOpen(request: TimeOffDocument | null): boolean {
  return request !== null && request.status !== 'denied' && !request.removed;
}

/** A morning and an afternoon; both requests are then of the one day that they share. */
function isOtherHalf(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function isOff(request: TimeOffDocument | null): boolean {
  return request?.status === 'approved' && !request.removed;
}
