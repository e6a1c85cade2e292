import { MOST_A_DAY, type WorkedHours } from '../../domain/job/report.ts';
import type { CostDocument } from '../../projections/costs.ts';
import type { StaffDocument } from '../../projections/staff.ts';
import type { ApiContext } from '../kit/context.ts';
import { noSuch } from '../kit/records.ts';
import { nameOf } from '../kit/user-names.ts';

/** More than any company enters for one day. */
const MOST_ENTRIES = 5_000;

/**
 * Checks that nobody works longer than a day has hours, on all jobs together. A repeat of what is recorded is refused
 * too: `unlessRepeated` lets it pass.
 * @throws HttpError 400 of the field `hours`
 */
export async function requireHoursOfDay(
  { readModels }: Pick<ApiContext, 'readModels'>,
  person: Pick<StaffDocument, 'firstName' | 'lastName'>,
  { personId, day, hours }: Pick<WorkedHours, 'personId' | 'day' | 'hours'>,
): Promise<void> {
  const { documents } = await readModels.current().find('costs', {
    where: { removed: null, source: 'hours', day },
    limit: MOST_ENTRIES,
  });
  const theirs = (documents as CostDocument[]).filter((each) => each.personId === personId);
  const known = theirs.reduce((sum, each) => sum + (each.hours ?? 0), 0);
  if (known + hours <= MOST_A_DAY) return;
  const already = `${nameOf(person)} has ${known} hours on ${day} already`;
  throw noSuch('hours', `${already}: with these it would be ${known + hours}. Correct the day, or what is recorded.`);
}
