/** The status of a job. */
export const JOB_STATUSES = ['unscheduled', 'scheduled', 'in_progress', 'on_hold', 'completed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const JOB_STATUS_LABELS: Readonly<Record<string, string>> = {
  unscheduled: 'Unscheduled',
  scheduled: 'Scheduled',
  in_progress: 'In Progress',
  on_hold: 'On Hold',
  completed: 'Completed',
  cancelled: 'Cancelled',
} satisfies Record<JobStatus, string>;

/**
 * How a job stands: by its status, or removed, which is to the deposit of its work what cancelling it is. Work that is done
 * stays done: what is still open of its deposit is owed.
 */
export function standingOf(status: string, isRemoved: boolean): string {
  return isRemoved && status !== 'completed' ? 'removed' : status;
}

/** Whether work that stands so will not be done. @param standing null where there is no job */
export function isCalledOff(standing: string | null): boolean {
  return standing === 'cancelled' || standing === 'removed';
}

/** Statuses of jobs still to be done. */
export const OPEN_JOB_STATUSES = ['unscheduled', 'scheduled', 'in_progress', 'on_hold'] as const;

/** Whether the clock of a job in progress is running; null for any other job. */
export type JobClock = 'running' | 'paused' | null;

/** What may be done with a job: from which statuses, and with the clock in which state, if it matters. */
export const JOB_ACTS = {
  start: { from: ['unscheduled', 'scheduled'] },
  pause: { from: ['in_progress'], clock: 'running' },
  resume: { from: ['in_progress', 'on_hold'], clock: 'paused' },
  hold: { from: ['unscheduled', 'scheduled', 'in_progress'] },
  complete: { from: ['in_progress'] },
  cancel: { from: ['unscheduled', 'scheduled', 'in_progress', 'on_hold', 'cancelled'] },
} as const satisfies Record<string, { from: readonly JobStatus[]; clock?: JobClock }>;
export type JobAct = keyof typeof JOB_ACTS;

/** From the most to the least urgent. */
export const JOB_PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
export type JobPriority = (typeof JOB_PRIORITIES)[number];

export const JOB_PRIORITY_LABELS: Readonly<Record<string, string>> = {
  urgent: 'Urgent',
  high: 'High',
  normal: 'Normal',
  low: 'Low',
} satisfies Record<(typeof JOB_PRIORITIES)[number], string>;

/** The usual services; a job may be of any other type too. */
export const SERVICE_TYPES = [
  'tree_removal',
  'tree_trimming',
  'pruning',
  'stump_grinding',
  'emergency_cleanup',
  'hedge_trimming',
  'tree_health_assessment',
] as const;

export const SERVICE_TYPE_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  SERVICE_TYPES.map((type) => [type, serviceLabel(type)]),
);

/** A service type as words, `Tree Removal`; also the label of a job without one. */
export function serviceLabel(type: string | null): string {
  if (!type) return 'General Service';
  return type.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** The longest text of each field, in characters, and the longest lists. */
export const JOB_LIMITS = {
  title: 200,
  address: 500,
  serviceType: 100,
  description: 10_000,
  reason: 500,
  specialRequirements: 2_000,
  accessInstructions: 2_000,
  safetyNotes: 2_000,
  hazard: 200,
  skill: 60,
  note: 4_000,
  hazards: 30,
  skills: 20,
  crewSize: 50,
  visits: 60,
  /** In hours. Longer work gets a visit for each day. */
  visitHours: 24,
} as const;

/** The highest estimate for a job, in hours. */
export const MOST_HOURS = 1_000;

/** The most hours that somebody works on one day. */
export const MOST_HOURS_OF_DAY = 24;

/** Hours as a call takes them as text: with at most two decimals. */
export const HOURS_TEXT = /^\s*(\d{1,4}(\.\d{1,2})?)?\s*$/;

/** The message for hours that cannot be taken. @param label how it names them */
export function wrongHours(label: string, most: number): string {
  return `${label} must be a number of hours from 0 to ${most}, like 4 or 1.5.`;
}

/**
 * How precisely a job's place is known: from the pin somebody set for it, from its property's coordinates, or from the
 * center of its ZIP code, which is off by a few miles.
 */
export const PLACE_PRECISIONS = ['pin', 'property', 'zip'] as const;
export type PlacePrecision = (typeof PLACE_PRECISIONS)[number];

/** When a visit begins if only its day is given, and how long it takes if nobody estimated it. */
export const VISIT_DEFAULTS = { start: '08:00', hours: 4 } as const;

/** The hours that somebody estimated; null if nobody did. 0 says nothing: no work takes no time. */
export function knownHours(hours: number | null): number | null {
  return hours !== null && hours > 0 ? hours : null;
}

/** How long to plan a job for, in hours, whether or not somebody estimated it. */
export function plannedHours(hours: number | null): number {
  return knownHours(hours) ?? VISIT_DEFAULTS.hours;
}

/** How far apart two clocks may be, in milliseconds, when times are compared: a larger difference is an error. */
export const CLOCK_TOLERANCE_MS = 2 * 60_000;

/** The fewest finished jobs that suggest anything for the next one: fewer would be chance. */
export const FEWEST_JOBS = 5;

/** Why a job is planned despite conflicts, as a choice from a list: plans and batches hold no personal text. */
export const PLANNED_ANYWAY = {
  cannot_wait: 'It cannot wait.',
  customer_asked: 'The customer asked for it.',
  crew_agreed: 'The crew agreed.',
} as const;
export type PlannedAnyway = keyof typeof PLANNED_ANYWAY;
