import { ERASED_FINDINGS, ERASED_ORIGIN } from '../domain/analysis/analysis.ts';
import { type AnalysisEvent, type AnalysisOrigin, type Findings, findings } from '../domain/analysis/events.ts';
import { partOf } from '../domain/kit/event.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** What was found in a picture, as corrected by people. */
export interface AnalysisDocument extends RecordDocument, AnalysisOrigin, Findings {
  /** As first found. */
  proposed: Findings;
  /** ISO UTC. */
  createdAt: string;
}

export const analyses = readModel<AnalysisDocument, AnalysisEvent>()({
  name: 'analyses',
  version: 2,
  of: 'analysis',
  indexes: [
    ['removed', 'createdAt'],
    ['removed', 'quoteId', 'createdAt'],
    ['removed', 'customerId', 'createdAt'],
    ['removed', 'leadId', 'createdAt'],
    ['quoteId'],
    ['customerId'],
    ['leadId'],
  ],
  search: ['summary', 'treeCondition', 'description'],
  first: {
    ImageAnalyzed: ({ analyzedAt, ...fields }) => ({
      ...fields,
      proposed: partOf(findings, { ...fields }),
      createdAt: analyzedAt,
    }),
  },
  after: {
    AnalysisCorrected: merged,
    AnalysisClaimed: merged,
    AnalysisRemoved: removed,
    AnalysisRestored: restored,
    AnalysisErased: (_, { proposed }) => ({
      ...ERASED_ORIGIN,
      ...ERASED_FINDINGS,
      proposed: { ...proposed, ...ERASED_FINDINGS },
      erased: true,
    }),
  },
});
