import type { z } from 'zod';
import { books } from '../../domain/books/books.ts';
import { BOOKS_ID } from '../../domain/books/terms.ts';
import { type PeriodDocument, periods } from '../../projections/periods.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import type { periodRecord } from './schema.ts';

export function presentPeriod(period: PeriodDocument): z.output<typeof periodRecord> {
  const { number, from, to } = period;
  return { ...shownOf({}, period), number, from, to };
}

/** An exported period of the books. */
export const periodKind = recordKind({
  category: 'period',
  decider: books,
  sharedStream: BOOKS_ID,
  projection: periods,
  area: 'books',
  title: ({ number, from, to }: PeriodDocument) => `Export ${number}: ${from} to ${to}`,
  present: presentPeriod,
});
