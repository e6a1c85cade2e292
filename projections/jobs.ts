import { erasedClosing, isToInvoice, type JobClosing } from '../domain/job/closing.ts';
import type { JobAgreement, JobDetails, JobEvent, JobOverride } from '../domain/job/events.ts';
import { ERASED_JOB, NO_OVERRIDE } from '../domain/job/job.ts';
import { clockHours, clockOf, evolveLife, type JobLife, type LifeEvent, NEW_LIFE } from '../domain/job/life.ts';
import type { PhotoConsent } from '../domain/job/photo-consent.ts';
import { erasedReport, evolveReport, type JobReport, NO_REPORT, type ReportEvent } from '../domain/job/report.ts';
import { isToPlace, workShares } from '../domain/job/rest.ts';
import type { ReviewRequest } from '../domain/job/review-request.ts';
import { JOB_PRIORITIES, type JobClock, standingOf } from '../domain/job/terms.ts';
import { ERASED } from '../domain/kit/event.ts';
import { numberText } from '../domain/kit/numbers.ts';
import { sortText } from '../domain/kit/sort-text.ts';
import { instantOf } from '../domain/kit/times.ts';
import type { CrewDocument } from './crews.ts';
import type { CustomerDocument } from './customers.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { Fields, RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';
import { type OfCampaign, ofLead } from './leads.ts';
import { type OfLead, ofQuote } from './quotes.ts';

/** The customer's fields that a job copies, for sorting and searching its list. */
const ofCustomer = {
  collection: 'customers',
  by: 'customerId',
  fields: { customerFirstName: 'firstName', customerLastName: 'lastName', customerNameKey: 'nameKey' },
} as const satisfies LinkTo<CustomerDocument>;

const ofCrew = {
  collection: 'crews',
  by: 'crewId',
  fields: { crewName: 'name', crewNameKey: 'nameKey' },
} as const satisfies LinkTo<CrewDocument>;

type Linked = Record<keyof typeof ofCustomer.fields | keyof typeof ofCrew.fields, string | null> & OfLead & OfCampaign;

interface Derived {
  /** As people say it and search for it: `J-1001`. */
  jobNumber: string | null;
  /** Sort keys of its lists. */
  titleKey: string | null;
  addressKey: string | null;
  /** By urgency: 0 is the most urgent. */
  priorityRank: number;
  /** The start of the first visit and the end of the last, ISO UTC. */
  scheduledDate: string | null;
  scheduledEnd: string | null;
  /** Whether it ends on another day than it begins: it then has visits after the day of `scheduledDate`. */
  isLong: boolean;
  clock: JobClock;
  /** Hours on the clock, to the minute, without time still running. */
  clockHours: number;
  /** Everyone's hours together. */
  actualHours: number;
  /** Finished work that is not, or not completely, invoiced. */
  isToInvoice: boolean;
  /** What is left of its work, in minutes: what no visit holds, and nobody gave up. */
  leftMinutes: number;
  /** Whether some of it has no visit yet: all of it, or what is left. */
  isToPlace: boolean;
  /** Its status, or that it is removed. */
  standing: string;
  /** When it was finished, if its customer was not asked for a review yet, ISO UTC; null if that is not to be done. */
  reviewFrom: string | null;
  /** When it was finished, if its photos may be shown in public, ISO UTC; null if they may not. */
  shownFrom: string | null;
}

/** What the customer signed; empty if the job did not come from a quote. */
interface Agreed extends Pick<JobAgreement, 'items' | 'photoIds'> {
  quoteId: string | null;
  quoteVersion: number | null;
}

const NOT_QUOTED: Agreed = { quoteId: null, quoteVersion: null, items: [], photoIds: [] };

/** A job, with the names of its customer and crew. */
export interface JobDocument
  extends RecordDocument,
    JobDetails,
    JobLife,
    JobReport,
    JobOverride,
    Agreed,
    Derived,
    Linked {
  customerId: string | null;
  /** For sorting the list by number. */
  number: number | null;
  /** Its newest invoice, unless withdrawn; null also if more was agreed on since. */
  invoiceId: string | null;
  closing: JobClosing | null;
  reviewRequest: ReviewRequest | null;
  photoConsent: PhotoConsent | null;
  /** By the id of hours: the user id of whoever entered them, also of those that were withdrawn since. */
  enteredBy: Readonly<Record<string, string>>;
  /** ISO UTC. */
  createdAt: string;
}

