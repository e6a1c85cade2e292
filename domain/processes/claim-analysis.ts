import type { AnalysisCommand } from '../analysis/analysis.ts';
import { partsOfStream, type Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';
import type { QuoteEvent } from '../quote/events.ts';

/**
 * An analysis that a quote names belongs to the quote from then on, and is erased with it. The step is never refused:
 * an analysis that is missing, erased, or already another quote's stays as it is.
 */
export const claimAnalysis: Process = {
  name: 'claim-analysis',
  types: ['QuoteCreated', 'QuoteVersionSaved'],
  steps(event): Step<AnalysisCommand>[] {
    const fact = event as Recorded<QuoteEvent>;
    if (fact.type !== 'QuoteCreated' && fact.type !== 'QuoteVersionSaved') return [];
    const { analysisId } = fact.data;
    if (analysisId === null) return [];
    const { id: quoteId } = partsOfStream(fact.stream);
    return [{ role: 'analysis', category: 'analysis', id: analysisId, command: { type: 'ClaimAnalysis', quoteId } }];
  },
};
