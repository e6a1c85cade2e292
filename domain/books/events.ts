import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** `YYYY-MM-DD` in the company's zone. */
const day = z.string();

/**
 * A period was exported: all that the log had of its days before this event, and of days before it what no earlier export had.
 */
const PeriodExported = defineEvent(
  'PeriodExported',
  z.object({
    periodId: z.string(),
    /** 1, 2, …: one that was taken back is not given again. */
    number: z.int(),
    from: day,
    to: day,
    /** What the accounts were called, so that the file stays as it was. */
    accountNames: z.record(z.string(), z.string()),
    exportedAt: z.string(),
  }),
);
/** The newest export is none any more. */
const PeriodReopened = defineEvent('PeriodReopened', z.object({ periodId: z.string() }));

export const booksEvents = [PeriodExported, PeriodReopened] as const;

export type BooksEvent = BodyOf<(typeof booksEvents)[number]>;
