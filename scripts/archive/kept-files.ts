import { kinds } from '../../api/areas.ts';
import { csvLine } from '../../api/kit/lists/csv.ts';
import { BYTE_ORDER_MARK } from '../../api/kit/lists/lists.ts';
import { type PhotoDocument, photos } from '../../projections/photos.ts';
import type { FileStore } from '../../store/files.ts';
import type { Document, ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { FILE_INDEX, FILES } from './format.ts';
import { dayOf, type NamedFiles, readable } from './named-files.ts';
import type { ArchiveWriter } from './writer.ts';

const PAGE = 500;
const COLUMNS = ['kind', 'recordId', 'record', 'caption', 'stage', 'at'] as const;

/** Says of photos whose they are and what they show, so that their files are named by it. */
export async function describePhotos(models: ReadModels, named: NamedFiles): Promise<void> {
  for await (const page of pagesOf(models, photos.collection, { limit: PAGE })) {
    const called = await titlesOf(models, page);
    for (const photo of page) {
      const { id, category, recordId, sha256, thumbnailSha256, caption, stage, createdAt } = photo;
      const record = called.get(id) ?? '';
      const about = { kind: 'photo', recordId, record, caption: caption ?? '', stage: stage ?? '', at: createdAt };
      const name = readable([dayOf(createdAt), category, record, stage]);
      named.describe({ sha256, name, about });
      named.describe({ sha256: thumbnailSha256, name: `small/${name}`, about: { ...about, kind: 'photo, small' } });
    }
  }
}

/** By the id of each photo, what people know its record by. */
async function titlesOf(models: ReadModels, page: readonly PhotoDocument[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const [category, own] of Map.groupBy(page, (photo) => photo.category)) {
    const kind = kinds.all.find((each) => each.category === category);
    if (!kind) continue;
    const ids = own.map(({ recordId }) => recordId);
    const records = await models.get<Document>(kind.projection.collection, ids);
    for (const { id, recordId } of own) {
      const record = records.get(recordId);
      const number = record?.[`${category}Number`];
      const parts = record ? [typeof number === 'string' ? number : null, kind.title(record)] : [];
      titles.set(id, [...new Set(parts)].filter((part) => part !== null).join(' '));
    }
  }
  return titles;
}

/**
 * Writes the files that events name, and an index of them.
 * @returns how many there are, and how many are not kept any more: of somebody who was erased, for example
 */
export async function writeFiles(
  files: Pick<FileStore, 'get'>,
  writer: ArchiveWriter,
  named: NamedFiles,
  signal: AbortSignal,
): Promise<{ files: number; missing: number }> {
  const index = writer.begin(FILE_INDEX);
  index.write(BYTE_ORDER_MARK + csvLine(['file', 'sha256', 'bytes', ...COLUMNS]));
  const counts = { files: 0, missing: 0 };
  for (const { sha256, name, about } of named.all()) {
    signal.throwIfAborted();
    const bytes = await files.get(sha256);
    const path = bytes && `${FILES}/${name} ${sha256.slice(0, 12)}${endingOf(bytes)}`;
    if (bytes && path) writer.write(path, bytes);
    counts[bytes ? 'files' : 'missing'] += 1;
    const said = COLUMNS.map((column) => about[column] ?? '');
    index.write(csvLine([path ?? 'not kept any more', sha256, bytes?.length ?? '', ...said]));
  }
  index.close();
  return counts;
}

const ENDINGS: readonly (readonly [string, string])[] = [
  ['ffd8ff', '.jpg'],
  ['89504e47', '.png'],
  ['25504446', '.pdf'],
  ['52494646', '.webp'],
];

/** By what a file begins with. */
function endingOf(bytes: Buffer): string {
  const start = bytes.toString('hex', 0, 4);
  return ENDINGS.find(([first]) => start.startsWith(first))?.[1] ?? '';
}
