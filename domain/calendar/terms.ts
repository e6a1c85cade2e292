/** The one stream of all calendar links. */
export const CALENDARS_ID = 'main';

/** The calendar of the whole company; each other one has the id of its crew. */
export const COMPANY_CALENDAR = 'company';

/** What a feed tells: from so many days before today to so many after. */
export const CALENDAR_DAYS = { before: 14, after: 90 } as const;
