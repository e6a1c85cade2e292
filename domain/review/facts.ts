import { isClosed, type JobClosing } from '../job/closing.ts';
import { knownHours } from '../job/terms.ts';
import { addDays } from '../kit/times.ts';
import { type Certification, type CertificationState, certificationState } from '../staff/terms.ts';
import { CALLBACK_DAYS } from './terms.ts';

// What the records say about somebody's work over some days, so that a review of it rests on facts.

/** The hours that somebody entered for a job on one day. */
export interface HoursOfDay {
  jobId: string;
  /** `YYYY-MM-DD` in the company's zone. */
  day: string;
  hours: number;
}

/** What is looked at of a job. */
export interface ReviewedJob {
  id: string;
  customerId: string | null;
  propertyId: string | null;
  status: string;
  /** The days in the company's zone, `YYYY-MM-DD`; null: not finished. */
  createdOn: string;
  completedOn: string | null;
  estimatedDuration: number | null;
  /** Hours the clock ran. */
  clockHours: number;
  /** In cents. */
  amount: number | null;
  closing: JobClosing | null;
  safetyNotes: string | null;
  hazards: readonly string[];
}

/** What the figures are reckoned from. */
export interface Work {
  /** The days of the review, both included. */
  from: string;
  to: string;
  hours: readonly HoursOfDay[];
  /** The jobs that the hours are of. */
  jobs: readonly ReviewedJob[];
  /** Jobs of the same customers that came after. */
  later: readonly ReviewedJob[];
  certifications: readonly Certification[];
}

/** The hours and days that somebody was on a job. */
export interface JobWork {
  jobId: string;
  firstDay: string;
  lastDay: string;
  hours: number;
}

/** What a finished job was estimated at, and what it took by its clock, in hours. */
export interface QuotedJob {
  jobId: string;
  completedOn: string;
  quoted: number;
  actual: number;
}

/** A job that brings nothing in, at a property where one of theirs had just been finished. */
export interface Callback {
  jobId: string;
  createdOn: string;
  afterJobId: string;
  completedOn: string;
}

export interface Facts {
  /** Of all their days, and of each. */
  hours: { total: number; days: readonly HoursOfDay[] };
  jobs: readonly JobWork[];
  quoted: { quoted: number; actual: number; jobs: readonly QuotedJob[] };
  callbacks: readonly Callback[];
  /** Their jobs with safety notes or hazards. */
  safety: readonly { jobId: string; safetyNotes: string | null; hazards: readonly string[] }[];
  /** As they stood on the last day. */
  certificates: readonly (Certification & { state: CertificationState })[];
}

/** The figures of a period, each with its rows; hours are exact to a hundredth. */
export function factsOf({ from, to, hours, jobs, later, certifications }: Work): Facts {
  const quotedJobs = jobs.flatMap((job) => quotedIn(job, from, to));
  return {
    hours: { total: sumOf(hours, ({ hours: each }) => each), days: hours },
    jobs: workOf(hours),
    quoted: {
      quoted: sumOf(quotedJobs, ({ quoted }) => quoted),
      actual: sumOf(quotedJobs, ({ actual }) => actual),
      jobs: quotedJobs,
    },
    callbacks: callbacksAfter(
      jobs.filter(({ completedOn }) => isWithin(completedOn, from, to)),
      later,
    ),
    safety: jobs
      .filter(({ safetyNotes, hazards }) => safetyNotes !== null || hazards.length > 0)
      .map(({ id: jobId, safetyNotes, hazards }) => ({ jobId, safetyNotes, hazards })),
    certificates: certifications.map((each) => ({ ...each, state: certificationState(each, to) })),
  };
}

function workOf(hours: readonly HoursOfDay[]): JobWork[] {
  const byJob = Map.groupBy(hours, ({ jobId }) => jobId);
  return [...byJob].map(([jobId, entries]) => {
    const days = entries.map(({ day }) => day).sort();
    const [firstDay = '', lastDay = ''] = [days[0], days.at(-1)];
    return { jobId, firstDay, lastDay, hours: sumOf(entries, ({ hours: each }) => each) };
  });
}

/** As reports compare them: only where the clock ran and somebody had estimated. */
function quotedIn(job: ReviewedJob, from: string, to: string): QuotedJob[] {
  const { id: jobId, completedOn, clockHours: actual } = job;
  const quoted = knownHours(job.estimatedDuration);
  if (job.status !== 'completed' || quoted === null || actual <= 0) return [];
  return isWithin(completedOn, from, to) ? [{ jobId, completedOn, quoted, actual }] : [];
}

/**
 * Nobody says of a job that it is a callback. What comes back to the same property within 30 days and brings nothing in
 * is one as far as records tell; paid work that follows is not.
 */
function callbacksAfter(finished: readonly ReviewedJob[], later: readonly ReviewedJob[]): Callback[] {
  return later.flatMap((job): Callback[] => {
    if (job.status === 'cancelled' || !bringsNothing(job)) return [];
    const before = finished
      .filter((each) => each.id !== job.id && isSamePlace(each, job) && followsSoon(job, each))
      .sort((a, b) => (a.completedOn ?? '').localeCompare(b.completedOn ?? ''))
      .at(-1);
    if (before?.completedOn == null) return [];
    const { id: jobId, createdOn } = job;
    return [{ jobId, createdOn, afterJobId: before.id, completedOn: before.completedOn }];
  });
}

function bringsNothing({ amount, closing }: ReviewedJob): boolean {
  return !amount || isClosed(closing, amount);
}

/** A job without a property is at its customer's. */
function isSamePlace(one: ReviewedJob, other: ReviewedJob): boolean {
  return one.customerId !== null && one.customerId === other.customerId && one.propertyId === other.propertyId;
}

function followsSoon({ createdOn }: ReviewedJob, { completedOn }: ReviewedJob): boolean {
  return completedOn !== null && isWithin(createdOn, completedOn, addDays(completedOn, CALLBACK_DAYS));
}

function isWithin(day: string | null, from: string, to: string): day is string {
  return day !== null && day >= from && day <= to;
}

/** In hundredths, so that nothing is lost. */
function sumOf<Row>(rows: readonly Row[], hoursOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + Math.round(hoursOf(row) * 100), 0) / 100;
}
