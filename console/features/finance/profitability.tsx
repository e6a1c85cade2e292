import { Button, ButtonGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Profitability, ProfitabilityRow } from '../../../api/analytics/schema.ts';
import { Chart } from '../../ui/figures/chart/chart.tsx';
import type { ChartPoint, ChartSeries } from '../../ui/figures/chart/chart-data.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { Section } from '../../ui/layout/section.tsx';
import type { OnSearch } from '../../ui/search.ts';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import type { Days } from '../../ui/values/days.ts';
import { formatMoney } from '../../ui/values/format.ts';
import type { FinanceSearch } from './finance-search.ts';
import { profitabilityQuery } from './get-finance.ts';

type By = NonNullable<FinanceSearch['by']>;

const TITLES: Readonly<Record<By, string>> = { job: 'Jobs', service: 'Services', crew: 'Crews' };
const NOUNS: Readonly<Record<By, string>> = { job: 'Job', service: 'Service', crew: 'Crew' };
const BYS: readonly By[] = ['job', 'service', 'crew'];

/** Rows shown at first, and the most the server returns at once. */
const FIRST = 25;
const MOST = 200;
/** More bars than this are hard to read. */
const BARS = 8;

const SERIES: readonly ChartSeries[] = [
  { id: 'revenue', label: 'Revenue', kind: 'money' },
  { id: 'actualCost', label: 'Cost', kind: 'money' },
  { id: 'profit', label: 'Profit', kind: 'money', isOnlyTold: true },
  { id: 'margin', label: 'Margin', kind: 'percent', isOnlyTold: true },
];

interface ProfitabilityProps {
  days: Days;
  search: FinanceSearch;
  onSearch: OnSearch<FinanceSearch>;
}

/** What finished jobs earned and what they cost, by job, service or crew. */
export function ProfitabilityTab({ days, search, onSearch }: ProfitabilityProps) {
  const { by = 'job', sort = '-profit', service, crew } = search;
  const [isLong, setLong] = useState(false);
  const query = useQuery(
    profitabilityQuery(days, {
      by,
      sort,
      limit: String(isLong ? MOST : FIRST),
      ...(by === 'job' && service !== undefined && { service }),
      ...(by === 'job' && crew !== undefined && { crew }),
    }),
  );
  return (
    <>
      <ButtonGroup className="hw-by">
        {BYS.map((each) => (
          <Button
            key={each}
            text={TITLES[each]}
            active={each === by}
            aria-pressed={each === by}
            onClick={() => onSearch({ by: each, sort: undefined, service: undefined, crew: undefined })}
          />
        ))}
      </ButtonGroup>
      <DataArea
        query={query}
        isEmpty={({ completedJobs }) => completedJobs === 0}
        firstUse={{ title: 'No completed jobs on these days', description: 'Choose other days to see more.' }}
        filtered={null}
        skeleton={<SkeletonRows rows={8} />}
      >
        {(told) => (
          <>
            <p className="hw-report-note">
              <LeftOut told={told} />
              {by === 'job' && (service ?? crew) !== undefined && (
                <>
                  {' '}
                  <Button
                    size="small"
                    variant="minimal"
                    text="Show all jobs"
                    onClick={() => onSearch({ service: undefined, crew: undefined })}
                  />
                </>
              )}
            </p>
            {told.count > 0 && <Told told={told} by={by} sort={sort} days={days} onSearch={onSearch} />}
            {told.count > told.rows.length && !isLong && <Button text="Show more" onClick={() => setLong(true)} />}
            {isLong && told.count > MOST && <p>The first {MOST} are shown. Choose fewer days to see others.</p>}
          </>
        )}
      </DataArea>
    </>
  );
}

