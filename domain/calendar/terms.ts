/** The one stream of all calendar links. */
export const CALENDARS_ID = 'main';

/** The calendar of the whole company; every other one has its crew's id. */
export const COMPANY_CALENDAR = 'company';

/** The range of a feed: this many days before today to this many after. */
export const CALENDAR_DAYS = { before: 14, after: 90 } as const;
