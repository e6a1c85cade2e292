import type { AccountNames } from '../domain/accounts/terms.ts';
import { books } from '../domain/books/books.ts';
import type { BooksEvent } from '../domain/books/events.ts';
import { removed } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** An exported period of the books; `removed` if the export was taken back. */
export interface PeriodDocument extends RecordDocument {
  number: number;
  /** `YYYY-MM-DD`, both inclusive. */
  from: string;
  to: string;
  /** The position of its event: only what comes before it in the log can be in the export. */
  position: string;
  /** By key, for every account. */
  accountNames: AccountNames;
  /** ISO UTC. */
  createdAt: string;
}

export const periods = readModel<PeriodDocument, BooksEvent>()({
  name: 'periods',
  version: 1,
  of: books.category,
  ids: ({ data }) => [data.periodId],
  indexes: [['removed', 'number']],
  search: [],
  first: {
    PeriodExported: ({ periodId: _, exportedAt, ...fields }, _id, _eventId, position) => ({
      ...fields,
      position,
      createdAt: exportedAt,
    }),
  },
  after: { PeriodReopened: removed },
});
