import { canonicalJson, sha256 } from '../platform/runtime/ids.ts';
import type { AskQuery, Given } from './ask/query.ts';
import { FALLBACKS, type Fallback } from './image-analysis.ts';
import { keptAnswers } from './kept-answers.ts';

/** What a model is asked. */
export interface QuestionRequest {
  /** As it may go out: names, numbers and times are placeholders. */
  text: string;
  /** Those that whoever asks may run. */
  queries: readonly AskQuery[];
}

/** Literally what goes out for a question. */
export interface SentQuestion {
  instructions: string;
  input: string;
  /** A tool for each query, and one that says that none fits. */
  tools: readonly object[];
}

/** What a model takes a question for. */
export interface QuestionReading {
  /** The model that read it. */
  model: string;
  /** Null where none fits. */
  query: AskQuery | null;
  /** Of its parameters those that are a choice, as far as the question says them. */
  given: Given;
}

/** Chooses the query that answers a question. It sees no record and no figure. */
export interface QuestionReader {
  sent(request: QuestionRequest): SentQuestion;
  /**
   * @returns one of the queries of the request, with parameters that fit its schema
   * @throws AnalysisUnavailable if it has no answer; the signal's reason
   */
  read(request: QuestionRequest, signal: AbortSignal): Promise<QuestionReading>;
}

/** Asks once for what is sent word for word the same, whoever asks: a page that refreshes itself takes no further call. */
export function keepingReadings(reader: QuestionReader): QuestionReader {
  const kept = keptAnswers<QuestionReading>();
  return {
    sent: reader.sent,
    read: (request, signal) =>
      kept(sha256(canonicalJson(reader.sent(request))), (unwanted) => reader.read(request, unwanted), signal),
  };
}

/** Why nobody but the rules read a question, in words for a person. */
export function readingFallbackText(reason: Fallback): string {
  const why = reason === 'refused' ? 'The AI service refused to read this question.' : FALLBACKS[reason];
  return `${why} ${reason === 'daily_limit' ? TOMORROW : AGAIN}`;
}

/** What somebody can do where a question is not answered. */
export const OTHERWISE = 'Choose a question, or say it in other words.';
const AGAIN = 'Choose a question, or ask again in a moment.';
const TOMORROW = 'Choose a question, or ask again tomorrow.';
