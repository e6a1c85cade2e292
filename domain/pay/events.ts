import { z } from 'zod';
import { type BodyOf, defineEvent, personalNumber } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** From a day on, `YYYY-MM-DD`, somebody's hour costs this many cents; it replaces a rate from the same day. */
const PayRateSet = defineEvent('PayRateSet', z.object({ from: z.string(), centsPerHour: personalNumber() }));
const PayRateWithdrawn = defineEvent('PayRateWithdrawn', z.object({ from: z.string() }));

export const payEvents = [PayRateSet, PayRateWithdrawn] as const;

export type PayEvent = BodyOf<(typeof payEvents)[number]>;
