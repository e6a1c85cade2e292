import { useQuery } from '@tanstack/react-query';
import type { ServiceDistribution } from '../../../api/reports/schema.ts';
import { serviceLabel } from '../../../domain/job/terms.ts';
import { Chart } from '../../ui/figures/chart/chart.tsx';
import { ChartArea } from '../../ui/figures/chart/chart-area.tsx';
import type { ChartPoint, ChartSeries } from '../../ui/figures/chart/chart-data.ts';
import type { Days } from '../../ui/values/days.ts';
import { servicesQuery } from './get-reports.ts';
import { shareOf } from './report-words.ts';

const TITLE = 'Service Distribution';
/** More bars than this are hard to read; the rest share one. */
const MOST = 6;

const SERIES: readonly ChartSeries[] = [
  { id: 'jobs', label: 'Jobs', kind: 'count' },
  { id: 'share', label: 'Share', kind: 'percent', isOnlyTold: true },
  { id: 'amount', label: 'Agreed', kind: 'money', isOnlyTold: true },
];

/** The services done in the last twelve months. @param props.today `YYYY-MM-DD` */
export function ServiceChart({ today }: { today: string }) {
  const days = yearTo(today);
  return (
    <ChartArea
      title={TITLE}
      query={useQuery(servicesQuery(days))}
      isEmpty={({ services }) => services.length === 0}
      empty={{
        title: 'No completed jobs yet',
        description: 'The chart starts with the first job completed in the last twelve months.',
      }}
    >
      {(distribution) => (
        <Chart
          title={TITLE}
          summary={summaryOf(distribution)}
          shape="rows"
          pointLabel="Service"
          series={SERIES}
          points={pointsOf(distribution, days)}
          openText="Show the jobs"
        />
      )}
    </ChartArea>
  );
}

/** The year that ends with a day. @param to `YYYY-MM-DD` */
function yearTo(to: string): Days {
  const [year, ...rest] = to.split('-');
  const from = new Date(Date.parse(`${Number(year) - 1}-${rest.join('-')}`) + 86_400_000);
  return { from: from.toISOString().slice(0, to.length), to };
}

function countOf(services: readonly { jobs: number }[]): number {
  return services.reduce((sum, { jobs }) => sum + jobs, 0);
}

function summaryOf({ services }: ServiceDistribution): string {
  const all = countOf(services);
  const [first] = services;
  if (!first) return '';
  const jobs = all === 1 ? '1 job was' : `${all.toLocaleString('en-US')} jobs were`;
  return `${jobs} completed in the last 12 months. ${serviceLabel(first.service)} was done most often: ${shareOf(first.jobs, all)}%.`;
}

function pointsOf({ services }: ServiceDistribution, days: Days): ChartPoint[] {
  const all = countOf(services);
  const isLong = services.length > MOST;
  const told = isLong ? services.slice(0, MOST - 1) : services;
  const rest = isLong ? services.slice(MOST - 1) : [];
  const points = told.map(({ service, jobs, amount }): ChartPoint => {
    const label = serviceLabel(service);
    const values = { jobs, share: shareOf(jobs, all), amount: Number(amount) };
    return {
      id: service ?? '',
      label,
      short: label,
      values,
      to: '/reports',
      search: { report: 'jobs', ...days, service: service ?? 'none' },
    };
  });
  if (rest.length === 0) return points;
  const jobs = countOf(rest);
  const amount = rest.reduce((cents, each) => cents + Math.round(Number(each.amount) * 100), 0) / 100;
  const values = { jobs, share: shareOf(jobs, all), amount };
  const label = `${rest.length} other services`;
  return [
    ...points,
    { id: 'others', label, short: label, values, to: '/reports', search: { report: 'jobs', ...days } },
  ];
}
