import fc from 'fast-check';
import { books } from '../../../domain/books/books.ts';
import { booksEvents } from '../../../domain/books/events.ts';
import { periods } from '../../../projections/periods.ts';
import { AT, maybe, of, sample, TODAY } from './sample.ts';

export const booksSample = sample(books, booksEvents, {
  commands: fc.oneof(
    fc.record({
      type: of('ExportPeriod'),
      periodId: fc.constantFrom('a', 'b', 'c'),
      from: fc.constantFrom('2026-05-01', '2026-06-01'),
      to: fc.constantFrom('2026-05-31', TODAY),
      today: fc.constant(TODAY),
      firstDay: maybe(fc.constant('2026-05-10')),
      accountNames: fc.constant({ bank: 'River Bank' }),
      now: fc.constant(AT),
    }),
    fc.record({ type: of('ReopenPeriod'), periodId: fc.constantFrom('a', 'b', 'c') }),
  ) as fc.Arbitrary<never>,
  projection: periods,
  shows: ({ ids, periods: exported }) => {
    const shown = ids.map((id) => {
      const found = exported.find((period) => period.id === id);
      return [id, found ? { number: found.number, from: found.from, to: found.to } : { removed: true }];
    });
    return Object.fromEntries(shown);
  },
  // Exporting again makes another export.
  final: ['PeriodReopened'],
  inClear: {
    'which days of the books were exported, and what accounts were called': [
      'PeriodExported.number',
      'PeriodExported.from',
      'PeriodExported.to',
      'PeriodExported.periodId',
      'PeriodExported.accountNames',
      'PeriodExported.exportedAt',
      'PeriodReopened.periodId',
    ],
  },
});
