import { ACCOUNTS } from '../../domain/accounts/terms.ts';
import { type BooksCommand, books } from '../../domain/books/books.ts';
import { BOOKS_ID } from '../../domain/books/terms.ts';
import { type CostCommand, cost } from '../../domain/cost/cost.ts';
import { NOTHING_NOTED } from '../../domain/cost/events.ts';
import { addDays, monthOf } from '../../domain/kit/times.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OFFICE, OWNER } from './accounts.ts';
import type { Act, Area } from './act.ts';
import type { WorkingTime } from './working-time.ts';

/** On which working day of a month the previous one is exported, and how many hours into it. */
const EXPORTED_AT = { day: 2, hour: 3 };

/** Each month is exported early in the next; a bill for the last exported month has come in since. */
export const accounting: Area = (time) => {
  const months = exportedMonths(time);
  const last = months.at(-1);
  return [...months.map((month, index) => exported(month, index, time)), ...(last ? [lateBill(last, time)] : [])];
};

interface ExportedMonth {
  /** `YYYY-MM-DD` */
  from: string;
  to: string;
  /** The working hour at which it is exported. */
  hour: number;
}

function exportedMonths({ days, hours }: WorkingTime): ExportedMonth[] {
  const names = [...new Set(days.map(({ date }) => monthOf(date)))];
  return names.slice(1).flatMap((next, index): ExportedMonth[] => {
    const day = days.filter(({ date }) => date.startsWith(next))[EXPORTED_AT.day];
    const hour = day && day.hour + EXPORTED_AT.hour;
    // The late bill needs some days.
    if (hour === undefined || hour > hours - 20) return [];
    return [{ from: `${names[index]}-01`, to: addDays(`${next}-01`, -1), hour }];
  });
}

function exported({ from, to, hour }: ExportedMonth, index: number, time: WorkingTime): Act {
  const at = time.instantAt(hour);
  const command: BooksCommand = {
    type: 'ExportPeriod',
    periodId: uuidv5(HEARTWOOD, `demo/period/${index}`),
    from,
    to,
    today: time.dateAt(hour),
    firstDay: time.dateAt(0),
    accountNames: ACCOUNTS,
    now: new Date(at).toISOString(),
  };
  const commandId = uuidv5(HEARTWOOD, `demo/export/${index}`);
  return { at, actor: OWNER.id, run: (desk) => desk.send(books, BOOKS_ID, command, { commandId }) };
}

function lateBill({ to, hour }: ExportedMonth, time: WorkingTime): Act {
  const at = time.instantAt((hour + time.hours) / 2);
  const description = 'Transfer station, bill of the month';
  const details = { ...NOTHING_NOTED, category: 'disposal', day: to, amount: 18_500, description };
  const command: CostCommand = { type: 'RecordCost', jobId: null, details, now: new Date(at).toISOString() };
  const id = uuidv5(HEARTWOOD, 'demo/cost/late');
  const commandId = uuidv5(HEARTWOOD, 'demo/late-bill');
  return { at, actor: OFFICE.id, run: (desk) => desk.send(cost, id, command, { commandId }) };
}
