import { partsOfStream } from '../../domain/kit/event.ts';
import type { Projection, RecordDocument } from '../../projections/engine/projection.ts';

/** Who made a quote, with the id of the quote as its own. */
export interface QuoteMakerDocument extends RecordDocument {
  /** The id of an account; a process where none made it. */
  madeBy: string;
}

/** Only findings ask for it, so no stored read model keeps it. */
export const quoteMakers: Projection<QuoteMakerDocument> = {
  name: 'quote_makers',
  version: 1,
  collection: 'quote_makers',
  of: ['quote'],
  indexes: [],
  search: [],
  ids: ({ type, stream }) => (type === 'QuoteCreated' ? [partsOfStream(stream).id] : []),
  evolve: (_, { metadata }) => ({ madeBy: metadata.actor }),
};
