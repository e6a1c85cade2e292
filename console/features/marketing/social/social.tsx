import { useMemo } from 'react';
import type { SocialPostRecord } from '../../../../api/social-posts/schema.ts';
import { MARKETING_PLATFORM_LABELS, MARKETING_PLATFORMS } from '../../../../domain/campaign/terms.ts';
import {
  hashtagText,
  postTitle,
  SOCIAL_POST_STATUS_LABELS,
  SOCIAL_POST_STATUSES,
} from '../../../../domain/social-post/terms.ts';
import { may } from '../../../../domain/user/terms.ts';
import type { PageProps } from '../../../entities/account/session.ts';
import { BeginsShort, useCompanyZone } from '../../../entities/job/job-tags.tsx';
import { PostStatus } from '../../../entities/social-post/post-status.tsx';
import { SOCIAL_POST_SORTS, socialPostsCall, socialPostsQuery } from '../../../entities/social-post/social-post.ts';
import { socialPostKind } from '../../../entities/social-post/social-post-kind.ts';
import { ClearFilters } from '../../../records/list/clear-filters.tsx';
import { inTab, isFiltered } from '../../../records/list/list-search.ts';
import type { RecordColumn } from '../../../records/list/record-columns.ts';
import { RecordListPage, usePagedList } from '../../../records/list/record-list-page.tsx';
import { RemovedSelect } from '../../../records/list/removed.tsx';
import { Choice, labeled } from '../../../ui/inputs/choice.tsx';
import { MoreFilters } from '../../../ui/inputs/more-filters.tsx';
import { Failure } from '../../../ui/status/data-area.tsx';
import { type MarketingSearch, postFilterOf } from '../marketing-search.ts';
import { NewPostDialog } from './new-post-dialog.tsx';
import { PostDrawer } from './post-drawer.tsx';

const columnsIn = (zone: string | undefined): readonly RecordColumn<SocialPostRecord>[] => [
  { id: 'content', header: 'Content', value: postTitle, widest: 420 },
  {
    id: 'platform',
    header: 'Platform',
    stays: true,
    value: ({ platform }) => MARKETING_PLATFORM_LABELS[platform] ?? platform,
  },
  {
    id: 'scheduledDate',
    header: 'Scheduled',
    stays: true,
    value: ({ scheduledDate }) => scheduledDate,
    cell: ({ scheduledDate }) => <BeginsShort at={scheduledDate} zone={zone} />,
  },
  {
    id: 'status',
    header: 'Status',
    stays: true,
    value: ({ status }) => status,
    cell: (post) => <PostStatus post={post} />,
  },
  {
    id: 'hashtags',
    header: 'Hashtags',
    value: ({ hashtags }) => hashtags.map(hashtagText).join(' ') || null,
    widest: 240,
  },
  { id: 'campaignName', header: 'Campaign', value: ({ campaignName }) => campaignName, widest: 240 },
];

const MORE_KEYS = ['platform', 'removed'];
const FILTER_KEYS = ['q', 'postStatus', ...MORE_KEYS];
/** On the button that schedules one. */
export const SCHEDULE_POST = 'Schedule Post';

/** Posts on social platforms: what is planned, what was published, and what waits for somebody. */
export function Social({ account, search, onSearch }: PageProps<MarketingSearch>) {
  const call = socialPostsCall(postFilterOf(search));
  const list = usePagedList(socialPostsQuery(call), call, SOCIAL_POST_SORTS);
  const zone = useCompanyZone();
  const columns = useMemo(() => columnsIn(zone), [zone]);
  return (
    <RecordListPage
      {...inTab({ search, onSearch })}
      canChange={may(account.role, 'marketing:change')}
      canExport={may(account.role, 'exports:read')}
      kind={socialPostKind}
      plural="social posts"
      param="post"
      list={list}
      columns={columns}
      placeholder="Search posts..."
      filterKeys={FILTER_KEYS}
      filters={
        <>
          <Choice
            label="Status"
            value={search.postStatus}
            choices={labeled(SOCIAL_POST_STATUSES, SOCIAL_POST_STATUS_LABELS)}
            none="All statuses"
            onChoice={(postStatus) => onSearch({ postStatus })}
          />
          <MoreFilters isUsed={isFiltered(search, MORE_KEYS)}>
            <Choice
              label="Platform"
              value={search.platform}
              choices={labeled(MARKETING_PLATFORMS, MARKETING_PLATFORM_LABELS)}
              none="All platforms"
              onChoice={(platform) => onSearch({ platform })}
            />
            <RemovedSelect
              noun="posts"
              removal={socialPostKind.removal}
              isRemoved={search.removed === true}
              onChange={(removed) => onSearch({ removed })}
            />
          </MoreFilters>
          <ClearFilters search={search} keys={FILTER_KEYS} onSearch={onSearch} />
        </>
      }
      add={{
        text: SCHEDULE_POST,
        firstText: 'Schedule First Post',
        shortcut: 'Schedule a post',
        how: (onClose) => <NewPostDialog onClose={onClose} />,
      }}
      drawer={(open) => <PostDrawer key={open.id} {...open} />}
      firstUse={{
        title: 'No social posts yet',
        description: 'A post is published when its time comes, or waits then for you to post it.',
      }}
      failure={(error) => (
        <Failure error={error} text="Failed to fetch social posts" retry={() => void list.query.refetch()} />
      )}
    />
  );
}
