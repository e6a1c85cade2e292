import type { SocialPostDocument } from '../../projections/social-posts.ts';
import { attention } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';
import { socialPostKind } from './record.ts';

const PAGE = '/marketing?tab=social&postStatus=';

/** Posts that were not published, or of which nobody knows, the longest waiting first. */
export const postsThatFailed = attention<SocialPostDocument>({
  id: 'social-posts-failed',
  label: 'Social posts that failed',
  kind: socialPostKind,
  query: () => ({ where: { removed: null, status: 'failed' }, order: { field: 'since', direction: 'asc' } }),
  page: `${PAGE}failed`,
  waiting: ({ outcome, since }, { zone }) => ({
    note: outcome === 'uncertain' ? 'Uncertain since' : 'Not published',
    day: dayOf(Date.parse(since), zone),
  }),
});

/** Posts whose time has come, which nobody has posted yet, the longest waiting first. */
export const postsToPost = attention<SocialPostDocument>({
  id: 'social-posts-due',
  label: 'Social posts to be posted',
  kind: socialPostKind,
  query: ({ now }) => ({
    where: { removed: null, status: 'scheduled', waitsUntil: { lte: now } },
    order: { field: 'waitsUntil', direction: 'asc' },
  }),
  page: `${PAGE}scheduled`,
  waiting: ({ waitsUntil, scheduledDate }, { zone }) => ({
    note: 'Planned for',
    day: dayOf(Date.parse(waitsUntil ?? scheduledDate), zone),
  }),
});
