import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster. The id of a link is no secret: its
// address is made of it with a key that is in no event.

/** Of a crew, by its id, or of the company. */
const link = z.object({ calendarId: z.string(), linkId: z.string() });

const CalendarShared = defineEvent('CalendarShared', link);
/** The link leads nowhere from now on. */
const CalendarLinkRevoked = defineEvent('CalendarLinkRevoked', link);
/** An undone revocation. */
const CalendarLinkRestored = defineEvent('CalendarLinkRestored', link);

export const calendarEvents = [CalendarShared, CalendarLinkRevoked, CalendarLinkRestored] as const;

export type CalendarEvent = BodyOf<(typeof calendarEvents)[number]>;
