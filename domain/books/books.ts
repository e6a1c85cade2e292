import type { AccountNames } from '../accounts/terms.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { addDays } from '../kit/times.ts';
import type { BooksEvent } from './events.ts';

// Exported periods follow each other without gaps or overlaps, so that anything recorded later for an exported day is a
// correction, and belongs in exactly one later export (docs/design/money.md#books).

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Period {
  id: string;
  number: number;
  from: string;
  to: string;
}

export interface BooksState {
  /** Oldest first, without those that were taken back. */
  periods: readonly Period[];
  /** The ids of all exports ever, including those taken back, in the order of their numbers. */
  ids: readonly string[];
}

function evolve(state: BooksState, event: BooksEvent): BooksState {
  switch (event.type) {
    case 'PeriodExported': {
      const { periodId: id, number, from, to } = event.data;
      return { periods: [...state.periods, { id, number, from, to }], ids: [...state.ids, id] };
    }
    case 'PeriodReopened':
      return { ...state, periods: state.periods.filter(({ id }) => id !== event.data.periodId) };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type BooksCommand =
  | {
      type: 'ExportPeriod';
      periodId: string;
      /** `YYYY-MM-DD`, both included. */
      from: string;
      to: string;
      /** Today in the company's zone. */
      today: string;
      /** The first day with an entry; null if there is none. */
      firstDay: string | null;
      /** The names of all accounts. */
      accountNames: AccountNames;
      now: string;
    }
  | { type: 'ReopenPeriod'; periodId: string };

function decide(command: BooksCommand, state: BooksState): BooksEvent[] {
  switch (command.type) {
    case 'ExportPeriod': {
      const { periodId, from, to, accountNames, now } = command;
      if (state.ids.includes(periodId)) throw new Rejection('conflict', 'This period is already exported.');
      requireDays(command, state.periods.at(-1) ?? null);
      const number = state.ids.length + 1;
      return [{ type: 'PeriodExported', data: { periodId, number, from, to, accountNames, exportedAt: now } }];
    }
    case 'ReopenPeriod': {
      const { periodId } = command;
      if (!state.ids.includes(periodId)) throw new Rejection('not_found', 'There is no such export.');
      const place = state.periods.findIndex(({ id }) => id === periodId);
      if (place === -1) return [];
      if (place < state.periods.length - 1)
        throw new Rejection('conflict', 'Only the newest export can be undone: later ones build on this one.');
      return [{ type: 'PeriodReopened', data: { periodId } }];
    }
    default:
      return unreachable(command);
  }
}

/** @throws Rejection unless the days are in order, not in the future, and follow the last exported one */
function requireDays(
  { from, to, today, firstDay }: Extract<BooksCommand, { type: 'ExportPeriod' }>,
  last: Period | null,
): void {
  if (to < from) throw new Rejection('invalid', 'The last day must not be before the first.', 'to');
  if (to > today) throw new Rejection('invalid', 'The last day must not be after today.', 'to');
  if (!last) {
    if (firstDay === null || from <= firstDay) return;
    throw new Rejection('invalid', `${firstDay} is the first day with an entry: begin on that day or earlier.`, 'from');
  }
  const next = addDays(last.to, 1);
  if (from < next)
    throw new Rejection('conflict', `The days up to ${last.to} are already exported. Begin with ${next}.`, 'from');
  if (from > next)
    throw new Rejection('invalid', `Days from ${next} on would be left out. Begin with ${next}.`, 'from');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: BooksEvent): BooksCommand | null {
  switch (event.type) {
    case 'PeriodExported':
      return { type: 'ReopenPeriod', periodId: event.data.periodId };
    case 'PeriodReopened':
      // Exporting it again is a new export, with whatever was recorded in the meantime.
      return null;
    default:
      return unreachable(event);
  }
}

export const books: Decider<BooksState, BooksCommand, BooksEvent> = {
  category: 'books',
  noun: 'export',
  whose: 'nobody',
  initial: { periods: [], ids: [] },
  evolve,
  decide,
  inverse,
};
