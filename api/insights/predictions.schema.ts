import { z } from 'zod';
import { PREDICTION_CARDS, PREDICTION_UNITS } from '../../domain/forecast/terms.ts';
import { shownEvidence } from './schema.ts';

const predictedFigure = z.object({
  id: z.string().describe('What it is, by its stable name: `next_month`.'),
  label: z.string(),
  unit: z.enum(PREDICTION_UNITS).describe('What the value and the range are counted in.'),
  value: z.number().nullable().describe('Null where there is too little data; `needs` says what it takes.'),
  needs: z.string().nullable().describe('What is needed before it can be told.'),
  range: z
    .object({ low: z.number(), high: z.number(), says: z.string().describe('What the range means, in words.') })
    .nullable()
    .describe('Null where the past does not tell how much it varies.'),
  method: z.string().describe('How it is made, in words.'),
  offBy: z.string().nullable().describe('How far off it has been on the past, in words; null where nothing tells.'),
  rows: z.array(shownEvidence).describe('The records behind it, the most important first, at most twenty.'),
  total: z.number().describe('How many records are behind it.'),
});
export type PredictedFigure = z.output<typeof predictedFigure>;

/** What the company's records say of the time to come. */
export const predictions = z
  .object({
    asOf: z.string().describe('The company’s day on which it is told.'),
    cards: z
      .array(
        z.object({
          id: z.enum(PREDICTION_CARDS),
          isSample: z.boolean().describe('It is not about this company, which has no data for it at all.'),
          figures: z.array(predictedFigure),
        }),
      )
      .describe('Revenue, maintenance, customers at risk, routes and crews.'),
  })
  .meta({ id: 'Predictions' });
export type PredictionsAnswer = z.output<typeof predictions>;
export type PredictionCard = PredictionsAnswer['cards'][number];
