import { Link } from '@tanstack/react-router';
import type { CampaignRecord } from '../../../api/campaigns/schema.ts';
import { formatMoney } from '../../ui/values/format.ts';

type Shown = Pick<CampaignRecord, 'id' | 'name' | 'metrics'>;
type Metric = keyof typeof ROWS;

/** Where the rows of a figure are, and what it says. */
const ROWS = {
  leads: { to: '/leads', text: ({ leads }) => (leads === 1 ? '1 lead' : `${leads} leads`) },
  quotes: { to: '/quotes/list', text: ({ quotes }) => (quotes === 1 ? '1 quote' : `${quotes} quotes`) },
  wonJobs: { to: '/jobs', text: ({ wonJobs }) => (wonJobs === 1 ? '1 won job' : `${wonJobs} won jobs`) },
  revenue: { to: '/invoices', text: ({ revenue }) => `${formatMoney(revenue)} paid` },
} as const satisfies Record<string, { to: string; text(metrics: CampaignRecord['metrics']): string }>;

/** The rows that a figure counts; null where there are none to open. */
export function rowsOf({ id, metrics }: Shown, metric: Metric): { to: string; search: { campaign: string } } | null {
  return Number(metrics[metric]) === 0 ? null : { to: ROWS[metric].to, search: { campaign: id } };
}

/** What a campaign brought in, as a link to its rows. */
export function MetricLink({ campaign, metric }: { campaign: Shown; metric: Metric }) {
  const text = ROWS[metric].text(campaign.metrics);
  const rows = rowsOf(campaign, metric);
  if (rows === null) return <span className="hw-muted">{text}</span>;
  return (
    <Link to={rows.to} search={{ ...rows.search }} aria-label={`${text}: ${campaign.name}`}>
      {text}
    </Link>
  );
}
