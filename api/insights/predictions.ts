import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Predicted } from '../../ai/predictions/prediction.ts';
import { revenueAhead } from '../../ai/predictions/revenue.ts';
import { SAMPLE_FIGURES } from '../../ai/predictions/samples.ts';
import { PREDICTION_CARDS } from '../../domain/forecast/terms.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { revenueHistoryOf } from '../analytics/forecast.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { keyOf } from '../kit/titles.ts';
import { filled, labelsIn, markOf } from './named.ts';
import { type PredictionsAnswer, predictions } from './predictions.schema.ts';
import { orStillReading } from './still-reading.ts';

/** What the records say of the time to come. */
export function predictionsRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/ai/predictions',
    {
      config: { access: 'insights:read' },
      schema: {
        tags: ['AI'],
        description:
          'Next month’s and next quarter’s revenue, maintenance that comes due, customers at risk, routes and crews: ' +
          'each with its method, its range and how far off it has been. Samples stand in only where there is no data.',
        headers: readHeaders,
        response: { 200: predictions, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return predictionsOf(context);
    },
  );
}

async function predictionsOf(context: ApiContext): Promise<PredictionsAnswer> {
  const [{ thisMonth, revenue, history }, { asOf, ...fromFacts }] = await Promise.all([
    revenueHistoryOf(context),
    orStillReading(context.insights.predict()),
  ]);
  const told = { ...fromFacts, revenue: revenueAhead(thisMonth, history, revenue.size > 0) };
  const cards = PREDICTION_CARDS.map((id) => {
    const figures = told[id];
    return { id, isSample: figures === null, figures: withMarks(figures ?? SAMPLE_FIGURES[id]) };
  });
  const labels = await labelsIn(context, cards);
  return {
    asOf,
    cards: cards.map((card) => ({
      ...card,
      figures: card.figures.map((figure) => ({
        ...figure,
        rows: figure.rows.map((row) => ({
          ...filled(row, labels),
          removed: labels.get(keyOf({ category: row.kind, id: row.id }))?.isRemoved === true,
        })),
      })),
    })),
  };
}

function withMarks(figures: Predicted) {
  return figures.map(({ rows, ...figure }) => ({
    ...figure,
    rows: rows.map(({ kind, id, why }) => ({ kind, id, label: markOf({ kind, id }), why })),
  }));
}
