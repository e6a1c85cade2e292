import { financialOf } from '../../api/analytics/figures.ts';
import { companyToday, type FiguresContext } from '../../api/kit/company-time.ts';
import { exportOf } from '../../api/reports/export.ts';
import { AMOUNT_WORDS } from '../../domain/books/terms.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import type { Comparison, Difference } from '../../projections/engine/comparing.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import type { Document, ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';

/** How many documents each collection has, and how many of them are marked as removed. */
export async function countsOf(models: ReadModels, projections: readonly Projection[]): Promise<string[]> {
  const rows: string[][] = [['Collection', 'Documents', 'Removed']];
  for (const { collection, indexes } of projections) {
    const isIndexed = indexes.some(([first]) => first === 'removed');
    const removed = isIndexed
      ? await models.count(collection, { where: { removed: true } })
      : await countRemoved(models, collection);
    rows.push([collection, String(await models.count(collection, {})), String(removed)]);
  }
  return inColumns(rows, [1, 2]);
}

async function countRemoved(models: ReadModels, collection: string): Promise<number> {
  let removed = 0;
  for await (const page of pagesOf(models, collection, { limit: PAGE }))
    removed += page.filter((document) => document['removed'] === true).length;
  return removed;
}

/** The figures of Financial Analytics, of this year so far, and all those of the reports, as of a time. */
export async function figuresOf(models: ReadModels, at: number): Promise<string[]> {
  const context: FiguresContext = { readModels: { current: () => models }, clock: () => at };
  const today = await companyToday(context);
  const { startDate, endDate, ...year } = await financialOf(context, {});
  const soFar = `${startDate} to ${endDate}`;
  const analytics = (item: string, period: string, dollars: number, counted = '') =>
    ['Financial Analytics', item, period, dollars.toFixed(2), counted] as const;
  const { rows } = await exportOf(context);
  return [
    `Figures on ${dayText(today)}`,
    ...inColumns(
      [
        analytics('Total Revenue', soFar, year.totalRevenue, AMOUNT_WORDS.received),
        analytics('Total Costs', soFar, year.totalCosts),
        analytics('Invoiced', soFar, year.invoicedBeforeTax, 'Before tax, less allowances'),
        analytics('Pending', today, year.pendingPayments),
        analytics('Overdue', today, year.overdueInvoices),
        ...rows.map(({ section, item, period, value, counted }) => [section, item, period, value, counted]),
      ],
      [3],
    ),
  ];
}

/** Documents in one read. */
const PAGE = 500;
/** Characters of a value. */
const MOST_CHARACTERS = 200;

/** What a comparison has found. @param options.showsValues whether to print what differs, and not only where */
export function differencesTold(
  { documents, differing, differences, isLinking }: Comparison,
  options: { showsValues: boolean },
): string[] {
  const total = differing.values().reduce((sum, count) => sum + count, 0);
  const counts = [...differing].map(([collection, count]) => `${collection}: ${count}`);
  return [
    ...differences.flatMap((difference) => [whereIn(difference), ...(options.showsValues ? valuesOf(difference) : [])]),
    ...(total > differences.length ? [`… and ${total - differences.length} more.`] : []),
    ...(isLinking
      ? ['Fields that are copied from other records were not compared: the live ones are still being rewritten.']
      : []),
    total === 0
      ? `No difference in ${documents} documents.`
      : `Different: ${total}, of ${documents} documents (${counts.join(', ')}).`,
  ];
}

function whereIn({ collection, id, fields, live, replayed }: Difference): string {
  if (!live) return `${collection} ${id}: not among the live ones`;
  if (!replayed) return `${collection} ${id}: only among the live ones`;
  return `${collection} ${id}: ${fields.join(', ')}`;
}

function valuesOf({ fields, live, replayed }: Difference): string[] {
  const shown = (document: Document | null, field: string) =>
    (JSON.stringify(document?.[field]) ?? 'nothing').slice(0, MOST_CHARACTERS);
  return fields.map((field) => `  ${field}: live ${shown(live, field)}, replayed ${shown(replayed, field)}`);
}

/** @param numbers the columns that are set to the right */
function inColumns(rows: readonly (readonly string[])[], numbers: readonly number[]): string[] {
  const [first = []] = rows;
  const widths = first.map((_, at) => Math.max(...rows.map((cells) => (cells[at] ?? '').length)));
  return rows.map((cells) =>
    cells
      .map((cell, at) => (numbers.includes(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
