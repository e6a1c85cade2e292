import type { FilterPlan } from '../../query.ts';
import { type CollectionDefinition, InvalidQuery } from '../../read-models.ts';
import { indexedFields } from './columns.ts';
import type { Sql } from './conditions.ts';
import { documentsTable, indexName } from './names.ts';

// How versions are found: along the runs of an index, which say from which event to which a document was found there, and
// then in the versions of that document.

/** A definition whose columns are those of one index, where each index has a table of its own. */
export function alongIndex(definition: CollectionDefinition, index: readonly string[]): CollectionDefinition {
  return definition.versions ? { ...definition, indexes: [index] } : definition;
}

/** The runs that go on after an event. */
export function validAt(events: number): Sql {
  return { text: 'run.since <= ? AND run.until > ?', values: [events, events] };
}

/** The documents that are found along an index, each as the version that it had, with the one that it is told from. */
export function versionsSource(collection: string, plan: FilterPlan): Sql {
  const { text, values } = joinedVersions(collection, plan);
  return { text: `SELECT ${TOLD} ${text}`, values };
}

/** Counts along an index alone, unless a condition is on another field. */
export function countSource(select: string, definition: CollectionDefinition, plan: FilterPlan): Sql {
  const known = ['id', ...indexedFields(definition)];
  const isAlong = [...plan.rest.keys()].every((field) => known.includes(field));
  const { text, values } = isAlong ? runs(definition.collection, plan) : joinedVersions(definition.collection, plan);
  return { text: `${select} ${text}`, values };
}

/** What is read of a version. */
export const TOLD = 'version.doc, version.sum, version.base AS told, base.doc AS base, base.sum AS baseSum';

/** The version that a document had after an event, and the one that it is told from. @param id SQL of the id of the document */
export function versionJoin(collection: string, id: string): string {
  const table = documentsTable(collection);
  const last = `SELECT max(since) FROM ${table} WHERE document = ${id} AND since <= ?`;
  return (
    `CROSS JOIN ${table} AS version ON version.document = ${id} AND version.since = (${last}) ` +
    `LEFT JOIN ${table} AS base ON base.document = version.document AND base.since = version.base`
  );
}

function joinedVersions(collection: string, plan: FilterPlan): Sql {
  const { text, values } = runs(collection, plan);
  return { text: `${text} ${versionJoin(collection, 'run.id')}`, values: [...values, plan.asOf as number] };
}

function runs(collection: string, { index, asOf }: FilterPlan): Sql {
  if (asOf === null) throw new InvalidQuery('Of versions it must be said as of when.');
  return { text: `FROM ${indexName(collection, index)} AS run`, values: [] };
}
