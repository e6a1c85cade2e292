import { createLiveReadModels, type LiveReadModels } from '../../../platform/runtime/live-read-models.ts';
import { fingerprint } from '../../../projections/engine/fingerprint.ts';
import { readLive, standsOn } from '../../../projections/engine/generations.ts';
import { projections } from '../../../projections/index.ts';
import type { ProductStores } from './product-stores.ts';

/** The product's read models as the api asks for them, over these stores; `run` follows them. */
export function liveModelsOf({
  log,
  readModels,
  state,
}: Pick<ProductStores, 'log' | 'readModels' | 'state'>): LiveReadModels {
  return createLiveReadModels({
    store: readModels,
    collections: projections,
    state,
    live: readLive,
    fingerprint: fingerprint(projections),
    belongs: (models) => standsOn(log, models),
  });
}
