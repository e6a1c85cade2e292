import fc from 'fast-check';
import { jobEvents } from '../../../domain/job/events.ts';
import { job } from '../../../domain/job/job.ts';
import { jobs } from '../../../projections/jobs.ts';
import { PLAIN_JOB } from '../samples/jobs.ts';
import { AT, few, LATER, mark, of, SAMPLE_ID, sample, some, TODAY, text, WHY } from './sample.ts';

const ACTS = ['start', 'pause', 'resume', 'hold', 'complete', 'cancel'] as const;

/** For a job that takes two days. */
const VISITS = [
  { start: '2026-06-15T08:00', end: '2026-06-15T16:00' },
  { start: '2026-06-17T08:00', end: '2026-06-17T12:00' },
];

const CONFLICT = { kind: 'crew_too_small', day: TODAY, jobId: null, personId: null, machineId: null };

const AGREED_ITEM = {
  id: 'i',
  service: 'pruning',
  description: 'The oak',
  quantity: 1,
  priority: 'high',
  estimatedHours: 2,
  hazards: ['Wires'],
};

export const jobSample = sample(job, jobEvents, {
  first: {
    type: 'CreateJob',
    customerId: 'c',
    details: { ...PLAIN_JOB, amount: 5 },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseJob'),
      details: some({
        title: text,
        address: fc.constantFrom('3 Elm St', 'Mill'),
        amount: fc.nat(3),
        estimatedDuration: fc.constantFrom(null, 4, 16),
        hazards: fc.constantFrom([], ['Wires']),
        crewId: fc.option(few, { nil: null }),
        pinned: fc.boolean(),
      }),
    }),
    fc.record({ type: of('AdvanceJob'), act: fc.constantFrom(...ACTS), at: fc.constantFrom(AT, LATER), reason: text }),
    fc.record({
      type: of('ScheduleJob'),
      planned: fc.oneof(
        fc.record({ start: fc.constantFrom('2026-06-15T08:00', '2026-06-16T08:00') }),
        fc.constant({ visits: VISITS }),
      ),
      zone: of('America/New_York'),
      isStatus: fc.boolean(),
    }),
    fc.record({ type: of('UnscheduleJob') }),
    fc.record({ type: of('GiveUpRest'), reason: text }),
    fc.record({
      type: of('AddVisits'),
      visits: fc.constantFrom([{ start: '2026-06-19T08:00', end: '2026-06-19T09:00' }]),
      zone: fc.constantFrom('America/New_York', 'America/Chicago'),
    }),
    fc.record({
      type: of('AddNote'),
      note: fc.record({ id: few, note: text, addedBy: of('u'), addedAt: fc.constantFrom(AT, LATER) }),
    }),
    fc.record({ type: of('WithdrawNote'), noteId: few }),
    fc.record({
      type: of('AddHours'),
      entry: fc.record({
        id: few,
        personId: few,
        day: fc.constantFrom('2026-06-14', TODAY),
        hours: fc.nat(3),
        rate: fc.constant(6_800),
      }),
      today: of(TODAY),
    }),
    fc.record({ type: of('WithdrawHours'), hoursId: few }),
    fc.record({
      type: of('AgreeOnPlan'),
      number: fc.constant(1001),
      customerId: of('c'),
      now: of(LATER),
      agreement: fc.record({
        quoteId: of('q'),
        quoteVersion: fc.constantFrom(1, 2),
        photoIds: fc.constantFrom([], ['p']),
        items: fc.constantFrom([], [AGREED_ITEM]),
        address: of('3 Elm St'),
        propertyId: fc.constant(null),
        description: text,
        serviceType: text,
        priority: of('high'),
        estimatedDuration: fc.nat(3),
        amount: fc.nat(3),
        hazards: fc.constantFrom([], ['Wires']),
      }),
    }),
    fc.record({
      type: of('CloseWithoutInvoice'),
      reason: text,
      at: of(LATER),
      open: fc.constantFrom(null, 0, 5),
      deposits: fc.constantFrom([], [{ invoiceId: 'd', number: 1, amount: 5 }]),
    }),
    fc.record({
      type: of('RequestReview'),
      requestId: few,
      isAutomatic: fc.boolean(),
      now: of(LATER),
    }),
    fc.record({
      type: fc.constantFrom('GivePhotoConsent', 'TakeBackPhotoConsent'),
      recordedBy: few,
      now: of(LATER),
    }),
    fc.record({ type: of('RecordPhotoConsentOfCustomer'), now: of(LATER) }),
    fc.record({ type: of('RecordConflicts'), conflicts: fc.constantFrom([], [CONFLICT]), overrideReason: text }),
    fc.record({ type: fc.constantFrom('RemoveJob', 'RestoreJob') }),
  ) as fc.Arbitrary<never>,
  final: ['JobPlanAgreed'],
  projection: jobs,
  // Who entered hours is still known once they are taken back.
  essenceOfDocument: (document) => ({ ...document, enteredBy: null }),
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { customerId, details, life, report, agreement, override, presence } = state;
    const { invoiceId, closing, reviewRequest, photoConsent } = state;
    const { quoteId = null, quoteVersion = null, items = [], photoIds = [] } = agreement ?? {};
    const agreed = { quoteId, quoteVersion, items, photoIds };
    return {
      [SAMPLE_ID]: {
        customerId,
        ...details,
        ...life,
        ...report,
        ...agreed,
        ...override,
        invoiceId,
        closing,
        reviewRequest,
        photoConsent,
        ...mark(presence === 'removed'),
      },
    };
  },
  inClear: {
    [WHY.id]: [
      'JobInvoiced.invoiceId',
      'JobInvoiceWithdrawn.invoiceId',
      'JobCreated.customerId',
      'JobNoteAdded.noteId',
      'JobNoteAdded.addedBy',
      'JobNoteWithdrawn.noteId',
      'JobHoursAdded.hoursId',
      'JobHoursAdded.personId',
      'JobHoursWithdrawn.hoursId',
      'JobCreated.propertyId',
      'JobRevised.propertyId',
      'JobCreated.crewId',
      'JobRevised.crewId',
      'JobPlanAgreed.quoteId',
      'JobPlanAgreed.photoIds',
      'JobPlanAgreed.propertyId',
      'JobReviewRequested.requestId',
      'JobReviewRequestUndone.requestId',
      'JobPhotoConsentGiven.recordedBy',
      'JobPhotoConsentTakenBack.recordedBy',
    ],
    [WHY.number]: ['JobCreated.number', 'JobPlanAgreed.quoteVersion'],
    [WHY.choice]: [
      'JobCreated.priority',
      'JobRevised.priority',
      'JobPlanAgreed.priority',
      'JobCreated.pinned',
      'JobRevised.pinned',
      'JobScheduled.status',
      'JobUnscheduled.status',
      'JobStarted.status',
      'JobResumed.status',
      'JobHeld.status',
      'JobCompleted.status',
      'JobCancelled.status',
      'JobLifeRestored.status',
      'JobReviewRequested.isAutomatic',
    ],
    [WHY.worth]: [
      'JobCreated.amount',
      'JobRevised.amount',
      'JobPlanAgreed.amount',
      'JobClosedWithoutInvoice.amount',
      'JobCreated.laborCost',
      'JobRevised.laborCost',
      'JobCreated.equipmentCost',
      'JobRevised.equipmentCost',
      'JobCreated.materialCost',
      'JobRevised.materialCost',
    ],
    [WHY.entered]: [
      'JobCreated.createdAt',
      'JobPlanAgreed.agreedAt',
      'JobReviewRequested.at',
      'JobPhotoConsentGiven.at',
      'JobPhotoConsentTakenBack.at',
    ],
    [WHY.work]: [
      'JobCreated.estimatedDuration',
      'JobPlanAgreed.estimatedDuration',
      'JobNoteAdded.addedAt',
      'JobHoursAdded.day',
      'JobHoursAdded.hours',
      'JobHoursAdded.rate',
      'JobRevised.estimatedDuration',
      'JobCreated.minimumCrewSize',
      'JobRevised.minimumCrewSize',
      'JobCreated.requiredSkills',
      'JobRevised.requiredSkills',
      'JobCreated.requiredEquipment',
      'JobRevised.requiredEquipment',
      'JobCreated.earliestDate',
      'JobRevised.earliestDate',
      'JobCreated.latestDate',
      'JobRevised.latestDate',
      'JobCreated.timeWindow',
      'JobRevised.timeWindow',
      'JobCreated.promisedStart',
      'JobRevised.promisedStart',
      'JobConflictsRecorded.conflicts',
      'JobScheduled.visits',
      'JobScheduled.zone',
      'JobLifeRestored.visits',
      'JobLifeRestored.givenUpMinutes',
      'JobRestGivenUp.minutes',
      'JobLifeRestored.zone',
      'JobLifeRestored.work',
      'JobLifeRestored.completedAt',
      'JobStarted.at',
      'JobPaused.at',
      'JobResumed.at',
      'JobHeld.at',
      'JobCompleted.at',
      'JobCancelled.at',
      'JobClosedWithoutInvoice.at',
    ],
  },
});
