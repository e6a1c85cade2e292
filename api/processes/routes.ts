import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext, App } from '../kit/context.ts';
import { errors } from '../kit/fields/common.schema.ts';
import { deadStep, retryAnswer } from './schema.ts';

const OWNER = { access: 'owner' } as const;
const tags = ['Health'];
/** The answer comes after this at the latest, with what is not done by then among what is left. */
const ANSWER_WITHIN_MS = 10_000;

/** The dead steps of processes, for the owner, and the call that retries them. */
export function processRoutes(app: App, { processes, stopping }: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/dead-steps',
    {
      config: OWNER,
      schema: {
        tags,
        description: 'Follow-up steps of changes that were refused, and those that wait behind them.',
        response: { 200: z.array(deadStep), ...errors },
      },
    },
    async () => processes.dead(),
  );

  routes.post(
    '/api/dead-steps/retry',
    {
      config: OWNER,
      schema: {
        tags,
        description: 'Tries all of them again: those of one record in order, up to the first that is refused again.',
        response: { 200: retryAnswer, ...errors },
      },
    },
    async () => {
      const done = await processes.retry(AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]));
      return { done, left: await processes.dead() };
    },
  );
}
