import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { addDays } from '../kit/times.ts';
import type { BooksEvent } from './events.ts';
import type { AccountNames } from './terms.ts';

// Exported periods follow each other without a gap and without a day in common, so that what is recorded of an exported day
// afterwards is a correction, and belongs into exactly one later export (docs/design.md#books).

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Period {
  id: string;
  number: number;
  from: string;
  to: string;
}

export interface BooksState {
  /** The oldest first, without those that were taken back. */
  periods: readonly Period[];
  /** Of all exports ever, also those that were taken back, by number. */
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
      /** Where the company is. */
      today: string;
      /** The first day on which anything is booked; null where nothing is. */
      firstDay: string | null;
      /** Of every account. */
      accountNames: AccountNames;
      now: string;
    }
  | { type: 'ReopenPeriod'; periodId: string };

function decide(command: BooksCommand, state: BooksState): BooksEvent[] {
  switch (command.type) {
    case 'ExportPeriod': {
      const { periodId, from, to, accountNames, now } = command;
      if (state.ids.includes(periodId)) throw new Rejection('conflict', 'This period is exported already.');
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
        throw new Rejection('conflict', 'Only the newest export can be taken back: later ones build on this one.');
      return [{ type: 'PeriodReopened', data: { periodId } }];
    }
    default:
      return unreachable(command);
  }
}

/** @throws Rejection unless the days are over, in order, and follow the last exported one */
function requireDays(
  { from, to, today, firstDay }: Extract<BooksCommand, { type: 'ExportPeriod' }>,
  last: Period | null,
): void {
  if (to < from) throw new Rejection('invalid', 'The last day must not be before the first.', 'to');
  if (to > today) throw new Rejection('invalid', 'The last day must not be after today.', 'to');
  if (!last) {
    if (firstDay === null || from <= firstDay) return;
    throw new Rejection('invalid', `${firstDay} is the first day with an entry: begin there, or before it.`, 'from');
  }
  const next = addDays(last.to, 1);
  if (from < next)
    throw new Rejection('conflict', `The days up to ${last.to} are exported already. Begin with ${next}.`, 'from');
  if (from > next)
    throw new Rejection('invalid', `Days from ${next} on would be left out. Begin with ${next}.`, 'from');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: BooksEvent): BooksCommand | null {
  switch (event.type) {
    case 'PeriodExported':
      return { type: 'ReopenPeriod', periodId: event.data.periodId };
    case 'PeriodReopened':
      // Exported again it is another export, with what came meanwhile.
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
