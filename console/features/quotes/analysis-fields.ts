import type { AnalysisRecord } from '../../../api/analyses/schema.ts';
import { ANALYSIS_LIMITS, DIFFICULTIES, RISKS } from '../../../domain/analysis/terms.ts';
import type { Field } from '../../ui/fields.ts';

/** What of an analysis a person may correct: each value as a form holds it. */
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
  | 'equipmentNeeded';

export interface Finding extends Field {
  name: FindingName;
  /** Typed as lines. */
  isList?: true;
}

const lines = { kind: 'multiline', isList: true, help: 'One in a line' } as const;

/** In the order in which they are shown. */
export const FINDINGS: readonly Finding[] = [
  { name: 'summary', label: 'Summary', kind: 'multiline', maxLength: ANALYSIS_LIMITS.summary },
  {
    ...{ name: 'safetyRisk', label: 'Safety Risk', kind: 'choice', choices: RISKS },
    labels: { high: 'HIGH', medium: 'MEDIUM', low: 'LOW' },
  },
  { name: 'treeCondition', label: 'Tree Condition', kind: 'multiline', maxLength: ANALYSIS_LIMITS.treeCondition },
  { name: 'additionalNotes', label: 'Additional Notes', kind: 'multiline', maxLength: ANALYSIS_LIMITS.additionalNotes },
  { name: 'treeSpecies', label: 'Species', kind: 'text', maxLength: ANALYSIS_LIMITS.treeSpecies },
  { name: 'treeHeight', label: 'Height', kind: 'text', maxLength: ANALYSIS_LIMITS.treeHeight },
  { name: 'difficultyLevel', label: 'Difficulty', kind: 'choice', choices: DIFFICULTIES },
  { name: 'estimatedDuration', label: 'Duration', kind: 'text', maxLength: ANALYSIS_LIMITS.estimatedDuration },
  { name: 'recommendations', label: 'Recommendations', ...lines },
  { name: 'equipmentNeeded', label: 'Equipment needed', ...lines },
];

/** A value as it is typed and read. */
export function textOfFinding(of: Pick<AnalysisRecord, FindingName>, name: FindingName): string {
  const value = of[name];
  return Array.isArray(value) ? value.join('\n') : (value ?? '');
}

/** What a call is sent of what was typed. */
export function sentFinding({ isList }: Finding, text: string): unknown {
  if (!isList) return text;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
