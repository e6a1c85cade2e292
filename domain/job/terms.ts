/** How far a job has come. */
export const JOB_STATUSES = ['unscheduled', 'scheduled', 'in_progress', 'on_hold', 'completed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** What may be done with a job: from which statuses, and what it is then. */
export const JOB_ACTS = {
  start: { from: ['unscheduled', 'scheduled'], to: 'in_progress' },
  complete: { from: ['in_progress'], to: 'completed' },
  cancel: { from: ['unscheduled', 'scheduled', 'in_progress', 'on_hold'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly JobStatus[]; to: JobStatus }>;
export type JobAct = keyof typeof JOB_ACTS;

/** From the most to the least urgent. */
export const JOB_PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;

/** The longest text of each field, in characters. */
export const JOB_LIMITS = { title: 200, address: 500, serviceType: 100, description: 10_000, reason: 500 } as const;

/** The longest that a job is estimated to take. */
export const MOST_HOURS = 1_000;
