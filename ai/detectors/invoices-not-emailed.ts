import { isAskedFor, isForCancelledWork } from '../../domain/invoice/reminders.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import { type Facts, present } from '../facts/facts.ts';
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
    const { waits, others } = emailedPast(facts);
    const usual = usualWait(waits);
    if (usual === null || waits.length / (waits.length + others) < MOST_EMAILED) return null;
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
        description: `${invoices}, ${issued}, ${isOne ? 'was' : 'were'} not emailed, though the ${isOne ? 'customer has' : 'customers have'} an address. The largest is {0}. Who got no invoice does not pay it.`,
        actionItems: [
          'Email these invoices, the largest first.',
          'Correct the address of those that could not be delivered.',
        ],
        basis: `${counted(late.length, 'invoice')} ${issued} ${isOne ? 'has' : 'have'} ${dollarText(worth)} open; 9 of 10 emailed invoices here go out ${usualText(usual)}, and these wait more than ${usual.limit} working days.`,
        evidence: evidenceOf(late),
        opens: 'invoice',
        measure: worth,
        worth,
      },
    ];
  },
  // The records say so, but not what was handed over on paper.
  prior: 0.85,
  horizonDays: 30,
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

/** Working days from issue to the first email, and how many invoices the customers paid without one, but not on the spot. */
function emailedPast(facts: Facts): { waits: number[]; others: number } {
  const { dayOf, workingDays } = calendarOf(facts);
  const since = addDays(facts.today, -PAST_DAYS);
  const waits: number[] = [];
  let others = 0;
  for (const invoice of present(facts.invoices)) {
    const { issuedOn, isCancelled, createdAt, sendings, paidOn } = invoice;
    if (issuedOn < since || isCancelled) continue;
    if (isEmailed(invoice, facts))
      waits.push(Math.max(0, workingDays(dayOf(createdAt), dayOf(sendings[0]?.at ?? createdAt))));
    else if (paidOn !== null && paidOn > issuedOn) others += 1;
  }
  return { waits, others };
}

function lateInvoices(facts: Facts, limit: number): Late[] {
  const { dayOf, workingDays } = calendarOf(facts);
  const onPaper = paidOnPaper(facts);
  return present(facts.invoices).flatMap((invoice) => {
    const { id, balance, createdAt, sendings, customerId } = invoice;
    if (!isAsked(invoice, facts) || isEmailed(invoice, facts) || onPaper.has(customerId)) return [];
    if (!(invoice.customerEmail || facts.customers.get(customerId)?.email)) return [];
    const since = dayOf(createdAt);
    if (workingDays(since, facts.today) <= limit) return [];
    const how = sendings.length > 0 ? 'its email was not delivered' : 'not emailed';
    return [
      {
        kind: 'invoice',
        id,
        since,
        cents: balance,
        why: `Issued ${dayText(since)}, ${how}; ${dollarText(balance)} open.`,
      },
    ];
  });
}

/** Whether its customer is to pay it. */
function isAsked(invoice: InvoiceDocument, { jobs }: Facts): boolean {
  const job = invoice.jobId === null ? undefined : jobs.get(invoice.jobId);
  return isAskedFor(invoice, isForCancelledWork(invoice, job?.standing ?? null));
}

/** The customers who pay without an email, and never got one. */
function paidOnPaper(facts: Facts): ReadonlySet<string> {
  const without = new Map<string, number>();
  const emailed = new Set<string>();
  for (const invoice of present(facts.invoices)) {
    const { customerId, status } = invoice;
    if (isEmailed(invoice, facts)) emailed.add(customerId);
    else if (status === 'paid') without.set(customerId, (without.get(customerId) ?? 0) + 1);
  }
  return new Set([...without].filter(([id, count]) => count >= PAID_WITHOUT && !emailed.has(id)).map(([id]) => id));
}
