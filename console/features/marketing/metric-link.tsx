import { Link } from '@tanstack/react-router';
import type { CampaignRecord } from '../../../api/campaigns/schema.ts';
import { formatMoney } from '../../ui/values/format.ts';

interface MetricLinkProps {
  campaign: CampaignRecord;
  metric: keyof typeof ROWS;
}

/** Where the rows of a figure are, and what it says. */
const ROWS = {
  leads: { to: '/leads', text: ({ leads }) => (leads === 1 ? '1 lead' : `${leads} leads`) },
  wonJobs: { to: '/jobs', text: ({ wonJobs }) => (wonJobs === 1 ? '1 won job' : `${wonJobs} won jobs`) },
  revenue: { to: '/invoices', text: ({ revenue }) => `${formatMoney(revenue)} paid` },
} as const satisfies Record<string, { to: string; text(metrics: CampaignRecord['metrics']): string }>;

/** What a campaign brought in, as a link to its rows; there are none to open where nothing came. */
export function MetricLink({ campaign: { id, name, metrics }, metric }: MetricLinkProps) {
  const { to, text } = ROWS[metric];
  if (Number(metrics[metric]) === 0) return <span className="hw-muted">{text(metrics)}</span>;
  const search: Record<string, unknown> = { campaign: id };
  return (
    <Link to={to as string} search={search} aria-label={`${text(metrics)}: ${name}`}>
      {text(metrics)}
    </Link>
  );
}
