import { AMOUNT_WORDS } from '../../domain/books/terms.ts';
import { AGES } from '../../domain/invoice/open-amounts.ts';
import { JOB_STATUS_LABELS, serviceLabel } from '../../domain/job/terms.ts';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText, parseCents } from '../../domain/kit/money.ts';
import type { Paper, PaperColumn, PaperPart, PaperTable } from '../../platform/documents/paper.ts';
import { financialOf } from '../analytics/figures.ts';
import { documentCompany } from '../documents/letterhead.ts';
import type { ApiContext } from '../kit/context.ts';
import { AGE_LABELS, firstOfMonths, MONTHS } from './export.ts';
import { revenueTrendOf, servicesOf, summaryOf } from './figures.ts';
import { receivablesAt } from './receivables.ts';
import type { Receivables, ReportSummary, RevenueTrend, ServiceDistribution } from './schema.ts';

/** The most customers to list; the spreadsheet file has the rest. */
const MOST_CUSTOMERS = 60;

/** All the reports as one document, as of today. */
export async function reportPaper(context: ApiContext): Promise<Paper> {
  const summary = await summaryOf(context);
  const { today, months } = summary;
  const trend = await revenueTrendOf(context, MONTHS);
  const services = await servicesOf(context, { from: firstOfMonths(today), to: today });
  const month = await financialOf(context, { startDate: months.thisMonth.from, endDate: today });
  const owed = await receivablesAt(context, today);
  const { letterhead } = await documentCompany(context);
  return {
    title: `Report of ${dayText(today)}`,
    letterhead,
    kind: 'Report',
    number: dayText(today),
    status: null,
    addressees: [],
    facts: [],
    lead: null,
    parts: [
      figuresOf(summary),
      performanceOf(summary, Math.round(month.totalRevenue * 100)),
      trendOf(trend),
      distributionOf(services),
      jobsOf(summary),
      ...owedOf(owed),
      { type: 'text', title: 'How it is counted', text: howCounted(summary) },
    ],
  };
}

const WORD: PaperColumn = { label: '', width: null, isNumber: false };
const number = (label: string, width = 85): PaperColumn => ({ label, width, isNumber: true });

function table(title: string, columns: readonly PaperColumn[], rows: readonly (readonly string[])[]): PaperTable {
  return { type: 'table', title, columns, rows: rows.map((cells) => cells.map((text) => ({ text }))), totals: [] };
}

function figuresOf(summary: ReportSummary): PaperTable {
  const { totalRevenue, profitBeforeTax, completedJobs, totalCustomers, averageJobValue } = summary;
  type Compared<Value> = { value: Value; thisMonth: Value; lastMonth: Value };
  const amounts = (label: string, of: Compared<string>) => [label, ...told(of).map(money)];
  const counts = (label: string, of: Compared<number>) => [label, ...told(of).map(count)];
  return table(
    'Summary',
    [{ ...WORD, label: 'Figure' }, number('Total', 95), number('This month'), number('Last month')],
    [
      amounts(`Total Revenue: ${inLabel(AMOUNT_WORDS.paid)}`, totalRevenue),
      amounts(AMOUNT_WORDS.profit, profitBeforeTax),
      counts('Completed Jobs', completedJobs),
      counts('Total Customers', totalCustomers),
      amounts('Avg Job Value: with tax and deposits', averageJobValue),
    ],
  );
}

function told<Value>({ value, thisMonth, lastMonth }: { value: Value; thisMonth: Value; lastMonth: Value }): Value[] {
  return [value, thisMonth, lastMonth];
}

/** @param received this month, in cents */
function performanceOf({ completedJobs, profitBeforeTax, months }: ReportSummary, received: number): PaperTable {
  const jobs = completedJobs.thisMonth;
  const each = jobs === 0 ? 0 : Math.round(received / jobs);
  return table(
    'Monthly Performance',
    [{ ...WORD, label: `${dayText(months.thisMonth.from)} to ${dayText(months.thisMonth.to)}` }, number('', 95)],
    [
      [`This Month's Revenue: ${inLabel(AMOUNT_WORDS.received)}`, dollarText(received)],
      [AMOUNT_WORDS.profit, money(profitBeforeTax.thisMonth)],
      ['Jobs Completed', count(jobs)],
      ['Revenue for each job completed', dollarText(each)],
    ],
  );
}

