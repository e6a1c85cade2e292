import { useQuery } from '@tanstack/react-query';
import type { InsightAnalytics } from '../../../../api/insights/analytics.schema.ts';
import { type Became, DETECTOR_NAMES, DETECTORS, MONEY_RULE } from '../../../../domain/insight/terms.ts';
import { may } from '../../../../domain/user/terms.ts';
import type { PageProps } from '../../../entities/account/session.ts';
import { type ReportColumn, ReportTable } from '../../../ui/figures/report-table.tsx';
import { Choice, labeled } from '../../../ui/inputs/choice.tsx';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { DataArea, SkeletonRows } from '../../../ui/status/data-area.tsx';
import { formatMonth } from '../../../ui/values/days.ts';
import type { AiDashboardSearch } from '../ai-dashboard-search.ts';
import { insightAnalyticsQuery, type Narrowed, raisesPath } from './insight-analytics.ts';
import { Raises } from './raises.tsx';

type Detector = InsightAnalytics['detectors'][number];
type Month = InsightAnalytics['months'][number];
type Counts = Omit<Detector, 'detector' | 'label'>;

const BY_DETECTOR = 'By What Found Them';
const BY_MONTH = 'By Month';

/** The rows behind a figure. */
function rowsOf(narrowed: Narrowed) {
  return { to: '/ai-dashboard', search: { tab: 'analytics', ...narrowed } };
}

const COUNTS = [
  ['raised', 'Raised'],
  ['read', 'Read'],
  ['acted', 'Acted on'],
  ['checked', 'Checked'],
  ['right', 'Proved right'],
] as const satisfies readonly (readonly [keyof Counts & Became, string])[];

/** @param narrowed to what a row counts */
function columnsOf<Row extends Counts>(narrowed: (row: Row) => Narrowed): readonly ReportColumn<Row>[] {
  return [
    ...COUNTS.map(
      ([became, header]): ReportColumn<Row> => ({
        header,
        kind: 'count',
        isSparse: became !== 'raised',
        value: (row) => row[became],
        to: (row) => (row[became] === 0 ? null : rowsOf({ ...narrowed(row), became })),
      }),
    ),
    {
      header: 'Money that followed',
      kind: 'money',
      value: ({ money }) => money,
      to: (row) => (Number(row.money ?? 0) === 0 ? null : rowsOf({ ...narrowed(row), became: 'paid' })),
    },
  ];
}

function onlyOf({ detector }: Detector): Narrowed {
  return { detector, became: 'raised' };
}

const OF_DETECTOR: readonly ReportColumn<Detector>[] = [
  { header: 'Found by', kind: 'text', value: ({ label }) => label, to: (row) => rowsOf(onlyOf(row)) },
  ...columnsOf<Detector>(onlyOf),
];

type AnalyticsProps = Pick<PageProps<AiDashboardSearch>, 'account' | 'search' | 'onSearch'>;

/** What became of what the detectors raised, by detector and by month, and the rows behind each figure. */
export default function Analytics({ account, search, onSearch }: AnalyticsProps) {
  const { detector, month, became } = search;
  if (became === undefined)
    return <Figures detector={detector} onDetector={(chosen) => onSearch({ detector: chosen })} />;
  const narrowed = { detector, month, became };
  const csv = may(account.role, 'exports:read') ? raisesPath({ ...narrowed, format: 'csv' }) : null;
  return <Raises narrowed={narrowed} csv={csv} />;
}

interface FiguresProps {
  detector: AiDashboardSearch['detector'];
  onDetector(detector: AiDashboardSearch['detector']): void;
}

function Figures({ detector, onDetector }: FiguresProps) {
  const query = useQuery(insightAnalyticsQuery(detector));
  const inMonth = ({ month }: Month): Narrowed => ({ detector, month, became: 'raised' });
  const ofMonth: readonly ReportColumn<Month>[] = [
    { header: 'Month', kind: 'text', value: ({ month }) => formatMonth(month), to: (row) => rowsOf(inMonth(row)) },
    ...columnsOf<Month>(inMonth),
  ];
  return (
    <DataArea
      query={query}
      isEmpty={({ total }) => total.raised === 0}
      filtered={
        detector === undefined
          ? null
          : { title: 'It raised nothing in the last twelve months', clear: () => onDetector(undefined) }
      }
      firstUse={{
        title: 'Nothing was raised in the last twelve months',
        description: 'What becomes of each insight that is found is counted here.',
      }}
      skeleton={<SkeletonRows rows={8} />}
    >
      {({ detectors, months }) => (
        <>
          <Section
            title={BY_DETECTOR}
            actions={
              <Choice
                label="Found by"
                value={detector}
                choices={labeled(DETECTOR_NAMES, DETECTORS)}
                none="Found by any"
                onChoice={onDetector}
              />
            }
          >
            <p className="hw-report-note">What was raised in the last twelve months, and what became of it.</p>
            <Disclosure summary="How these figures are counted" className="hw-report-how">
              <p>
                One that came back, or became worse, counts again. One is checked once it can be told whether it was
                right. {MONEY_RULE}
              </p>
            </Disclosure>
            <ReportTable title={BY_DETECTOR} columns={OF_DETECTOR} rows={detectors} keyOf={(row) => row.detector} />
          </Section>
          <Section title={BY_MONTH}>
            <p className="hw-report-note">By the month in which it was raised, whenever the rest happened.</p>
            <ReportTable title={BY_MONTH} columns={ofMonth} rows={months} keyOf={({ month }) => month} />
          </Section>
        </>
      )}
    </DataArea>
  );
}