/** The orders of its list, available under each filter. */
const ORDERS = [
  'createdAt',
  'customerNameKey',
  'number',
  'titleKey',
  'addressKey',
  'scheduledDate',
  'completedAt',
  'priorityRank',
  'status',
  'serviceType',
  'estimatedDuration',
  'crewNameKey',
  'amount',
] as const;

const lived =
  <Type extends LifeEvent['type']>(type: Type) =>
  (data: Extract<LifeEvent, { type: Type }>['data'], job: JobLife) =>
    lifeOf(evolveLife(job, { type, data } as LifeEvent));

const reported =
  <Type extends ReportEvent['type']>(type: Type) =>
  (data: Extract<ReportEvent, { type: Type }>['data'], { notes, hours }: JobReport) =>
    evolveReport({ notes, hours }, { type, data } as ReportEvent);

/** Picks these from everything a document holds. */
function lifeOf(life: JobLife): JobLife {
  const { status, reason, visits, zone, work, completedAt, givenUpMinutes, givenUpReason } = life;
  return { status, reason, visits, zone, work, completedAt, givenUpMinutes, givenUpReason };
}

const told = readModel<JobDocument, JobEvent, Derived, Linked>()({
  name: 'jobs',
  version: 21,
  of: 'job',
  indexes: [
    ...ORDERS.map((field) => ['removed', field] as const),
    ['removed', 'status', 'createdAt'],
    ['removed', 'status', 'scheduledDate'],
    ['removed', 'status', 'completedAt'],
    // Totals of jobs over a range of days, and the jobs without a price.
    ['removed', 'status', 'completedAt', 'amount'],
    ['removed', 'status', 'amount', 'completedAt'],
    // Totals of what is planned for a range of days.
    ['removed', 'status', 'scheduledDate', 'amount'],
    // Figures of the work done in a range of days, by service.
    ['removed', 'status', 'completedAt', 'serviceType', 'amount'],
    ['removed', 'status', 'serviceType', 'completedAt'],
    ...(['completedAt', 'createdAt', 'customerNameKey', 'number'] as const).map(
      (field) => ['removed', 'isToInvoice', field] as const,
    ),
    ...(['createdAt', 'customerNameKey', 'number', 'priorityRank'] as const).map(
      (field) => ['removed', 'isToPlace', field] as const,
    ),
    ['customerId'],
    ['customerId', 'createdAt'],
    ['crewId'],
    ['crewId', 'scheduledDate'],
    ['removed', 'isLong', 'scheduledEnd'],
    // Those that a campaign brought.
    ['quoteId'],
    ['leadId'],
    ['removed', 'campaignId', 'status'],
    ['removed', 'campaignId', 'createdAt'],
    // Those whose customer may be asked for a review.
    ['removed', 'reviewFrom'],
    // Those whose customer agreed that photos are shown.
    ['removed', 'shownFrom'],
  ],
  search: ['jobNumber', 'title', 'address', 'customerFirstName', 'customerLastName'],
  links: [ofCustomer, ofCrew, ofQuote, ofLead],
  first: {
    JobCreated: (data) => ({
      ...data,
      ...NEW_LIFE,
      ...NO_REPORT,
      ...NOT_QUOTED,
      ...NO_OVERRIDE,
      invoiceId: null,
      closing: null,
      reviewRequest: null,
      photoConsent: null,
      enteredBy: {},
    }),
  },
  after: {
    // Its details are those of a new job, or a revision carries them. There is more to invoice now.
    JobPlanAgreed: ({ quoteId, quoteVersion, items, photoIds }) => ({
      quoteId,
      quoteVersion,
      items,
      photoIds,
      invoiceId: null,
      closing: null,
    }),
    JobRevised: merged,
    JobScheduled: lived('JobScheduled'),
    JobUnscheduled: lived('JobUnscheduled'),
    JobRestGivenUp: lived('JobRestGivenUp'),
    JobStarted: lived('JobStarted'),
    JobPaused: lived('JobPaused'),
    JobResumed: lived('JobResumed'),
    JobHeld: lived('JobHeld'),
    JobCompleted: lived('JobCompleted'),
    JobCancelled: lived('JobCancelled'),
    JobLifeRestored: lived('JobLifeRestored'),
    JobNoteAdded: reported('JobNoteAdded'),
    JobNoteWithdrawn: reported('JobNoteWithdrawn'),
    JobHoursAdded: reported('JobHoursAdded'),
    JobHoursWithdrawn: reported('JobHoursWithdrawn'),
    JobConflictsRecorded: merged,
    JobInvoiced: ({ invoiceId }) => ({ invoiceId, closing: null }),
    JobInvoiceWithdrawn: ({ invoiceId }, job) => (job.invoiceId === invoiceId ? { invoiceId: null } : {}),
    JobClosedWithoutInvoice: (closing) => ({ closing }),
    JobReopenedToInvoice: () => ({ closing: null }),
    JobReviewRequested: (reviewRequest) => ({ reviewRequest }),
    JobReviewRequestUndone: () => ({ reviewRequest: null }),
    JobPhotoConsentGiven: (said) => ({ photoConsent: { isGiven: true, ...said } }),
    JobPhotoConsentTakenBack: (said) => ({ photoConsent: { isGiven: false, ...said } }),
    JobPhotoConsentCleared: () => ({ photoConsent: null }),
    JobRemoved: removed,
    JobRestored: restored,
    JobErased: (_, job) => ({
      ...ERASED_JOB,
      overrideReason: ERASED,
      ...erasedReport(job),
      items: [],
      erased: true,
      closing: erasedClosing(job.closing),
      photoConsent: null,
    }),
  },
  derived: ({
    number,
    title,
    address,
    priority,
    amount,
    invoiceId,
    closing,
    reviewRequest,
    photoConsent,
    ...life
  }) => ({
    jobNumber: number === null ? null : numberText('job', number),
    titleKey: title === null ? null : sortText(title),
    addressKey: address === null ? null : sortText(address),
    priorityRank: RANKS.indexOf(priority),
    scheduledDate: instant(life.visits[0]?.start, life.zone),
    scheduledEnd: instant(life.visits.at(-1)?.end, life.zone),
    isLong: life.visits[0]?.start.slice(0, DAY) !== life.visits.at(-1)?.end.slice(0, DAY),
    clock: clockOf(life),
    clockHours: clockHours(life.work),
    actualHours: life.hours.reduce((sum, { hours }) => sum + hours, 0),
    isToInvoice: isToInvoice({ details: { amount }, life, invoiceId, closing }),
    leftMinutes: workShares({ hours: life.estimatedDuration, life }, life.removed === true).left,
    isToPlace: isToPlace({ hours: life.estimatedDuration, life }, life.removed === true),
    standing: standingOf(life.status, life.removed === true),
    reviewFrom: life.status === 'completed' && reviewRequest === null && !life.erased ? life.completedAt : null,
    shownFrom: life.status === 'completed' && photoConsent?.isGiven ? life.completedAt : null,
  }),
});

export const jobs: typeof told = {
  ...told,
  evolve(before, event, id) {
    const after = told.evolve(before, event, id) as Fields<JobDocument> | null;
    if (after === null || event.type !== 'JobHoursAdded') return after;
    const { hoursId } = event.data as { hoursId: string };
    // Whoever puts hours back did not enter them.
    return { ...after, enteredBy: { [hoursId]: event.metadata.actor, ...after.enteredBy } };
  },
};

/** The length of the day in a timestamp. */
const DAY = 'YYYY-MM-DD'.length;

const RANKS: readonly string[] = JOB_PRIORITIES;

/** Null if it is not a moment: whatever the log holds is shown as far as possible. */
function instant(moment: string | undefined, zone: string | null): string | null {
  return moment === undefined || zone === null ? null : instantOf(moment, zone);
}
