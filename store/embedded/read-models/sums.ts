import { type GroupRow, groupsOf, planSum, type SumPlan } from '../../query-sums.ts';
import type { CollectionDefinition, Group, Scalar, SumQuery } from '../../read-models.ts';
import { allOf, meets, type Sql } from './conditions.ts';
import type { Connection } from './connection.ts';
import { documentsTable, fieldSql, indexName } from './schema.ts';
import { combinations } from './sql.ts';

/** @throws InvalidQuery, NoSuchIndex */
export function sumGroups(connection: Connection, definition: CollectionDefinition, query: SumQuery): Group[] {
  const plan = planSum(definition, query);
  const rowOf = (each: Record<string, unknown>): GroupRow => ({
    by: plan.groupBy.map((_, place) => each[`by${place}`] as Scalar),
    count: Number(each['count']),
    sums: plan.sum.map((_, place) => Number(each[`sum${place}`])),
  });
  function* rows(): Generator<GroupRow, void, undefined> {
    for (const { text, values } of sumStatements(definition.collection, plan))
      for (const row of connection.statement(text).iterate(...values)) yield rowOf(row);
  }
  return groupsOf(plan, rows());
}

/** How SQLite carries out a sum, in its own words. @throws InvalidQuery, NoSuchIndex */
export function explainSum(connection: Connection, definition: CollectionDefinition, query: SumQuery): string[] {
  return sumStatements(definition.collection, planSum(definition, query)).flatMap(({ text, values }) =>
    connection
      .statement(`EXPLAIN QUERY PLAN ${text}`)
      .all(...values)
      .map((row) => String(row['detail'])),
  );
}

/**
 * One for each combination of compared values: a sum over one range of the index. Rows are of all fields of the index up
 * to the last that is grouped by, because only groups in its order are added up from the index alone (16 ms for 100,000
 * documents, and over a second where SQLite has to sort). Where fields in between are not grouped by, that is several
 * rows of one group, and there may be many of them.
 */
function sumStatements(collection: string, { index, equal, rest, groupBy, sum }: SumPlan): Sql[] {
  const grouped = groupBy.map((field, place) => `${fieldSql(field)} AS by${place}`);
  // As a floating number it is exact as far as JavaScript's are, and never an error for being larger.
  const summed = sum.map((field, place) => `total(${fieldSql(field)}) AS sum${place}`);
  const columns = [...grouped, 'count(*) AS count', ...summed].join(', ');
  const from = `FROM ${documentsTable(collection)} INDEXED BY ${indexName(collection, index)}`;
  const last = Math.max(-1, ...groupBy.map((field) => index.indexOf(field)));
  const along = index.slice(equal.size, last + 1);
  const by = along.length === 0 ? 'HAVING count(*) > 0' : `GROUP BY ${along.map(fieldSql).join(', ')}`;
  const others = [...rest].map(([field, condition]) => meets(field, condition));
  return combinations(equal).map((compared) => {
    const where = allOf([...compared, ...others]);
    const text = `SELECT ${columns} ${from} ${where.text && `WHERE ${where.text}`} ${by}`;
    return { text, values: where.values };
  });
}
