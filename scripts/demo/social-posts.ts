import type { SocialPostDetails } from '../../domain/social-post/events.ts';
import { type SocialPostCommand, socialPost } from '../../domain/social-post/social-post.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OFFICE } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { campaignId } from './campaigns.ts';
import type { WorkingTime } from './working-time.ts';

/** A post, the working day of its time counted from the last one of the year, and whether somebody posted it. */
interface Post extends Pick<SocialPostDetails, 'platform' | 'content' | 'hashtags'> {
  /** The place of its campaign. */
  campaign: number;
  day: number;
  became: 'posted' | 'cancelled' | null;
}

const POSTS: readonly Post[] = [
  {
    campaign: 0,
    platform: 'facebook',
    content:
      'Oaks are pruned while they are dormant: the cuts are closed before beetles fly that carry oak wilt. ' +
      'We prune until the end of March.',
    hashtags: ['#TreeCare', '#OakWilt', '#WinterPruning'],
    day: -205,
    became: 'posted',
  },
  {
    campaign: 0,
    platform: 'instagram',
    content: 'A crown reduced by a fifth, and the shape of the maple is still its own.',
    hashtags: ['#Pruning', '#Arborist'],
    day: -180,
    became: 'posted',
  },
  {
    campaign: 1,
    platform: 'facebook',
    content:
      'Three things to look for before the first storm: cracked unions, deadwood over the drive, a trunk that leans more than last year.',
    hashtags: ['#StormPrep', '#TreeSafety'],
    day: -100,
    became: 'posted',
  },
  {
    campaign: 1,
    platform: 'twitter',
    content: 'A branch is down and a wire is under it? Stay away, call the utility first and us second.',
    hashtags: ['#StormDamage'],
    day: -62,
    became: 'posted',
  },
  {
    campaign: 1,
    platform: 'linkedin',
    content:
      'Property managers: we inspect a whole block in a morning and mark what has to come down before the season.',
    hashtags: [],
    day: -50,
    became: 'cancelled',
  },
  {
    campaign: 2,
    platform: 'facebook',
    content:
      'We were on your street this week. If you liked what you saw, ask us for a look at your trees while the crew is near.',
    hashtags: ['#Neighbors', '#TreeCare'],
    day: -1,
    became: null,
  },
  {
    campaign: 3,
    platform: 'facebook',
    content: 'The stump of last year’s removal is still there? Two Saturdays are for stumps alone.',
    hashtags: ['#StumpGrinding'],
    day: 6,
    became: null,
  },
];

/** The social posts of a year. */
export const socialPosts: Area = (time) => POSTS.flatMap((each, index) => actsOf(each, index, time));

/** Working days between writing a post and its time. */
const WRITTEN_BEFORE = 3;
const DAY_MS = 24 * 60 * 60_000;

function actsOf({ campaign, day, became, ...details }: Post, index: number, time: WorkingTime): Act[] {
  const last = time.days.length - 1;
  const hourOf = (on: number) => (time.days[last + on]?.hour ?? 0) + 3 + index / 8;
  const id = uuidv5(HEARTWOOD, `demo/social-post/${index}`);
  const written = time.instantAt(hourOf(Math.min(day, 0) - WRITTEN_BEFORE));
  const due = day > 0 ? time.instantAt(hourOf(0)) + day * DAY_MS : time.instantAt(hourOf(day));
  const send = (at: number, name: string, command: SocialPostCommand): Act => ({
    at,
    actor: OFFICE.id,
    run: (desk) =>
      desk.send(socialPost, id, command, { commandId: uuidv5(HEARTWOOD, `demo/social-post/${index}/${name}`) }),
  });
  const scheduled = send(written, 'scheduled', {
    type: 'SchedulePost',
    details: {
      ...details,
      campaignId: campaignId(campaign),
      scheduledDate: new Date(due).toISOString(),
      photoId: null,
      beforePhotoId: null,
      ideaId: null,
    },
    now: new Date(written).toISOString(),
  });
  if (became === null) return [scheduled];
  // Posted a quarter of an hour late, or called off on the working day before.
  const at = became === 'posted' ? due + 15 * 60_000 : time.instantAt(hourOf(day - 1));
  const now = new Date(at).toISOString();
  return [scheduled, send(at, became, { type: became === 'posted' ? 'MarkPosted' : 'CancelPost', now })];
}
