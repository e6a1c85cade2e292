import { z } from 'zod';
import { askedNumber } from '../kit/fields/common.schema.ts';
import { dayGiven } from '../kit/fields/values.schema.ts';

const MONEY = 'Decimal text in dollars.';
const money = z.string().describe(MONEY);
const PROFIT = 'By the books: work that was invoiced, before tax and without deposits, less costs.';
const count = z.number();
const format = z.enum(['json', 'csv'], 'format must be json or csv.').optional().describe('`csv`: the rows as a file.');

/** The first and last day of a report, and its format. */
export const periodQuery = z.object({
  from: dayGiven('from').describe('The first day.'),
  to: dayGiven('to').describe('The last day.'),
  format,
});
export type Period = Pick<z.output<typeof periodQuery>, 'from' | 'to'>;

const someDays = z.object({ from: z.string(), to: z.string() });

/** A figure for all time, its part from this month so far and from the same days of the month before, and its change. */
const compared = <Value extends z.ZodType>(value: Value) =>
  z.object({ value, thisMonth: value, lastMonth: value, change: z.object({ now: value, before: value }) });

export const reportSummary = z
  .object({
    /** `YYYY-MM-DD` in the company's time zone. */
    today: z.string(),
    /** The periods of `thisMonth` and `lastMonth`: from the 1st through today, and the same days a month earlier. */
    months: z.object({
      thisMonth: someDays,
      lastMonth: someDays,
      change: z
        .object({ now: someDays, before: someDays })
        .describe('As many days of each month, also where the month before was shorter: what each `change` compares.'),
    }),
    totalRevenue: compared(money).describe('Of all invoices that are paid: their totals, with tax and deposits.'),
    profitBeforeTax: compared(money).describe(PROFIT),
    paidInvoices: count,
    completedJobs: compared(count),
    totalCustomers: compared(count).describe(
      'Those that were not removed; by month, the new ones. Its change is that of the total, from the last day before to now.',
    ),
    averageJobValue: compared(money).describe('Total revenue divided by completed jobs; 0 without any.'),
    jobsByStatus: z.array(z.object({ status: z.string(), count })),
    received: money.describe('All payments less all refunds: what financial analytics counts as revenue.'),
  })
  .meta({ id: 'ReportSummary' });
export type ReportSummary = z.output<typeof reportSummary>;

export const revenueTrendQuery = z.object({
  months: askedNumber('months', 1, 36).default(12).describe('So many, this one among them.'),
});

export const revenueTrend = z
  .object({
    /** Oldest first; each has the totals of the invoices paid in full in that month, with tax and deposits. */
    months: z.array(
      z.object({ month: z.string(), revenue: money, profitBeforeTax: money.describe(PROFIT), invoices: count }),
    ),
  })
  .meta({ id: 'RevenueTrend' });
export type RevenueTrend = z.output<typeof revenueTrend>;

export const serviceDistribution = z
  .object({
    from: z.string(),
    to: z.string(),
    /** The most frequent first: completed jobs, with their agreed amounts. */
    services: z.array(z.object({ service: z.string().nullable(), jobs: count, amount: money })),
  })
  .meta({ id: 'ServiceDistribution' });
export type ServiceDistribution = z.output<typeof serviceDistribution>;

export const receivablesQuery = z.object({
  asOf: dayGiven('asOf').optional().describe('What was open at the end of this day; today by default.'),
  format,
});

/** Open amounts by how long they are past due. */
const ages = { current: money, days1to30: money, days31to60: money, days61to90: money, over90: money };

const OWED_CREDIT =
  'Of the total: credit that was spent, and whose payment was voided. It is due when that is recorded.';

const receivablesRow = z.object({
  customerId: z.string(),
  customerName: z.string().nullable(),
  ...ages,
  total: money,
  owedCredit: money.describe(OWED_CREDIT),
  invoices: count,
  /** The due date of the invoice that was due first, or the day since which credit is owed. */
  oldestDueDate: z.string(),
});

export const receivables = z
  .object({
    asOf: z.string(),
    ...ages,
    total: money,
    owedCredit: money.describe(OWED_CREDIT),
    invoices: count,
    /** By customer, the highest total first. */
    rows: z.array(receivablesRow),
  })
  .meta({ id: 'Receivables' });
export type Receivables = z.output<typeof receivables>;
export type ReceivablesRow = z.output<typeof receivablesRow>;

const period = { from: z.string(), to: z.string() };

/** One row for each customer with anything in the period. */
const customerReportRow = z.object({
  customerId: z.string(),
  customerName: z.string().nullable(),
  completedJobs: count,
  invoiced: money.describe('Of the invoices that were issued in the period and not cancelled; with tax and deposits.'),
  received: money.describe('Payments less refunds in the period; with tax and deposits.'),
  open: money.describe('What is to be paid today.'),
});
export const customerReport = z.object({ ...period, rows: z.array(customerReportRow) }).meta({ id: 'CustomerReport' });
export type CustomerReport = z.output<typeof customerReport>;

/** Each job completed in the period, newest first. */
const jobReportRow = z.object({
  jobId: z.string(),
  jobNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  serviceType: z.string().nullable(),
  crewName: z.string().nullable(),
  amount: money.nullable(),
  /** `YYYY-MM-DD` in the company's time zone. */
  completedOn: z.string(),
  estimatedHours: z.number().nullable(),
  clockHours: z.number().nullable().describe('Null where nobody ran the clock.'),
  cost: money,
});
export const jobReport = z.object({ ...period, rows: z.array(jobReportRow) }).meta({ id: 'JobReport' });
export type JobReport = z.output<typeof jobReport>;

/** Each invoice paid in full in the period, newest first. */
const revenueReportRow = z.object({
  invoiceId: z.string(),
  invoiceNumber: z.string().nullable(),
  customerId: z.string(),
  customerName: z.string().nullable(),
  issuedOn: z.string(),
  paidOn: z.string(),
  tax: money.describe('Less what refunds that are no longer owed took off it.'),
  totalAmount: money.describe('Less what was given back of a deposit.'),
});
export const revenueReport = z
  .object({
    ...period,
    totalRevenue: money.describe('Of the rows, with tax and deposits.'),
    profitBeforeTax: money.describe(PROFIT),
    rows: z.array(revenueReportRow),
  })
  .meta({ id: 'RevenueReport' });
export type RevenueReport = z.output<typeof revenueReport>;

/** Each crew that completed a job in the period, the most jobs first. */
const crewReportRow = z.object({
  crewId: z.string().nullable().describe('Null: of no crew.'),
  crewName: z.string().nullable(),
  completedJobs: count,
  estimatedHours: z.number().describe('Of the jobs whose clock ran.'),
  clockHours: z.number(),
  amount: money,
  cost: money,
});
export const crewReport = z.object({ ...period, rows: z.array(crewReportRow) }).meta({ id: 'CrewReport' });
export type CrewReport = z.output<typeof crewReport>;

export const exportQuery = z.object({
  format: z
    .enum(['csv', 'pdf'], 'format must be csv or pdf.')
    .optional()
    .describe('A file for a spreadsheet, or a document.'),
});

/** One figure of the overall report. */
const exportRow = z.object({
  section: z.string(),
  item: z.string(),
  period: z.string(),
  value: z.string(),
  counted: z.string().describe('Which amount it is, where it is one of revenue; else empty.'),
});
export const reportExport = z.object({ rows: z.array(exportRow) }).meta({ id: 'ReportExport' });
export type ReportExport = z.output<typeof reportExport>;
