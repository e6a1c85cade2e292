import type { FastifyReply, FastifyRequest } from 'fastify';
import { type EventLog, type Position, START } from '../../../store/event-store.ts';
import type { LiveReadModels } from '../../runtime/live-read-models.ts';
import { HttpError } from './errors.ts';

/** The longest that an answer waits for the read models (docs/design/commands.md#replies). */
const WAIT_MS = 2_000;

const NO_POSITION = 'x-min-position is not a position of this log.';

/** Waits for the read models to reach a position, and says in the answer whether they have. */
export async function waitAndTell(reply: FastifyReply, readModels: LiveReadModels, position: Position): Promise<void> {
  const consistent = position === START || (await readModels.waitFor(position, WAIT_MS));
  reply.header('x-consistent', String(consistent));
}

/**
 * Makes a query wait for `x-min-position`, which a client takes from the `x-position` of its last command, so that it
 * reads its own writes. The answer's `x-position` tells how far the read models had come; while they are paused to
 * build the next generation, every answer says that it is not consistent. The route takes `readHeaders`.
 * @throws HttpError 400 for what is not a position of the log
 */
export async function awaitMinPosition(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, readModels }: { store: Pick<EventLog, 'isPosition'>; readModels: LiveReadModels },
): Promise<void> {
  const wanted = request.headers['x-min-position'] as Position | undefined;
  if (wanted !== undefined) {
    // It cannot be compared with our positions: it would come before or after all of them.
    if (!store.isPosition(wanted)) throw new HttpError(400, { message: NO_POSITION, code: 'invalid' });
    await waitAndTell(reply, readModels, wanted);
  } else if (readModels.isPaused()) {
    reply.header('x-consistent', 'false');
  }
  reply.header('x-position', readModels.position());
}
