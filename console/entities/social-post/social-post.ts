import { queryOptions } from '@tanstack/react-query';
import type { SocialPostRecord, socialPostList } from '../../../api/social-posts/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

export const SOCIAL_POSTS = ['social_posts'] as const;
export const SOCIAL_POSTS_PATH = '/api/marketing/social-posts';

/** Each shows the name of its campaign, and photos as long as their customers agree. */
const ALSO = ['campaigns', 'jobs', 'photos'] as const;

/** The path of a post. */
export function socialPostPath(id: string): string {
  return `${SOCIAL_POSTS_PATH}/${encodeURIComponent(id)}`;
}

/** The list's filters, as query parameters of its call. */
export type SocialPostFilter = Readonly<
  Partial<
    Record<'search' | 'status' | 'platform' | 'campaignId' | 'sort', string | undefined> &
      Record<'removed', boolean | undefined>
  >
>;

/** The columns that the server sorts by. */
export const SOCIAL_POST_SORTS = [
  'createdAt',
  'scheduledDate',
] as const satisfies readonly (keyof typeof socialPostList.sorts)[];

/** The call of the list. @param filter.sort the latest time first without it, or for what the server does not sort by */
export function socialPostsCall({ sort = '', ...filter }: SocialPostFilter): string {
  const isSortable = (SOCIAL_POST_SORTS as readonly string[]).includes(sort.replace(/^-/, ''));
  return listCall(SOCIAL_POSTS_PATH, { ...filter, sort: isSortable ? sort : '-scheduledDate' });
}

/** The posts of a call, loaded as far as the person has scrolled. */
export function socialPostsQuery(path: string) {
  return pagedQuery<SocialPostRecord>({
    queryKey: ['social-posts', path],
    meta: { collections: [...SOCIAL_POSTS, ...ALSO] },
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** One post, removed or not. */
export function socialPostQuery(id: string) {
  return queryOptions({
    queryKey: ['social-post', id],
    meta: { collections: SOCIAL_POSTS, id, anyOf: ALSO },
    queryFn: (context) => read<SocialPostRecord>(socialPostPath(id), context),
  });
}

/** The pictures of a post, of before the work first. @returns where each is, and what it is called */
export function picturesOf({ beforePictureUrl, pictureUrl }: SocialPostRecord): { url: string; label: string }[] {
  const isPair = beforePictureUrl !== null;
  return [
    ...(isPair ? [{ url: beforePictureUrl, label: 'Before the work' }] : []),
    ...(pictureUrl === null ? [] : [{ url: pictureUrl, label: isPair ? 'After the work' : 'Shown with the post' }]),
  ];
}

/** Whether a person has to post it now. */
export function waitsForPerson({ status, dueAt, isByHand, removed }: SocialPostRecord): boolean {
  return status === 'scheduled' && isByHand && !removed && dueAt !== null && Date.parse(dueAt) <= Date.now();
}
