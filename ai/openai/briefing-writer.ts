import { zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import type { BriefingWriter } from '../briefing-writer.ts';
import { AnalysisUnavailable } from '../image-analysis.ts';
import { createService, hasRefused, MOST_TOKENS, nameOf, type OpenAiOptions } from './service.ts';

/** What the model is to answer. */
const modelBriefing = z.object({
  groups: z.array(
    z.object({
      heading: z.string().describe('A few words.'),
      summary: z.string().describe('One sentence.'),
      insights: z.array(
        z.object({
          number: z.int().describe('The number of the insight.'),
          title: z.string().describe('One short sentence.'),
          description: z.string().describe('One to three sentences.'),
        }),
      ),
    }),
  ),
});

/** A whole list takes longer to write than one text. */
const TIMEOUT_MS = 60_000;

/** Asks a language model to word, group and rank insights. It has no tools: what it calls is no answer. */
export function createOpenAiBriefings(options: OpenAiOptions): BriefingWriter {
  // Whoever asks has it tried again, with the findings of then.
  const service = createService({ timeoutMs: TIMEOUT_MS, ...options, attempts: 1 });
  const format = zodTextFormat(modelBriefing, 'briefing');
  return {
    write: ({ instructions, input }, signal) =>
      service.answer(
        {
          // Nobody waits for it: people keep half of the day's calls.
          asker: 'visitor',
          async ask(client, within) {
            const response = await client.responses.parse(
              {
                model: options.model,
                instructions,
                input,
                text: { format },
                max_output_tokens: 3 * MOST_TOKENS,
                store: false,
              },
              { signal: within },
            );
            if (hasRefused(response)) throw new AnalysisUnavailable('refused');
            const answer = response.output_parsed;
            if (!answer || answer.groups.every(({ insights }) => insights.length === 0))
              throw new AnalysisUnavailable('unreadable');
            return { answer, model: nameOf(response.model, options.model) ?? options.model };
          },
        },
        signal,
      ),
  };
}
