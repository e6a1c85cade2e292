import { describe, expect, test } from 'vitest';
import { deciders, registry } from '../../domain/index.ts';

/** The fields of several events. */
function each(types: readonly string[], ...fields: readonly string[]): string[] {
  return types.flatMap((type) => fields.map((field) => `${type}.${field}`));
}

const VERSIONS = ['QuoteCreated', 'QuoteVersionSaved', 'QuoteApproved'] as const;
const QUESTIONS = ['QuoteQuestionAsked', 'QuoteQuestionAnswered', 'QuoteAnswerWithdrawn'] as const;

/** What is written in the log in clear, by why that is about nobody. Whoever adds a field decides: sealed, or here. */
const IN_CLEAR: Readonly<Record<string, readonly string[]>> = {
  'an id of ours, which says nothing without the record that has it': [
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
    'ImageAnalyzed.quoteId',
    'ImageAnalyzed.customerId',
    'ImageAnalyzed.leadId',
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
    'JobCreated.number',
    'QuoteCreated.number',
    'QuoteApproved.jobNumber',
    'JobPlanAgreed.quoteVersion',
    'NumbersTaken.first',
    'NumbersTaken.count',
    ...['BatchItemsPlanned.first', 'BatchStarted.count', 'BatchFinished.act', 'BatchFinished.done'],
    ...['BatchReverted.act', 'BatchReverted.reverts'],
  ],
  'one of a list of ours, or yes or no': [
    'LeadCaptured.status',
    'LeadCaptured.leadSource',
    'LeadDetailsRevised.leadSource',
    'LeadStatusChanged.status',
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
    'LeadCaptured.estimatedValue',
    'LeadDetailsRevised.estimatedValue',
    'CostRecorded.amount',
    'CostRevised.amount',
    'JobCreated.amount',
    'JobRevised.amount',
    'JobPlanAgreed.amount',
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
    ...each(['QuoteVersionSaved', 'QuoteVersionWithdrawn', 'QuoteSent', 'QuoteRevoked', 'QuoteReminded'], 'version'),
    ...each(['QuoteExpired', 'QuoteDeclined', 'QuoteLifeRestored', 'QuoteQuestionAsked'], 'version'),
    ...each(['QuoteApproved'], 'version', 'versionRevision'),
  ],
  'when a quote was sent, and what it waits for or ended with': [
    ...each(['QuoteSent', 'QuoteLifeRestored'], 'sentAt', 'validUntil', 'expiresAt', 'remindAt'),
    ...each(['QuoteLifeRestored'], 'remindedAt', 'endedAt'),
    ...each(VERSIONS, 'offeredUntil'),
    ...['QuoteRevoked.revokedAt', 'QuoteReminded.remindedAt', 'QuoteExpired.expiredAt', 'QuoteDeclined.declinedAt'],
    ...['QuoteApproved.approvedAt', 'QuoteQuestionAsked.askedAt', 'QuoteQuestionAnswered.answeredAt'],
  ],
  'when something was entered': [
    'LeadCaptured.capturedAt',
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
    ...['PlanJobsUnassigned.jobs', 'PlanMovesProposed.moves'],
    ...each(['PlanConflictsAccepted'], 'jobId', 'conflicts', 'reason'),
    ...each(['PlanProposalCompleted'], 'jobs', 'crews', 'unassigned', 'workMinutes', 'travelMinutes', 'miles'),
    ...each(['PlanProposalCompleted'], 'hard', 'medium', 'soft'),
    ...['PlanMarkedStale.reason', 'PlanMarkedStale.causedBy', 'PlanApplied.batchId', 'PlanApplied.appliedAt'],
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
    'JobNoteAdded.addedAt',
    'JobHoursAdded.day',
    'JobHoursAdded.hours',
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
  'what the company asks for its services': ['PriceCatalogRevised.items'],
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
    ...each(['CompanySettingsRevised'], 'depositPercent', 'quoteValidityDays', 'travel'),
  ],
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

/** What first versions held in clear, and the newest seal: no release wrote them. */
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
  test('is sealed, or about nobody for a reason that is written down', () => {
    expect(fieldsInClear(newest).sort()).toEqual(Object.values(IN_CLEAR).flat().sort());
  });

  test('was so in every version, but for what is sealed since', () => {
    const older = definitions.flatMap(({ type, versions }) =>
      versions.slice(0, -1).map((version) => ({ type, version })),
    );
    const undecided = fieldsInClear(older).filter((field) => !Object.values(IN_CLEAR).flat().includes(field));
    expect([...new Set(undecided)].sort()).toEqual(SEALED_SINCE.toSorted());
  });

  test('reads as one thing once it is erased: a text as [erased], a number as null, a list as empty', () => {
    for (const { type, version } of newest) {
      const erased = Object.fromEntries((version?.personal ?? []).map((field) => [field.name, field.erased]));
      expect(version?.schema.partial().safeParse(erased), type).toMatchObject({ success: true });
    }
  });
});

describe('whose an aggregate is', () => {
  test('what is said to be about nobody has no event with a personal field', () => {
    const ofNobody = [...deciders.values()].filter(({ whose }) => whose === 'nobody').map(({ category }) => category);
    expect(ofNobody.sort()).toEqual(['batch', 'calendar', 'catalog', 'company', 'equipment', 'plan', 'schedule']);
    const sealing = newest.filter(({ version }) => (version?.personal.length ?? 0) > 0).map(({ type }) => type);
    expect(
      sealing.filter((type) => /^(Equipment|Maintenance|Company|PriceCatalog|Batch|Calendar|Plan|Day)/.test(type)),
    ).toEqual([]);
  });
});
