import { z } from 'zod';
import { askedNumber } from '../kit/fields/common.schema.ts';
import { plannedDay } from '../kit/fields/values.schema.ts';

const day = (name: string) => plannedDay(name).optional();

export const analyticsQuery = z.object({
  startDate: day('startDate').describe('The first day; without it 1 January of this year.'),
  endDate: day('endDate').describe('The last day; without it today.'),
});

const dollars = z.number();

const profitBeforeTax = dollars.describe(
  'By the books: work invoiced on these days, before tax and without deposits, less costs.',
);

const range = { startDate: z.string(), endDate: z.string() };

/** Money in dollars; days are the company's. */
export const financialAnswer = z
  .object({
    ...range,
    totalRevenue: dollars.describe('Payments of these days, less refunds; with tax and deposits.'),
    totalCosts: dollars.describe('Costs of these days.'),
    totalProfit: dollars.describe('Received less costs.'),
    invoicedBeforeTax: dollars.describe('Work invoiced on these days, by the books: without tax and deposits.'),
    profitBeforeTax,
    averageJobValue: dollars.describe('Of the jobs with a price that were completed in these days; 0 without one.'),
    paidInvoices: dollars.describe('The total of the invoices paid in full on these days, with tax.'),
    completedJobs: z.number().describe('How many jobs were completed in these days, with a price or without.'),
    pendingPayments: dollars.describe('What customers owe today, overdue or not.'),
    owedCredit: dollars.describe('The part of it that is spent credit, whose payment was voided.'),
    overdueInvoices: dollars.describe('The part of it that is overdue today.'),
  })
  .meta({ id: 'FinancialFigures' });

export const cashFlowAnswer = z
  .object({
    ...range,
    months: z
      .array(
        z.object({
          month: z.string().describe('`2026-06`'),
          revenue: dollars.describe('Payments, less refunds; with tax and deposits.'),
          costs: dollars,
          profit: dollars,
          profitBeforeTax,
        }),
      )
      .describe('Every month of the range with its days in it, the earliest first.'),
  })
  .meta({ id: 'CashFlow' });

export type AnalyticsQuery = z.output<typeof analyticsQuery>;
export type Financial = z.output<typeof financialAnswer>;
export type CashFlow = z.output<typeof cashFlowAnswer>;

const SORTS = ['name', 'completedOn', 'jobs', 'quotedHours', 'actualHours'] as const;
const MONEY_SORTS = ['quotedCost', 'actualCost', 'revenue', 'profit', 'margin'] as const;
/** What profitability can be sorted by. */
export const PROFITABILITY_SORTS = [...SORTS, ...MONEY_SORTS] as const;
type Sort = (typeof PROFITABILITY_SORTS)[number];
const ORDERS = PROFITABILITY_SORTS.flatMap((sort): (Sort | `-${Sort}`)[] => [sort, `-${sort}`]);

/** The most rows in one answer. */
const MOST_ROWS = 200;

export const profitabilityQuery = analyticsQuery.extend({
  by: z.enum(['job', 'service', 'crew'], 'by must be job, service or crew.').default('job'),
  sort: z
    .enum(ORDERS, `sort must be one of: ${PROFITABILITY_SORTS.join(', ')}; with - before it the largest first.`)
    .default('-profit'),
  service: z.string().max(200).optional().describe('Only jobs of one service; `none`: of those without any.'),
  crew: z.string().max(200).optional().describe('Only jobs of one crew, by its id; `none`: of those without any.'),
  limit: askedNumber('limit', 1, MOST_ROWS).default(50),
  offset: askedNumber('offset', 0).default(0),
});

/** For jobs whose profit is known. */
const profitFigures = {
  jobs: z.number(),
  quotedHours: z
    .number()
    .nullable()
    .describe('Estimated, of the jobs that were estimated and whose clock ran; null without any.'),
  actualHours: z.number().nullable().describe('That the clock ran on the same jobs.'),
  quotedCost: dollars.nullable().describe('Labor, equipment and material as planned; null where a job has no plan.'),
  actualCost: dollars.describe('All costs of the ledger for these jobs, on whatever day.'),
  revenue: dollars.describe('The prices of the jobs, before tax.'),
  profit: dollars,
  margin: z.number().nullable().describe('Profit in percent of revenue, with one decimal.'),
};

