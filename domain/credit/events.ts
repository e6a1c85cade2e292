import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const cents = z.int();
/** `YYYY-MM-DD` in the company's zone. */
const day = z.string();
/** ISO UTC. */
const at = z.string();

/** An invoice left a surplus, or takes it back (then the amount is negative). */
const CreditAdded = defineEvent(
  'CreditAdded',
  z.object({ entryId: z.string(), invoiceId: z.string(), amount: cents, why: z.string() }),
);

/** Credit pays for the open amount of an invoice; the rest comes back. */
const CreditUsed = defineEvent(
  'CreditUsed',
  z.object({ useId: z.string(), invoiceId: z.string(), amount: cents, day, usedAt: at }),
);

/** Credit was refunded to the customer. */
const CreditRefunded = defineEvent(
  'CreditRefunded',
  z.object({
    refundId: z.string(),
    amount: cents,
    method: z.string(),
    transactionId: z.string().nullable(),
    day,
    refundedAt: at,
  }),
);

export const creditEvents = [CreditAdded, CreditUsed, CreditRefunded] as const;

export type CreditEvent = BodyOf<(typeof creditEvents)[number]>;
