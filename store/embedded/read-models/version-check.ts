import type { DatabaseSync } from 'node:sqlite';
import type { CollectionDefinition } from '../../read-models.ts';
import { columnName, type Stored } from './columns.ts';
import { AlteredRow, checksum } from './damage.ts';
import { documentsTable, indexName } from './names.ts';
import { TOLD } from './version-sql.ts';
import { documentIn, indexesOf, OPEN, valuesOf } from './versions.ts';

// The runs of versions are tables and no indexes, so SQLite cannot hold them against what they are made of.

interface Run {
  values: Stored[];
  since: number;
}

/** Holds all runs of a collection against its versions. @throws AlteredRow; the transaction is open then */
export function requireRuns(db: DatabaseSync, definition: CollectionDefinition): void {
  // Others commit meanwhile.
  db.exec('BEGIN');
  const expected = runsOfVersions(db, definition);
  for (const [place, index] of indexesOf(definition).entries()) {
    const table = indexName(definition.collection, index);
    const columns = [...index.map(columnName), 'id', 'since', 'until'].join(', ');
    const found = createTally();
    for (const row of db.prepare(`SELECT ${columns} FROM ${table}`).iterate())
      found.add(Object.values(row) as Stored[]);
    if (found.sum() !== expected[place]?.sum()) throw new AlteredRow(`table ${table}`);
  }
  db.exec('COMMIT');
}

/** For each index, the runs along which the versions are found. */
function runsOfVersions(db: DatabaseSync, definition: CollectionDefinition): Tally[] {
  const indexes = indexesOf(definition);
  const tallies = indexes.map(createTally);
  let id = '';
  let runs: Run[] = [];
  const end = () => {
    for (const [place, { values, since }] of runs.entries()) tallies[place]?.add([...values, id, since, OPEN]);
  };
  for (const row of db.prepare(allVersions(definition)).iterate()) {
    const since = Number(row['since']);
    if (row['document'] !== id) {
      end();
      id = String(row['document']);
      runs = [];
    }
    const document = documentIn(row);
    runs = indexes.map((index, place) => {
      const values = valuesOf(index, document);
      const before = runs[place];
      if (before?.values.every((value, at) => value === values[at])) return before;
      if (before) tallies[place]?.add([...before.values, id, before.since, since]);
      return { values, since };
    });
  }
  end();
  return tallies;
}

function allVersions({ collection }: CollectionDefinition): string {
  const table = documentsTable(collection);
  const base = `LEFT JOIN ${table} AS base ON base.document = version.document AND base.since = version.base`;
  return `SELECT version.document, version.since, ${TOLD} FROM ${table} AS version ${base} ORDER BY version.document, version.since`;
}

/** A sum over rows that says nothing of their order. */
interface Tally {
  add(row: readonly Stored[]): void;
  sum(): string;
}

function createTally(): Tally {
  let count = 0;
  let sum = 0;
  return {
    add(row) {
      count += 1;
      sum =
        (sum + checksum(row.map((value) => `${typeof value === 'string' ? 'text' : ''} ${value}`).join('\0'))) >>> 0;
    },
    sum: () => `${count} ${sum}`,
  };
}
