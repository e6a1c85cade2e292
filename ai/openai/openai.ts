import type OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { type Analysis, type AnalysisRequest, AnalysisUnavailable, type ImageAnalysis } from '../image-analysis.ts';
import { cleaned } from './clean.ts';
import { INSTRUCTIONS, modelAnswer, PROMPT_VERSION, textOf } from './prompt.ts';
import { createService, hasRefused, MOST_TOKENS, nameOf, type OpenAiOptions } from './service.ts';

/**
 * Asks a vision model. It gets the text and the picture, reduced and without its location; its answer is checked by a
 * schema, cleaned, and never taken for a price.
 */
export function createOpenAi(options: OpenAiOptions): ImageAnalysis {
  const { model } = options;
  const service = createService(options);
  const format = zodTextFormat(modelAnswer, 'tree_photo');

  async function ask(
    client: OpenAI,
    { picture, description }: AnalysisRequest,
    signal: AbortSignal,
  ): Promise<Analysis> {
    const response = await client.responses.parse(
      {
        model,
        instructions: INSTRUCTIONS,
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_text', text: textOf(description) },
              {
                type: 'input_image',
                detail: 'auto',
                image_url: `data:image/webp;base64,${picture.image.toString('base64')}`,
              },
            ],
          },
        ],
        text: { format },
        max_output_tokens: MOST_TOKENS,
        store: false,
      },
      { signal },
    );
    if (hasRefused(response)) throw new AnalysisUnavailable('refused');
    const kept = response.output_parsed && cleaned(response.output_parsed, description);
    if (!kept) throw new AnalysisUnavailable('unreadable');
    const answeredBy = nameOf(response.model, model) ?? model;
    return { ...kept, method: 'openai', model: answeredBy, version: PROMPT_VERSION, fallback: null };
  }

  return {
    analyze: (request, signal) =>
      service.answer({ asker: request.asker, ask: (client, within) => ask(client, request, within) }, signal),
  };
}
