import { workBilled } from '../../domain/invoice/lines.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { type Facts, present } from '../facts/facts.ts';
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
    const past = billedJobs(facts);
    const usual = usualWait(past.map(({ days }) => days));
    if (usual === null) return null;
    const late = lateJobs(facts, usual.limit, past);
    if (past.length / (past.length + late.length) < MOST_BILLED) return null;
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
        description: `${jobs}, ${finished}, ${late.length === 1 ? 'waits' : 'wait'} for an invoice longer than work does here. The largest is for {0}. Until it is invoiced, nobody will pay it.`,
        actionItems: [
          'Invoice these jobs, the largest first.',
          'Close what was done for nothing with “Nothing to invoice”.',
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
  provedRight: (finding, later) =>
    doneAfterAll(finding, (id) => {
      const job = later.jobs.get(id);
      if (!job || job.removed) return false;
      if (job.status !== 'completed') return null;
      if (job.invoiceId !== null) return true;
      return job.isToInvoice && job.amount !== 0 ? null : false;
    }),
};

/** When each job of the last two years was billed, and how many working days after it was finished. */
function billedJobs(facts: Facts): { billedOn: string; days: number }[] {
  const { dayOf, workingDays } = calendarOf(facts);
  const since = addDays(facts.today, -PAST_DAYS);
  return present(facts.jobs).flatMap(({ status, completedAt, invoiceId }) => {
    const invoice = status === 'completed' && invoiceId !== null ? facts.invoices.get(invoiceId) : undefined;
    if (!invoice || completedAt === null) return [];
    const [finishedOn, billedOn] = [dayOf(completedAt), dayOf(invoice.createdAt)];
    return finishedOn < since ? [] : [{ billedOn, days: Math.max(0, workingDays(finishedOn, billedOn)) }];
  });
}

/** The jobs that have waited for more than so many working days. What was finished before any was billed here does not count. */
function lateJobs(facts: Facts, limit: number, past: readonly { billedOn: string }[]): Late[] {
  const { dayOf, workingDays } = calendarOf(facts);
  const begun = past.reduce((first, { billedOn }) => (billedOn < first ? billedOn : first), facts.today);
  const billing = invoicesByJob(facts);
  return present(facts.jobs).flatMap((job) => {
    // Work for nothing is not forgotten.
    if (!job.isToInvoice || job.completedAt === null || job.amount === 0) return [];
    const finishedOn = dayOf(job.completedAt);
    if (finishedOn < begun || workingDays(finishedOn, facts.today) <= limit) return [];
    const late = lateJob(job, finishedOn, billing.get(job.id) ?? []);
    return late.cents !== null && late.cents <= 0 ? [] : [late];
  });
}

/** The invoices of each job's work that stand. */
function invoicesByJob({ invoices }: Facts): Map<string | null, InvoiceDocument[]> {
  return Map.groupBy(
    present(invoices).filter(({ kind, jobId, isCancelled }) => kind === 'invoice' && jobId !== null && !isCancelled),
    ({ jobId }) => jobId,
  );
}

function lateJob({ id, amount }: JobDocument, since: string, billed: readonly InvoiceDocument[]): Late {
  const cents = amount === null ? null : amount - workBilled(billed);
  const what = cents === null ? 'it has no price yet' : `${dollarText(cents)} to invoice`;
  return { kind: 'job', id, since, cents, why: `Finished ${dayText(since)}; ${what}.` };
}
