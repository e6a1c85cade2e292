import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** `YYYY-MM-DD` in the company's zone. */
const day = z.string();

/**
 * A period was exported: all that the log had for its days before this event, plus anything for earlier days that no
 * earlier export had.
 */
const PeriodExported = defineEvent(
  'PeriodExported',
  z.object({
    periodId: z.string(),
    /** 1, 2, …: the number of an export taken back is never used again. */
    number: z.int(),
    from: day,
    to: day,
    /** The account names at the time, so that the file never changes. */
    accountNames: z.record(z.string(), z.string()),
    exportedAt: z.string(),
  }),
);
/** The newest export was taken back. */
const PeriodReopened = defineEvent('PeriodReopened', z.object({ periodId: z.string() }));

export const booksEvents = [PeriodExported, PeriodReopened] as const;

export type BooksEvent = BodyOf<(typeof booksEvents)[number]>;
