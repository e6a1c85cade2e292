import { type IdeaRequest, type PlannedIdea, POST_SIZES } from '../domain/content-idea/ideas.ts';
import { postLength } from '../domain/social-post/terms.ts';
import { FALLBACKS, type Fallback } from './image-analysis.ts';

/** What is to be written: ideas as fixed rules told them, which say what each is about. Nothing in it is about a person. */
export interface WritingRequest extends Pick<IdeaRequest, 'businessType' | 'targetAudience'> {
  ideas: readonly PlannedIdea[];
}

/** A text in place of the one of the rules. */
export type WrittenPost = Pick<PlannedIdea, 'title' | 'content' | 'hashtags'>;

/** Writes posts in words of its own. */
export interface ContentWriter {
  /**
   * @returns a text for each idea, in order; null where there is none that may be used
   * @throws AnalysisUnavailable if it has no answer at all; the signal's reason
   */
  write(request: WritingRequest, signal: AbortSignal): Promise<(WrittenPost | null)[]>;
}

/** An idea in other words; as it is, if these do not fit its platform. */
export function rewritten(idea: PlannedIdea, post: WrittenPost | null): PlannedIdea {
  return post && postLength(post) <= POST_SIZES[idea.platform].characters ? { ...idea, ...post } : idea;
}

/** Why the rules wrote, in words for a person; null if the first choice did. @param reason as it is kept */
export function writingFallbackText(reason: string | null): string | null {
  if (reason === null) return null;
  const why = reason === 'refused' ? 'The AI service refused to write these texts.' : FALLBACKS[reason as Fallback];
  return `${why ?? 'The AI service gave no answer.'} These ideas come from fixed rules.`;
}
