import { useQuery } from '@tanstack/react-query';
import type { AbsenceAnswer } from '../../../api/hr/schema.ts';
import { ABSENCE_TYPES, type AbsenceType, TIME_OFF_TYPE_LABELS } from '../../../domain/time-off/terms.ts';
import { absenceQuery } from '../../entities/time-off/time-off.ts';
import { Chart } from '../../ui/figures/chart/chart.tsx';
import { ChartArea } from '../../ui/figures/chart/chart-area.tsx';
import type { ChartSeries } from '../../ui/figures/chart/chart-data.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { formatMonth, formatMonthShort } from '../../ui/values/days.ts';

type Month = AbsenceAnswer['months'][number];

const TITLE = 'Days off by month';
const ERASED = 'People who were erased';

/** The days off of the last twelve months: when, and what for. */
export function AbsenceAnalytics() {
  const query = useQuery(absenceQuery);
  return (
    <ChartArea
      title={TITLE}
      query={query}
      isEmpty={({ months }) => months.every(({ total }) => total === 0)}
      empty={{ title: 'Nobody was off in the last twelve months', description: 'Approved time off is counted here.' }}
      bars={12}
    >
      {({ months }) => <Absence months={months} />}
    </ChartArea>
  );
}

function Absence({ months }: AbsenceAnswer) {
  const types = ABSENCE_TYPES.filter((type) => type !== 'unknown' || months.some(({ days }) => days[type] > 0));
  return (
    <>
      <Chart
        title={TITLE}
        summary={summaryOf(months)}
        shape="bars"
        pointLabel="Month"
        series={[
          { id: 'total', label: 'Days off', kind: 'count' },
          ...types.map((type): ChartSeries => ({ id: type, label: labelOf(type), kind: 'count', isOnlyTold: true })),
        ]}
        points={months.map(({ month, days, total, ...range }) => ({
          id: month,
          label: formatMonth(month),
          short: formatMonthShort(month),
          values: { ...days, total },
          ...requestsOf(range),
        }))}
        openText="Show the requests"
      />
      <Section title="Month by month">
        <p className="hw-report-note">
          Approved days of everybody together, from the first to the last day of each request, weekends included, half a
          day as 0.5. This month counts to its end.
        </p>
        <ReportTable
          title="Month by month"
          columns={columnsOf(types)}
          rows={months.toReversed()}
          keyOf={({ month }) => month}
          isPartial
        />
      </Section>
    </>
  );
}

/** The approved requests with a day in a month. */
function requestsOf({ from, to }: Pick<Month, 'from' | 'to'>) {
  return { to: '/hr-management', search: { status: 'approved', from, to } };
}

function labelOf(type: AbsenceType): string {
  return TIME_OFF_TYPE_LABELS[type] ?? ERASED;
}

function summaryOf(months: readonly Month[]): string {
  const total = months.reduce((sum, month) => sum + month.total, 0);
  const byType = ABSENCE_TYPES.map((type) => ({ type, days: months.reduce((sum, { days }) => sum + days[type], 0) }))
    .filter(({ days }) => days > 0)
    .sort((a, b) => b.days - a.days)
    .map(({ type, days }) => `${labelOf(type).toLowerCase()} ${days}`);
  return `${total} ${total === 1 ? 'day' : 'days'} off in the last twelve months: ${byType.join(', ')}.`;
}

function columnsOf(types: readonly AbsenceType[]): readonly ReportColumn<Month>[] {
  return [
    {
      header: 'Month',
      kind: 'text',
      value: ({ month }) => formatMonth(month),
      to: (month) => requestsOf(month),
    },
    { header: 'Days off', kind: 'count', value: ({ total }) => total },
    ...types.map(
      (type): ReportColumn<Month> => ({
        header: labelOf(type),
        kind: 'count',
        isSparse: true,
        value: ({ days }) => days[type],
      }),
    ),
  ];
}
