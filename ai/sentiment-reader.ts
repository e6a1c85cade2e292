import type { Sentiment } from '../domain/customer-review/terms.ts';

/** What somebody wrote about the company. */
export interface SentimentRequest {
  /** 1 to 5 stars. */
  rating: number;
  text: string;
  /** What is known to name people or places, as it is written: none of it goes out. */
  names: readonly string[];
}

/** Says how a review is meant. */
export interface SentimentReader {
  /**
   * @returns null where nothing of the text may go out, so that nobody was asked
   * @throws AnalysisUnavailable if it has no answer; the signal's reason
   */
  read(request: SentimentRequest, signal: AbortSignal): Promise<Sentiment | null>;
}