function trendOf({ months }: RevenueTrend): PaperTable {
  const rows = months.map(({ month, revenue, profitBeforeTax, invoices }) => [
    monthText(month),
    count(invoices),
    money(revenue),
    money(profitBeforeTax),
  ]);
  const columns = [
    { ...WORD, label: 'Month' },
    number('Invoices', 60),
    number('Revenue', 95),
    number(AMOUNT_WORDS.profit, 150),
  ];
  const sum = (of: 'revenue' | 'profitBeforeTax') => months.reduce((sum, month) => sum + cents(month[of]), 0);
  const totals = [
    { label: 'Revenue of all these months', value: dollarText(sum('revenue')), isSum: true },
    { label: AMOUNT_WORDS.profit, value: dollarText(sum('profitBeforeTax')), isSum: true },
  ];
  return { ...table(`Revenue Trend: invoices ${inLabel(AMOUNT_WORDS.paid)}`, columns, rows), totals };
}

function distributionOf({ services, from, to }: ServiceDistribution): PaperPart {
  const title = `Service Distribution: jobs completed from ${dayText(from)} to ${dayText(to)}`;
  const all = services.reduce((sum, { jobs }) => sum + jobs, 0);
  if (all === 0) return { type: 'text', title, text: 'No job was completed.' };
  const rows = services.map(({ service, jobs, amount }) => [
    serviceLabel(service),
    count(jobs),
    `${((jobs / all) * 100).toFixed(1)}%`,
    money(amount),
  ]);
  return table(
    title,
    [{ ...WORD, label: 'Service' }, number('Jobs', 50), number('Share', 60), number('Agreed', 95)],
    rows,
  );
}

function jobsOf({ jobsByStatus }: ReportSummary): PaperTable {
  const rows = jobsByStatus.map((each) => [JOB_STATUS_LABELS[each.status] ?? each.status, count(each.count)]);
  return table('Jobs by status', [{ ...WORD, label: 'Status' }, number('Jobs', 95)], rows);
}

function owedOf(owed: Receivables): PaperPart[] {
  const title = `Receivables as of ${dayText(owed.asOf)}`;
  if (owed.rows.length === 0) return [{ type: 'text', title, text: 'Nothing is open.' }];
  const byAge = AGES.map((age) => [AGE_LABELS[age], money(owed[age])]);
  const ages: PaperTable = {
    ...table(title, [{ ...WORD, label: 'Age' }, number('Open', 95)], byAge),
    totals: [{ label: AGE_LABELS.total, value: money(owed.total), isSum: true }],
  };
  const shown = owed.rows.slice(0, MOST_CUSTOMERS);
  const customers = shown.map(({ customerName, invoices, oldestDueDate, total }) => [
    customerName ?? 'Customer',
    count(invoices),
    dayText(oldestDueDate),
    money(total),
  ]);
  const rest = owed.rows.length - shown.length;
  const byCustomer = table(
    'Who owes the most',
    [{ ...WORD, label: 'Customer' }, number('Invoices', 55), number('Oldest due', 105), number('Open', 95)],
    rest > 0 ? [...customers, [`${count(rest)} more: see the CSV file of the receivables`, '', '', '']] : customers,
  );
  return [ages, byCustomer];
}

function howCounted({ totalRevenue, received }: ReportSummary): string {
  const same = `Total Revenue adds up the invoices that are paid in full, and revenue by month goes by the day they were paid in full. ${AMOUNT_WORDS.profit} is what was invoiced for work, less refunds and costs, as in the books.`;
  if (totalRevenue.value === received) return same;
  return `${same} Financial Analytics counts money on the day it comes in, less refunds: ${money(received)} so far. That figure includes partial payments on invoices that are not paid in full yet, and overpayments.`;
}

/** Words of a figure, after its label. */
function inLabel(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `2037-06` as `June 2037`. */
function monthText(month: string): string {
  return monthNames.format(new Date(`${month}-01T00:00Z`));
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** @param amount decimal text in dollars */
function money(amount: string): string {
  return dollarText(cents(amount));
}

/** Also for sums, which may exceed any amount that a person may enter. */
function cents(amount: string): number {
  return parseCents(amount) ?? Math.round(Number(amount) * 100);
}
