import type { Collection } from 'mongodb';
import type { CollectionDefinition, Filter, Page, Query } from '../read-models.ts';
import type { DocumentRow } from './read-models-layout.ts';

export interface Target {
  definition: CollectionDefinition;
  rows: Collection<DocumentRow>;
}
export async function findPage(target: Target, query: Query): Promise<Page> {
  const rows = await target.rows.find().limit(query.limit).toArray();
  return { documents: rows.map((row) => row.doc), cursor: null };
}
export async function countRows(target: Target, _filter: Filter): Promise<number> {
  return target.rows.countDocuments({});
}
