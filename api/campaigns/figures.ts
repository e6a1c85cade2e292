import { campaigns } from '../../projections/campaigns.ts';
import { socialPosts } from '../../projections/social-posts.ts';
import { allOf } from '../../store/read-pages.ts';
import type { ApiContext } from '../kit/context.ts';
import { campaignKind } from './record.ts';
import type { CampaignFigures } from './schema.ts';

/** What the campaigns that were not removed brought in, each and together. */
export async function campaignFiguresOf(context: ApiContext): Promise<CampaignFigures> {
  const models = context.readModels.current();
  const where = { removed: null };
  const [found, scheduledPosts] = await Promise.all([
    allOf(models, campaigns.collection, { where, order: { field: 'createdAt', direction: 'desc' } }),
    models.count(socialPosts.collection, { where: { ...where, status: 'scheduled' } }),
  ]);
  const shown = await campaignKind.show(context, found);
  return {
    total: shown.length,
    active: shown.filter(({ status }) => status === 'active').length,
    scheduledPosts,
    leads: shown.reduce((sum, { metrics }) => sum + metrics.leads, 0),
    campaigns: shown.toSorted((a, b) => Number(b.metrics.revenue) - Number(a.metrics.revenue)),
  };
}
