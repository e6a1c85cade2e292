import { setTimeout as delay } from 'node:timers/promises';
import type { LiveReadModels } from '../../platform/runtime/live-read-models.ts';
import { type PhotoDocument, photos } from '../../projections/photos.ts';
import type { FileStore } from '../../store/files.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import type { PhotoCheck } from '../kit/context.ts';

const PAGE = 500;
const LOOK_EVERY_MS = 10 * 60_000;
/** How soon to try again while there are no read models yet. */
const TRY_AGAIN_MS = 500;

export function createPhotoCheck({ readModels, files }: { readModels: LiveReadModels; files: FileStore }): PhotoCheck {
  let missing = new Set<string>();

  /** A file's content is read only if it was found damaged before, because there may be many. */
  async function isWhole({ id, sha256, thumbnailSha256 }: PhotoDocument): Promise<boolean> {
    const isThere = async (name: string) => (missing.has(id) ? (await files.get(name)) !== null : files.has(name));
    return (await isThere(sha256)) && (await isThere(thumbnailSha256));
  }

  async function look(models: ReadModels, signal: AbortSignal): Promise<void> {
    const found = new Set<string>();
    for await (const page of pagesOf(models, photos.collection, { limit: PAGE })) {
      for (const photo of page) {
        if (!photo.removed && !(await isWhole(photo))) found.add(photo.id);
      }
      if (signal.aborted) break;
    }
    missing = found;
  }

  return {
    missing: () => missing.size,
    report: (photoId) => void missing.add(photoId),
    async run(signal, progress) {
      while (!signal.aborted) {
        const models = readModels.peek();
        if (models) await look(models, signal);
        progress();
        await delay(models ? LOOK_EVERY_MS : TRY_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
