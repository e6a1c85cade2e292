import { type GroupRow, groupsOf, planSum, type SumPlan } from '../../query-sums.ts';
import type { CollectionDefinition, Group, Scalar, SumQuery } from '../../read-models.ts';
import { columnOf, NOTHING } from './columns.ts';
import { allOf, LOWEST, meets, type Sql } from './conditions.ts';
import type { Connection } from './connection.ts';
import { documentsTable, indexName } from './names.ts';
import { combinations } from './sql.ts';
import { alongIndex, validAt } from './version-sql.ts';

/** @throws InvalidQuery, NoSuchIndex */
export function sumGroups(connection: Connection, definition: CollectionDefinition, query: SumQuery): Group[] {
  const plan = planSum(definition, query);
  const rowOf = (each: Record<string, unknown>): GroupRow => ({
    by: plan.groupBy.map((_, place) => scalarOf(each[`by${place}`])),
    count: Number(each['count']),
    sums: plan.sum.map((_, place) => Number(each[`sum${place}`])),
  });
  function* rows(): Generator<GroupRow, void, undefined> {
    for (const { text, values } of sumStatements(definition, plan))
      for (const row of connection.statement(text).iterate(...values)) yield rowOf(row);
  }
  return groupsOf(plan, rows());
}

function scalarOf(stored: unknown): Scalar {
  return stored === NOTHING ? null : (stored as Scalar);
}

/** How SQLite runs a sum, as it explains it. @throws InvalidQuery, NoSuchIndex */
export function explainSum(connection: Connection, definition: CollectionDefinition, query: SumQuery): string[] {
  return sumStatements(definition, planSum(definition, query)).flatMap(({ text, values }) =>
    connection
      .statement(`EXPLAIN QUERY PLAN ${text}`)
      .all(...values)
      .map((row) => String(row['detail'])),
  );
}

/**
 * One statement per combination of compared values: a sum over one range of the index. Rows are grouped by all fields
 * of the index up to the last one in `groupBy`, because only groups in the index's order are summed from the index
 * alone (16 ms for 100,000 documents, against over a second when SQLite has to sort). If fields in between are not in
 * `groupBy`, one group yields several rows, possibly many.
 */
function sumStatements(all: CollectionDefinition, { index, equal, rest, groupBy, sum, asOf }: SumPlan): Sql[] {
  const definition = alongIndex(all, index);
  const { collection, versions } = definition;
  const fieldSql = (field: string) => columnOf(definition, field).text;
  const grouped = groupBy.map((field, place) => `${fieldSql(field)} AS by${place}`);
  // As a float it is as exact as JavaScript's numbers, and large sums cause no error.
  const numberSql = (field: string) => (versions ? `nullif(${fieldSql(field)}, ${LOWEST})` : fieldSql(field));
  const summed = sum.map((field, place) => `total(${numberSql(field)}) AS sum${place}`);
  const columns = [...grouped, 'count(*) AS count', ...summed].join(', ');
  const from = versions
    ? `FROM ${indexName(collection, index)} AS run`
    : `FROM ${documentsTable(collection)} INDEXED BY ${indexName(collection, index)}`;
  const last = Math.max(-1, ...groupBy.map((field) => index.indexOf(field)));
  const along = index.slice(equal.size, last + 1);
  const by = along.length === 0 ? 'HAVING count(*) > 0' : `GROUP BY ${along.map(fieldSql).join(', ')}`;
  const others = [...rest].map(([field, condition]) => meets(columnOf(definition, field), condition));
  if (asOf !== null) others.push(validAt(asOf));
  return combinations(definition, equal).map((compared) => {
    const where = allOf([...compared, ...others]);
    const text = `SELECT ${columns} ${from} ${where.text && `WHERE ${where.text}`} ${by}`;
    return { text, values: where.values };
  });
}
