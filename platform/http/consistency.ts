import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Position, START } from '../../store/event-store.ts';
import type { LiveReadModels } from '../live-read-models.ts';

/** How long an answer waits for the read models at most (design §6). */
const WAIT_MS = 2_000;

/** Waits for the read models to reach a position, and says in the answer whether they have. */
export async function waitAndTell(reply: FastifyReply, readModels: LiveReadModels, position: Position): Promise<void> {
  const consistent = position === START || (await readModels.waitFor(position, WAIT_MS));
  reply.header('x-consistent', String(consistent));
}

/**
 * Makes a query wait for `x-min-position`, which a client takes from the `x-position` of its last command, so that it
 * reads its own writes. The answer's `x-position` is how far the read models had come; while they stand, because the
 * next generation is being built, every answer says that it is not consistent. The route takes `readHeaders`.
 */
export async function awaitMinPosition(
  request: FastifyRequest,
  reply: FastifyReply,
  readModels: LiveReadModels,
): Promise<void> {
  const wanted = request.headers['x-min-position'] as Position | undefined;
  if (wanted !== undefined) {
    await waitAndTell(reply, readModels, wanted);
  } else if (readModels.isStanding()) {
    reply.header('x-consistent', 'false');
  }
  reply.header('x-position', readModels.position());
}
