import { openImageAnalysis } from '../ai/open-image-analysis.ts';
import { openTextModels } from '../ai/open-text-models.ts';
import { quarantineLoop } from '../api/intake/quarantine.ts';
import { dayOf } from '../api/kit/company-time.ts';
import { createPhotoCheck } from '../api/photos/check.ts';
import { leftFilesLoop } from '../api/photos/left-files.ts';
import { keptAnalysesLoop } from '../api/public-analysis/kept-analyses.ts';
import { COMPANY_DEFAULTS } from '../domain/company/terms.ts';
import type { Erasure } from '../platform/commands/erasure.ts';
import type { Streams } from '../platform/commands/streams.ts';
import { readCompany } from '../platform/company/company-settings.ts';
import type { Config } from '../platform/configuration/config.ts';
import { createDocuments, type DocumentsOptions } from '../platform/documents/documents.ts';
import { type VisitorFileLimits, visitorFilesIn } from '../platform/http/visitors/visitor-files.ts';
import { createHeldFiles } from '../platform/images/held-files.ts';
import { createImages } from '../platform/images/images.ts';
import { openIncomingFiles } from '../platform/images/incoming-files.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { LiveReadModels } from '../platform/runtime/live-read-models.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Stores } from '../platform/runtime/stores.ts';
import type { NamedLoop } from './subsystem.ts';

/** Photos, logos and documents: what decodes, draws, analyzes and keeps them, and what sweeps those that nobody names. */
export async function openMedia(options: {
  config: Pick<Config, 'openAi'>;
  stores: Stores;
  streams: Streams;
  readModels: LiveReadModels;
  clock: Clock;
  log: Log;
  documents?: DocumentsOptions | undefined;
  visitorFiles?: Partial<VisitorFileLimits> | undefined;
  modelBackOffMs?: number | undefined;
}) {
  const { config, stores, streams, readModels, clock, log } = options;
  const { log: store, state, files, oldFiles } = stores;
  const heldFiles = createHeldFiles(state);
  const images = createImages();
  const documents = createDocuments(options.documents);
  const photoCheck = createPhotoCheck({ readModels, files });
  // From the log itself, because the read models may not be there yet.
  const today = async () => dayOf(clock(), (await readCompany(streams)).timeZone ?? COMPANY_DEFAULTS.timeZone);
  const asked = { openAi: config.openAi, state, today, backOffMs: options.modelBackOffMs };
  const imageAnalysis = await openImageAnalysis({ ...asked, clock, log });
  return {
    heldFiles,
    images,
    documents,
    photoCheck,
    imageAnalysis,
    ...(await openTextModels(asked)),
    incoming: openIncomingFiles(stores.incomingFolder),
    visitorFiles: visitorFilesIn(openIncomingFiles(stores.incomingFolder), options.visitorFiles),
    /** @param hasLost whether the log has lost events, so that a file that no record names may still be somebody's */
    loops(erasure: Erasure, hasLost: boolean): NamedLoop[] {
      const loops: NamedLoop[] = [
        { name: 'photo files', run: photoCheck.run },
        { name: 'kept analyses', run: keptAnalysesLoop({ state, heldFiles, erasure, readModels, clock }) },
        { name: 'quarantine', run: quarantineLoop({ state, heldFiles, erasure, readModels, clock }) },
      ];
      if (oldFiles) {
        loops.push({
          name: 'left files',
          run: leftFilesLoop({ oldFiles, store, heldFiles, state, clock, log, hasLost }),
        });
      }
      return loops;
    },
    async close(): Promise<void> {
      images.close();
      await documents.close();
    },
  };
}

export type Media = Awaited<ReturnType<typeof openMedia>>;
