import { join } from 'node:path';
import { createLiveReadModels, type LiveReadModels } from '../platform/runtime/live-read-models.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Stores } from '../platform/runtime/stores.ts';
import { acts } from '../projections/acts.ts';
import { createFeed } from '../projections/engine/feed.ts';
import { fingerprint } from '../projections/engine/fingerprint.ts';
import { readLive, standsOn } from '../projections/engine/generations.ts';
import { projections } from '../projections/index.ts';
import { createVersions } from '../projections/past/versions.ts';
import { createPastViews, type PastViews } from '../projections/past/views.ts';
import type { Subsystem } from './subsystem.ts';

export interface Models extends Subsystem {
  readModels: LiveReadModels;
  past: PastViews;
  /** How often the subscription of the projections has resumed. */
  resubscriptions(): number;
}

/** Events that are read and applied faster than somebody would notice. */
const SHORT_LOG = 20_000;

/**
 * The read models, and the projections that keep them up to date.
 * @param options.hasThread whether these have a thread of their own
 * @param options.longFrom from how many events on all versions of what they held are kept
 */
export function openModels(
  stores: Stores,
  log: Log,
  { hasThread, longFrom = SHORT_LOG }: { hasThread?: boolean | undefined; longFrom?: number | undefined } = {},
): Models {
  const feed = createFeed(stores, () => readModels, hasThread);
  const readModels: LiveReadModels = createLiveReadModels({
    store: stores.readModels,
    collections: projections,
    state: stores.state,
    live: readLive,
    fingerprint: fingerprint(projections),
    belongs: (models) => standsOn(stores.log, models),
    onDamage(cause, generation) {
      log.error({ err: cause, generation }, 'the read models are damaged: they are set aside and rebuilt');
      feed.damageFound(cause, generation);
    },
  });
  const versions = createVersions({
    ...stores,
    folder: stores.pastFolder,
    async isLong() {
      if (!readModels.isAsDeclared()) return null;
      return (await readModels.current().count(acts.collection, {})) >= longFrom;
    },
    live: () => readModels.current(),
  });
  const past = createPastViews({ ...stores, folder: join(stores.incomingFolder, 'past'), versions });
  return {
    readModels,
    past,
    resubscriptions: feed.resubscriptions,
    loops: [
      { name: 'projections', run: feed.run },
      { name: 'read models', run: (signal, progress) => readModels.run(signal, progress), isForPlans: true },
      { name: 'views of the past', run: past.run },
    ],
  };
}
