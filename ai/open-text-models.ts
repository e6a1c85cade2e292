import type { OpenAiConfig } from '../platform/configuration/config.ts';
import type { StateStore } from '../store/state.ts';
import type { BriefingWriter } from './briefing-writer.ts';
import type { ContentWriter } from './content-writer.ts';
import { keepingReadings, type QuestionReader } from './question-reader.ts';
import type { SentimentReader } from './sentiment-reader.ts';

/** What reads and writes texts; null where the configuration asks for none, so that the rules are what there is. */
export interface TextModels {
  contentWriter: ContentWriter | null;
  sentimentReader: SentimentReader | null;
  questionReader: QuestionReader | null;
  briefingWriter: BriefingWriter | null;
}

/**
 * Those that the configuration asks for.
 * @param today in the company's zone, `YYYY-MM-DD`: their calls are counted with those that analyze pictures
 * @param backOffMs the wait before the service is asked a second time
 */
export async function openTextModels({
  openAi,
  state,
  today,
  backOffMs,
}: {
  openAi: OpenAiConfig | null;
  state: StateStore;
  today: () => Promise<string>;
  backOffMs?: number | undefined;
}): Promise<TextModels> {
  if (openAi === null) {
    return { contentWriter: null, sentimentReader: null, questionReader: null, briefingWriter: null };
  }
  // Its client is large: it is loaded only if it is used.
  const { createOpenAiWriter } = await import('./openai/content-writer.ts');
  const { createOpenAiBriefings } = await import('./openai/briefing-writer.ts');
  const { createOpenAiSentiments } = await import('./openai/sentiment-reader.ts');
  const { createOpenAiQuestions } = await import('./openai/question-reader.ts');
  const { createDailyCalls } = await import('./openai/daily-calls.ts');
  const { dailyCalls, ...service } = openAi;
  const options = { ...service, backOffMs, calls: createDailyCalls(state, dailyCalls, today) };
  return {
    contentWriter: createOpenAiWriter(options),
    sentimentReader: createOpenAiSentiments(options),
    questionReader: keepingReadings(createOpenAiQuestions(options)),
    briefingWriter: createOpenAiBriefings(options),
  };
}
