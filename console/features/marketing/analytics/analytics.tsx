import { useQuery } from '@tanstack/react-query';
import type { CampaignFigures } from '../../../../api/campaigns/schema.ts';
import { campaignFiguresQuery, campaignStatusLabel } from '../../../entities/campaign/campaign.ts';
import { Figure, FigureRow } from '../../../ui/figures/figure.tsx';
import { type ReportColumn, ReportTable } from '../../../ui/figures/report-table.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { DataArea, SkeletonRows } from '../../../ui/status/data-area.tsx';
import { rowsOf } from '../metric-link.tsx';

const TITLE = 'Campaign Performance';

type Row = CampaignFigures['campaigns'][number];

const COLUMNS: readonly ReportColumn<Row>[] = [
  {
    header: 'Campaign',
    kind: 'text',
    value: ({ name }) => name,
    to: ({ id }) => ({ to: '/marketing', search: { campaign: id } }),
  },
  { header: 'Status', kind: 'text', value: ({ status }) => campaignStatusLabel(status) },
  { header: 'Budget', kind: 'money', value: ({ budget }) => budget },
  { header: 'Leads', kind: 'count', value: ({ metrics }) => metrics.leads, to: (row) => rowsOf(row, 'leads') },
  { header: 'Cost per lead', kind: 'money', isEach: true, value: ({ metrics }) => metrics.costPerLead },
  { header: 'Quotes', kind: 'count', value: ({ metrics }) => metrics.quotes, to: (row) => rowsOf(row, 'quotes') },
  { header: 'Won jobs', kind: 'count', value: ({ metrics }) => metrics.wonJobs, to: (row) => rowsOf(row, 'wonJobs') },
  { header: 'Cost per won job', kind: 'money', isEach: true, value: ({ metrics }) => metrics.costPerJob },
  { header: 'Revenue', kind: 'money', value: ({ metrics }) => metrics.revenue, to: (row) => rowsOf(row, 'revenue') },
];

/** What the campaigns come to, each figure with its rows. */
export function Analytics() {
  const query = useQuery(campaignFiguresQuery);
  const { data, isError: isFailed } = query;
  const told = (value: number | undefined) => ({ isFailed, ...(value !== undefined && { value: String(value) }) });
  return (
    <>
      <FigureRow>
        <Figure label="Total Campaigns" {...told(data?.total)} to="/marketing" />
        <Figure label="Active Campaigns" {...told(data?.active)} to="/marketing" search={{ status: 'active' }} />
        <Figure
          label="Scheduled Posts"
          {...told(data?.scheduledPosts)}
          to="/marketing"
          search={{ tab: 'social', postStatus: 'scheduled' }}
        />
        <Figure label="Total Leads" {...told(data?.leads)} />
      </FigureRow>
      <Section title={TITLE}>
        <DataArea
          query={query}
          isEmpty={({ campaigns }) => campaigns.length === 0}
          filtered={null}
          firstUse={{ title: 'No campaigns yet', description: 'What each campaign brings in is told here.' }}
          skeleton={<SkeletonRows rows={6} />}
        >
          {({ campaigns }) => (
            <>
              <p className="hw-report-note">
                Won jobs leave out those that were cancelled, and revenue what was refunded. A cost is the budget
                divided by how many came.
              </p>
              <ReportTable title={TITLE} columns={COLUMNS} rows={campaigns} keyOf={({ id }) => id} />
            </>
          )}
        </DataArea>
      </Section>
    </>
  );
}
