import { z } from 'zod';
import { FUNNEL_STEPS, INTAKE_PAGES } from '../../domain/intake/terms.ts';
import { dayGiven } from '../kit/fields/values.schema.ts';

const SITE = 'The site must be at most 300 characters long.';

/** A visitor's step. */
export const stepBody = z.object({
  page: z.enum(INTAKE_PAGES, `The page must be one of: ${INTAKE_PAGES.join(', ')}.`),
  step: z.enum(FUNNEL_STEPS, `The step must be one of: ${FUNNEL_STEPS.join(', ')}.`),
  site: z.string(SITE).max(300, SITE).nullish().describe('The origin of the page that shows the widget.'),
});

const ORDER = 'The last day must not be before the first.';

export const funnelQuery = z
  .object({ from: dayGiven('from').describe('The first day.'), to: dayGiven('to').describe('The last day.') })
  .refine(({ from, to }) => from <= to, { message: ORDER, path: ['to'] });

const count = z.number();

export const funnelAnswer = z
  .object({
    from: z.string(),
    to: z.string(),
    /** The most productive first. */
    rows: z.array(
      z.object({
        page: z.string().describe(`One of: ${INTAKE_PAGES.join(', ')}.`),
        site: z
          .string()
          .nullable()
          .describe('The origin of the page that shows the widget; null for our own; `other` for the rest.'),
        opened: count.describe('How often the form was opened.'),
        photo_added: count,
        analysed: count,
        sent: count,
        won: count.describe('How many leads of these days were won.'),
      }),
    ),
  })
  .meta({ id: 'Funnel' });

export type Funnel = z.output<typeof funnelAnswer>;