const profitabilityRow = z.object({
  id: z.string().nullable().describe('Of the job or crew, or the service; null: without one.'),
  name: z.string(),
  completedOn: z.string().nullable().describe('The day of the company; null where a row is of several jobs.'),
  ...profitFigures,
});

export const profitabilityAnswer = z
  .object({
    ...range,
    by: z.string(),
    completedJobs: z.number().describe('In these days, also those that are left out.'),
    withoutPrice: z.number().describe('Left out because they have no price.'),
    withoutHours: z.number().describe('Left out because nobody recorded hours: their labor cost is unknown.'),
    total: z.object(profitFigures).describe('Of all rows, also those of other pages.'),
    count: z.number().describe('Of all rows.'),
    rows: z.array(profitabilityRow),
  })
  .meta({ id: 'Profitability' });

const trendFigures = z.object({
  revenue: dollars.describe('Payments, less refunds; with tax and deposits.'),
  costs: dollars,
  profit: dollars,
  profitBeforeTax,
  averageJobValue: dollars.describe('Of the completed jobs with a price; 0 without one.'),
  completedJobs: z.number(),
});

const percent = z.number().nullable();

const trendMonth = trendFigures.extend({
  month: z.string().describe('`2026-06`'),
  from: z.string().describe('The first and the last day of it that count: of the range, and not to come.'),
  to: z.string(),
  lastYear: trendFigures.nullable().describe('Of the same days a year before; null where nothing was recorded then.'),
  change: z
    .object({ revenue: percent, costs: percent, profit: percent, averageJobValue: percent, completedJobs: percent })
    .describe('Against the same days a year before, in percent; null where there is nothing above 0 to compare with.'),
});

export const trendsAnswer = z
  .object({ ...range, months: z.array(trendMonth).describe('The earliest first, up to this month.') })
  .meta({ id: 'Trends' });

export type ProfitabilityQuery = z.output<typeof profitabilityQuery>;
export type Profitability = z.output<typeof profitabilityAnswer>;
export type ProfitabilityRow = z.output<typeof profitabilityRow>;
export type TrendFigures = z.output<typeof trendFigures>;
export type TrendMonth = z.output<typeof trendMonth>;
export type Trends = z.output<typeof trendsAnswer>;

export const forecastQuery = z.object({
  months: askedNumber('months', 3, 6)
    .default(6)
    .describe('At most this many, including this month; fewer if the past is too short for more.'),
});

export const forecastAnswer = z
  .object({
    asOf: z.string(),
    monthsKnown: z.number().describe('How many months are over since the first payment.'),
    monthsNeeded: z.number().describe('With fewer of them there is no forecast.'),
    method: z.string().nullable().describe('From what it is made, in words; null where there is none.'),
    accuracy: z
      .object({
        tries: z.number(),
        averageError: dollars,
        percentError: z.number().nullable().describe('Of what the months came to.'),
      })
      .nullable()
      .describe('How far off the method was on past months, each forecast from the months before it alone.'),
    daysLate: z
      .number()
      .nullable()
      .describe('The median of the invoices that were paid last; below 0: before they were due.'),
    past: z.array(z.object({ month: z.string(), revenue: dollars })).describe('The last months that are over.'),
    months: z.array(
      z.object({
        month: z.string(),
        revenue: dollars,
        low: dollars.describe('Four times out of five it is between this and `high`, if errors stay as they were.'),
        high: dollars,
        received: dollars.nullable().describe('What has come in so far this month.'),
        openInvoices: dollars.describe(
          'Already known, and not part of the forecast: open invoices that may be paid then.',
        ),
        scheduledWork: dollars.describe(
          'Already known, and not part of the forecast: prices of jobs planned for then.',
        ),
      }),
    ),
  })
  .meta({ id: 'RevenueForecast' });
export type RevenueForecast = z.output<typeof forecastAnswer>;
