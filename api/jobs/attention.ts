import { CONFLICT_LABELS, type ConflictKind } from '../../domain/schedule/terms.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { crewIdsOf } from '../crews/own.ts';
import { attention, type RuledAttention } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';
import { seesOwn } from '../kit/rights.ts';
import { presentProblems, problemsAhead } from '../schedule/problems.ts';
import type { ScheduleProblem } from '../schedule/schema.ts';
import { jobKind } from './record.ts';
import { TO_INVOICE, TO_PLACE } from './schema.ts';

/** Work that has no day yet, also of jobs that have some, the longest waiting first. */
export const jobsWithoutDate = attention<JobDocument>({
  id: 'jobs-without-date',
  label: 'Work without a date',
  kind: jobKind,
  page: '/jobs?unscheduled=true',
  query: () => ({ where: { removed: null, ...TO_PLACE }, order: { field: 'createdAt', direction: 'asc' } }),
  waiting: ({ createdAt }, { zone }) => ({ note: 'Since', day: dayOf(Date.parse(createdAt), zone) }),
});

/** Finished work that is not invoiced yet, the longest finished first. */
export const jobsToInvoice = attention<JobDocument>({
  id: 'jobs-to-invoice',
  label: 'Finished jobs to invoice',
  kind: jobKind,
  // The page where several can be invoiced at once.
  page: '/invoices?new=true',
  query: () => ({ where: { removed: null, ...TO_INVOICE }, order: { field: 'completedAt', direction: 'asc' } }),
  waiting: ({ completedAt, createdAt }, { zone }) => ({
    note: 'Finished',
    day: dayOf(Date.parse(completedAt ?? createdAt), zone),
  }),
});

/** The visits of the next weeks that cannot go as planned; for people in crews those of their own crews. */
export const problemsOnSchedule: RuledAttention = {
  id: 'schedule-problems',
  label: 'Problems on the schedule',
  kind: jobKind,
  own: true,
  page: '/schedule?problems=ahead',
  async waiting(context, person, limit) {
    const { problems, documents } = await problemsAhead(context);
    const crewIds = seesOwn(person, jobKind) ? await crewIdsOf(context, person.id) : null;
    const told = presentProblems(problems, documents, crewIds);
    const jobs = new Map(documents.map((job) => [job.id, job]));
    // A job is one record, at its first visit in trouble.
    const firsts = [...new Map(told.toReversed().map((each) => [each.jobId, each])).values()].toReversed();
    const records = firsts.slice(0, limit).map((problem) => {
      const job = jobs.get(problem.jobId);
      const day = problem.start.slice(0, 'YYYY-MM-DD'.length);
      return { id: problem.jobId, title: job ? jobKind.title(job) : null, note: `${labelsOf(problem)}:`, day };
    });
    return { count: told.length, records };
  },
};

/** `Crew is elsewhere, skill is missing` */
function labelsOf({ open }: ScheduleProblem): string {
  const labels = [...new Set(open.map(({ kind }) => CONFLICT_LABELS[kind as ConflictKind] ?? kind))];
  return labels
    .map((label, index) => (index === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1)))
    .join(', ');
}
