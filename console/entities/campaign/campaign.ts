import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import type { CampaignFigures, CampaignKind, CampaignRecord, campaignList } from '../../../api/campaigns/schema.ts';
import { CAMPAIGN_STATUS_LABELS } from '../../../domain/campaign/terms.ts';
import { ApiError } from '../../data/api.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

export const CAMPAIGNS = ['campaigns'] as const;
/** Their figures count what these hold. */
const WITH_METRICS = [...CAMPAIGNS, 'leads', 'quotes', 'jobs', 'invoices'];
export const CAMPAIGNS_PATH = '/api/marketing/campaigns';

/** The path of a campaign. */
export function campaignPath(id: string): string {
  return `${CAMPAIGNS_PATH}/${encodeURIComponent(id)}`;
}

/** The list's filters, as query parameters of its call. */
export type CampaignFilter = Readonly<
  Partial<Record<'search' | 'status' | 'sort', string | undefined> & Record<'removed', boolean | undefined>>
>;

/** The columns that the server sorts by. */
export const CAMPAIGN_SORTS = ['createdAt', 'name'] as const satisfies readonly (keyof typeof campaignList.sorts)[];

/** The call of the list; the newest first. */
export function campaignsCall({ sort = '-createdAt', ...filter }: CampaignFilter): string {
  return listCall(CAMPAIGNS_PATH, { kind: 'campaign', ...filter, sort });
}

/** The campaigns of a call, loaded as far as the person has scrolled. */
export function campaignsQuery(path: string) {
  return pagedQuery<CampaignRecord>({
    queryKey: ['campaigns', path],
    meta: { collections: WITH_METRICS },
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/**
 * A campaign of one kind: each page shows its own.
 * @throws ApiError 404 also for one of the other kind, which the call answers as well
 */
export async function readCampaign(
  kind: CampaignKind,
  id: string,
  context: QueryFunctionContext,
): Promise<CampaignRecord> {
  const campaign = await read<CampaignRecord>(campaignPath(id), context);
  if (campaign.kind === kind) return campaign;
  throw new ApiError(404, { code: 'not_found', message: 'This campaign is not one of this page.' });
}

/** One campaign, removed or not. */
export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: ['campaign', id],
    meta: { collections: WITH_METRICS },
    queryFn: (context) => readCampaign('campaign', id, context),
  });
}

/** What all campaigns brought in. */
export const campaignFiguresQuery = queryOptions({
  queryKey: ['campaign-figures'],
  meta: { collections: [...WITH_METRICS, 'social_posts'] },
  queryFn: (context) => read<CampaignFigures>(`${CAMPAIGNS_PATH}/figures`, context),
});

/** What a status is called. */
export function campaignStatusLabel(status: string): string {
  return CAMPAIGN_STATUS_LABELS[status] ?? status;
}
