import type { AnalysisRecord } from '../../../api/analyses/schema.ts';
import { ANALYSIS_LIMITS, DIFFICULTIES, RISKS } from '../../../domain/analysis/terms.ts';
import type { Field } from '../../ui/inputs/fields.ts';

/** The fields of an analysis that people can correct, as a form holds them. */
export type FindingName =
  | 'summary'
  | 'safetyRisk'
  | 'treeCondition'
  | 'additionalNotes'
  | 'treeSpecies'
  | 'treeHeight'
  | 'difficultyLevel'
  | 'estimatedDuration'
  | 'recommendations'
  | 'equipmentNeeded'
  | 'hazards';

export interface Finding extends Field {
  name: FindingName;
  /** Typed one per line. */
  isList?: true;
}

const lines = { kind: 'multiline', isList: true, help: 'One per line' } as const;

/** In display order. */
export const FINDINGS: readonly Finding[] = [
  { name: 'summary', label: 'Summary', kind: 'multiline', maxLength: ANALYSIS_LIMITS.summary },
  {
    name: 'safetyRisk',
    label: 'Safety Risk',
    kind: 'choice',
    choices: RISKS,
    labels: { high: 'HIGH', medium: 'MEDIUM', low: 'LOW' },
  },
  { name: 'hazards', label: 'Hazards', ...lines },
  { name: 'treeCondition', label: 'Tree Condition', kind: 'multiline', maxLength: ANALYSIS_LIMITS.treeCondition },
  { name: 'additionalNotes', label: 'Additional Notes', kind: 'multiline', maxLength: ANALYSIS_LIMITS.additionalNotes },
  { name: 'treeSpecies', label: 'Species', kind: 'text', maxLength: ANALYSIS_LIMITS.treeSpecies },
  { name: 'treeHeight', label: 'Height', kind: 'text', maxLength: ANALYSIS_LIMITS.treeHeight },
  { name: 'difficultyLevel', label: 'Difficulty', kind: 'choice', choices: DIFFICULTIES },
  { name: 'estimatedDuration', label: 'Duration', kind: 'text', maxLength: ANALYSIS_LIMITS.estimatedDuration },
  { name: 'recommendations', label: 'Recommendations', ...lines },
  { name: 'equipmentNeeded', label: 'Equipment needed', ...lines },
];

/** A value as form text. */
export function textOfFinding(of: Pick<AnalysisRecord, FindingName>, name: FindingName): string {
  const value = of[name];
  return Array.isArray(value) ? value.join('\n') : (value ?? '');
}

/** Typed text as a call sends it. */
export function sentFinding({ isList }: Finding, text: string): unknown {
  if (!isList) return text;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
