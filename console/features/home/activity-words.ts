import type { Activity } from '../../../api/dashboard/schema.ts';

/** For events whose names are not how people would say it. */
const WORDS: Readonly<Record<string, string>> = {
  LeadCaptured: 'New lead',
  LeadDetailsRevised: 'Lead changed',
  LeadStatusChanged: 'Lead moved',
  LeadRequested: 'New lead',
  LeadConverted: 'Lead converted to a customer',
  LeadConversionReverted: 'Conversion undone',
  LeadConversionRenewed: 'Lead converted again',
  LeadRenewalReverted: 'Second conversion undone',
  LeadTakenBack: 'Lead taken out of the pipeline',
  LeadErased: 'Personal data of a lead erased',
  CustomerRegistered: 'New customer',
  CustomerErased: 'Personal data of a customer erased',
  ExternalLeadReceived: 'External lead received',
  ExternalLeadTaken: 'External lead taken into the pipeline',
  ExternalLeadTakingReverted: 'External lead back outside the pipeline',
  LocalProAssigned: 'Local pro assigned',
  LocalProUnassigned: 'Local pro no longer assigned',
  QuoteCreated: 'New quote',
  QuoteVersionSaved: 'Quote changed',
  QuoteVersionWithdrawn: 'Version of a quote taken back',
  QuoteAnswerWithdrawn: 'Answer about a quote taken back',
  QuoteSent: 'Quote offered to the customer',
  QuoteReminded: 'Reminder of a quote written',
  QuoteRevoked: 'Link of a quote turned off',
  QuoteQuestionAsked: 'Question about a quote',
  QuoteQuestionAnswered: 'Question about a quote answered',
  QuoteLifeRestored: 'Quote back as it was',
  JobCreated: 'New job',
  JobRevised: 'Job changed',
  JobUnscheduled: 'Job taken off the schedule',
  JobHeld: 'Job put on hold',
  JobPlanAgreed: 'Job approved by the customer',
  JobConflictsRecorded: 'Job scheduled despite a conflict',
  JobInvoiceWithdrawn: 'Job no longer invoiced',
  JobClosedWithoutInvoice: 'Nothing to invoice for a job',
  JobReopenedToInvoice: 'Job to be invoiced after all',
  JobHoursAdded: 'Hours added to a job',
  JobHoursWithdrawn: 'Hours taken back from a job',
  JobNoteAdded: 'Note added to a job',
  JobNoteWithdrawn: 'Note removed from a job',
  JobLifeRestored: 'Job back as it was',
  InvoiceIssued: 'New invoice',
  InvoiceReminderCameDue: 'Reminder of an invoice came due',
  InvoiceRemindersPaused: 'Reminders of an invoice paused',
  InvoiceRemindersResumed: 'Reminders of an invoice resumed',
  InvoiceLinkReplaced: 'Link of an invoice replaced',
  InvoiceSendingUndone: 'Invoice marked as not sent',
  DepositDeducted: 'Deposit deducted from an invoice',
  DepositReleased: 'Deposit no longer deducted',
  InvoiceSent: 'Email of an invoice written',
  ReceiptAsked: 'Receipt written',
  MailIntended: 'Email written',
  MailReleased: 'Email ready to be sent',
  MailWithheld: 'Email held back',
  MailCancelled: 'Email cancelled',
  MailSent: 'Email sent',
  MailDelayed: 'Email delayed',
  MailFailed: 'Email not delivered',
  MailBecameUncertain: 'Email may not have been sent',
  MailAskedAgain: 'Email to be sent again',
  MailMarkedSent: 'Email marked as sent',
  MailErased: 'Personal data of an email erased',
  MailMarkWithdrawn: 'Email no longer marked as sent',
  CostRecorded: 'Cost added',
  CostRevised: 'Cost changed',
  CrewFormed: 'New crew',
  CrewRevised: 'Crew changed',
  CrewDisbanded: 'Crew removed',
  CrewReinstated: 'Crew restored',
  CrewMemberAssigned: 'Person added to a crew',
  CrewMemberReleased: 'Person taken off a crew',
  EquipmentRevised: 'Equipment changed',
  EquipmentAssigned: 'Equipment given to somebody',
  MaintenanceWithdrawn: 'Maintenance record removed',
  StaffMemberAdded: 'New person',
  StaffMemberRevised: 'Person changed',
  StaffMemberLeft: 'Person no longer works here',
  StaffMemberReturned: 'Person works here again',
  TimeOffWithdrawn: 'Time off taken back',
  CompanySettingsRevised: 'Settings changed',
  PriceCatalogRevised: 'Price list changed',
  PropertyRevised: 'Property changed',
  CustomerDetailsRevised: 'Customer changed',
  ImageAnalyzed: 'Photo analyzed',
  AnalysisCorrected: 'Analysis of a photo corrected',
  AnalysisClaimed: 'Analysis of a photo used',
  AnalysisRemoved: 'Analysis of a photo removed',
  AnalysisRestored: 'Analysis of a photo restored',
  AnalysisErased: 'Analysis of a photo erased',
  PhotoAttached: 'Photo added',
  PhotoCaptionRevised: 'Caption of a photo changed',
  UserRegistered: 'New account',
  UserDetailsRevised: 'Account changed',
  UserRoleChanged: 'Role changed',
  UserDisabled: 'Account disabled',
  UserEnabled: 'Account enabled',
  DayLocked: 'Day of the schedule locked',
  DayUnlocked: 'Day of the schedule unlocked',
  PlanApplicationUndone: 'Plan undone',
  CreditAdded: 'Credit of a customer added',
  CreditUsed: 'Credit of a customer used',
  CreditRefunded: 'Credit of a customer refunded',
  PeriodExported: 'Books of a period exported',
  PeriodReopened: 'Books of a period reopened',
  BatchStarted: 'Applied',
  BatchReverted: 'Undone',
};

/** They say no more than that something changed: beside any other event of an act, that one says what it was. */
export const PLAIN_REVISIONS: ReadonlySet<string> = new Set([
  ...['LeadDetailsRevised', 'CustomerDetailsRevised', 'PropertyRevised', 'UserDetailsRevised'],
  ...['CompanySettingsRevised', 'PriceCatalogRevised', 'StaffMemberRevised', 'CrewRevised', 'EquipmentRevised'],
  ...['PhotoCaptionRevised', 'JobRevised', 'CostRevised', 'QuoteVersionSaved'],
]);

/** Of an act of several events the one that says what it was; else its first that is no plain revision. */
const TELLING = [
  ...['LeadConverted', 'LeadConversionRenewed', 'LeadRenewalReverted', 'LeadStatusChanged'],
  ...['JobCompleted', 'JobCancelled', 'JobHeld', 'JobStarted', 'JobScheduled', 'JobUnscheduled'],
];

/** An act in plain words, without who and which record: `Lead moved to Won`. */
export function wordsOf({ types, status, isUndo }: Pick<Activity, 'types' | 'status' | 'isUndo'>): string {
  const type =
    TELLING.find((each) => types.includes(each)) ?? types.find((each) => !PLAIN_REVISIONS.has(each)) ?? types[0] ?? '';
  const words = WORDS[type] ?? spelled(type);
  const where = type === 'LeadStatusChanged' && status !== null ? ` to ${status}` : '';
  // An undo is described by its effect: undoing a retirement restored the machine.
  return `${words}${where}${isUndo && type !== 'BatchReverted' ? ' by undo' : ''}`;
}

/** `EquipmentStatusChanged` as `Equipment status changed`: event names are a noun and a past tense. */
function spelled(type: string): string {
  const words = type.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const [first = '', ...rest] = words;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}
