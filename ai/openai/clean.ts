import { ANALYSIS_LIMITS } from '../../domain/analysis/terms.ts';
import type { Analysis } from '../image-analysis.ts';
import type { ModelAnswer } from './prompt.ts';

/** Surer than this is nobody who only saw a photo. */
const MOST_CONFIDENCE = 0.95;
/** Where there is no tree, or where somebody tried to talk the model into something. */
const LITTLE_CONFIDENCE = 0.2;
const TALKED_TO_CONFIDENCE = 0.4;

const TALKED_TO = 'The picture or the text holds words that read as instructions. They were not followed.';

/** What reads as an order to a model, or leads somewhere, or names money: no description of a tree needs it. */
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

/** What is kept of an answer: within the limits, without what reads as an order; null where nothing is left of its summary. */
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
      // A picture that calls itself harmless is not believed.
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

/** Its sentences that read as no order, as one paragraph; null where nothing is left. */
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

/** By characters, as limits count them. */
function shortened(text: string, longest: number): string | null {
  const characters = [...text];
  if (characters.length <= longest) return text || null;
  return `${characters
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`;
}
