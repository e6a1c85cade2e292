import { HttpError } from '../../platform/http/answers/errors.ts';
import type { Position } from '../../store/event-store.ts';
import type { ReadModels } from '../../store/read-models.ts';
import type { ApiContext } from './context.ts';

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
