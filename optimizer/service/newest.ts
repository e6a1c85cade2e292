import type { ApiContext } from '../../api/kit/context.ts';
import { noSuch } from '../../api/kit/records.ts';
import { addDays } from '../../domain/kit/times.ts';
import type { PlannedCrew } from '../../domain/schedule/parts.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { Position } from '../../store/event-store.ts';
import type { ReadModels } from '../../store/read-models.ts';
import type { Inputs } from '../planning/inputs.ts';
import { MOST_DAYS } from './schedule.schema.ts';

/** How long it is waited for the read models to show all that was done before. */
const NEWEST_WITHIN_MS = 10_000;

/**
 * Read models that are at least as new as the request, with how far they are.
 * @throws HttpError 503 where they do not come that far in time
 */
export async function newestModels({
  readModels,
  store,
}: Pick<ApiContext, 'readModels' | 'store'>): Promise<{ models: ReadModels; position: Position }> {
  const models = readModels.current();
  if (!(await readModels.waitFor(await store.head(), NEWEST_WITHIN_MS))) throw new HttpError(503, BEHIND, 5);
  return { models, position: readModels.position() };
}

const BEHIND = {
  message: 'The lists are still catching up with what was done. Wait a moment, then try again.',
  code: 'rebuilding',
};

/** @throws HttpError 400 for days that end before they begin, or are too many */
export function requireRange({ date, to = date }: { date: string; to?: string | undefined }): void {
  if (to < date) throw noSuch('to', 'The last day must not be before the first.');
  if (to > addDays(date, MOST_DAYS - 1)) {
    throw noSuch('to', `At most ${MOST_DAYS} days are planned at once. Choose fewer.`);
  }
}

/** The crew that is asked of; null where none is. @throws HttpError 400 for a crew that there is not */
export function requireCrew({ resources }: Pick<Inputs, 'resources'>, id: string | undefined): PlannedCrew | null {
  if (id === undefined) return null;
  const crew = resources.crews.find((each) => each.id === id);
  if (!crew) throw noSuch('crew_id', 'There is no crew with this id. Choose one from the list.');
  return crew;
}
