import { ANALYSIS_LIMITS } from '../../domain/analysis/terms.ts';
import type { Analysis } from '../image-analysis.ts';
import { areTogether, isOrder, passable } from './passable.ts';
import type { ModelAnswer } from './prompt.ts';

/** Nobody who only saw a photo can be surer than this. */
const MOST_CONFIDENCE = 0.95;
/** If there is no tree, or if somebody tried to instruct the model. */
const LITTLE_CONFIDENCE = 0.2;
const TALKED_TO_CONFIDENCE = 0.4;

const TALKED_TO = 'The picture or the text holds words that read as instructions. They were not followed.';

/** An answer cut to the limits, its texts only as far as they may be passed on; null if nothing is left of its summary. */
export function cleaned(
  answer: ModelAnswer,
  description: string | null,
): Pick<Analysis, 'findings' | 'confidence' | 'seen' | 'notSeen'> | null {
  const summary = lines(answer.summary, ANALYSIS_LIMITS.summary);
  if (summary === null) return null;
  const wasTalkedTo = answer.hasInstructions || isOrder(description ?? '') || isOrder(answer.summary);
  return {
    findings: {
      summary,
      treeCondition: lines(answer.treeCondition, ANALYSIS_LIMITS.treeCondition),
      // A picture that declares itself harmless is not believed.
      safetyRisk: wasTalkedTo && answer.safetyRisk === 'low' ? 'medium' : answer.safetyRisk,
      additionalNotes: lines(answer.additionalNotes, ANALYSIS_LIMITS.additionalNotes),
      suggestedServices: answer.suggestedServices
        .slice(0, ANALYSIS_LIMITS.services)
        .map(({ service, description, priority }) => ({
          service,
          priority,
          estimatedCost: null,
          description: lines(description, ANALYSIS_LIMITS.serviceDescription),
        })),
      treeSpecies: lines(answer.treeSpecies, ANALYSIS_LIMITS.treeSpecies),
      treeHeight: lines(answer.treeHeight, ANALYSIS_LIMITS.treeHeight),
      difficultyLevel: answer.difficultyLevel,
      estimatedDuration: lines(answer.estimatedDuration, ANALYSIS_LIMITS.estimatedDuration),
      recommendations: items(answer.recommendations),
      equipmentNeeded: items(answer.equipmentNeeded),
      hazards: items(answer.hazards, ANALYSIS_LIMITS.hazard),
    },
    confidence: confidenceOf(answer, wasTalkedTo),
    seen: items(answer.seen),
    notSeen: [...(wasTalkedTo ? [TALKED_TO] : []), ...items(answer.notSeen)],
  };
}

function confidenceOf({ confidence, showsTree }: ModelAnswer, wasTalkedTo: boolean): number {
  const most = showsTree ? (wasTalkedTo ? TALKED_TO_CONFIDENCE : MOST_CONFIDENCE) : LITTLE_CONFIDENCE;
  const said = Number.isFinite(confidence) ? confidence : 0;
  return Math.round(Math.max(0, Math.min(most, said)) * 100) / 100;
}

/** What may be passed on of a text; null if nothing is left. */
function lines(text: string | null, longest: number): string | null {
  return shortened(passable(text ?? ''), longest);
}

function items(texts: readonly string[], longest: number = ANALYSIS_LIMITS.item): string[] {
  const kept = texts.map((text) => lines(text, longest)).filter((text) => text !== null);
  const shown = [...new Set(kept)].slice(0, ANALYSIS_LIMITS.items);
  return areTogether(shown) ? shown : [];
}

/** Cuts by characters, as the limits count them. */
function shortened(text: string, longest: number): string | null {
  const characters = [...text];
  if (characters.length <= longest) return text || null;
  return `${characters
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`;
}
