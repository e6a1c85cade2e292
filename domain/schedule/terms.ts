/** The most days that a schedule is read for at once: a quarter, with the weeks that a calendar shows around it. */
export const MOST_SCHEDULE_DAYS = 100;

/** The one stream of the company's schedule. */
export const SCHEDULE_ID = 'main';
