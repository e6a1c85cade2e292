import type { EmbeddedReadModels } from '../../store/embedded/read-models/generation.ts';
import type { Batch, EventLog } from '../../store/event-store.ts';
import { PAST_EPOCH } from '../engine/as-of.ts';
import type { Projection } from '../engine/projection.ts';
import { createTimes } from './times.ts';
import { createVersioning } from './versioning.ts';

/** Versions that are stored at once while nobody reads them yet. */
const BUILD_VERSIONS = 5_000;

/** Takes a log into versions. */
export interface Taking {
  /** Takes the next events. Those of a build wait for others. */
  take(batch: Batch): Promise<void>;
  /** Stores what waits. */
  write(): Promise<void>;
}

/**
 * @param options.models what is stored so far, claimed by PAST_EPOCH
 * @param options.log holds what they are made of
 * @param options.isBuild whether that is nothing, and nobody reads it yet
 */
export async function createTaking(options: {
  models: EmbeddedReadModels;
  log: Pick<EventLog, 'readAll'>;
  projections: readonly Projection[];
  isBuild: boolean;
}): Promise<Taking> {
  const { models, log, projections, isBuild } = options;
  const versioning = createVersioning({ models, projections, isBuild });
  const times = await createTimes(isBuild ? null : models, log);
  let { position: previous } = await models.checkpoint();
  let last: Pick<Batch, 'position' | 'eventId'> | null = null;

  async function write(): Promise<void> {
    if (last === null) return;
    const documents = [...versioning.take(), ...times.changes()];
    await models.commit({ previous, epoch: PAST_EPOCH, ...last, documents, deadLetters: [] });
    previous = last.position;
    last = null;
  }

  return {
    write,
    async take({ entries, position, eventId }) {
      if (eventId === '' || position === previous) return;
      await versioning.apply(entries, times.events());
      times.take(entries);
      last = { position, eventId };
      if (!isBuild || versioning.waiting() >= BUILD_VERSIONS) await write();
    },
  };
}
