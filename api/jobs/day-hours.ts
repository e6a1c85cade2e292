import { MOST_A_DAY, type WorkedHours } from '../../domain/job/report.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { timesheetIdOf, weekOf } from '../../domain/timesheet/terms.ts';
import { lockedRejection } from '../../domain/timesheet/timesheet.ts';
import { type CostDocument, costs } from '../../projections/costs.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { timesheets } from '../../projections/timesheets.ts';
import type { RuleAcross } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { nameOf } from '../kit/user-names.ts';
import { staffKind } from '../staff/record.ts';

type Known = Parameters<RuleAcross<JobDocument>['require']>[0];
type PersonDay = Pick<WorkedHours, 'personId' | 'day'>;

/** More than any company enters for one day. */
const MOST_ENTRIES = 5_000;

/**
 * Nobody works longer than a day has hours, on all jobs and without one: 400 of the field `hours`. What is approved is
 * neither added to nor taken from: 409.
 */
export const hoursOfDay: RuleAcross<JobDocument> = {
  asksAbout: (after, was) => changedHours(after, was).length > 0,
  async require(context, after, was) {
    await requireUnlocked(context, changedHours(after, was));
    for (const { personId, day } of addedHours(after, was)) {
      const { documents } = await context.readModels.current().find(costs.collection, {
        where: { removed: null, source: 'hours', day },
        limit: MOST_ENTRIES,
      });
      const elsewhere = documents.filter(({ sourceId }) => sourceId !== after.id);
      const others = await hoursWithoutJob(context, { personId, day });
      const known = others + hoursOf([...elsewhere, ...(was?.hours ?? [])], { personId, day });
      const total = others + hoursOf([...elsewhere, ...after.hours], { personId, day });
      if (total <= MOST_A_DAY) continue;
      const person = await findRecord(context, staffKind, personId);
      const already = `${person ? nameOf(person) : 'This person'} has ${known} hours on ${day} already`;
      const message = `${already}: with these it would be ${total}. Correct the day, or what is recorded.`;
      throw new Rejection('invalid', message, 'hours');
    }
  },
};

/** @throws Rejection for hours of a week that is approved */
async function requireUnlocked({ readModels }: Known, changed: readonly WorkedHours[]): Promise<void> {
  const weeks = new Map(changed.map(({ personId, day }) => [timesheetIdOf(personId, weekOf(day)), weekOf(day)]));
  const sheets = await readModels.current().get(timesheets.collection, [...weeks.keys()]);
  for (const { status, week } of sheets.values()) if (status === 'approved') throw lockedRejection(week);
}

/** Those that somebody's timesheet has, to a hundredth. */
async function hoursWithoutJob({ readModels }: Known, { personId, day }: PersonDay): Promise<number> {
  const id = timesheetIdOf(personId, weekOf(day));
  const sheet = (await readModels.current().get(timesheets.collection, [id])).get(id);
  const entries = sheet?.entries.filter((entry) => entry.day === day) ?? [];
  return Math.round(entries.reduce((sum, { minutes }) => sum + minutes, 0) / 0.6) / 100;
}

/** What was added and what was taken away. */
function changedHours(after: JobDocument, was: JobDocument | null): WorkedHours[] {
  return [...addedHours(after, was), ...(was ? addedHours(was, after) : [])];
}

/** Also what was withdrawn and is put back. */
function addedHours({ hours = [] }: JobDocument, was: JobDocument | null): WorkedHours[] {
  const before = new Set(was?.hours?.map(({ id }) => id));
  return hours.filter(({ id }) => !before.has(id));
}

function hoursOf(
  all: readonly Pick<CostDocument, 'personId' | 'day' | 'hours'>[],
  { personId, day }: PersonDay,
): number {
  return all
    .filter((each) => each.personId === personId && each.day === day)
    .reduce((sum, { hours }) => sum + (hours ?? 0), 0);
}
