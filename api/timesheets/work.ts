import { settingsInForce } from '../../domain/company/company.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import { addDays, startOfDay } from '../../domain/kit/times.ts';
import { type ClockedJob, type PersonTime, type ReckonedDay, reckonDays } from '../../domain/timesheet/reckoning.ts';
import type { HourKind, OvertimeRule } from '../../domain/timesheet/terms.ts';
import { company } from '../../projections/company.ts';
import { costs } from '../../projections/costs.ts';
import { crewStints } from '../../projections/crew-stints.ts';
import { jobClocks } from '../../projections/job-clocks.ts';
import { timeOffRequests } from '../../projections/time-off.ts';
import type { TimesheetDocument } from '../../projections/timesheets.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { allOf } from '../../store/read-pages.ts';

/** Days of the company, both included. */
export interface Days {
  from: string;
  to: string;
}

/** What everybody's hours over some days are reckoned from. */
export interface Work extends Days {
  zone: string;
  rule: OvertimeRule;
  clocks: ClockedJob[];
  /** What is known of a person besides their timesheet; nothing of somebody unknown. */
  of(personId: string): Omit<PersonTime, 'others'>;
  /** Everybody who may have worked. */
  personIds: string[];
}

/** @param personId only what concerns this person, where that is cheaper to read */
export async function readWork(models: ReadModels, { from, to }: Days, personId?: string): Promise<Work> {
  const { zone, rule } = await companyRule(models);
  const [begins, ends] = [startOfDay(from, zone), startOfDay(addDays(to, 1), zone)];
  const clocked = await allOf(models, jobClocks.collection, {
    where: { ends: { gt: begins }, begins: { lt: ends } },
    order: { field: 'ends', direction: 'asc' },
  });
  const days = { gte: from, lte: to };
  const byHand = await allOf(models, costs.collection, {
    where:
      personId === undefined ? { removed: null, source: 'hours', day: days } : { removed: null, personId, day: days },
    order: { field: 'day', direction: 'asc' },
  });
  // Whoever has half a day off may work the other half.
  const away = await allOf(models, timeOffRequests.collection, {
    where: { removed: null, status: 'approved', half: null, endDate: { gte: from }, startDate: { lte: to } },
    order: { field: 'endDate', direction: 'asc' },
  });
  const stints = await allOf(models, crewStints.collection, personId === undefined ? {} : { where: { id: personId } });
  const stintsOf = new Map(stints.map((each) => [each.id, each.stints]));
  const byHandOf = Map.groupBy(byHand, (each) => each.personId ?? '');
  const awayOf = Map.groupBy(away, ({ employeeId }) => employeeId);
  return {
    from,
    to,
    zone,
    rule,
    // The stretch that runs in a removed job never ends.
    clocks: clocked.map(({ id, spells, isRemoved }) => {
      return { jobId: id, spells: isRemoved ? spells.filter((spell) => spell.to !== null) : spells };
    }),
    of: (id) => ({
      stints: stintsOf.get(id) ?? [],
      away: (awayOf.get(id) ?? []).map(({ startDate, endDate }) => ({ from: startDate, to: endDate })),
      byHand: (byHandOf.get(id) ?? []).flatMap(({ jobId, day, hours }) => {
        return jobId === null || hours === null ? [] : [{ jobId, day, hours }];
      }),
    }),
    personIds: [...new Set([...stintsOf.keys(), ...byHandOf.keys()])].filter((id) => id !== ''),
  };
}

/** What is known while the read models are being built: nothing but the days. */
export function noWork({ from, to }: Days): Work {
  const { timeZone: zone, overtimeWeekHours: weekHours } = settingsInForce({});
  const nothing = { stints: [], away: [], byHand: [] };
  return { from, to, zone, rule: { weekHours, dayHours: null }, clocks: [], of: () => nothing, personIds: [] };
}

async function companyRule(models: ReadModels): Promise<{ zone: string; rule: OvertimeRule }> {
  const said = (await models.get(company.collection, [COMPANY_ID])).get(COMPANY_ID);
  const { timeZone: zone, overtimeWeekHours, overtimeDayHours } = settingsInForce(said ?? {});
  return { zone, rule: { weekHours: overtimeWeekHours || null, dayHours: overtimeDayHours || null } };
}

/** Somebody's time with the hours without a job that their timesheet has. */
export function timeOf(work: Work, personId: string, entries: TimesheetDocument['entries']): PersonTime {
  const others = entries.map(({ day, minutes, kind }) => ({ day, minutes, kind: kind as HourKind }));
  return { ...work.of(personId), others };
}

/** What somebody worked on some days. */
export function reckoned(
  work: Work,
  { personId, entries }: Pick<TimesheetDocument, 'personId' | 'entries'>,
  days: readonly string[],
): ReckonedDay[] {
  return reckonDays(timeOf(work, personId, entries), work.clocks, days, work.zone);
}
