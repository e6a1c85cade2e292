import { noSuch } from '../../api/kit/records.ts';
import { addDays } from '../../domain/kit/times.ts';
import type { PlannedCrew } from '../../domain/schedule/parts.ts';
import { MOST_DAYS } from '../answers/schedule.schema.ts';
import type { Inputs } from '../planning/inputs.ts';

/** @throws HttpError 400 for a range that ends before it begins, or is too long */
export function requireRange({ date, to = date }: { date: string; to?: string | undefined }): void {
  if (to < date) throw noSuch('to', 'The last day must not be before the first.');
  if (to > addDays(date, MOST_DAYS - 1)) {
    throw noSuch('to', `At most ${MOST_DAYS} days are planned at once. Choose fewer.`);
  }
}

/** The crew that the request names; null if it names none. @throws HttpError 400 for an unknown crew */
export function requireCrew({ resources }: Pick<Inputs, 'resources'>, id: string | undefined): PlannedCrew | null {
  if (id === undefined) return null;
  const crew = resources.crews.find((each) => each.id === id);
  if (!crew) throw noSuch('crew_id', 'There is no crew with this id. Choose one from the list.');
  return crew;
}
