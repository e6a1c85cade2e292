import type { MarketingFigures } from '../../../../api/marketing/figures.schema.ts';
import { SENTIMENT_LABELS, SENTIMENTS } from '../../../../domain/customer-review/terms.ts';
import { SUPPRESSION_REASON_LABELS } from '../../../../domain/suppression/terms.ts';
import { type ReportColumn, ReportTable } from '../../../ui/figures/report-table.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { daysOfMonth, formatMonth } from '../../../ui/values/days.ts';

type Rating = MarketingFigures['ratings'][number];
type ReviewMonth = MarketingFigures['reviewMonths'][number];
type SuppressionMonth = MarketingFigures['suppressionMonths'][number];
/** What is narrowed to, for the rows of a figure. */
type Narrowed = Readonly<Record<string, string>>;

const BY_MONTH = 'Reviews by Month';
const BY_RATING = 'Reviews by Rating';
const NO_MORE = 'Suppressed Addresses by Month';
/** In the order of how much they say about what was sent. */
const REASONS = ['unsubscribed', 'complained', 'bounced', 'by_hand'] as const;

const reviews = (narrowed: Narrowed) => ({ to: '/marketing-automation', search: { tab: 'reviews', ...narrowed } });
const suppressed = (narrowed: Narrowed) => ({ to: '/marketing-automation/suppressed', search: narrowed });

/** How many reviews there are, each figure with its rows. @param narrowed to those of a row */
function countOf<Row extends Rating | ReviewMonth>(narrowed: (row: Row) => Narrowed): ReportColumn<Row> {
  return { header: 'Reviews', kind: 'count', value: ({ count }) => count, to: (row) => reviews(narrowed(row)) };
}

function sentimentsOf<Row extends Rating | ReviewMonth>(narrowed: (row: Row) => Narrowed) {
  return SENTIMENTS.map(
    (sentiment): ReportColumn<Row> => ({
      header: SENTIMENT_LABELS[sentiment] ?? sentiment,
      kind: 'count',
      isSparse: true,
      value: (row) => row[sentiment],
      to: (row) => (row[sentiment] === 0 ? null : reviews({ ...narrowed(row), sentiment })),
    }),
  );
}

const daysOf = ({ month }: { month: string }) => ({ ...daysOfMonth(month) });

const OF_MONTH: readonly ReportColumn<ReviewMonth>[] = [
  { header: 'Month', kind: 'text', value: ({ month }) => formatMonth(month), to: (row) => reviews(daysOf(row)) },
  countOf<ReviewMonth>(daysOf),
  {
    header: 'Average rating',
    kind: 'count',
    isEach: true,
    value: ({ averageRating }) => averageRating,
    format: (average) => average.toFixed(1),
  },
  ...sentimentsOf<ReviewMonth>(daysOf),
];

const starsOf = ({ rating }: Rating) => ({ rating: String(rating) });

const OF_RATING: readonly ReportColumn<Rating>[] = [
  { header: 'Rating', kind: 'text', value: ({ rating }) => `${rating} of 5`, to: (row) => reviews(starsOf(row)) },
  countOf<Rating>(starsOf),
  ...sentimentsOf<Rating>(starsOf),
];

const OF_SUPPRESSION: readonly ReportColumn<SuppressionMonth>[] = [
  { header: 'Month', kind: 'text', value: ({ month }) => formatMonth(month), to: (row) => suppressed(daysOf(row)) },
  ...REASONS.map((reason): ReportColumn<SuppressionMonth> => {
    return {
      header: SUPPRESSION_REASON_LABELS[reason] ?? reason,
      kind: 'count',
      isSparse: true,
      value: (row) => row[reason],
      to: (row) => (row[reason] === 0 ? null : suppressed({ ...daysOf(row), reason })),
    };
  }),
];

/** What came back: reviews by month and by rating, and who wants no more marketing. */
export function Heard({ figures: { reviewMonths, ratings, suppressionMonths } }: { figures: MarketingFigures }) {
  return (
    <>
      <Section title={BY_MONTH}>
        {reviewMonths.length === 0 ? (
          <p className="hw-report-note">
            {ratings.length === 0 ? 'No reviews yet.' : 'No reviews in the last twelve months.'}
          </p>
        ) : (
          <>
            <p className="hw-report-note">
              By the day on which they were written, in the last twelve months. Positive, neutral and negative follow
              from the stars and the words.
            </p>
            <ReportTable title={BY_MONTH} columns={OF_MONTH} rows={reviewMonths} keyOf={({ month }) => month} />
          </>
        )}
      </Section>
      {ratings.length > 0 && (
        <Section title={BY_RATING}>
          <p className="hw-report-note">All reviews, whenever they were written.</p>
          <ReportTable title={BY_RATING} columns={OF_RATING} rows={ratings} keyOf={({ rating }) => String(rating)} />
        </Section>
      )}
      <Section title={NO_MORE}>
        {suppressionMonths.length === 0 ? (
          <p className="hw-report-note">Nobody in the last twelve months.</p>
        ) : (
          <>
            <p className="hw-report-note">
              Who unsubscribed and which addresses get no marketing for another reason, in the last twelve months. Each
              counts once, in the month of its latest reason, also where it was lifted since.
            </p>
            <ReportTable
              title={NO_MORE}
              columns={OF_SUPPRESSION}
              rows={suppressionMonths}
              keyOf={({ month }) => month}
            />
          </>
        )}
      </Section>
    </>
  );
}
