import { MOST_A_DAY, type WorkedHours } from '../../domain/job/report.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { type CostDocument, costs } from '../../projections/costs.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import type { RuleAcross } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { nameOf } from '../kit/user-names.ts';
import { staffKind } from '../staff/record.ts';

/** More than any company enters for one day. */
const MOST_ENTRIES = 5_000;

/** Nobody works longer than a day has hours, on all jobs together: 400 of the field `hours`. */
export const hoursOfDay: RuleAcross<JobDocument> = {
  asksAbout: (after, was) => addedHours(after, was).length > 0,
  async require(context, after, was) {
    for (const { personId, day } of addedHours(after, was)) {
      const { documents } = await context.readModels.current().find(costs.collection, {
        where: { removed: null, source: 'hours', day },
        limit: MOST_ENTRIES,
      });
      const elsewhere = documents.filter(({ sourceId }) => sourceId !== after.id);
      const known = hoursOf([...elsewhere, ...(was?.hours ?? [])], { personId, day });
      const total = hoursOf([...elsewhere, ...after.hours], { personId, day });
      if (total <= MOST_A_DAY) continue;
      const person = await findRecord(context, staffKind, personId);
      const already = `${person ? nameOf(person) : 'This person'} has ${known} hours on ${day} already`;
      const message = `${already}: with these it would be ${total}. Correct the day, or what is recorded.`;
      throw new Rejection('invalid', message, 'hours');
    }
  },
};

/** Also what was withdrawn and is put back. */
function addedHours({ hours = [] }: JobDocument, was: JobDocument | null): WorkedHours[] {
  const before = new Set(was?.hours?.map(({ id }) => id));
  return hours.filter(({ id }) => !before.has(id));
}

function hoursOf(
  all: readonly Pick<CostDocument, 'personId' | 'day' | 'hours'>[],
  { personId, day }: Pick<WorkedHours, 'personId' | 'day'>,
): number {
  return all
    .filter((each) => each.personId === personId && each.day === day)
    .reduce((sum, { hours }) => sum + (hours ?? 0), 0);
}
