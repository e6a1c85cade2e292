import type { Recorded } from '../../domain/kit/event.ts';
import type { StaffEvent } from '../../domain/staff/events.ts';
import { readAfter } from '../../platform/commands/streams.ts';
import { people } from '../../projections/staff.ts';
import { pagesOf } from '../../store/read-pages.ts';
import type { ApiContext } from '../kit/context.ts';
import { streamOf } from '../kit/records.ts';
import { staffKind } from './record.ts';

const PAGE = 100;

type Reads = Pick<ApiContext, 'store' | 'readModels'>;

/**
 * The files of the scanned documents that somebody has or had, but those that are others' too: a course has one sheet
 * for all who were there. None once their key is destroyed.
 */
export async function documentsOfOneAlone({ store, readModels }: Reads, id: string): Promise<string[]> {
  const own = await documentsOf(store, id);
  if (own.size === 0) return [];
  const query = { where: { isStaff: true }, order: { field: 'createdAt', direction: 'asc' }, limit: PAGE } as const;
  for await (const page of pagesOf(readModels.current(), people.collection, query)) {
    for (const other of page) {
      if (other.id === id) continue;
      for (const name of await documentsOf(store, other.id)) own.delete(name);
    }
  }
  return [...own];
}

/** Also those that were replaced or removed, which an undo brings back. */
async function documentsOf(store: Reads['store'], id: string): Promise<Set<string>> {
  const names = new Set<string>();
  for (const event of (await readAfter(store, streamOf(staffKind, id))) as Recorded<StaffEvent>[]) {
    if (event.type === 'CertificateDocumentAdded' && FILE_NAME.test(event.data.sha256 ?? ''))
      names.add(event.data.sha256 as string);
  }
  return names;
}

const FILE_NAME = /^[0-9a-f]{64}$/;
