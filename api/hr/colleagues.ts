import { addDays } from '../../domain/kit/times.ts';
import type { DaysOff } from '../../domain/time-off/counted.ts';
import { TIME_OFF_LIMITS } from '../../domain/time-off/terms.ts';
import { crews } from '../../projections/crews.ts';
import { timeOffRequests } from '../../projections/time-off.ts';
import type { ApiContext } from '../kit/context.ts';
import { personNames } from './employees.ts';
import type { ColleagueOff } from './schema.ts';

/** As many as begin in a year, two halves a day. */
const MOST = 2 * TIME_OFF_LIMITS.days;
const MOST_CREWS = 500;

/**
 * Who else of somebody's crews is off, or has asked to be, on any of some days: without what for. Earliest first.
 */
export async function colleaguesOff(
  context: ApiContext,
  employeeId: string,
  { startDate, endDate }: DaysOff,
): Promise<ColleagueOff[]> {
  const models = context.readModels.current();
  const { documents: all } = await models.find(crews.collection, {
    where: { removed: null },
    order: { field: 'createdAt', direction: 'asc' },
    limit: MOST_CREWS,
  });
  const theirs = all.filter(({ memberIds }) => memberIds.includes(employeeId));
  const members = new Set(theirs.flatMap(({ memberIds }) => memberIds).filter((id) => id !== employeeId));
  const nameOf = await personNames(context, [...members]);
  const found: ColleagueOff[] = [];
  for (const id of members) {
    const { documents } = await models.find(timeOffRequests.collection, {
      where: {
        removed: null,
        employeeId: id,
        startDate: { gte: addDays(startDate, -TIME_OFF_LIMITS.days), lte: endDate },
      },
      order: { field: 'startDate', direction: 'desc' },
      limit: MOST,
    });
    for (const each of documents) {
      if (each.endDate < startDate || each.status === 'denied') continue;
      const { startDate: from, endDate: to, half, status } = each;
      const crew = theirs.find(({ memberIds }) => memberIds.includes(id))?.name ?? '';
      found.push({ employeeId: id, employee: nameOf(id), crew, startDate: from, endDate: to, half, status });
    }
  }
  return found.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
}