/** What is included, and what is not. */
function LeftOut({ told }: { told: Profitability }) {
  const { completedJobs, withoutPrice, withoutHours, total } = told;
  const left = [
    ...(withoutPrice > 0 ? [`${withoutPrice} without a price`] : []),
    ...(withoutHours > 0 ? [`${withoutHours} without recorded hours (their labor cost is unknown)`] : []),
  ];
  return (
    <>
      {total.jobs} of {completedJobs} completed {completedJobs === 1 ? 'job' : 'jobs'}.{' '}
      {left.length > 0 && `Left out: ${left.join(', and ')}. `}
      Revenue is the price of a job before tax, and cost is everything spent on it, whatever the day. Hours count only
      jobs that had an estimate and a running clock.
    </>
  );
}

interface ToldProps {
  told: Profitability;
  by: By;
  sort: string;
  days: Days;
  onSearch: OnSearch<FinanceSearch>;
}

function Told({ told, by, sort, days, onSearch }: ToldProps) {
  const { rows, total, count } = told;
  const title = `Profitability by ${NOUNS[by].toLowerCase()}`;
  return (
    <>
      <Chart
        title={title}
        summary={`${formatMoney(total.revenue)} less ${formatMoney(total.actualCost)} is ${formatMoney(total.profit)}${total.margin === null ? '' : `: a margin of ${total.margin}%`}.${count > BARS ? ` The first ${BARS} of ${count} are drawn.` : ''}`}
        shape="rows"
        pointLabel={NOUNS[by]}
        series={SERIES}
        points={rows.slice(0, BARS).map((row) => pointOf(row, by, days))}
        openText={by === 'job' ? 'Open the job' : 'Show the jobs'}
      />
      <Section title={`All ${TITLES[by].toLowerCase()}`}>
        <ReportTable
          title={`All ${TITLES[by].toLowerCase()}`}
          columns={columnsOf(by, days)}
          rows={rows}
          keyOf={({ id }) => id ?? ''}
          isPartial
          order={{ by: sort, onChange: (next) => onSearch({ sort: next }, 'replace') }}
        />
      </Section>
    </>
  );
}

/** The page behind a row: its job, or the jobs that it adds up. */
function behind({ id }: ProfitabilityRow, by: By, days: Days): { to: string; search?: Record<string, unknown> } {
  if (by === 'job') return { to: `/jobs/${id}` };
  const search = { tab: 'profitability', by: 'job', ...days, [by]: id ?? 'none' };
  return { to: '/financial-dashboard', search };
}

function pointOf(row: ProfitabilityRow, by: By, days: Days): ChartPoint {
  const { id, name, revenue, actualCost, profit, margin } = row;
  const values = { revenue, actualCost, profit, margin };
  return { id: id ?? '', label: name, short: name, values, ...behind(row, by, days) };
}

function columnsOf(by: By, days: Days): ReportColumn<ProfitabilityRow>[] {
  const jobs: ReportColumn<ProfitabilityRow>[] =
    by === 'job'
      ? [{ header: 'Completed', kind: 'day', sort: 'completedOn', value: ({ completedOn }) => completedOn }]
      : [{ header: 'Jobs', kind: 'count', sort: 'jobs', value: (row) => row.jobs }];
  return [
    {
      header: NOUNS[by],
      kind: 'text',
      sort: 'name',
      value: ({ name }) => name,
      to: (row) => behind(row, by, days),
    },
    ...jobs,
    { header: 'Quoted hours', kind: 'hours', sort: 'quotedHours', value: ({ quotedHours }) => quotedHours },
    { header: 'Actual hours', kind: 'hours', sort: 'actualHours', value: ({ actualHours }) => actualHours },
    { header: 'Quoted cost', kind: 'money', sort: 'quotedCost', value: ({ quotedCost }) => quotedCost },
    { header: 'Actual cost', kind: 'money', sort: 'actualCost', value: ({ actualCost }) => actualCost },
    { header: 'Revenue', kind: 'money', sort: 'revenue', value: ({ revenue }) => revenue },
    { header: 'Profit', kind: 'money', sort: 'profit', value: ({ profit }) => profit },
    { header: 'Margin', kind: 'percent', sort: 'margin', value: ({ margin }) => margin },
  ];
}
