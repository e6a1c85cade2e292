import { Rejection } from '../../domain/kit/decider.ts';
import { addDays } from '../../domain/kit/times.ts';
import { MINUTES_OF_DAY, spokenMinutes } from '../../domain/timesheet/terms.ts';
import type { TimesheetDocument } from '../../projections/timesheets.ts';
import type { ReadModels } from '../../store/read-models.ts';
import type { RuleAcross } from '../kit/context.ts';
import { hoursOf } from './present.ts';
import { readWork, reckoned } from './work.ts';

/**
 * Nobody works longer than a day has hours, on jobs and without one together: 400 of the field `hours`. What is approved
 * is what was worked by then: 409.
 */
export const hoursOfOneDay: RuleAcross<TimesheetDocument> = {
  asksAbout: (after, was) => addedDays(after, was).length > 0 || isApproval(after, was),
  async require({ readModels }, after, was) {
    if (isApproval(after, was)) return requireAllApproved(readModels.current(), after);
    const days = addedDays(after, was);
    const [from = '', to = ''] = [days[0], days.at(-1)];
    const work = await readWork(readModels.current(), { from, to }, after.personId);
    for (const { day, minutes } of reckoned(work, after, days)) {
      if (minutes <= MINUTES_OF_DAY) continue;
      const [before] = reckoned(work, { personId: after.personId, entries: was?.entries ?? [] }, [day]);
      const already = `There are ${spokenMinutes(before?.minutes ?? 0)} hours on ${day} already`;
      const message = `${already}: with these it would be ${spokenMinutes(minutes)}. A day has 24 hours.`;
      throw new Rejection('invalid', message, 'hours');
    }
  },
};

function isApproval(after: TimesheetDocument, was: TimesheetDocument | null): boolean {
  return after.status === 'approved' && was?.status !== 'approved';
}

async function requireAllApproved(models: ReadModels, sheet: TimesheetDocument): Promise<void> {
  const work = await readWork(models, { from: sheet.week, to: addDays(sheet.week, 6) }, sheet.personId);
  if (hoursOf(work, sheet).differences.length === 0) return;
  throw new Rejection('conflict', 'The hours of this week have changed. See what they are now, then approve them.');
}

/** The days of entries that are new, in order; also of what was withdrawn and is put back. */
function addedDays({ entries }: TimesheetDocument, was: TimesheetDocument | null): string[] {
  const before = new Set(was?.entries.map(({ entryId }) => entryId));
  const added = entries.filter(({ entryId }) => !before.has(entryId));
  return [...new Set(added.map(({ day }) => day))].sort();
}
