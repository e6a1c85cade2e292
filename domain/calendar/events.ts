import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster. The id of a link is no
// secret: the URL is made from it with a key that no event holds.

/** The calendar of a crew, by the crew's id, or of the company. */
const link = z.object({ calendarId: z.string(), linkId: z.string() });

const CalendarShared = defineEvent('CalendarShared', link);
/** The link no longer works. */
const CalendarLinkRevoked = defineEvent('CalendarLinkRevoked', link);
/** The revocation was undone. */
const CalendarLinkRestored = defineEvent('CalendarLinkRestored', link);

export const calendarEvents = [CalendarShared, CalendarLinkRevoked, CalendarLinkRestored] as const;

export type CalendarEvent = BodyOf<(typeof calendarEvents)[number]>;
