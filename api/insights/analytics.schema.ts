import { z } from 'zod';
import {
  BECAME,
  DETECTOR_NAMES,
  DETECTORS,
  INSIGHT_SEVERITIES,
  INSIGHT_SEVERITY_LABELS,
  MONEY_RULE,
} from '../../domain/insight/terms.ts';
import { askedNumber } from '../kit/fields/common.schema.ts';

/** How many months back, including the current one. */
export const MONTHS = 12;
const MOST_MONTHS = 60;

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

const asked = {
  months: askedNumber('months', 1, MOST_MONTHS)
    .default(MONTHS)
    .describe('How many months back, including the current one.'),
  detector: z.enum(DETECTOR_NAMES, `The detector must be one of: ${DETECTOR_NAMES.join(', ')}.`).optional(),
};

export const analyticsQuery = z.object(asked);

export const raisesQuery = z.object({
  ...asked,
  month: z.string().regex(MONTH, 'month must be a month like 2026-06.').optional(),
  became: z
    .enum(BECAME, `became must be one of: ${BECAME.join(', ')}.`)
    .default('raised')
    .describe('Only those that were read, acted on, checked, proved right, or were followed by money.'),
  format: z.enum(['json', 'csv'], 'format must be json or csv.').optional().describe('`csv`: the rows as a file.'),
});

const dollars = z.string().describe('In dollars.');

const counts = {
  raised: z.number().describe('How often one was raised: one that came back, or became worse, counts again.'),
  read: z.number().describe('Of these, how many somebody read.'),
  acted: z.number().describe('Of these, about how many something was done.'),
  checked: z.number().describe('Of these, how many were held against what followed.'),
  right: z.number().describe('Of those that were checked, how many proved right.'),
};

const detector = z.string().meta({ 'x-labels': DETECTORS }).describe('What found it, by its stored name.');
const detectorLabel = z.string().describe('What people call that.');

/** What became of what the detectors raised. Neither samples nor what a person entered count. */
export const insightAnalytics = z
  .object({
    from: z.string().describe('The first month, `2026-06`, in the time zone of the company.'),
    total: z.object({ ...counts, money: dollars }),
    detectors: z
      .array(
        z.object({
          detector,
          label: detectorLabel,
          ...counts,
          money: dollars.nullable().describe('In dollars; null for findings that claim none.'),
        }),
      )
      .describe('Those that raised something, in the order of their names.'),
    months: z
      .array(z.object({ month: z.string().describe('`2026-06`'), ...counts, money: dollars }))
      .describe('By when it was raised, whenever the rest happened; those with a raise, the latest first.'),
  })
  .meta({ id: 'InsightAnalytics' })
  .describe(MONEY_RULE);
export type InsightAnalytics = z.output<typeof insightAnalytics>;

const raiseRow = z.object({
  insightId: z.string(),
  title: z.string().describe('What it said when it was raised, with the titles that its records have today.'),
  detector,
  detectorLabel,
  severity: z.enum(INSIGHT_SEVERITIES).meta({ 'x-labels': INSIGHT_SEVERITY_LABELS }).describe('When it was raised.'),
  raisedAt: z.string(),
  readAt: z.string().nullable(),
  actedAt: z.string().nullable().describe('When something was first done about it.'),
  right: z.boolean().nullable().describe('Whether it proved right; null if that is not known.'),
  money: dollars.nullable().describe('In dollars, what followed; null for findings that claim none.'),
});

/** A line of the file. */
export const raiseLine = raiseRow.omit({ insightId: true, detectorLabel: true });

const followed = z.object({
  id: z.string(),
  day: z.string().describe('When it was received, `YYYY-MM-DD`.'),
  amount: z.string().describe('In dollars; negative for a refund.'),
  invoiceId: z.string(),
  invoiceNumber: z.string().nullable(),
});

/** The rows behind the figures, what was raised last first. */
export const insightRaisesList = z
  .object({
    rows: z.array(raiseRow.extend({ payments: z.array(followed).describe('Each counts for this raise alone.') })),
  })
  .meta({ id: 'InsightRaises' });
export type InsightRaisesList = z.output<typeof insightRaisesList>;
export type ShownRaise = InsightRaisesList['rows'][number];
