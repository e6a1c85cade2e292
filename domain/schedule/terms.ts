/** The most days of a schedule that are read at once: a quarter, with the weeks a calendar shows around it. */
export const MOST_SCHEDULE_DAYS = 100;

/** From today on, so many days are looked through for what cannot go as planned. */
export const DAYS_AHEAD = 28;

/** The one stream of the company's schedule. */
export const SCHEDULE_ID = 'main';

/** The kinds of conflict with a crew's visit to a job. */
export const CONFLICT_LABELS = {
  crew_double_booked: 'Crew is elsewhere',
  crew_inactive: 'Crew is not active',
  crew_empty: 'Nobody is there',
  crew_too_small: 'Crew is too small',
  time_off: 'Time off',
  skill_missing: 'Skill is missing',
  certificate_expired: 'Certificate has expired',
  equipment_reserved: 'Equipment is needed elsewhere',
  equipment_maintenance: 'Equipment cannot be used',
  equipment_missing: 'Equipment is missing',
  day_locked: 'Day is locked',
  outside_working_days: 'Not a working day',
  outside_working_hours: 'Outside working hours',
  before_earliest: 'Too early for the customer',
  after_latest: 'Too late for the customer',
  outside_window: 'Outside the customer’s hours',
} as const;

export type ConflictKind = keyof typeof CONFLICT_LABELS;
