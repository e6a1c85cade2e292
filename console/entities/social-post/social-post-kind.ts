import type { SocialPostRecord } from '../../../api/social-posts/schema.ts';
import { MARKETING_PLATFORM_LABELS, MARKETING_PLATFORMS } from '../../../domain/campaign/terms.ts';
import { postTitle, SOCIAL_POST_LIMITS } from '../../../domain/social-post/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { formatList, listInput } from '../../ui/inputs/list-input.tsx';
import { formatMoment, MomentInput } from '../job/job-inputs.tsx';
import { CampaignInput } from './campaign-input.tsx';
import { JobPhotoInput } from './job-photo-input.tsx';
import { SOCIAL_POSTS, socialPostPath } from './social-post.ts';

/** What a form asks about a post. */
export const SOCIAL_POST_FIELDS: readonly Field[] = [
  {
    name: 'platform',
    label: 'Platform',
    kind: 'choice',
    required: true,
    choices: MARKETING_PLATFORMS,
    labels: MARKETING_PLATFORM_LABELS,
    placeholder: 'Choose a platform',
  },
  {
    name: 'scheduledDate',
    label: 'Scheduled for',
    kind: 'text',
    required: true,
    control: MomentInput,
    format: formatMoment,
    help: 'In the company’s time zone',
  },
  {
    name: 'content',
    label: 'Content',
    kind: 'multiline',
    required: true,
    maxLength: SOCIAL_POST_LIMITS.content,
    row: 'whole',
  },
  {
    name: 'hashtags',
    label: 'Hashtags',
    kind: 'structured',
    control: listInput('#TreeCare, #Pruning…'),
    format: formatList,
    help: 'Press Enter or a comma after each',
  },
  {
    name: 'campaignId',
    label: 'Campaign',
    kind: 'text',
    control: CampaignInput,
    format: () => 'A campaign',
    nothing: 'No campaign',
    onlyInHistory: true,
  },
  {
    name: 'photoId',
    label: 'Picture',
    kind: 'text',
    control: JobPhotoInput,
    nothing: 'No picture',
    format: () => 'A photo of a job',
    onlyInHistory: true,
    row: 'whole',
    help: 'Everybody will see it: choose only what its customer agreed to',
  },
  {
    name: 'beforePhotoId',
    label: 'Picture of before',
    kind: 'text',
    control: JobPhotoInput,
    nothing: 'No picture',
    format: () => 'A photo of a job',
    onlyInHistory: true,
    row: 'whole',
    help: 'Where the picture is of after the work',
  },
];

/** A post on a social platform, in details, forms, conflicts and history. */
export const socialPostKind: RemovableKind<SocialPostRecord> = {
  category: 'social_post',
  collections: SOCIAL_POSTS,
  noun: 'social post',
  fields: SOCIAL_POST_FIELDS,
  path: socialPostPath,
  steps: {
    SocialPostScheduled: 'Scheduled',
    SocialPostRevised: 'Details changed',
    SocialPostCancelled: 'Cancelled',
    SocialPostAskedAgain: 'Scheduled again',
    SocialPostPublished: 'Published',
    SocialPostDelayed: 'To be tried again',
    SocialPostFailed: 'Failed',
    SocialPostBecameUncertain: 'Uncertain',
    SocialPostMarkedPosted: 'Marked as posted',
    SocialPostMarkWithdrawn: 'No longer marked as posted',
    SocialPostRemoved: 'Removed',
    SocialPostRestored: 'Restored',
  },
  removal: {
    act: 'Remove',
    word: 'Removed',
    restored: { title: 'Post Restored', text: 'It is back in the list.' },
  },
  titleOf: postTitle,
};
