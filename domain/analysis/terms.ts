import { foldText } from '../kit/fold-text.ts';

/** Levels of a risk, and priorities of a service, the most pressing first. */
export const RISKS = ['high', 'medium', 'low'] as const;
export type Risk = (typeof RISKS)[number];

/** How hard the work looks. */
export const DIFFICULTIES = ['Low', 'Medium', 'High'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The longest texts, in characters, and the longest lists. */
export const ANALYSIS_LIMITS = {
  description: 4_000,
  summary: 2_000,
  treeCondition: 2_000,
  additionalNotes: 4_000,
  treeSpecies: 200,
  treeHeight: 100,
  estimatedDuration: 100,
  services: 10,
  serviceDescription: 2_000,
  estimatedCost: 100,
  items: 20,
  item: 300,
  hazard: 200,
} as const;

/** The hazards of several lists in their order, each once, however it is written. */
export function joinedHazards(...lists: readonly (readonly string[])[]): string[] {
  const byText = new Map<string, string>();
  for (const hazard of lists.flat()) byText.set(foldText(hazard), byText.get(foldText(hazard)) ?? hazard);
  return [...byText.values()];
}
