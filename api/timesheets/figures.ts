import { Rejection } from '../../domain/kit/decider.ts';
import { addDays, startOfDay } from '../../domain/kit/times.ts';
import { type SummedHours, summedBy, type WorkedDay } from '../../domain/timesheet/figures.ts';
import { timesheetIdOf, weekOf } from '../../domain/timesheet/terms.ts';
import { crews } from '../../projections/crews.ts';
import { type TimesheetDocument, timesheets } from '../../projections/timesheets.ts';
import { allOf } from '../../store/read-pages.ts';
import { personNames } from '../hr/employees.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { emptySheet, hoursOf } from './present.ts';
import type { HoursFigures } from './schema.ts';
import { readWork, type Work } from './work.ts';

/** A quarter of a year. */
const WEEKS = 13;

/** The most weeks of one answer: each is reckoned anew for everybody. */
const MOST_WEEKS = 53;

/**
 * The hours of some weeks, as approved and corrected, or as they stand: by week, person and crew.
 * @param days whose weeks are told; by default those of the last thirteen weeks
 * @throws Rejection for more weeks than one answer tells
 */
export async function hoursFiguresOf(context: ApiContext, days?: { from: string; to: string }): Promise<HoursFigures> {
  const models = context.readModels.current();
  const last = weekOf(days?.to ?? (await companyToday(context)));
  const from = days ? weekOf(days.from) : addDays(last, -7 * (WEEKS - 1));
  const weeks: string[] = [];
  for (let week = from; week <= last; week = addDays(week, 7)) {
    if (weeks.length === MOST_WEEKS)
      throw new Rejection(
        'invalid',
        `Hours are told of at most ${MOST_WEEKS} weeks at once: choose fewer days.`,
        'from',
      );
    weeks.push(week);
  }
  const work = await readWork(models, { from, to: addDays(last, 6) });
  const where = { week: { gte: from, lte: last } };
  const sheets = await allOf(models, timesheets.collection, { where, order: { field: 'week', direction: 'asc' } });
  const byId = new Map(sheets.map((sheet) => [sheet.id, sheet]));
  const personIds = [...new Set([...work.personIds, ...sheets.map(({ personId }) => personId)])];
  const worked = weeks.flatMap((week) =>
    personIds.flatMap((personId) => {
      const id = timesheetIdOf(personId, week);
      return workedDays(work, byId.get(id) ?? emptySheet(id));
    }),
  );
  const byWeek = summedBy(worked, ({ week }) => week);
  const nameOf = await personNames(context, personIds);
  const byCrew = summedBy(worked, ({ crewId }) => crewId);
  const crewOf = await models.get(
    crews.collection,
    [...byCrew.keys()].filter((id) => id !== null),
  );
  return {
    weeks: weeks.map((week) => ({ week, ...(byWeek.get(week) ?? { regular: 0, overtime: 0, onJobs: 0 }) })),
    people: mostFirst([...summedBy(worked, ({ personId }) => personId)]).map(([personId, sums]) => {
      return { personId, person: nameOf(personId), ...sums };
    }),
    crews: mostFirst([...byCrew]).map(([crewId, sums]) => {
      return { crewId, crew: crewOf.get(crewId ?? '')?.name ?? null, ...sums };
    }),
  };
}

/** The days of a week on which something is paid. */
function workedDays(work: Work, sheet: TimesheetDocument): WorkedDay[] {
  const { personId, week, corrections } = sheet;
  const days = hoursOf(work, sheet).days.map(({ day, paid, sources }) => ({
    day,
    ...paid,
    onJobs: minutesOnJobs(sources),
  }));
  const corrected = corrections.map((each) => ({ ...each, onJobs: minutesOnJobs([each]) }));
  return [...days, ...corrected]
    .filter(({ regular, overtime }) => regular !== 0 || overtime !== 0)
    .map(({ day, regular, overtime, onJobs }) => {
      return { week, personId, crewId: crewOn(work, personId, day), regular, overtime, onJobs };
    });
}

function minutesOnJobs(sources: readonly { kind: string; minutes: number }[]): number {
  return sources.reduce((sum, { kind, minutes }) => sum + (kind === 'job' ? minutes : 0), 0);
}

/** The crew that somebody was in last on a day. */
function crewOn(work: Work, personId: string, day: string): string | null {
  const [begins, ends] = [startOfDay(day, work.zone), startOfDay(addDays(day, 1), work.zone)];
  const { stints } = work.of(personId);
  return stints.findLast(({ from, to }) => from < ends && (to === null || to > begins))?.crewId ?? null;
}

function mostFirst<Key>(sums: readonly [Key, SummedHours][]): [Key, SummedHours][] {
  return sums.toSorted(([, a], [, b]) => b.regular + b.overtime - a.regular - a.overtime);
}
