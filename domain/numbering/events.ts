import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

/**
 * Numbers of a series were taken: `count` of them, from `first` on. It is in the stream `numbering-<series>`, which has
 * no aggregate: the newest event gives the next number (docs/design/commands.md#numbers).
 */
const NumbersTaken = defineEvent('NumbersTaken', z.object({ first: z.int(), count: z.int() }));

export const numberingEvents = [NumbersTaken] as const;

export type NumberingEvent = BodyOf<(typeof numberingEvents)[number]>;
