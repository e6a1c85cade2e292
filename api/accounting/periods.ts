import { accountName } from '../../domain/accounts/accounts.ts';
import { ACCOUNT_KEYS, type AccountKey, type AccountNames } from '../../domain/accounts/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { addDays, monthOf } from '../../domain/kit/times.ts';
import { journal } from '../../projections/journal.ts';
import { type PeriodDocument, periods } from '../../projections/periods.ts';
import type { Condition, Query, ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { linesAlong, linesQuery, type ReadLines } from './journal.ts';
import { presentPeriod } from './record.ts';
import type { AccountingPeriods } from './schema.ts';

// Which export has which line follows from its days and the log's order (`exportOf`); here it is read along indexes.

const PAGE = 500;

/** The exports that count, oldest first. */
export async function exportsOf(models: Pick<ReadModels, 'find'>): Promise<PeriodDocument[]> {
  const query: Query = { where: { removed: null }, order: { field: 'number', direction: 'asc' }, limit: PAGE };
  const found: PeriodDocument[] = [];
  for await (const page of pagesOf(models, periods.collection, query)) found.push(...page);
  return found;
}

/** What was recorded after one position and before another, in log order. */
function recordedIn(position: Condition): Omit<Query, 'limit'> {
  return { where: { position }, order: { field: 'position', direction: 'asc' } };
}

/** What was recorded for exported days since the last export. */
export function correctionsAfter(models: Pick<ReadModels, 'find'>, last: PeriodDocument | null): ReadLines {
  if (!last) return async () => ({ documents: [], cursor: null });
  return linesAlong(models, recordedIn({ gt: last.position }), ({ day }) => day <= last.to);
}

const OWN_DAYS = 'days:';

/**
 * The lines of an export, always the same: corrections of earlier days as they were recorded, then its own days.
 * @param before the export before it
 */
export function linesOfExport(
  models: Pick<ReadModels, 'find'>,
  { from, to, position }: PeriodDocument,
  before: PeriodDocument | null,
): ReadLines {
  const earlier = before ? recordedIn({ gt: before.position, lt: position }) : linesQuery({ to: addDays(from, -1) });
  const corrections = linesAlong(models, earlier, (line) => line.day < from && line.position < position);
  const own = linesAlong(models, linesQuery({ from, to }), (line) => line.position < position);
  return async (most, after) => {
    if (!after?.startsWith(OWN_DAYS)) {
      const { documents, cursor } = await corrections(most, after);
      return { documents, cursor: cursor ?? OWN_DAYS };
    }
    const { documents, cursor } = await own(most, after.slice(OWN_DAYS.length) || undefined);
    return { documents, cursor: cursor === null ? null : OWN_DAYS + cursor };
  };
}

/** The months with entries, how much of each is exported, and what waits for the next export. */
export async function periodsOf(
  models: Pick<ReadModels, 'find' | 'sum'>,
  today: string,
  names: AccountNames,
): Promise<AccountingPeriods> {
  const exported = await exportsOf(models);
  const last = exported.at(-1) ?? null;
  const [groups, corrections, firstDay] = await Promise.all([
    models.sum(journal.collection, { groupBy: ['month', 'account'], sum: ['debit', 'credit', 'entries'] }),
    waiting(models, last),
    firstDayOf(models),
  ]);
  const months = new Map<string, MonthSums>();
  for (const { by, sums } of groups) {
    const month = String(by['month']);
    const { accounts } = months.get(month) ?? { accounts: new Map() };
    months.set(month, { accounts: accounts.set(by['account'] as AccountKey, sums as unknown as Sums) });
  }
  const from = last ? addDays(last.to, 1) : firstDay;
  return {
    today,
    next: from !== null && from <= today ? { from, to: earlierOf(endOfMonth(from), today) } : null,
    corrections: totalOf([...corrections.values()]),
    exports: exported.map(presentPeriod).reverse(),
    months: [...months.entries()].reverse().map(([month, { accounts }]) => ({
      month,
      state: stateOf(month, exported),
      ...totalOf([...accounts.values()]),
      corrections: totalOf([corrections.get(month) ?? NOTHING]),
      accounts: ACCOUNT_KEYS.flatMap((key) => {
        const sums = accounts.get(key);
        if (!sums) return [];
        const { debit, credit } = sums;
        return [
          { accountKey: key, account: accountName(key, names), debit: formatCents(debit), credit: formatCents(credit) },
        ];
      }),
    })),
  };
}

/** The first day on which anything is booked; null if nothing is. */
export async function firstDayOf(models: Pick<ReadModels, 'find'>): Promise<string | null> {
  const { documents } = await models.find(journal.collection, { ...linesQuery({}), limit: 1 });
  return documents[0]?.day ?? null;
}

interface Sums {
  debit: number;
  credit: number;
  entries: number;
}

interface MonthSums {
  accounts: Map<AccountKey, Sums>;
}

const NOTHING: Sums = { debit: 0, credit: 0, entries: 0 };

function totalOf(all: readonly Pick<Sums, 'debit' | 'entries'>[]): { entries: number; amount: string } {
  const sum = (field: 'debit' | 'entries') => all.reduce((total, each) => total + each[field], 0);
  return { entries: sum('entries'), amount: formatCents(sum('debit')) };
}

/** What waits as a correction for the next export, by the month it belongs to. */
async function waiting(
  models: Pick<ReadModels, 'sum'>,
  last: PeriodDocument | null,
): Promise<Map<string, Pick<Sums, 'debit' | 'entries'>>> {
  const months = new Map<string, Pick<Sums, 'debit' | 'entries'>>();
  if (!last) return months;
  const query = { where: { position: { gt: last.position } }, groupBy: ['day'], sum: ['debit', 'entries'] };
  for (const { by, sums } of await models.sum(journal.collection, query)) {
    const day = String(by['day']);
    if (day > last.to) continue;
    const month = monthOf(day);
    const { debit, entries } = months.get(month) ?? NOTHING;
    months.set(month, { debit: debit + (sums['debit'] ?? 0), entries: entries + (sums['entries'] ?? 0) });
  }
  return months;
}

function stateOf(month: string, exported: readonly PeriodDocument[]): 'exported' | 'partly' | 'open' {
  const [first, last] = [`${month}-01`, endOfMonth(`${month}-01`)];
  const to = exported.at(-1)?.to;
  if (to === undefined || to < first) return 'open';
  return to >= last ? 'exported' : 'partly';
}

function endOfMonth(day: string): string {
  const date = Temporal.PlainDate.from(day);
  return date.with({ day: date.daysInMonth }).toString();
}

function earlierOf(a: string, b: string): string {
  return a < b ? a : b;
}
