/** How many entries the lists of a segment have at most, and the longest name of a city and of a service, in characters. */
export const SEGMENT_LIMITS = { services: 50, cities: 100, zipCodes: 500, tags: 100, city: 100, service: 100 } as const;

/** A ZIP code as a segment names it. */
export const FIVE_DIGITS = /^\d{5}$/;

/** How many of an audience are shown before anything is sent. */
export const FIRST_SHOWN = 10;

/** Why customers who meet all conditions get no mail of a campaign, or none of their own. */
export const LEFT_OUT = ['noEmail', 'suppressed', 'sameMailbox', 'erased'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];
