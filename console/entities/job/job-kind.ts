import type { JobRecord } from '../../../api/jobs/schema.ts';
import {
  JOB_LIMITS,
  JOB_PRIORITIES,
  JOB_PRIORITY_LABELS,
  JOB_STATUS_LABELS,
  SERVICE_TYPE_LABELS,
  SERVICE_TYPES,
} from '../../../domain/job/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { formatHours, HoursInput } from '../../ui/inputs/hours-input.tsx';
import { formatList, listInput } from '../../ui/inputs/list-input.tsx';
import { formatSpan } from '../../ui/values/format.ts';
import { hasRight, seenWith } from '../account/rights.ts';
import { HAZARDS } from '../hazards-field.ts';
import { JOBS, jobName, jobPath } from './job.ts';
import {
  CrewInput,
  EquipmentCategoriesInput,
  formatCrew,
  formatProperty,
  formatVisits,
  MomentInput,
  PinnedInput,
  propertyInput,
} from './job-inputs.tsx';

const HOURS_HELP = 'In hours, like 4 or 1.5';

/** A job's fields by name: forms pick what they need. */
function fieldsOf(customerId: string | null, isNew: boolean) {
  return {
    title: { name: 'title', label: 'Title', kind: 'text', maxLength: JOB_LIMITS.title, help: 'In a few words' },
    propertyId: {
      name: 'propertyId',
      label: 'Property',
      kind: 'text',
      control: propertyInput(customerId, isNew),
      format: formatProperty(customerId),
    },
    address: { name: 'address', label: 'Address', kind: 'text', maxLength: JOB_LIMITS.address, row: 'whole' },
    latitude: {
      name: 'latitude',
      label: 'Latitude of the pin',
      kind: 'text',
      maxLength: 40,
      help: 'Degrees, like 42.3732',
      row: 'start',
    },
    longitude: {
      name: 'longitude',
      label: 'Longitude of the pin',
      kind: 'text',
      maxLength: 40,
      help: 'Degrees, like -72.5199',
    },
    serviceType: {
      name: 'serviceType',
      label: 'Service',
      kind: 'choice',
      placeholder: 'General Service',
      choices: SERVICE_TYPES,
      labels: SERVICE_TYPE_LABELS,
    },
    priority: {
      name: 'priority',
      label: 'Priority',
      kind: 'choice',
      required: true,
      choices: JOB_PRIORITIES,
      labels: JOB_PRIORITY_LABELS,
    },
    description: {
      name: 'description',
      label: 'Work to be done',
      kind: 'multiline',
      maxLength: JOB_LIMITS.description,
    },
    crewId: {
      name: 'crewId',
      label: 'Crew',
      kind: 'text',
      control: CrewInput,
      format: formatCrew,
      nothing: 'Unassigned',
    },
    minimumCrewSize: {
      name: 'minimumCrewSize',
      label: 'Crew size',
      kind: 'number',
      help: 'The fewest people it takes',
    },
    estimatedDuration: {
      name: 'estimatedDuration',
      label: 'Estimated duration',
      kind: 'decimal',
      help: HOURS_HELP,
      format: (hours) => formatSpan(Number(hours)),
    },
    hazards: HAZARDS,
    safetyNotes: { name: 'safetyNotes', label: 'Safety notes', kind: 'multiline', maxLength: JOB_LIMITS.safetyNotes },
    accessInstructions: {
      name: 'accessInstructions',
      label: 'Access',
      kind: 'multiline',
      maxLength: JOB_LIMITS.accessInstructions,
    },
    specialRequirements: {
      name: 'specialRequirements',
      label: 'Special requirements',
      kind: 'multiline',
      maxLength: JOB_LIMITS.specialRequirements,
    },
    requiredSkills: {
      name: 'requiredSkills',
      label: 'Skills needed',
      kind: 'structured',
      help: 'Press Enter or a comma after each',
      control: listInput('Climbing, crane…'),
      format: formatList,
    },
    requiredEquipment: {
      name: 'requiredEquipment',
      label: 'Equipment needed',
      kind: 'structured',
      control: EquipmentCategoriesInput,
      format: formatList,
    },
    earliestDate: { name: 'earliestDate', label: 'Not before', kind: 'date' },
    latestDate: { name: 'latestDate', label: 'Not after', kind: 'date' },
    timeWindow: {
      name: 'timeWindow',
      label: 'Time window',
      kind: 'structured',
      nothing: 'Any time',
      control: HoursInput,
      format: formatHours,
    },
    promisedStart: {
      name: 'promisedStart',
      label: 'Promised start',
      kind: 'text',
      control: MomentInput,
      help: 'The start time the customer was told',
    },
    amount: { name: 'amount', label: 'Amount', kind: 'money', ...seenWith('quotes:read') },
    laborCost: { name: 'laborCost', label: 'Labor, planned', kind: 'money', ...seenWith('costs:read') },
    equipmentCost: { name: 'equipmentCost', label: 'Equipment, planned', kind: 'money', ...seenWith('costs:read') },
    materialCost: { name: 'materialCost', label: 'Material, planned', kind: 'money', ...seenWith('costs:read') },
    pinned: {
      name: 'pinned',
      label: 'Plan',
      kind: 'structured',
      control: PinnedInput,
      format: (isPinned) => (isPinned ? 'Pinned' : 'Not pinned'),
    },
  } as const satisfies Record<string, Field>;
}

