import { kinds } from '../../api/areas.ts';
import { csvLine } from '../../api/kit/lists/csv.ts';
import { BYTE_ORDER_MARK } from '../../api/kit/lists/lists.ts';
import { acts } from '../../projections/acts.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { projections } from '../../projections/index.ts';
import type { Document, ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { LISTS } from './format.ts';
import type { ArchiveWriter } from './writer.ts';

const PAGE = 500;

/** All read models but the one that says where the events of an act are, which the events say themselves. */
export const LISTED: readonly Projection[] = projections.filter(({ name }) => name !== acts.name);

/**
 * Writes a CSV of each list: its records as the lists of Heartwood show them, removed ones too.
 * @returns the rows of each
 */
export async function writeLists(
  models: ReadModels,
  writer: ArchiveWriter,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const projection of LISTED) {
    const { collection } = projection;
    const columns = new Set<string>();
    for await (const page of rowsOf(models, projection, signal))
      for (const row of page) for (const name of Object.keys(row)) columns.add(name);
    const file = writer.begin(`${LISTS}/${collection}.csv`);
    file.write(BYTE_ORDER_MARK + csvLine([...columns]));
    rows[collection] = 0;
    for await (const page of rowsOf(models, projection, signal)) {
      file.write(page.map((row) => csvLine([...columns].map((name) => row[name]))).join(''));
      rows[collection] += page.length;
    }
    file.close();
  }
  return rows;
}

async function* rowsOf(models: ReadModels, projection: Projection, signal: AbortSignal): AsyncGenerator<Document[]> {
  const kind = kinds.all.find((each) => each.projection === projection);
  for await (const page of pagesOf(models, projection.collection, { limit: PAGE })) {
    signal.throwIfAborted();
    yield kind ? page.map((document) => ({ id: document.id, ...kind.present(document) })) : page;
  }
}
