import type { ApiContext } from '../../api/kit/context.ts';
import { noSuch } from '../../api/kit/records.ts';
import { addDays } from '../../domain/kit/times.ts';
import type { PlannedCrew } from '../../domain/schedule/parts.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { Position } from '../../store/event-store.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { MOST_DAYS } from '../answers/schedule.schema.ts';
import type { Inputs } from '../planning/inputs.ts';

/** How long to wait for the read models to catch up with everything done before. */
const NEWEST_WITHIN_MS = 10_000;

/**
 * Read models at least as new as the request, and their position.
 * @throws HttpError 503 if they do not catch up in time
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
