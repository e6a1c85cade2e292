/** The most days that are planned at once. */
export const MOST_DAYS = 14;

/** Who asked for the plans that are made ahead, at a time of day. */
export const CRON = 'cron';

/** How far a proposal has come. */
export const PLAN_STATUSES = ['proposed', 'stale', 'applied', 'undone', 'dismissed'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PLAN_STATUS_LABELS: Readonly<Record<PlanStatus, string>> = {
  proposed: 'Waiting for approval',
  stale: 'Out of date',
  applied: 'Applied',
  undone: 'Undone',
  dismissed: 'Dismissed',
};

/** What has happened to the schedule since a proposal was made for it. */
export const STALE_REASONS = {
  new_job: 'A new job came.',
  job_changed: 'A job of the plan has changed.',
  job_moved_in: 'Another job was put on these days.',
  crew_changed: 'A crew has changed.',
  person_changed: 'Somebody of a crew has changed.',
  time_off: 'Somebody of a crew is off work, or is back.',
  equipment_changed: 'Equipment has changed.',
  settings_changed: 'The settings of the company have changed.',
  day_locked: 'A day was locked or unlocked.',
} as const;
export type StaleReason = keyof typeof STALE_REASONS;
