import { type Raises, raisesAfter } from '../domain/insight/raises.ts';
import { idsOfStream, type Projection, type RecordDocument } from './engine/projection.ts';

/** Each time that an insight was raised, and what became of it. Of what a detector found alone, with the insight's id. */
export interface InsightRaisesDocument extends RecordDocument, Raises {
  detector: string;
}

const NONE: Raises = { raises: [], named: [] };

export const insightRaises: Projection<InsightRaisesDocument> = {
  name: 'insight_raises',
  version: 2,
  collection: 'insight_raises',
  of: ['insight'],
  indexes: [['detector']],
  search: [],
  ids: (event) => idsOfStream(event, 'insight'),
  evolve(document, event) {
    if (document) return { ...document, ...raisesAfter(document, event) };
    if (event.type !== 'InsightRaised') return null;
    return { detector: (event.data as { detector: string }).detector, ...raisesAfter(NONE, event) };
  },
};
