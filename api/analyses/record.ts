import { fallbackText } from '../../ai/image-analysis.ts';
import { analysis } from '../../domain/analysis/analysis.ts';
import { type AnalysisDocument, analyses } from '../../projections/analyses.ts';
import { shownFields, shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { findingFields } from './schema.ts';

export const analysisKind = recordKind({
  decider: analysis,
  projection: analyses,
  area: 'quotes',
  title: () => 'Image analysis',
  present: (analysis: AnalysisDocument) => ({
    ...shownOf(findingFields, analysis),
    analysisId: analysis.id,
    quoteId: analysis.quoteId,
    customerId: analysis.customerId,
    leadId: analysis.leadId,
    description: analysis.description,
    confidence: analysis.confidence,
    seen: analysis.seen,
    notSeen: analysis.notSeen,
    method: analysis.method,
    model: analysis.model,
    version: analysis.version,
    inputHash: analysis.inputHash,
    fallback: fallbackText(analysis.fallback),
    proposed: shownFields(findingFields, analysis.proposed),
    corrected: correctedIn(analysis),
    erased: analysis.erased === true,
  }),
  partOf: ({ id, customerId, leadId }) => {
    if (customerId !== null) return { category: 'customer', id: customerId };
    return leadId === null ? { category: 'analysis', id } : { category: 'lead', id: leadId };
  },
});

/** The fields a person changed from what was found; once the texts are erased, nobody can tell. */
function correctedIn(analysis: AnalysisDocument): string[] {
  const names = Object.keys(findingFields) as (keyof typeof findingFields)[];
  return names.filter((name) => JSON.stringify(analysis[name]) !== JSON.stringify(analysis.proposed[name]));
}
