import { withHazardsIn } from '../domain/analysis/hazards.ts';
import type { OpenAiConfig } from '../platform/configuration/config.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { StateStore } from '../store/state.ts';
import { type ImageAnalysis, withFallback } from './image-analysis.ts';
import { keepingAnswers } from './kept-answers.ts';
import { createRules } from './rules/rules.ts';
import { readWords } from './rules/words.ts';

/**
 * The analysis that the configuration asks for: the service, with the rules behind it, or the rules alone.
 * @param today in the company's zone, `YYYY-MM-DD`
 * @param backOffMs the wait before it is asked a second time
 */
export async function openImageAnalysis({
  openAi,
  state,
  today,
  clock,
  log,
  backOffMs,
}: {
  openAi: OpenAiConfig | null;
  state: StateStore;
  today: () => Promise<string>;
  clock: Clock;
  log: Log;
  backOffMs?: number | undefined;
}): Promise<ImageAnalysis> {
  const rules = createRules();
  if (openAi === null) return rules;
  // Its client is large: it is loaded only if it is used.
  const { createOpenAi } = await import('./openai/openai.ts');
  const { createDailyCalls } = await import('./openai/daily-calls.ts');
  const { dailyCalls, ...service } = openAi;
  const model = createOpenAi({ ...service, backOffMs, calls: createDailyCalls(state, dailyCalls, today) });
  return withFallback(takingWords(keepingAnswers(model, { clock })), rules, ({ reason, cause }) => {
    // Not its message: the service may repeat what it was sent.
    const { name, status } = (cause ?? {}) as { name?: string; status?: number };
    log.warn({ reason, error: name, status }, 'a picture was analyzed by rules, as the AI service gave no answer');
  });
}

/**
 * Adds what the text beside the picture says of the tree, where the model leaves it open, and the hazards that the text
 * or the model's own texts name and its list does not.
 */
export function takingWords(analysis: ImageAnalysis): ImageAnalysis {
  return {
    async analyze(request, signal) {
      const found = await analysis.analyze(request, signal);
      const { species, height } = readWords(request.description ?? '');
      const { treeSpecies, treeHeight, hazards, summary, treeCondition, additionalNotes } = found.findings;
      const texts = [request.description, summary, treeCondition, additionalNotes];
      const findings = {
        ...found.findings,
        treeSpecies: treeSpecies ?? species,
        treeHeight: treeHeight ?? height,
        hazards: withHazardsIn(hazards, ...texts),
      };
      return { ...found, findings };
    },
  };
}
