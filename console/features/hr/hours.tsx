import { useQuery } from '@tanstack/react-query';
import type { HoursFigures } from '../../../api/timesheets/schema.ts';
import { spokenMinutes } from '../../../domain/timesheet/terms.ts';
import { formatWeek, hoursFiguresQuery } from '../../entities/timesheet/timesheet.ts';
import { Chart } from '../../ui/figures/chart/chart.tsx';
import { ChartArea } from '../../ui/figures/chart/chart-area.tsx';
import type { ChartSeries } from '../../ui/figures/chart/chart-data.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { formatDay } from '../../ui/values/format.ts';

type Sums = Pick<HoursFigures['weeks'][number], 'regular' | 'overtime' | 'onJobs'>;

const TITLE = 'Hours by week';

const SERIES: readonly ChartSeries[] = [
  { id: 'hours', label: 'Hours', kind: 'hours' },
  { id: 'overtime', label: 'Overtime', kind: 'hours', isOnlyTold: true },
  { id: 'utilization', label: 'On jobs', kind: 'percent', isOnlyTold: true },
];

const SUMS: readonly ReportColumn<Sums>[] = [
  { header: 'Hours', kind: 'count', format: spokenMinutes, value: paid },
  { header: 'Overtime', kind: 'count', format: spokenMinutes, value: ({ overtime }) => overtime },
  { header: 'On jobs', kind: 'count', format: spokenMinutes, value: ({ onJobs }) => onJobs },
  { header: 'Utilization', kind: 'percent', value: utilization },
];

const PEOPLE: readonly ReportColumn<HoursFigures['people'][number]>[] = [
  { header: 'Person', kind: 'text', value: ({ person }) => person ?? 'Somebody' },
  ...SUMS,
];
const CREWS: readonly ReportColumn<HoursFigures['crews'][number]>[] = [
  { header: 'Crew', kind: 'text', value: ({ crewId, crew }) => crew ?? (crewId === null ? 'In no crew' : 'A crew') },
  ...SUMS,
];

/** The hours of thirteen weeks: how many, how much of them overtime, and how much on jobs. */
export function Hours() {
  const query = useQuery(hoursFiguresQuery);
  return (
    <ChartArea
      title={TITLE}
      query={query}
      isEmpty={({ people }) => people.length === 0}
      empty={{
        title: 'No hours in the last thirteen weeks',
        description: 'What clocks and people say is counted here.',
      }}
      bars={13}
    >
      {({ weeks, people, crews }) => (
        <>
          <Chart
            title={TITLE}
            summary={summaryOf(weeks)}
            shape="bars"
            pointLabel="Week"
            series={SERIES}
            points={weeks.map(({ week, ...sums }) => ({
              id: week,
              label: formatWeek(week),
              short: formatDay(week).replace(/, \d{4}$/, ''),
              values: {
                hours: hoursIn(paid(sums)),
                overtime: hoursIn(sums.overtime),
                utilization: utilization(sums),
              },
              to: '/timesheets',
              search: { week },
            }))}
            openText="Show the timesheets"
          />
          <Section title="Hours by person">
            <p className="hw-report-note">
              Of these weeks, as they were approved and corrected; of weeks that nobody has approved, as they stand.
              Utilization is the part of the hours that was on jobs.
            </p>
            <ReportTable title="Hours by person" columns={PEOPLE} rows={people} keyOf={({ personId }) => personId} />
          </Section>
          <Section title="Hours by crew">
            <p className="hw-report-note">A day counts for the crew that somebody was in at its end.</p>
            <ReportTable title="Hours by crew" columns={CREWS} rows={crews} keyOf={({ crewId }) => crewId ?? ''} />
          </Section>
        </>
      )}
    </ChartArea>
  );
}

function paid({ regular, overtime }: Sums): number {
  return regular + overtime;
}

function hoursIn(minutes: number): number {
  return Math.round((100 * minutes) / 60) / 100;
}

/** Percent of the hours that were on jobs; null without any. */
function utilization(sums: Sums): number | null {
  return paid(sums) <= 0 ? null : Math.round((100 * sums.onJobs) / paid(sums));
}

function summaryOf(weeks: readonly Sums[]): string {
  const sum = (part: keyof Sums) => weeks.reduce((all, week) => all + week[part], 0);
  const all = { regular: sum('regular'), overtime: sum('overtime'), onJobs: sum('onJobs') };
  const hours = (minutes: number) => hoursIn(minutes).toLocaleString('en-US', { maximumFractionDigits: 0 });
  const share = utilization(all);
  const onJobs = share === null ? '' : `, ${share}% on jobs`;
  return `${hours(paid(all))} hours in thirteen weeks, ${hours(all.overtime)} of them overtime${onJobs}.`;
}
