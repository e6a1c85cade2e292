import { derivedCostId } from '../../domain/cost/derived.ts';
import type { WorkedHours } from '../../domain/job/report.ts';
import type { CostDocument } from '../../projections/costs.ts';
import type { StaffDocument } from '../../projections/staff.ts';
import type { ApiContext } from '../kit/context.ts';
import { noSuch } from '../kit/records.ts';
import { nameOf } from '../kit/user-names.ts';

const A_DAY = 24;
/** More than any company enters for one day. */
const MOST_ENTRIES = 5_000;

/**
 * Checks that nobody works longer than a day has hours, on all jobs together.
 * @param entry not counted twice where it is a repeat
 * @throws HttpError 400 of the field `hours`
 */
export async function requireHoursOfDay(
  { readModels }: Pick<ApiContext, 'readModels'>,
  person: Pick<StaffDocument, 'firstName' | 'lastName'>,
  { id, personId, day, hours }: Pick<WorkedHours, 'id' | 'personId' | 'day' | 'hours'>,
): Promise<void> {
  const { documents } = await readModels.current().find('costs', {
    where: { removed: null, source: 'hours', day },
    limit: MOST_ENTRIES,
  });
  const others = (documents as CostDocument[]).filter(
    (each) => each.personId === personId && each.id !== derivedCostId('hours', id),
  );
  const known = others.reduce((sum, each) => sum + (each.hours ?? 0), 0);
  if (known === 0 || known + hours <= A_DAY) return;
  const already = `${nameOf(person)} has ${known} hours on ${day} already`;
  throw noSuch('hours', `${already}: with these it would be ${known + hours}. Correct the day, or what is recorded.`);
}
