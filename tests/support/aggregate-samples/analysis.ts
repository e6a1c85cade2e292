import fc from 'fast-check';
import { analysis } from '../../../domain/analysis/analysis.ts';
import { analysisEvents, NO_FINDINGS } from '../../../domain/analysis/events.ts';
import { analyses } from '../../../projections/analyses.ts';
import { AT, few, mark, of, SAMPLE_ID, sample, some, text, WHY } from './sample.ts';

const suggested = fc.constantFrom(
  [],
  [{ service: 'pruning', description: 'Oak', estimatedCost: null, priority: 'low' }],
);

export const analysisSample = sample(analysis, analysisEvents, {
  first: {
    type: 'RecordAnalysis',
    origin: {
      quoteId: null,
      customerId: null,
      leadId: null,
      method: 'rules',
      model: 'rules',
      version: '1',
      inputHash: 'h',
      fallback: null,
      confidence: 0.2,
      description: null,
      seen: ['Green'],
      notSeen: [],
    },
    findings: { ...NO_FINDINGS, summary: 'Green', safetyRisk: 'medium' },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('CorrectAnalysis'),
      findings: some({ summary: text, safetyRisk: fc.constantFrom('high', 'low'), suggestedServices: suggested }),
    }),
    fc.record({ type: of('ClaimAnalysis'), quoteId: few }),
    fc.record({ type: fc.constantFrom('RemoveAnalysis', 'RestoreAnalysis') }),
  ) as fc.Arbitrary<never>,
  projection: analyses,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { findings, quoteId, presence } = state;
    return { [SAMPLE_ID]: { ...findings, quoteId, ...mark(presence === 'removed') } };
  },
  inClear: {
    [WHY.id]: ['ImageAnalyzed.quoteId', 'ImageAnalyzed.customerId', 'ImageAnalyzed.leadId', 'AnalysisClaimed.quoteId'],
    [WHY.choice]: [
      'ImageAnalyzed.safetyRisk',
      'ImageAnalyzed.difficultyLevel',
      'ImageAnalyzed.fallback',
      'AnalysisCorrected.safetyRisk',
      'AnalysisCorrected.difficultyLevel',
    ],
    [WHY.entered]: ['ImageAnalyzed.analyzedAt'],
    'with what a picture was analyzed, and how sure that is': [
      'ImageAnalyzed.method',
      'ImageAnalyzed.model',
      'ImageAnalyzed.version',
      'ImageAnalyzed.confidence',
    ],
    'the checksum of a picture that is kept nowhere, and of the text beside it': ['ImageAnalyzed.inputHash'],
  },
});
