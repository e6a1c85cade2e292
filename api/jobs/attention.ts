import type { JobDocument } from '../../projections/jobs.ts';
import { attention } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';
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
