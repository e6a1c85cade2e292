import { isAskedFor, isForCancelledWork } from '../../domain/invoice/reminders.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import type { Facts } from '../facts/facts.ts';
import { perFacts, perRecord } from '../facts/kept.ts';
import type { Detector } from './detector.ts';
import { calendarOf } from './kit/calendar.ts';
import { doneAfterAll, evidenceOf, isNews, type Late, lastSince, worthOf } from './kit/late-list.ts';
import { severityOf } from './kit/severity.ts';
import { usualText, usualWait } from './kit/usual-wait.ts';
import { counted } from './kit/words.ts';

/** How far back the company's own past counts. */
const PAST_DAYS = 730;
/** A company that emails less of its invoices than this hands them over another way. */
const MOST_EMAILED = 0.8;
/** A customer who paid so many without an email gets them another way. */
const PAID_WITHOUT = 2;

/** Open invoices that nobody emailed, in a company that emails its invoices. */
export const invoicesNotEmailed: Detector = {
  name: 'invoices_not_emailed',
  reads: ['invoices', 'mails', 'customers', 'jobs', 'company'],
  needs: 'Twenty invoices that were emailed from here, and most invoices emailed.',
  find(facts) {
    const usual = usualEmailing(facts);
    if (usual === null) return null;
    const late = lateInvoices(facts, usual.limit);
    if (!isNews(late)) return [];
    const isOne = late.length === 1;
    const worth = worthOf(late);
    const invoices = counted(late.length, 'open invoice');
    const issued = `issued by ${dayText(lastSince(late))}`;
    return [
      {
        subject: 'all',
        insightType: 'anomaly',
        category: 'financial',
        severity: severityOf(worth, facts),
        title: `${invoices} ${isOne ? 'was' : 'were'} never emailed: ${dollarText(worth)}`,
        description: `${invoices}, ${issued}, ${isOne ? 'was' : 'were'} not emailed, though the ${isOne ? 'customer has' : 'customers have'} an email address. The largest is for {0}. Nobody pays an invoice that they never got.`,
        actionItems: [
          'Email these invoices, the largest first.',
          'Correct the email address where one could not be delivered.',
        ],
        basis: `${counted(late.length, 'invoice')} ${issued} ${isOne ? 'has' : 'have'} ${dollarText(worth)} open; 9 of 10 emailed invoices here go out ${usualText(usual)}, and these wait more than ${usual.limit} working days.`,
        evidence: evidenceOf(late),
        opens: 'message',
        measure: worth,
        worth,
      },
    ];
  },
  // The records say so, but not what was handed over on paper.
  prior: 0.85,
  horizonDays: 30,
  rightIf: 'more of these invoices were emailed after all than paid or cancelled without',
  provedRight: (finding, later) =>
    doneAfterAll(finding, (id) => {
      const invoice = later.invoices.get(id);
      if (!invoice || invoice.isCancelled) return false;
      if (isEmailed(invoice, later)) return true;
      return invoice.balance > 0 ? null : false;
    }),
};

/** Whether an invoice went out by email, or is about to. One that the mail server refused did not. */
function isEmailed({ sendings }: Pick<InvoiceDocument, 'sendings'>, { mails }: Facts): boolean {
  return sendings.some(({ id }) => !NOT_SENT.has(mails.get(id)?.status ?? ''));
}

const NOT_SENT: ReadonlySet<string> = new Set(['failed', 'cancelled']);

/** How an invoice reached its customer: after how many working days by email, or not on the spot and without one. */
const told = perRecord('invoices', (invoice, facts) => {
  const { issuedOn, isCancelled, createdAt, sendings, paidOn } = invoice;
  if (isCancelled) return null;
  if (!isEmailed(invoice, facts)) return paidOn !== null && paidOn > issuedOn ? { issuedOn, days: null } : null;
  const { dayOf, workingDays } = calendarOf(facts);
  return { issuedOn, days: Math.max(0, workingDays(dayOf(createdAt), dayOf(sendings[0]?.at ?? createdAt))) };
});

/** How long invoices of the last two years took; null if too few were emailed, or too few of all. */
const usualEmailing = perFacts((facts) => {
  const since = addDays(facts.today, -PAST_DAYS);
  const past = told.all(facts).filter(({ issuedOn }) => issuedOn >= since);
  const waits = past.flatMap(({ days }) => days ?? []);
  return waits.length / past.length < MOST_EMAILED ? null : usualWait(waits);
});

/** An invoice that its customer is to pay, and that nobody emailed to the address there is. */
const notEmailed = perRecord('invoices', (invoice, facts): (Late & { customerId: string }) | null => {
  const { id, balance, createdAt, sendings, customerId } = invoice;
  if (!isAsked(invoice, facts) || isEmailed(invoice, facts)) return null;
  if (!(invoice.customerEmail || facts.customers.get(customerId)?.email)) return null;
  const since = calendarOf(facts).dayOf(createdAt);
  const how = sendings.length > 0 ? 'its email was not delivered' : 'not emailed';
  const why = `Issued ${dayText(since)}, ${how}; ${dollarText(balance)} open.`;
  return { kind: 'invoice', id, since, cents: balance, why, customerId };
});

function lateInvoices(facts: Facts, limit: number): Late[] {
  const { workingDays } = calendarOf(facts);
  const onPaper = paidOnPaper(facts);
  return notEmailed
    .all(facts)
    .filter(({ customerId, since }) => !onPaper.has(customerId) && workingDays(since, facts.today) > limit);
}

/** Whether its customer is to pay it. */
function isAsked(invoice: InvoiceDocument, { jobs }: Facts): boolean {
  const job = invoice.jobId === null ? undefined : jobs.get(invoice.jobId);
  return isAskedFor(invoice, isForCancelledWork(invoice, job?.standing ?? null));
}

/** The customer of an invoice that was emailed, or paid without. */
const reached = perRecord('invoices', (invoice, facts) => {
  const byEmail = isEmailed(invoice, facts);
  return byEmail || invoice.status === 'paid' ? { customerId: invoice.customerId, byEmail } : null;
});

/** The customers who pay without an email, and never got one. */
const paidOnPaper = perFacts((facts): ReadonlySet<string> => {
  const without = new Map<string, number>();
  const emailed = new Set<string>();
  for (const { customerId, byEmail } of reached.all(facts)) {
    if (byEmail) emailed.add(customerId);
    else without.set(customerId, (without.get(customerId) ?? 0) + 1);
  }
  return new Set([...without].filter(([id, count]) => count >= PAID_WITHOUT && !emailed.has(id)).map(([id]) => id));
});
