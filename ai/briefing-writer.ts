import { FALLBACKS, type Fallback } from './image-analysis.ts';

/** What goes out, to the letter. */
export interface BriefingRequest {
  instructions: string;
  input: string;
}

/** What a model makes of numbered insights, before anything of it is checked. */
export interface ModelBriefing {
  groups: readonly {
    heading: string;
    summary: string;
    insights: readonly { number: number; title: string; description: string }[];
  }[];
}

/** Words, groups and ranks insights. */
export interface BriefingWriter {
  /**
   * One call, counted among those of a day.
   * @throws AnalysisUnavailable if it has no answer; the signal's reason
   */
  write(request: BriefingRequest, signal: AbortSignal): Promise<{ answer: ModelBriefing; model: string }>;
}

/** Why a try wrote nothing: what a call of the service can fail of, or the process that asked has ended before the answer. */
export type BriefingFailure = Fallback | 'broken_off';

const OWN_WORDS: Readonly<Partial<Record<BriefingFailure, string>>> = {
  visitors_limit: 'Half of today’s calls to the AI service are used up, and the others are kept for people.',
  refused: 'The AI service refused to write a briefing.',
  broken_off: 'Heartwood stopped while it asked the AI service.',
};

/** The same in words for a person. @param reason as it is stored */
export function briefingFailureText(reason: string): string {
  return OWN_WORDS[reason as BriefingFailure] ?? FALLBACKS[reason as Fallback] ?? 'The AI service gave no answer.';
}
