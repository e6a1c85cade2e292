import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** A day, `YYYY-MM-DD`, and its crew; null for the whole company. */
const lock = z.object({ day: z.string(), crewId: z.string().nullable() });

const DayLocked = defineEvent('DayLocked', lock);
const DayUnlocked = defineEvent('DayUnlocked', lock);

export const scheduleEvents = [DayLocked, DayUnlocked] as const;

export type ScheduleEvent = BodyOf<(typeof scheduleEvents)[number]>;
export type DayLock = z.output<typeof lock>;
