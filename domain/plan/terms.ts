/** The most days planned at once. */
export const MOST_DAYS = 14;

/** The requester of the plans made ahead at set times. */
export const CRON = 'cron';

/** The status of a proposal. */
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
  new_job: 'A new job came in.',
  job_changed: 'A job of the plan has changed.',
  job_moved_in: 'Another job was put on these days.',
  crew_changed: 'A crew has changed.',
  person_changed: 'Someone on a crew has changed.',
  time_off: 'Someone on a crew is off work, or is back.',
  equipment_changed: 'Equipment has changed.',
  settings_changed: 'The company settings have changed.',
  day_locked: 'A day was locked or unlocked.',
} as const;
export type StaleReason = keyof typeof STALE_REASONS;
