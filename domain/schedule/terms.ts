/** The most days that a schedule is read for at once: a quarter, with the weeks that a calendar shows around it. */
export const MOST_SCHEDULE_DAYS = 100;

/** The one stream of the company's schedule. */
export const SCHEDULE_ID = 'main';

/** What may stand against a visit of a job by a crew. */
export const CONFLICT_LABELS = {
  crew_double_booked: 'Crew is elsewhere',
  crew_inactive: 'Crew is not active',
  crew_empty: 'Nobody is there',
  crew_too_small: 'Crew is too small',
  time_off: 'Time off',
  skill_missing: 'Skill is missing',
  certificate_expired: 'Certificate has ended',
  equipment_reserved: 'Equipment is needed elsewhere',
  equipment_maintenance: 'Equipment cannot be used',
  equipment_missing: 'Equipment is missing',
  day_locked: 'Day is locked',
  outside_working_days: 'No working day',
  outside_working_hours: 'Outside working hours',
  before_earliest: 'Too early for the customer',
  after_latest: 'Too late for the customer',
  outside_window: 'Outside the customer’s hours',
} as const;

export type ConflictKind = keyof typeof CONFLICT_LABELS;