/** The fields of a new job, after its customer. */
export function newJobFields(customerId: string | null): readonly Field[] {
  const of = fieldsOf(customerId, true);
  return [
    of.propertyId,
    of.address,
    of.title,
    of.serviceType,
    of.priority,
    of.description,
    of.hazards,
    of.accessInstructions,
    of.crewId,
    of.estimatedDuration,
    of.amount,
  ];
}

/** What a new job may need to be planned right, folded: most take any crew on any day. */
export function newJobNeeds(): readonly Field[] {
  const of = fieldsOf(null, true);
  const section = 'Crew size, skills, equipment and time window';
  return [
    { ...of.minimumCrewSize, section, isFolded: true },
    of.timeWindow,
    of.requiredSkills,
    of.requiredEquipment,
    of.earliestDate,
    of.latestDate,
  ];
}

/** Set by acts, and shown in the history. */
const OF_ITS_LIFE: readonly Field[] = [
  { name: 'status', label: 'Status', kind: 'text', labels: JOB_STATUS_LABELS },
  { name: 'reason', label: 'Reason', kind: 'multiline' },
  {
    name: 'nothingToInvoice',
    label: 'Nothing to invoice',
    kind: 'structured',
    nothing: 'No',
    format: (said: unknown) => (said as JobRecord['nothingToInvoice'])?.reason ?? 'Yes',
  },
  { name: 'visits', label: 'When', kind: 'structured', format: formatVisits, nothing: 'No date' },
  {
    name: 'givenUp',
    label: 'Given up',
    kind: 'structured',
    nothing: 'Nothing',
    format: (said: unknown) => givenUpText(said as JobRecord['givenUp']),
  },
  { name: 'overrideReason', label: 'Why despite conflicts', kind: 'multiline' },
  {
    name: 'actualHours',
    label: 'Hours worked',
    kind: 'decimal',
    format: (hours: unknown) => formatSpan(Number(hours)),
  },
  {
    name: 'notes',
    label: 'Notes',
    kind: 'structured',
    format: (notes: unknown) => (notes as JobRecord['notes']).map(({ note }) => note).join('\n'),
  },
].map((field) => ({ ...(field as Field), readOnly: true, onlyInHistory: true }));

function givenUpText(givenUp: JobRecord['givenUp']): string {
  return givenUp ? [formatSpan(givenUp.hours), givenUp.reason].filter(Boolean).join(': ') : 'Nothing';
}

/**
 * A job in details, forms, conflicts and history.
 * @param customerId of the job, whose properties can be picked
 */
export function jobKind(customerId: string | null): RemovableKind<JobRecord> {
  return {
    category: 'job',
    collections: JOBS,
    noun: 'job',
    fields: [...Object.values(fieldsOf(customerId, false)), ...OF_ITS_LIFE],
    path: jobPath,
    method: 'PUT',
    removal: {
      act: 'Remove',
      word: 'Removed',
      restored: { title: 'Job Restored', text: 'It is back in the list.' },
    },
    // That takes back the invoice.
    mayUndo: (actor) => actor !== 'follow-invoice' || hasRight('invoices:change'),
    steps: {
      JobCreated: 'Job created',
      JobPlanAgreed: 'Approved by the customer',
      JobRevised: 'Details changed',
      JobScheduled: 'Scheduled',
      JobUnscheduled: 'Date removed',
      JobRestGivenUp: 'The rest given up',
      JobStarted: 'Started',
      JobPaused: 'Paused',
      JobResumed: 'Resumed',
      JobHeld: 'Put on hold',
      JobCompleted: 'Finished',
      JobCancelled: 'Cancelled',
      JobLifeRestored: 'Put back as it was',
      JobNoteAdded: 'Note added',
      JobNoteWithdrawn: 'Note removed',
      JobHoursAdded: 'Hours added',
      JobHoursWithdrawn: 'Hours removed',
      JobInvoiced: 'Invoiced',
      JobInvoiceWithdrawn: 'No longer invoiced',
      JobClosedWithoutInvoice: 'Nothing to invoice',
      JobReopenedToInvoice: 'To be invoiced after all',
      JobReviewRequested: 'Customer asked for a review',
      JobReviewRequestUndone: 'Request for a review undone',
      JobPhotoConsentGiven: 'Customer agreed to photos in public',
      JobPhotoConsentTakenBack: 'Customer agrees to no photos in public',
      JobPhotoConsentCleared: 'Consent to photos in public undone',
      JobConflictsRecorded: 'Conflicts noted',
      JobRemoved: 'Removed',
      JobRestored: 'Restored',
      JobErased: 'Personal data erased',
    },
    isFinal: (type) => type === 'JobReviewRequested' && !hasRight('marketing:change'),
    titleOf: jobName,
    placeOf: ({ address }) => address,
  };
}
