import type { Findings } from '../domain/analysis/events.ts';
import type { Look } from '../platform/images/image.ts';

/** A picture of a tree and the text sent with it; both come from a stranger. */
export interface AnalysisRequest {
  picture: Look;
  /** In the words of the customer, or of whoever sends the picture. */
  description: string | null;
  /** Visitors, who are strangers, have a share of the calls to a paid service; the staff have all that are left. */
  asker: 'staff' | 'visitor';
}

/** Why the first choice did not answer. */
export const FALLBACKS = {
  daily_limit: "Today's calls to the AI service are used up.",
  visitors_limit: "The visitors' share of the day's calls to the AI service was used up.",
  timeout: 'The AI service took too long.',
  busy: 'The AI service was too busy.',
  unreachable: 'The AI service could not be reached.',
  rejected: 'The AI service did not accept the call: its key, model or address may be wrong.',
  refused: 'The AI service refused to describe this picture.',
  too_long: 'The AI service sent an answer that was too long to read.',
  unreadable: 'The AI service gave no usable answer.',
} as const;
export type Fallback = keyof typeof FALLBACKS;

/** Why the rules answered, in words for a person; null if the first choice answered. @param reason as it is stored */
export function fallbackText(reason: string | null): string | null {
  if (reason === null) return null;
  const why = (FALLBACKS as Readonly<Record<string, string>>)[reason] ?? 'The AI service gave no answer.';
  return `${why} This answer comes from fixed rules about colors and words.`;
}

/** What was found, and how. Anything that cannot be told is null, never a guess. */
export interface Analysis {
  /** Without prices: neither a picture nor a model knows the company's. */
  findings: Findings;
  /** From 0 to 1. */
  confidence: number;
  /** What the answer is based on, and what could not be seen; each a sentence. */
  seen: string[];
  notSeen: string[];
  method: 'openai' | 'rules';
  model: string;
  /** The version of the prompt or of the rules: answers of different versions cannot be compared. */
  version: string;
  /** Why the rules answered instead of the model; null if the first choice answered. */
  fallback: Fallback | null;
}

/** Says what a picture shows. */
export interface ImageAnalysis {
  /**
   * @param signal aborted when nobody wants the answer any more
   * @throws AnalysisUnavailable; the signal's reason
   */
  analyze(request: AnalysisRequest, signal: AbortSignal): Promise<Analysis>;
}

/** The adapter has no answer for this picture now; another one may. */
export class AnalysisUnavailable extends Error {
  readonly reason: Fallback;

  constructor(reason: Fallback, options?: ErrorOptions) {
    super(FALLBACKS[reason], options);
    this.name = 'AnalysisUnavailable';
    this.reason = reason;
  }
}

/**
 * Asks the first, and if it has no answer, the second: the analysis then says why.
 * @param onFallback receives the cause
 */
export function withFallback(
  first: ImageAnalysis,
  second: ImageAnalysis,
  onFallback: (cause: AnalysisUnavailable) => void,
): ImageAnalysis {
  return {
    async analyze(request, signal) {
      try {
        return await first.analyze(request, signal);
      } catch (cause) {
        if (!(cause instanceof AnalysisUnavailable)) throw cause;
        onFallback(cause);
        return { ...(await second.analyze(request, signal)), fallback: cause.reason };
      }
    },
  };
}
