import type { EmailCampaignDocument } from '../../projections/email-campaigns.ts';
import { attention } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';
import { emailCampaignKind } from './record.ts';

/** Campaigns by email that something of ours has stopped, the oldest first. */
export const campaignsThatStopped = attention<EmailCampaignDocument>({
  id: 'email-campaigns-stopped',
  label: 'Email campaigns that stopped',
  kind: emailCampaignKind,
  query: () => ({ where: { removed: null, isStopped: true }, order: { field: 'createdAt', direction: 'asc' } }),
  page: '/marketing-automation?status=paused',
  waiting: ({ why, begunAt, createdAt }, { zone }) => ({
    note: `${why ?? ''} Sending since`.trim(),
    day: dayOf(Date.parse(begunAt ?? createdAt), zone),
  }),
});
