import { AMOUNT_WORDS } from '../../domain/books/terms.ts';
import { JOB_STATUS_LABELS, serviceLabel } from '../../domain/job/terms.ts';
import type { FiguresContext } from '../kit/company-time.ts';
import { revenueTrendOf, servicesOf, summaryOf } from './figures.ts';
import { receivablesAt } from './receivables.ts';
import type { ReportExport } from './schema.ts';

/** How many months back, including the current one. */
export const MONTHS = 12;

export const AGE_LABELS = {
  current: 'Not due yet',
  days1to30: '1 to 30 days past due',
  days31to60: '31 to 60 days past due',
  days61to90: '61 to 90 days past due',
  over90: 'More than 90 days past due',
  total: 'Total',
} as const;

const AS_BOOKED = 'Invoiced before tax, less costs';

/** All figures of the reports in one list, as of today. */
export async function exportOf(context: FiguresContext): Promise<ReportExport> {
  const summary = await summaryOf(context);
  const { today } = summary;
  const first = firstOfMonths(today);
  const trend = await revenueTrendOf(context, MONTHS);
  const services = await servicesOf(context, { from: first, to: today });
  const owed = await receivablesAt(context, today);
  const all = (item: string, value: string | number, counted = '') =>
    row('Figures', item, `to ${today}`, value, counted);
  return {
    rows: [
      all('Total Revenue', summary.totalRevenue.value, AMOUNT_WORDS.paid),
      all(AMOUNT_WORDS.profit, summary.profitBeforeTax.value, AS_BOOKED),
      all('Completed Jobs', summary.completedJobs.value),
      all('Total Customers', summary.totalCustomers.value),
      all('Avg Job Value', summary.averageJobValue.value, AMOUNT_WORDS.paid),
      ...summary.jobsByStatus.map(({ status, count }) =>
        row('Jobs by status', JOB_STATUS_LABELS[status] ?? status, today, count),
      ),
      ...trend.months.flatMap(({ month, revenue, profitBeforeTax }) => [
        row('Revenue Trend', 'Invoices paid in full', month, revenue, AMOUNT_WORDS.paid),
        row('Revenue Trend', AMOUNT_WORDS.profit, month, profitBeforeTax, AS_BOOKED),
      ]),
      ...services.services.map(({ service, jobs }) =>
        row('Service Distribution', serviceLabel(service), `${first} to ${today}`, jobs),
      ),
      ...Object.entries(AGE_LABELS).map(([age, label]) =>
        row('Receivables', label, `as of ${today}`, owed[age as keyof typeof AGE_LABELS]),
      ),
    ],
  };
}

/** The first day of the months that the report covers. @param today `YYYY-MM-DD` */
export function firstOfMonths(today: string): string {
  return Temporal.PlainDate.from(today)
    .subtract({ months: MONTHS - 1 })
    .with({ day: 1 })
    .toString();
}

function row(section: string, item: string, period: string, value: string | number, counted = '') {
  return { section, item, period, value: String(value), counted };
}
