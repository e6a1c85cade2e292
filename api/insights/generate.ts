import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { detectors } from '../../ai/detectors/index.ts';
import { DETECTORS, type DetectorName } from '../../domain/insight/terms.ts';
import { waitAndTell } from '../../platform/http/answers/consistency.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errors } from '../kit/fields/common.schema.ts';
import { askForBriefing } from './briefing-tries.ts';
import { type GeneratedInsights, generatedInsights } from './generate.schema.ts';
import { orStillReading } from './still-reading.ts';

/** Looks for insights because a person asks. */
export function generateRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/ai/insights/generate',
    {
      config: { access: 'insights:change' },
      schema: {
        tags: ['AI'],
        description:
          'Looks for insights in everything up to now, and says what that changed. Where nothing can be found, three ' +
          'samples stand in, marked as such. It is safe to repeat: what is known is not raised again.',
        headers: changeHeaders,
        body: z.object({}).nullish(),
        response: { 200: generatedInsights, ...errors },
      },
    },
    async (_request, reply): Promise<GeneratedInsights> => {
      const { position, silent, failed, ...looked } = await orStillReading(context.insights.generate());
      if (context.briefingWriter !== null) await askForBriefing(context.state, context.clock);
      reply.header('x-position', position);
      await waitAndTell(reply, context.readModels, position);
      const named = (detector: DetectorName) => ({ detector, label: DETECTORS[detector] });
      const needs = (name: DetectorName) => detectors.find((detector) => detector.name === name)?.needs ?? '';
      return {
        ...looked,
        silent: silent.map((detector) => ({ ...named(detector), needs: needs(detector) })),
        failed: failed.map(({ detector }) => named(detector)),
      };
    },
  );
}
