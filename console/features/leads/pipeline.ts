import type { LeadFigures, LeadRecord } from '../../../api/leads/schema.ts';
import { LEAD_STATUSES } from '../../../domain/lead/terms.ts';

/** The figures after a lead changed; without `before` if it was not included. */
export function moved(figures: LeadFigures, before: LeadRecord | undefined, after: LeadRecord): LeadFigures {
  return added(added(figures, before, -1), after, 1);
}

function added(figures: LeadFigures, lead: LeadRecord | undefined, by: 1 | -1): LeadFigures {
  if (!lead || lead.removed) return figures;
  const add = <Sum extends { count: number; value: string }>(sum: Sum): Sum => ({
    ...sum,
    count: sum.count + by,
    value: sumOf(sum.value, by * Number(lead.estimatedValue ?? 0)),
  });
  return {
    ...add(figures),
    statuses: figures.statuses.map((column) => (column.status === lead.status ? add(column) : column)),
  };
}

/** Exact to the cent. */
function sumOf(dollars: string, more: number): string {
  return (Math.round(Number(dollars) * 100 + more * 100) / 100).toFixed(2);
}

/** The board: every column, in order, with its leads. A lead whose status is no longer a column is in none. */
export function columnsOf(leads: readonly LeadRecord[]): ReadonlyMap<string, LeadRecord[]> {
  const columns = new Map<string, LeadRecord[]>(LEAD_STATUSES.map((status) => [status, []]));
  for (const lead of leads) columns.get(lead.status)?.push(lead);
  return columns;
}

/** A move from one card to another. */
export type Step = 'next' | 'before' | 'left' | 'right';

/**
 * The card a step leads to: in the same column, or at the same height in the nearest column that has cards. Without a
 * start it is the very first; at an end it stays.
 */
export function cardBeside<Card extends { id: string }>(
  columns: readonly (readonly Card[])[],
  from: string | undefined,
  step: Step,
): Card | undefined {
  const at = columns.findIndex((column) => column.some(({ id }) => id === from));
  const here = columns[at];
  if (!here) return columns.find((column) => column.length > 0)?.[0];
  const place = here.findIndex(({ id }) => id === from);
  if (step === 'next' || step === 'before') return here[step === 'next' ? place + 1 : place - 1] ?? here[place];
  const onThatSide = step === 'right' ? columns.slice(at + 1) : columns.slice(0, at).toReversed();
  const column = onThatSide.find(({ length }) => length > 0) ?? here;
  return column[Math.min(place, column.length - 1)];
}

/** Leads of several columns, newest first like the server's. */
export function newestFirst(leads: readonly LeadRecord[]): LeadRecord[] {
  return leads.toSorted((a, b) => compare(b.createdAt, a.createdAt) || compare(b.id, a.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Keeps every card in place while the pointer is over the board: cards that others add, remove or move must wait; what
 * others change within a card shows at once.
 * @param shown the leads on the board now
 * @param latest the server's leads, newest first
 * @param others ids that somebody else changed since the pointer entered
 * @returns the leads to show, newest first, and the number of waiting changes
 */
export function keepInPlace(
  shown: readonly LeadRecord[],
  latest: readonly LeadRecord[],
  others: ReadonlySet<string>,
): { leads: readonly LeadRecord[]; waiting: number } {
  if (others.size === 0) return { leads: latest, waiting: 0 };
  const before = new Map(shown.map((lead) => [lead.id, lead]));
  const present = new Set(latest.map(({ id }) => id));
  let waiting = 0;
  const kept: LeadRecord[] = [];
  for (const lead of latest) {
    const old = before.get(lead.id);
    const isOthers = others.has(lead.id);
    if (isOthers && old?.status !== lead.status) {
      waiting += 1;
      if (old) kept.push({ ...lead, status: old.status });
    } else {
      kept.push(lead);
    }
  }
  const gone = shown.filter(({ id }) => !present.has(id) && others.has(id));
  if (gone.length === 0) return { leads: kept, waiting };
  return { leads: newestFirst([...kept, ...gone]), waiting: waiting + gone.length };
}
