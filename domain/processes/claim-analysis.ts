import type { AnalysisCommand } from '../analysis/analysis.ts';
import { partsOfStream, type Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';
import type { QuoteEvent } from '../quote/events.ts';

/**
 * An analysis that a quote names is the quote's from then on, and is erased with it. The step is never refused: one that is
 * not there, was erased, or is another quote's already stays as it is.
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
