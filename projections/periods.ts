import { books } from '../domain/books/books.ts';
import type { BooksEvent } from '../domain/books/events.ts';
import type { AccountNames } from '../domain/books/terms.ts';
import type { Recorded } from '../domain/kit/event.ts';
import { partsOfStream } from '../domain/kit/event.ts';
import type { Projection, RecordDocument } from './engine/projection.ts';

/** A period of the books that was exported; `removed` where that was taken back. */
export interface PeriodDocument extends RecordDocument {
  number: number;
  /** `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  /** Of its event: what the log has before it can be in the export. */
  position: string;
  /** By key, of every account. */
  accountNames: AccountNames;
  /** ISO UTC. */
  createdAt: string;
}

type Fact = Recorded<BooksEvent>;

function evolve(document: PeriodDocument | null, event: Fact): object | null {
  if (event.type !== 'PeriodExported') return document && { ...document, removed: true };
  const { number, from, to, accountNames, exportedAt: createdAt } = event.data;
  return { number, from, to, position: event.position, accountNames, createdAt };
}

export const periods: Projection = {
  name: 'periods',
  version: 1,
  collection: 'periods',
  indexes: [['removed', 'number']],
  search: [],
  ids: (event) =>
    partsOfStream(event.stream).category === books.category ? [(event as unknown as Fact).data.periodId] : [],
  evolve: (document, event) => evolve(document as PeriodDocument | null, event as unknown as Fact),
};
