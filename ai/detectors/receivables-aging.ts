import { quantile } from 'simple-statistics';
import { openAt } from '../../domain/invoice/open-amounts.ts';
import { daysLate, isForCancelledWork } from '../../domain/invoice/reminders.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import type { Facts } from '../facts/facts.ts';
import { perFacts, perRecord } from '../facts/kept.ts';
import type { Detector } from './detector.ts';
import { numberOf, textOf } from './kit/calendar.ts';
import { holds } from './kit/holding.ts';
import { doneAfterAll, evidenceOf, type Late, lastSince, worthOf } from './kit/late-list.ts';
import { severityOf } from './kit/severity.ts';
import { usualRange } from './kit/statistics.ts';
import { FEWEST } from './kit/usual-wait.ts';
import { counted } from './kit/words.ts';

const YEAR = 365;
/** The past is looked at every 30 days, for two years at most, and not of the last two months, which are being judged. */
const STEP = 30;
const LATEST = 60;
const EARLIEST = LATEST + 2 * YEAR;
/** With less invoiced before, a share says little. */
const LEAST_BEFORE = 180;
/** Where customers usually pay late, late begins later: when nine of ten have paid. */
const LEAST_DAYS_LATE = 30;
const MOST_PAID = 0.9;
/** Below this it is no news: in cents, invoices, and as a share of a year's invoices. */
const LEAST_WORTH = 200_000;
const LEAST_COUNT = 3;
const LEAST_SHARE = 0.01;
/** So much more than is usual. */
const TIMES = 1.5;

/** More of what was invoiced is long overdue than ever before in this company. */
export const receivablesAging: Detector = {
  name: 'receivables_aging',
  reads: ['invoices', 'jobs'],
  needs: 'A year of invoices, twenty of them paid.',
  find(facts) {
    const book = bookOf(facts);
    if (book === null) return null;
    const late = book.lateNow();
    const { usual, limit } = book;
    const isLate = holds(facts.today, {
      clearly: (day) => book.shareAt(day) > limit,
      // What was paid since counts at once.
      somewhat: () => book.shareAt(facts.today) > (usual + limit) / 2,
    });
    const worth = worthOf(late);
    if (!isLate || late.length < LEAST_COUNT || worth < LEAST_WORTH) return [];
    const invoices = counted(late.length, 'open invoice');
    const due = `due by ${dayText(lastSince(late))}`;
    const over = `more than ${book.daysLate} days late`;
    return [
      {
        subject: 'all',
        insightType: 'anomaly',
        category: 'financial',
        severity: severityOf(worth, facts),
        title: `${dollarText(worth)} is ${over}, above what is usual here`,
        description: `${invoices}, ${due}, ${late.length === 1 ? 'is' : 'are'} ${over}. The largest is for {0}. The older an invoice grows, the less likely it is to be paid.`,
        actionItems: [
          'Call the customers with the largest amounts, and agree on a day.',
          'Send the others a reminder.',
          'Ask for a deposit before the next work for them begins.',
        ],
        basis: `${invoices} ${due} have ${dollarText(worth)} open, ${shareText(book.shareAt(facts.today))} of a year’s invoices; as of each month before, ${shareText(usual)} was so late (the middle of ${book.months}), and never more than ${shareText(book.highest)}.`,
        evidence: evidenceOf(late),
        opens: 'message',
        measure: worth,
        worth,
      },
    ];
  },
  version: 2,
  // That they are late is certain; some are paid the next week all the same.
  prior: 0.7,
  horizonDays: 14,
  rightIf: 'two weeks later most of these invoices were still open',
  provedRight: (finding, later) =>
    doneAfterAll(finding, (id) => {
      const invoice = later.invoices.get(id);
      return invoice ? invoice.isCancelled || invoice.balance > 0 : null;
    }),
};

interface Book {
  /** From how many days after the due date an invoice counts. */
  daysLate: number;
  /** What was long overdue at the end of a day, as a share of what is invoiced in a year. */
  shareAt(day: string): number;
  lateNow(): Late[];
  /** The middle of the past, its highest, of how many months, and what is above it. */
  usual: number;
  highest: number;
  months: number;
  limit: number;
}

/** What an invoice that is not for work called off says of how much was open, and when. */
const booked = perRecord('invoices', (invoice, facts) => {
  if (isForWorkCalledOff(invoice, facts)) return null;
  const { id, issuedOn, dueDate, paidOn, isOpen, isCancelled, total, balance, cancelledOn, payments, stood } = invoice;
  // As numbers: each invoice is held against many days.
  const [issued, due, last] = [issuedOn, dueDate, invoice.lastDay].map(numberOf) as [number, number, number];
  const late = paidOn === null ? null : daysLate(dueDate, paidOn);
  const dated = { issuedOn, cancelledOn, payments, stood };
  return { id, dueDate, issued, due, last, late, isOpen, isCancelled, total, balance, ...dated };
});

const bookOf = perFacts((facts): Book | null => {
  const invoices = booked.all(facts);
  const today = numberOf(facts.today);
  const first = invoices.reduce((day, { issued }) => Math.min(day, issued), today);
  const lateness = invoices.flatMap(({ late }) => late ?? []);
  if (first > today - YEAR || lateness.length < FEWEST) return null;
  const late = Math.max(LEAST_DAYS_LATE, Math.ceil(quantile(lateness, MOST_PAID)));

  const shareOn = (day: number) => {
    const days = Math.min(YEAR, day - first);
    const text = textOf(day);
    let [open, invoiced] = [0, 0];
    for (const invoice of invoices) {
      const isLate = invoice.due < day - late && (invoice.isOpen || invoice.last > day);
      if (isLate) open += Math.max(0, openAt(invoice, text));
      if (!invoice.isCancelled && invoice.issued > day - YEAR && invoice.issued <= day) invoiced += invoice.total;
    }
    return invoiced <= 0 ? 0 : open / ((invoiced / days) * YEAR);
  };

  const past: number[] = [];
  for (let back = LATEST; back <= EARLIEST; back += STEP) {
    const day = today - back;
    if (day - first < LEAST_BEFORE) break;
    past.push(shareOn(day));
  }
  if (past.length === 0) return null;
  const { middle, most } = usualRange(past);
  const highest = Math.max(...past);
  return {
    daysLate: late,
    shareAt: (day) => shareOn(numberOf(day)),
    lateNow: () => invoices.filter(({ isOpen, due }) => isOpen && due < today - late).map(lateInvoice),
    usual: middle,
    highest,
    months: past.length,
    limit: Math.max(most, highest, TIMES * middle, LEAST_SHARE),
  };
});

function isForWorkCalledOff(invoice: InvoiceDocument, { jobs }: Facts): boolean {
  const job = invoice.jobId === null ? undefined : jobs.get(invoice.jobId);
  return isForCancelledWork(invoice, job?.standing ?? null);
}

function lateInvoice({ id, balance, dueDate }: Pick<InvoiceDocument, 'id' | 'balance' | 'dueDate'>): Late {
  const why = `${dollarText(balance)} open, due ${dayText(dueDate)}.`;
  return { kind: 'invoice', id, since: dueDate, cents: balance, why };
}

/** `3.1%`. */
function shareText(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
