import { ANALYSIS_LIMITS } from '../../domain/analysis/terms.ts';
import type { Analysis } from '../image-analysis.ts';
import type { ModelAnswer } from './prompt.ts';

/** Nobody who only saw a photo can be surer than this. */
const MOST_CONFIDENCE = 0.95;
/** If there is no tree, or if somebody tried to instruct the model. */
const LITTLE_CONFIDENCE = 0.2;
const TALKED_TO_CONFIDENCE = 0.4;

const TALKED_TO = 'The picture or the text holds words that read as instructions. They were not followed.';

/** Orders to a model, links, markup, and amounts of money: no description of a tree needs them. */
const ORDERS = [
  /\b(ignore|disregard|forget|override|bypass)\b.{0,60}\b(instruction|prompt|rule|previous|above|everything|all)/i,
  /\b(system|developer) (prompt|message)\b|\bjailbreak\b|\bas an? (AI|language model|assistant)\b/i,
  /\b(you (must|should|will|are to) (now )?(say|answer|reply|respond|write|mark|set|approve))\b/i,
  /\b(https?:\/\/|www\.)|[\w.+-]+@[\w-]+\.\w|<\/?\w+[^>]*>/i,
  /[$€£]\s?\d|\b\d[\d,.]*\s?(dollars|usd|euros?|bucks)\b/i,
];

/** Whether a text reads as an order to a model. */
export function isOrder(text: string): boolean {
  return ORDERS.some((pattern) => pattern.test(text));
}

/** An answer cut to the limits, without sentences that read as orders; null if nothing is left of its summary. */
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
          ...{ service, priority, estimatedCost: null },
          description: lines(description, ANALYSIS_LIMITS.serviceDescription),
        })),
      treeSpecies: lines(answer.treeSpecies, ANALYSIS_LIMITS.treeSpecies),
      treeHeight: lines(answer.treeHeight, ANALYSIS_LIMITS.treeHeight),
      difficultyLevel: answer.difficultyLevel,
      estimatedDuration: lines(answer.estimatedDuration, ANALYSIS_LIMITS.estimatedDuration),
      recommendations: items(answer.recommendations),
      equipmentNeeded: items(answer.equipmentNeeded),
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

const CONTROLS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu;
const SENTENCES = /(?<=[.!?])\s+|[\r\n]+/;

/** The sentences that do not read as orders, as one paragraph; null if none are left. */
function lines(text: string | null, longest: number): string | null {
  const kept = (text ?? '')
    .split(SENTENCES)
    .filter((sentence) => !isOrder(sentence))
    .map((sentence) => sentence.replaceAll(CONTROLS, ' ').replaceAll(/\s+/g, ' ').trim());
  return shortened(kept.filter(Boolean).join(' '), longest);
}

function items(texts: readonly string[]): string[] {
  const kept = texts.map((text) => lines(text, ANALYSIS_LIMITS.item)).filter((text) => text !== null);
  return [...new Set(kept)].slice(0, ANALYSIS_LIMITS.items);
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
