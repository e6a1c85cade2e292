import { z } from 'zod';
import { MARKETING_PLATFORM_LABELS, MARKETING_PLATFORMS } from '../../domain/campaign/terms.ts';
import { SOCIAL_POST_LIMITS, SOCIAL_POST_STATUS_LABELS, SOCIAL_POST_STATUSES } from '../../domain/social-post/terms.ts';
import {
  createBody,
  idOf,
  list,
  recordSchema,
  required,
  requiredChoice,
  reviseBody,
} from '../kit/fields/fields.schema.ts';
import { instant, requiredLines, requiredText } from '../kit/fields/values.schema.ts';
import { named, oneOf, removedOnes } from '../kit/lists/lists.schema.ts';

const NO_TIME = 'Say when it is to be published, like 2026-06-15T12:00:00Z.';
const ONE_WORD = 'A hashtag is one word, like #TreeCare.';

const hashtag = requiredText('A hashtag', SOCIAL_POST_LIMITS.hashtag, 'A hashtag must not be empty.')
  .trim()
  .regex(/^#*[^\s#]+$/, ONE_WORD);

/** What a body may give for a post, and what the post shows. */
export const socialPostFields = {
  campaignId: idOf('The campaign', 'The campaign that it belongs to; none for the company as a whole.'),
  platform: requiredChoice('The platform', MARKETING_PLATFORMS, 'Choose a platform.', MARKETING_PLATFORM_LABELS),
  content: required(
    requiredLines('The content', SOCIAL_POST_LIMITS.content, 'Write what is to be posted.').trim(),
    z.string(),
  ),
  hashtags: list('hashtags', hashtag, SOCIAL_POST_LIMITS.hashtags, z.string()),
  scheduledDate: required(
    instant(NO_TIME).transform((said) => new Date(said).toISOString()),
    z.string(),
  ),
  photoId: idOf('The photo', 'A photo of a job, which everybody can see once the post is published.'),
  beforePhotoId: idOf('The photo of before', 'Where the other is of after the work: the photo of before it.'),
  ideaId: idOf('The idea', 'The idea for content that it was made of, if any.'),
};

export const schedulePostBody = createBody(socialPostFields);
export const revisePostBody = reviseBody(socialPostFields);

export const socialPostList = {
  where: { removed: null },
  filters: {
    status: oneOf('The status', SOCIAL_POST_STATUSES, 'status'),
    platform: oneOf('The platform', MARKETING_PLATFORMS, 'platform'),
    campaignId: named('campaignId'),
    removed: removedOnes,
  },
  sorts: { createdAt: 'createdAt', scheduledDate: 'scheduledDate' },
};

export const socialPostRecord = recordSchema('SocialPost', socialPostFields, {
  campaignName: z.string().nullable(),
  status: z
    .string()
    .meta({ 'x-labels': SOCIAL_POST_STATUS_LABELS })
    .describe(`One of ${SOCIAL_POST_STATUSES.join(', ')}. One that is scheduled waits for a person once it is due.`),
  isUncertain: z.boolean().describe('It failed in that nobody can tell whether it was published.'),
  dueAt: z.string().nullable().describe('When it is published, or tried again; null if it does not wait.'),
  publishedAt: z.string().nullable(),
  isMarked: z.boolean().describe('A person said that they posted it.'),
  reason: z.string().nullable().describe('What the publisher answered, or why it was not published.'),
  text: z.string().describe('Content and hashtags as one text, to be posted by hand.'),
  pictureUrl: z.string().nullable().describe('The picture for those who are signed in.'),
  beforePictureUrl: z.string().nullable().describe('The one of before the work, likewise.'),
  ideaPhotoIds: z
    .array(z.string())
    .describe('The photos that came with its idea: they are shown only as long as their customer agrees.'),
  withheld: z
    .string()
    .nullable()
    .describe(
      'Why its pictures are not shown: what their customer said, or that one is gone. It is not published until that is settled.',
    ),
  isByHand: z.boolean().describe('No publisher is set up: once it is due, a person posts it.'),
});

export type SocialPostRecord = z.output<typeof socialPostRecord>;
