import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { EarnedByDetector } from '../../ai/insights/track-records.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { type InsightDocument, insights } from '../../projections/insights.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { allOf } from '../../store/read-pages.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { type InsightFigures, insightFigures } from './figures.schema.ts';
import { earnedNow, earnedOf } from './record.ts';

/** How many insights there are, and how sure those are that are open. */
export function insightFiguresRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/ai/insights/figures',
    {
      config: { access: 'insights:read' },
      schema: {
        tags: ['AI'],
        description: 'How many insights there are, are open and were acted on, and how sure those are that are open.',
        headers: readHeaders,
        response: { 200: insightFigures, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return figuresOf(context.readModels.current(), await earnedNow(context));
    },
  );
}

async function figuresOf(models: ReadModels, earned: EarnedByDetector): Promise<InsightFigures> {
  const [all, acted, open] = await Promise.all([
    models.count(insights.collection, { where: { removed: null } }),
    models.count(insights.collection, { where: { removed: null, isActionTaken: true } }),
    allOf(models, insights.collection, {
      where: { removed: null, status: 'open' },
      order: { field: 'createdAt', direction: 'asc' },
    }),
  ]);
  const found = open
    .filter(({ detector }) => detector !== null)
    .map((each) => ({ ...each, ...earnedOf(each, earned) }));
  return {
    all,
    acted,
    open: open.length,
    unread: open.filter(({ isRead }) => !isRead).length,
    critical: open.filter(({ severity }) => severity === 'critical').length,
    found: found.length,
    checked: found.filter(({ track }) => track !== null).length,
    confidence: percentOf(found),
  };
}

/**
 * The mean, in whole percent. Each counts the same, so that it is the share of them that can be expected to prove right.
 * What a person entered, and a sample, rests on nothing of ours.
 */
function percentOf(found: readonly InsightDocument[]): number | null {
  if (found.length === 0) return null;
  return Math.round((found.reduce((sum, { confidence }) => sum + Number(confidence), 0) / found.length) * 100);
}
