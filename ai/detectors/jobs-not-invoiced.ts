import { workBilled } from '../../domain/invoice/lines.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import type { Facts } from '../facts/facts.ts';
import { grouped, perFacts, perRecord } from '../facts/kept.ts';
import type { Detector } from './detector.ts';
import { calendarOf } from './kit/calendar.ts';
import { doneAfterAll, evidenceOf, isNews, type Late, lastSince, worthOf } from './kit/late-list.ts';
import { severityOf } from './kit/severity.ts';
import { usualText, usualWait } from './kit/usual-wait.ts';
import { counted } from './kit/words.ts';

/** How far back the company's own past counts: two years, so that a rare habit of last winter does. */
const PAST_DAYS = 730;
/** A company that bills less of its work than this here bills it elsewhere. */
const MOST_BILLED = 2 / 3;

/** Finished work that waits for its invoice longer than work does in this company. */
export const jobsNotInvoiced: Detector = {
  name: 'jobs_not_invoiced',
  reads: ['jobs', 'invoices', 'company'],
  needs: 'Twenty finished jobs that were invoiced here, and most finished work invoiced.',
  find(facts) {
    const { usual, count, begun } = usualBilling(facts);
    if (usual === null) return null;
    const late = lateJobs(facts, usual.limit, begun);
    if (count / (count + late.length) < MOST_BILLED) return null;
    if (!isNews(late)) return [];
    const worth = worthOf(late);
    const jobs = counted(late.length, 'finished job');
    const finished = `finished by ${dayText(lastSince(late))}`;
    return [
      {
        subject: 'all',
        insightType: 'anomaly',
        category: 'financial',
        severity: severityOf(worth, facts),
        title: `${jobs} ${late.length === 1 ? 'is' : 'are'} not invoiced: ${dollarText(worth)}`,
        description: `${counted(late.length, 'job')} ${finished} still ${late.length === 1 ? 'waits' : 'wait'} for an invoice; here, work is usually invoiced sooner. The largest is for {0}. Until it is invoiced, nobody will pay it.`,
        actionItems: [
          'Invoice these jobs, the largest first.',
          'Close what was done free of charge with “Nothing to invoice”.',
          'Have every job invoiced on the day it is completed.',
        ],
        basis: `${counted(late.length, 'job')} ${finished} ${late.length === 1 ? 'comes' : 'come'} to ${dollarText(worth)}; 9 of 10 jobs here are invoiced ${usualText(usual)}, and these wait more than ${usual.limit} working days.`,
        evidence: evidenceOf(late),
        opens: 'invoice',
        measure: worth,
        worth,
      },
    ];
  },
  // The records say so; what they cannot say is that a bill was written elsewhere.
  prior: 0.9,
  horizonDays: 30,
  rightIf: 'more of these jobs were invoiced after all than closed without or removed',
  provedRight: (finding, later) =>
    doneAfterAll(finding, (id) => {
      const job = later.jobs.get(id);
      if (!job || job.removed) return false;
      if (job.status !== 'completed') return null;
      if (job.invoiceId !== null) return true;
      return job.isToInvoice && job.amount !== 0 ? null : false;
    }),
};

/** When a job was finished and billed, and how many working days lie between. */
const billed = perRecord('jobs', ({ status, completedAt, invoiceId }, facts) => {
  const invoice = status === 'completed' && invoiceId !== null ? facts.invoices.get(invoiceId) : undefined;
  if (!invoice || completedAt === null) return null;
  const { dayOf, workingDays } = calendarOf(facts);
  const [finishedOn, billedOn] = [dayOf(completedAt), dayOf(invoice.createdAt)];
  return { finishedOn, billedOn, days: Math.max(0, workingDays(finishedOn, billedOn)) };
});

/** How long the jobs of the last two years waited, how many were billed, and the first day on which one was. */
const usualBilling = perFacts((facts) => {
  const since = addDays(facts.today, -PAST_DAYS);
  const past = billed.all(facts).filter(({ finishedOn }) => finishedOn >= since);
  return {
    usual: usualWait(past.map(({ days }) => days)),
    count: past.length,
    begun: past.reduce((first, { billedOn }) => (billedOn < first ? billedOn : first), facts.today),
  };
});

/** The invoices of work that stand, by job. */
const workInvoices = grouped(
  perRecord('invoices', ({ kind, jobId, isCancelled, subtotal, discount }) => {
    return kind === 'invoice' && jobId !== null && !isCancelled ? { jobId, subtotal, discount } : null;
  }),
  ({ jobId }) => jobId,
);

/** Finished work that has no invoice, or not one of all. */
const unbilled = perRecord('jobs', ({ id, isToInvoice, completedAt, amount }, facts): Late | null => {
  // Work for nothing is not forgotten.
  if (!isToInvoice || completedAt === null || amount === 0) return null;
  const since = calendarOf(facts).dayOf(completedAt);
  const cents = amount === null ? null : amount - workBilled(workInvoices.of(facts, id));
  if (cents !== null && cents <= 0) return null;
  const what = cents === null ? 'it has no price yet' : `${dollarText(cents)} to invoice`;
  return { kind: 'job', id, since, cents, why: `Finished ${dayText(since)}; ${what}.` };
});

/** The jobs that have waited for more than so many working days. What was finished before any was billed here does not count. */
function lateJobs(facts: Facts, limit: number, begun: string): Late[] {
  const { workingDays } = calendarOf(facts);
  return unbilled.all(facts).filter(({ since }) => since >= begun && workingDays(since, facts.today) > limit);
}
