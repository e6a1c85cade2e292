import { queryOptions } from '@tanstack/react-query';
import type { CampaignRecord } from '../../../api/campaigns/schema.ts';
import type { EmailFigures } from '../../../api/email-campaigns/figures.schema.ts';
import type { Responder } from '../../../domain/campaign-response/terms.ts';
import { EMAIL_CAMPAIGN_STATUS_LABELS, EMAIL_TEMPLATE_LABELS } from '../../../domain/email-campaign/terms.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { CAMPAIGNS_PATH, type CampaignFilter, readCampaign } from '../campaign/campaign.ts';

export const EMAIL_CAMPAIGNS = ['email_campaigns'] as const;
/** Each shows how far its sending has come, and who responded. */
const PARTS = ['campaign_parts', 'campaign_responses'];
const WITH_PARTS = [...EMAIL_CAMPAIGNS, ...PARTS];

/** The call of the list; the newest first. */
export function emailCampaignsCall({ sort = '-createdAt', ...filter }: CampaignFilter): string {
  return listCall(CAMPAIGNS_PATH, { kind: 'email', ...filter, sort });
}

/** The campaigns of a call, loaded as far as the person has scrolled. */
export function emailCampaignsQuery(path: string) {
  return pagedQuery<CampaignRecord>({
    queryKey: ['email-campaigns', path],
    meta: { collections: WITH_PARTS },
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** One campaign, removed or not, and how far its sending has come. */
export function emailCampaignQuery(id: string) {
  return queryOptions({
    queryKey: ['email-campaign', id],
    meta: { collections: EMAIL_CAMPAIGNS, id, anyOf: PARTS },
    queryFn: (context) => readCampaign('email', id, context),
  });
}

/** What all of them come to. */
export const emailFiguresQuery = queryOptions({
  queryKey: ['email-campaign-figures'],
  meta: { collections: WITH_PARTS },
  queryFn: (context) => read<EmailFigures>(`${CAMPAIGNS_PATH}/email-figures`, context),
});

/** What a status is called. */
export function emailStatusLabel(status: string): string {
  return EMAIL_CAMPAIGN_STATUS_LABELS[status] ?? status;
}

/** What a template type is called. */
export function templateLabel(type: string | null): string | null {
  return type && (EMAIL_TEMPLATE_LABELS[type] ?? type);
}

/** What became of a mail, such as `Opened, followed a link`; machines are said only where no person did the same. */
export function responseWords({ opened, clicked }: Record<'opened' | 'clicked', Responder | null>): string {
  const by = (who: Responder | null) => (who === 'machines' ? ' (a machine)' : '');
  const did = [opened && `opened${by(opened)}`, clicked && `followed a link${by(clicked)}`].filter(Boolean).join(', ');
  return did.charAt(0).toUpperCase() + did.slice(1);
}
