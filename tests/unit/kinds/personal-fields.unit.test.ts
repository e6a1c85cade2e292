import { describe, expect, test } from 'vitest';
import { deciders, registry } from '../../../domain/index.ts';
import { aggregateSamples } from '../../support/aggregate-samples.ts';
import { differences, expectNone } from '../../support/findings.ts';

/** The same fields in several events. */
function each(types: readonly string[], ...fields: readonly string[]): string[] {
  return types.flatMap((type) => fields.map((field) => `${type}.${field}`));
}

const VERSIONS = ['QuoteCreated', 'QuoteVersionSaved', 'QuoteApproved'] as const;
const PAID = ['PaymentRecorded', 'CreditApplied', 'PaymentVoided'] as const;
const QUESTIONS = ['QuoteQuestionAsked', 'QuoteQuestionAnswered', 'QuoteAnswerWithdrawn'] as const;

/** What the log holds in the clear, by why it is about nobody. Whoever adds a field decides: sealed, or listed here. */
const IN_CLEAR: Readonly<Record<string, readonly string[]>> = {
  'an id of ours, which says nothing without the record that has it': [
    ...each([...PAID, 'PaymentRefunded'], 'paymentId', 'customerId'),
    ...each(['PaymentRefunded', 'RefundRebooked'], 'refundId'),
    'RefundRebooked.paymentId',
    'ReceiptAsked.paymentId',
    ...each(['InvoiceSent', 'InvoiceSendingUndone'], 'sendingId'),
    ...each(['InvoiceIssued', 'InvoiceCancelled'], 'customerId', 'jobId', 'earlier'),
    'InvoiceIssued.quoteId',
    ...each(['JobInvoiced', 'JobInvoiceWithdrawn', 'CreditAdded', 'CreditUsed'], 'invoiceId'),
    ...each(['DepositDeducted', 'DepositReleased'], 'by'),
    'CreditAdded.entryId',
    'CreditUsed.useId',
    'CreditRefunded.refundId',
    'QuoteApproved.depositInvoiceId',
    'LeadConverted.customerId',
    'LeadConversionReverted.customerId',
    'LeadConversionRenewed.customerId',
    'LeadRenewalReverted.customerId',
    'CustomerRegistered.leadId',
    'CustomerRegistered.propertyId',
    'PropertyAdded.propertyId',
    'PropertyRevised.propertyId',
    'PropertyRemoved.propertyId',
    'CustomerWorkBegan.category',
    'CustomerWorkBegan.recordId',
    'CustomerErased.leadId',
    'CustomerErased.propertyIds',
    'CrewFormed.crewId',
    'CrewFormed.defaultEquipmentIds',
    'CrewRevised.crewId',
    'CrewRevised.defaultEquipmentIds',
    'CrewDeactivated.crewId',
    'CrewActivated.crewId',
    'CrewDisbanded.crewId',
    'CrewReinstated.crewId',
    'CrewMemberAssigned.crewId',
    'CrewMemberAssigned.personId',
    'CrewMemberAssigned.fromCrewId',
    'CrewMemberReleased.crewId',
    'CrewMemberReleased.personId',
    'EquipmentAdded.assignedTo',
    'EquipmentAssigned.assignedTo',
    'MaintenanceRecorded.maintenanceId',
    'MaintenanceWithdrawn.maintenanceId',
    'PhotoAttached.category',
    'PhotoAttached.recordId',
    'PhotoAttached.propertyId',
    'JobCreated.customerId',
    'TimeOffRequested.employeeId',
    'TimeOffRequested.employeeRecord',
    'TimeOffRequested.requestedBy',
    'TimeOffApproved.decidedBy',
    'TimeOffDenied.decidedBy',
    ...each(['DayLocked', 'DayUnlocked'], 'crewId'),
    ...each(['CalendarShared', 'CalendarLinkRevoked', 'CalendarLinkRestored'], 'calendarId', 'linkId'),
    'JobNoteAdded.noteId',
    'JobNoteAdded.addedBy',
    'JobNoteWithdrawn.noteId',
    'JobHoursAdded.hoursId',
    'JobHoursAdded.personId',
    'JobHoursWithdrawn.hoursId',
    'CostRecorded.jobId',
    'JobCreated.propertyId',
    'JobRevised.propertyId',
    'JobCreated.crewId',
    'JobRevised.crewId',
    ...each(VERSIONS, 'propertyId', 'photoIds', 'analysisId'),
    ...each(QUESTIONS, 'questionId'),
    ...each(['QuoteCreated', 'QuoteApproved'], 'customerId', 'leadId'),
    ...each(['QuoteApproved'], 'optionalItemIds', 'jobId'),
    'QuoteQuestionAnswered.answeredBy',
    ...each(['ExternalLeadReceived', 'ExternalLeadTaken', 'ExternalLeadTakingReverted'], 'leadId'),
    'ExternalLeadErased.leadIds',
    'ImageAnalyzed.quoteId',
    'ImageAnalyzed.customerId',
    'ImageAnalyzed.leadId',
    'LeadRequested.analysisId',
    'AnalysisClaimed.quoteId',
    'JobPlanAgreed.quoteId',
    'JobPlanAgreed.photoIds',
    'JobPlanAgreed.propertyId',
    'CustomerRegistered.quoteId',
    'MailIntended.category',
    'MailIntended.recordId',
    'MailIntended.batchId',
    'MailIntended.link',
    'BatchStarted.planId',
    'BatchReverted.planId',
  ],
  'a number that was taken, of which a record may tell': [
    'InvoiceIssued.number',
    'JobCreated.number',
    'QuoteCreated.number',
    'QuoteApproved.jobNumber',
    'JobPlanAgreed.quoteVersion',
    'NumbersTaken.first',
    'NumbersTaken.count',
    'BatchItemsPlanned.first',
    'BatchStarted.count',
    'BatchFinished.act',
    'BatchFinished.done',
    'BatchReverted.act',
    'BatchReverted.reverts',
  ],
  'one of a list of ours, or yes or no': [
    ...each(['InvoiceIssued', 'InvoiceCancelled'], 'kind'),
    'InvoiceIssued.isPart',
    ...each(['PaymentRecorded', 'PaymentRefunded', 'CreditRefunded'], 'method'),
    'PaymentRefunded.owed',
    'PaymentVoided.isCredit',
    'CreditAdded.why',
    'LeadCaptured.status',
    'LeadCaptured.leadSource',
    'LeadDetailsRevised.leadSource',
    ...each(['ExternalLeadReceived', 'ExternalLeadTaken'], 'serviceType', 'priority', 'leadSource'),
    'ExternalLeadCompleted.outcome',
    'LeadStatusChanged.status',
    ...each(['LeadRequested'], 'page', 'serviceType', 'urgency', 'preferredContactTime'),
    'LeadConversionReverted.status',
    'CustomerArchived.byHand',
    'CustomerRestored.byHand',
    'UserRegistered.role',
    'UserRoleChanged.role',
    'CostRecorded.category',
    'CostRevised.category',
    'JobCreated.priority',
    'JobRevised.priority',
    'JobPlanAgreed.priority',
    'JobCreated.pinned',
    'JobRevised.pinned',
    'TimeOffApproved.isOwn',
    'TimeOffDenied.isOwn',
    'JobScheduled.status',
    'JobUnscheduled.status',
    'JobStarted.status',
    'JobResumed.status',
    'JobHeld.status',
    'JobCompleted.status',
    'JobCancelled.status',
    'JobLifeRestored.status',
    'QuoteLifeRestored.status',
    'QuoteApproved.isChange',
    'QuoteApproved.isNewCustomer',
    'QuoteApproved.isCustomerArchived',
    'ImageAnalyzed.safetyRisk',
    'ImageAnalyzed.difficultyLevel',
    'ImageAnalyzed.fallback',
    'AnalysisCorrected.safetyRisk',
    'AnalysisCorrected.difficultyLevel',
    'MailIntended.kind',
    'BatchStarted.kind',
    'BatchReverted.isApplied',
  ],
  'what the work is worth to the company: figures stay when a person is erased': [
    ...each(['InvoiceIssued', 'InvoiceCancelled'], 'subtotal', 'tax', 'total', 'surplus', 'deductions'),
    'InvoiceReminderCameDue.open',
    ...each(['InvoiceCancelled'], 'released', 'forgiven'),
    ...each(['DepositDeducted', 'PaymentRefunded'], 'lowered'),
    'DepositDeducted.givenBack',
    'RefundRebooked.change',
    ...each(['InvoiceIssued'], 'taxRate', 'discount'),
    'DepositDeducted.reinstated',
    ...each(PAID, 'amount', 'applied', 'surplus'),
    'PaymentVoided.released',
    'PaymentRefunded.amount',
    ...each(['CreditAdded', 'CreditUsed', 'CreditRefunded'], 'amount'),
    'LeadCaptured.estimatedValue',
    'LeadDetailsRevised.estimatedValue',
    'CostRecorded.amount',
    'CostRevised.amount',
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
    ...each(VERSIONS, 'depositPercent', 'taxRate', 'subtotal', 'tax', 'total'),
    'QuoteApproved.deposit',
  ],
  'which version of a quote is meant': [
    'InvoiceIssued.quoteVersion',
    ...each(['QuoteVersionSaved', 'QuoteVersionWithdrawn', 'QuoteSent', 'QuoteRevoked', 'QuoteReminded'], 'version'),
    ...each(['QuoteExpired', 'QuoteDeclined', 'QuoteLifeRestored', 'QuoteQuestionAsked'], 'version'),
    ...each(['QuoteApproved'], 'version', 'versionRevision'),
  ],
  'when a quote was sent, and what it waits for or ended with': [
    ...each(['QuoteSent', 'QuoteLifeRestored'], 'sentAt', 'validUntil', 'expiresAt', 'remindAt'),
    ...each(['QuoteLifeRestored'], 'remindedAt', 'endedAt'),
    ...each(VERSIONS, 'offeredUntil'),
    'QuoteRevoked.revokedAt',
    'QuoteReminded.remindedAt',
    'QuoteExpired.expiredAt',
    'QuoteDeclined.declinedAt',
    'QuoteApproved.approvedAt',
    'QuoteQuestionAsked.askedAt',
    'QuoteQuestionAnswered.answeredAt',
  ],
  'the site on which a public form stood: a business, and no visitor of it': [
    ...each(['ExternalLeadReceived', 'ExternalLeadTaken'], 'hostSite'),
  ],
  'when something was entered': [
    'InvoiceIssued.issuedAt',
    ...each(['PaymentRecorded', 'CreditApplied', 'PaymentRefunded', 'InvoiceReminderCameDue'], 'recordedAt'),
    'CreditUsed.usedAt',
    'CreditRefunded.refundedAt',
    'LeadCaptured.capturedAt',
    'ExternalLeadReceived.receivedAt',
    'LocalProAssigned.assignedAt',
    'ExternalLeadCompleted.completedAt',
    'CustomerRegistered.registeredAt',
    'UserRegistered.registeredAt',
    'StaffMemberAdded.addedAt',
    'CrewFormed.formedAt',
    'EquipmentAdded.addedAt',
    'PhotoAttached.attachedAt',
    'JobCreated.createdAt',
    'JobPlanAgreed.agreedAt',
    'CostRecorded.recordedAt',
    'TimeOffRequested.requestedAt',
    'QuoteCreated.createdAt',
    'QuoteVersionSaved.savedAt',
    'MailIntended.intendedAt',
    'BatchStarted.startedAt',
    'ImageAnalyzed.analyzedAt',
  ],
  'commands in which no personal field may be, and why a rule refused one': [
    'BatchItemsPlanned.items',
    'BatchFinished.refused',
  ],
  'what the optimizer was given and found: ids, numbers, days, and names of rules': [
    ...each(['PlanProposed'], 'kind', 'from', 'to', 'zone', 'mode', 'weights', 'seed', 'iterations', 'position'),
    ...each(['PlanProposed'], 'travelSource', 'travelNote', 'askedBy', 'runId', 'crewIds', 'memberIds'),
    ...each(['PlanProposed'], 'equipmentIds', 'assumed', 'proposedAt'),
    ...each(['PlanRouteProposed'], 'day', 'crewId', 'stops', 'workMinutes', 'travelMinutes', 'miles'),
    'PlanRouteProposed.availableMinutes',
    'PlanJobsUnassigned.jobs',
    'PlanMovesProposed.moves',
    ...each(['PlanConflictsAccepted'], 'jobId', 'conflicts', 'reason'),
    ...each(['PlanProposalCompleted'], 'jobs', 'crews', 'unassigned', 'workMinutes', 'travelMinutes', 'miles'),
    ...each(['PlanProposalCompleted'], 'hard', 'medium', 'soft'),
    'PlanMarkedStale.reason',
    'PlanMarkedStale.causedBy',
    'PlanApplied.batchId',
    'PlanApplied.appliedAt',
    'PlanApplicationUndone.batchId',
  ],
  'with what a picture was analyzed, and how sure that is': [
    'ImageAnalyzed.method',
    'ImageAnalyzed.model',
    'ImageAnalyzed.version',
    'ImageAnalyzed.confidence',
  ],
  'how long the work takes, when it is done, and what it asks for': [
    'JobCreated.estimatedDuration',
    'JobPlanAgreed.estimatedDuration',
    'QuoteApproved.estimatedDuration',
    'JobNoteAdded.addedAt',
    'JobHoursAdded.day',
    'JobHoursAdded.hours',
    'JobHoursAdded.rate',
    'CostRecorded.day',
    'CostRevised.day',
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
    'TimeOffRequested.startDate',
    'TimeOffRequested.endDate',
    ...each(['DayLocked', 'DayUnlocked'], 'day'),
    'JobConflictsRecorded.conflicts',
    'JobScheduled.visits',
    'JobScheduled.zone',
    'JobLifeRestored.visits',
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
  'which try it was, and when it was or is to be': [
    'MailIntended.dueAt',
    'MailReleased.dueAt',
    'MailReleased.at',
    'MailWithheld.at',
    'MailCancelled.at',
    'MailSent.attempt',
    'MailSent.at',
    'MailDelayed.attempt',
    'MailDelayed.dueAt',
    'MailDelayed.at',
    'MailFailed.attempt',
    'MailFailed.at',
    'MailBecameUncertain.attempt',
    'MailBecameUncertain.at',
    'MailAskedAgain.dueAt',
    'MailAskedAgain.at',
    'MailMarkedSent.at',
  ],
  'on which site a public form stood': ['LeadRequested.hostSite'],
  'what the company asks for its services': ['PriceCatalogRevised.items'],
  'which days of the books were exported, and what accounts were called': [
    ...['number', 'from', 'to', 'periodId', 'accountNames', 'exportedAt'].map((field) => `PeriodExported.${field}`),
    'PeriodReopened.periodId',
  ],
  'when an invoice was issued, sent and is due, and when money moved': [
    ...each(['InvoiceIssued'], 'issuedOn', 'dueDate'),
    ...each([...PAID, 'PaymentRefunded', 'RefundRebooked', 'CreditUsed', 'CreditRefunded'], 'day'),
    ...each(['InvoiceCancelled', 'DepositDeducted'], 'day'),
    'InvoiceSent.sentAt',
    'InvoiceLinkReplaced.replacedAt',
    ...each(['InvoiceReminderCameDue'], 'days'),
    'ReceiptAsked.askedAt',
    'QuoteApproved.approvedOn',
  ],
  'by what a bank, or a check, tells a payment apart': [
    ...each(['PaymentRecorded', 'CreditRefunded'], 'transactionId'),
  ],
  'what the company says of itself, in public': [
    'CompanySettingsRevised.name',
    'CompanySettingsRevised.phone',
    'CompanySettingsRevised.email',
    'CompanySettingsRevised.timeZone',
    'CompanySettingsRevised.taxRate',
    'CompanySettingsRevised.paymentTermsDays',
    'CompanySettingsRevised.workingDays',
    'CompanySettingsRevised.workingHours',
    'CompanySettingsRevised.homeBase',
    'CompanySettingsRevised.labourRate',
    'CompanySettingsRevised.serviceArea',
    'CompanySettingsRevised.allowedWidgetSites',
    'CompanySettingsRevised.secondFactorForOwners',
    ...each(
      ['CompanySettingsRevised'],
      'depositPercent',
      'quoteValidityDays',
      'travel',
      'widgetColor',
      'overtimeMinutes',
      'logo',
      'postalAddress',
      'paymentInstructions',
      'reminderDays',
      'accountNames',
    ),
  ],
  'where the company’s own email leaves, without the password': ['CompanySettingsRevised.mailServer'],
  'what the company calls a crew, and when it works': [
    'CrewFormed.name',
    'CrewFormed.workingHours',
    'CrewRevised.name',
    'CrewRevised.workingHours',
  ],
  'of a machine, which is nobody': [
    'EquipmentAdded.name',
    'EquipmentAdded.category',
    'EquipmentAdded.purchaseDate',
    'EquipmentAdded.serialNumber',
    'EquipmentAdded.notes',
    'EquipmentAdded.purchasePrice',
    'EquipmentAdded.nextMaintenance',
    'EquipmentAdded.maintenanceInterval',
    'EquipmentAdded.status',
    'EquipmentRevised.name',
    'EquipmentRevised.category',
    'EquipmentRevised.purchaseDate',
    'EquipmentRevised.serialNumber',
    'EquipmentRevised.notes',
    'EquipmentRevised.purchasePrice',
    'EquipmentStatusChanged.status',
    'MaintenancePlanned.nextMaintenance',
    'MaintenancePlanned.maintenanceInterval',
    'MaintenanceRecorded.doneOn',
    'MaintenanceRecorded.cost',
    'MaintenanceRecorded.notes',
    'MaintenanceRecorded.nextMaintenance',
    'MaintenanceWithdrawn.nextMaintenance',
  ],
  'the checksum and measures of a picture, whose file goes with the person': [
    'PhotoAttached.sha256',
    'PhotoAttached.thumbnailSha256',
    'PhotoAttached.width',
    'PhotoAttached.height',
    'PhotoAttached.bytes',
  ],
  'the checksum of a picture that is kept nowhere, and of the text beside it': ['ImageAnalyzed.inputHash'],
};

/** Fields that first versions held in the clear and the newest seal: no release wrote them. */
const SEALED_SINCE = [
  'PropertyAdded.latitude',
  'PropertyAdded.longitude',
  'PropertyRevised.latitude',
  'PropertyRevised.longitude',
  'StaffMemberAdded.skills',
  'StaffMemberAdded.certifications',
  'StaffMemberRevised.skills',
  'StaffMemberRevised.certifications',
  'CrewFormed.homeAddress',
  'CrewRevised.homeAddress',
];

const definitions = [...registry.values()];
const newest = definitions.map(({ type, versions }) => ({ type, version: versions.at(-1) }));

function fieldsInClear(versions: readonly { type: string; version: (typeof newest)[number]['version'] }[]): string[] {
  return versions.flatMap(({ type, version }) => {
    const sealed = new Set(version?.personal.map(({ name }) => name));
    const names = Object.keys(version?.schema.shape ?? {});
    return names.filter((name) => !sealed.has(name)).map((name) => `${type}.${name}`);
  });
}

describe('every field of every event', () => {
  test('Every field of every event is sealed, or about nobody for a reason that is written down', () => {
    const listed = Object.values(IN_CLEAR).flat();
    expectNone(
      differences(fieldsInClear(newest), listed, {
        unlisted: (fields) =>
          `Held in the clear: ${fields}. Seal each with personal() in the aggregate's events.ts, or list it in ` +
          'tests/unit/kinds/personal-fields.unit.test.ts under the reason why it is about nobody.',
        gone: (fields) =>
          `Not held in the clear by any event: ${fields}. Take them out of tests/unit/kinds/personal-fields.unit.test.ts.`,
      }),
    );
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('Every field was sealed or about nobody in every version of its event, but for what is sealed since', () => {
    const older = definitions.flatMap(({ type, versions }) =>
      versions.slice(0, -1).map((version) => ({ type, version })),
    );
    const undecided = fieldsInClear(older).filter((field) => !Object.values(IN_CLEAR).flat().includes(field));
    expectNone(
      differences(undecided, SEALED_SINCE, {
        unlisted: (fields) =>
          `Held in the clear by an earlier version: ${fields}. If no release wrote it, list it under SEALED_SINCE in ` +
          'tests/unit/kinds/personal-fields.unit.test.ts; else its texts stay readable in the log after an erasure.',
        gone: (fields) =>
          `Never held in the clear: ${fields}. Take them out of SEALED_SINCE in tests/unit/kinds/personal-fields.unit.test.ts.`,
      }),
    );
  });

  test('Every sealed field reads as one thing once it is erased: a text as [erased], a number as null, a list as empty', () => {
    for (const { type, version } of newest) {
      const erased = Object.fromEntries((version?.personal ?? []).map((field) => [field.name, field.erased]));
      expect(version?.schema.partial().safeParse(erased), type).toMatchObject({ success: true });
    }
  });
});

describe('whose an aggregate is', () => {
  test('An aggregate that is said to be about nobody has no event with a personal field', () => {
    const ofNobody = [...deciders.values()].filter(({ whose }) => whose === 'nobody').map(({ category }) => category);
    const known = ['batch', 'books', 'calendar', 'catalog', 'company', 'credit', 'equipment', 'plan', 'schedule'];
    const sealed = newest.flatMap(({ type, version }) => (version?.personal ?? []).map(({ name }) => ({ type, name })));
    expectNone([
      ...differences(ofNobody, known, {
        unlisted: (categories) =>
          `Said to be about nobody (whose: 'nobody'): ${categories}. If that is so, list it in ` +
          'tests/unit/kinds/personal-fields.unit.test.ts; else say in its decider whose it is.',
        gone: (categories) =>
          `Said to be about somebody: ${categories}. Take it out of tests/unit/kinds/personal-fields.unit.test.ts.`,
      }),
      ...aggregateSamples
        .filter(({ decider }) => decider.whose === 'nobody')
        .flatMap(({ decider, events }) =>
          sealed
            .filter(({ type }) => events.some((event) => event.type === type))
            .map(
              ({ type, name }) =>
                `${type}.${name} is personal, but the aggregate ${decider.category} is about nobody. Say in its ` +
                `decider whose it is (whose), and how it is erased.`,
            ),
        ),
    ]);
  });
});
