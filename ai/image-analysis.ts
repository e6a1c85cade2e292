import type { Findings } from '../domain/analysis/events.ts';
import type { Look } from '../platform/images/image.ts';

/** A picture of a tree, and what was said beside it; both are a stranger's. */
export interface AnalysisRequest {
  picture: Look;
  /** In the customer's words, or of whoever sends the picture. */
  description: string | null;
}

/** Why the first choice did not answer. */
export const FALLBACKS = {
  daily_limit: "Today's calls to the AI service are used up.",
  timeout: 'The AI service took too long.',
  busy: 'The AI service had no room.',
  unreachable: 'The AI service could not be reached.',
  rejected: 'The AI service did not take the call: its key, model or address may be wrong.',
  refused: 'The AI service refused to describe this picture.',
  unreadable: 'The AI service gave no usable answer.',
} as const;
export type Fallback = keyof typeof FALLBACKS;

/** Why the rules answered, for a person; null where nothing came in their way. @param reason as it is kept */
export function fallbackText(reason: string | null): string | null {
  if (reason === null) return null;
  const why = (FALLBACKS as Readonly<Record<string, string>>)[reason] ?? 'The AI service gave no answer.';
  return `${why} This answer is by rules over colors and words.`;
}

/** What was found, and how it was found. What nobody can tell is null, and is never guessed. */
export interface Analysis {
  /** Without what anything costs: neither a picture nor a model knows the company's prices. */
  findings: Findings;
  /** From 0 to 1. */
  confidence: number;
  /** What the answer rests on, and what it could not rest on; each a sentence. */
  seen: string[];
  notSeen: string[];
  method: 'openai' | 'rules';
  model: string;
  /** Of what was asked, or of the rules: answers of different ones are not compared. */
  version: string;
  /** Why the rules answered in place of the model; null where the first choice did. */
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

/** It has no answer for this picture now; another adapter may have one. */
export class AnalysisUnavailable extends Error {
  readonly reason: Fallback;

  constructor(reason: Fallback, options?: ErrorOptions) {
    super(FALLBACKS[reason], options);
    this.name = 'AnalysisUnavailable';
    this.reason = reason;
  }
}

/**
 * Asks the first, and where that has no answer the second: the analysis then says why.
 * @param onFallback is told why
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
