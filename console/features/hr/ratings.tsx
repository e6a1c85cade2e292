import { useQuery } from '@tanstack/react-query';
import type { RatingsAnswer } from '../../../api/reviews/schema.ts';
import { RATINGS } from '../../../domain/review/terms.ts';
import { RATING_TEXTS, ratingsQuery } from '../../entities/review/review.ts';
import { Chart } from '../../ui/figures/chart/chart.tsx';
import { ChartArea } from '../../ui/figures/chart/chart-area.tsx';
import type { ChartSeries } from '../../ui/figures/chart/chart-data.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { Section } from '../../ui/layout/section.tsx';

type Quarter = RatingsAnswer['quarters'][number];

const TITLE = 'Ratings by quarter';

const SERIES: readonly ChartSeries[] = [
  { id: 'average', label: 'Average rating', kind: 'count', scale: [0, ...RATINGS.map(Number)] },
  { id: 'count', label: 'Reviews', kind: 'count', isOnlyTold: true },
];

const COLUMNS: readonly ReportColumn<Quarter>[] = [
  { header: 'Quarter', kind: 'text', value: nameOf, to: reviewsOf },
  { header: 'Average', kind: 'text', value: ({ average }) => average },
  { header: 'Reviews', kind: 'count', value: ({ count }) => count },
  ...RATINGS.toReversed().map(
    (rating): ReportColumn<Quarter> => ({
      header: RATING_TEXTS[rating] ?? rating,
      kind: 'count',
      isSparse: true,
      value: ({ ratings }) => ratings[rating],
    }),
  ),
];

/** How work was rated in the last two years, quarter by quarter. */
export function Ratings() {
  const query = useQuery(ratingsQuery);
  return (
    <ChartArea
      title={TITLE}
      query={query}
      isEmpty={({ quarters }) => quarters.every(({ count }) => count === 0)}
      empty={{ title: 'No reviews in the last two years', description: 'Performance reviews are counted here.' }}
      bars={8}
    >
      {({ quarters }) => (
        <>
          <Chart
            title={TITLE}
            summary={summaryOf(quarters)}
            shape="bars"
            pointLabel="Quarter"
            series={SERIES}
            points={quarters.map((each) => ({
              id: each.quarter,
              label: nameOf(each),
              short: shortOf(each),
              values: { average: each.average, count: each.count },
              ...reviewsOf(each),
            }))}
            openText="Show the reviews"
          />
          <Section title="Quarter by quarter">
            <p className="hw-report-note">
              Reviews of everybody, by the last day of the period that they look back on. The average is the mean of
              their ratings from 1 to 5.
            </p>
            <ReportTable
              title="Quarter by quarter"
              columns={COLUMNS}
              rows={quarters.toReversed()}
              keyOf={({ quarter }) => quarter}
              isPartial
            />
          </Section>
        </>
      )}
    </ChartArea>
  );
}

function reviewsOf({ from, to }: Quarter) {
  return { to: '/hr-management', search: { tab: 'performance', from, to } };
}

/** `Q2 2026`. */
function nameOf({ quarter }: Quarter): string {
  const [year = '', number = ''] = quarter.split('-');
  return `${number} ${year}`;
}

/** `Q2 ’26`. */
function shortOf(quarter: Quarter): string {
  return nameOf(quarter).replace(' 20', ' ’');
}

function summaryOf(quarters: readonly Quarter[]): string {
  const count = quarters.reduce((sum, each) => sum + each.count, 0);
  const rated = quarters.filter(({ average }) => average !== null);
  const last = rated.at(-1);
  const latest = last ? `, ${last.average} on average in ${nameOf(last)}` : '';
  return `${count} ${count === 1 ? 'review' : 'reviews'} in the last two years${latest}.`;
}
