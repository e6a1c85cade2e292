import { planQuery } from '../../store/query.ts';
import { type CollectionDefinition, NoSuchIndex, type Query } from '../../store/read-models.ts';

/** Two read models are in the file of another one. */
const DECLARED_IN: Readonly<Record<string, string>> = { cost_entries: 'costs', people: 'staff' };

/** The file that declares a read model, for whoever has to change it. */
export function fileOf(collection: string): string {
  return `projections/${DECLARED_IN[collection] ?? collection.replaceAll('_', '-')}.ts`;
}

/** An index as it is declared: `['removed', 'name']`. */
export function declared(fields: readonly string[]): string {
  return `[${fields.map((field) => `'${field}'`).join(', ')}]`;
}

/**
 * Plans a query at the start, as it is asked later.
 * @param asks what will ask it, as the beginning of a sentence: `GET /api/leads offers no filter in the order of name`
 * @throws if no declared index serves it, with an index that would, and its file; the product then does not start
 */
export function requireIndex(asks: string, definition: CollectionDefinition, query: Omit<Query, 'limit'>): void {
  try {
    planQuery(definition, { ...query, limit: 1 });
  } catch (cause) {
    if (!(cause instanceof NoSuchIndex)) throw cause;
    const { collection } = definition;
    const order = query.order?.field ?? 'id';
    const fields = [...Object.keys(query.where ?? {}).filter((field) => field !== order), order];
    throw new Error(
      `${asks}, but no index of the read model ${collection} serves that. Declare one that ends with the order's ` +
        `field, such as ${declared(fields)}, in ${fileOf(collection)}.`,
    );
  }
}
