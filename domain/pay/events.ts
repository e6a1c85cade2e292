import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personalNumber } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** From a day on, `YYYY-MM-DD`, somebody's hour costs this many cents; it replaces a rate from the same day. */
const PayRateSet = defineEvent('PayRateSet', z.object({ from: z.string(), centsPerHour: personalNumber() }));
const PayRateWithdrawn = defineEvent('PayRateWithdrawn', z.object({ from: z.string() }));

/** Erased together with the person; from when to when there was a rate stays. */
const PayErased = defineErasure('PayErased', z.object({}));

export const payEvents = [PayRateSet, PayRateWithdrawn, PayErased] as const;

export type PayEvent = BodyOf<(typeof payEvents)[number]>;
