import { once } from 'node:events';
import type { FastifyRequest } from 'fastify';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import { type ErasureLook, findErasure, type Root } from '../../../platform/commands/erasure.ts';
import type { ApiContext } from '../context.ts';
import { recordSecurity } from '../security.ts';
import type { Carried } from './commands.ts';
import type { ErasurePreview, ErasureProgress } from './erasure.schema.ts';

/** The answer comes after this at the latest; the rest then continues in the background. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Records who erased somebody, and finishes what is left of the erasure, including what an earlier call, by anybody,
 * left unfinished.
 * @param record the erased record, as `customer 0193…`
 * @param roots what is about that person and follows nothing: each holds an erasure
 */
export async function finishErasure(
  context: ApiContext,
  request: FastifyRequest,
  { appended, repeated }: Pick<Carried<unknown>, 'appended' | 'repeated'>,
  { record, roots }: { record: string; roots: readonly Root[] },
): Promise<ErasureProgress> {
  const { store, processes, erasure, log } = context;
  if (appended.length > 0 && !repeated) recordSecurity(context, request, { type: 'data_erased', detail: record });
  const limit = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const finish = async (): Promise<ErasureProgress> => {
    const events: RecordedEvent[] = [];
    for (const root of roots) {
      const event = await findErasure(store, root);
      if (event === null) throw new Error(`${root.stream} is not erased yet.`);
      await processes.follow([event]);
      events.push(event);
    }
    const erased = await erasure.finish(events, limit);
    return { photos: erased.get('photo') ?? 0, isComplete: true };
  };
  // Also cuts short a wait for the reactor, or for a store that does not answer.
  const late = once(limit, 'abort').then(() => Promise.reject(limit.reason));
  try {
    return await Promise.race([finish(), late]);
  } catch (err) {
    // The erasure is decided and in the log: the reactor carries on.
    log.error({ err, record }, 'an erasure is not finished yet');
    return { photos: 0, isComplete: false };
  }
}

/** What there is of a person, as a call tells it. */
export function toldOf({ records, files, keys }: Omit<ErasureLook, 'isScrubbed'>): ErasurePreview {
  return { records: [...records].map(([category, told]) => ({ category, ...told })), files, keys };
}
