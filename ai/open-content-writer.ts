import type { OpenAiConfig } from '../platform/configuration/config.ts';
import type { StateStore } from '../store/state.ts';
import type { ContentWriter } from './content-writer.ts';

/**
 * The writer that the configuration asks for; null for none, so that the texts of the rules are what there is.
 * @param today in the company's zone, `YYYY-MM-DD`: its calls are counted with those that analyze pictures
 */
export async function openContentWriter({
  openAi,
  state,
  today,
}: {
  openAi: OpenAiConfig | null;
  state: StateStore;
  today: () => Promise<string>;
}): Promise<ContentWriter | null> {
  if (openAi === null) return null;
  // Its client is large: it is loaded only if it is used.
  const { createOpenAiWriter } = await import('./openai/content-writer.ts');
  const { createDailyCalls } = await import('./openai/daily-calls.ts');
  const { dailyCalls, ...service } = openAi;
  return createOpenAiWriter({ ...service, calls: createDailyCalls(state, dailyCalls, today) });
}
