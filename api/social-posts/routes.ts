import { campaignKind } from '../campaigns/record.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { findRecord, noSuch, requirePresent } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { photoKind } from '../photos/record.ts';
import { socialPostKind } from './record.ts';
import { revisePostBody, schedulePostBody, socialPostFields, socialPostList, socialPostRecord } from './schema.ts';

/** Posts on social platforms: written, published when their time comes, by the publisher or by hand. */
export function socialPostRoutes(app: App, context: ApiContext): void {
  const posts = recordRoutes(app, context, {
    kind: socialPostKind,
    record: socialPostRecord,
    path: '/api/marketing/social-posts',
    tag: 'Marketing',
  });

  posts.list(socialPostList);
  posts.get();
  posts.create({
    body: schedulePostBody,
    async commands({ body, now }) {
      await requireNamed(context, body);
      return { type: 'SchedulePost', details: completed(socialPostFields, body), now };
    },
  });
  posts.revise({
    body: revisePostBody,
    async commands({ body, now }) {
      await requireNamed(context, body);
      return { type: 'RevisePost', details: givenIn(socialPostFields, body), now };
    },
  });
  posts.act('cancel', ({ now }) => ({ type: 'CancelPost', now }));
  posts.act('publish-again', ({ now }) => ({ type: 'PublishAgain', now }));
  posts.act('mark-posted', ({ now }) => ({ type: 'MarkPosted', now }));
  posts.remove({ type: 'RemovePost' });
  posts.act('restore', { type: 'RestorePost' });
}

interface Named {
  campaignId?: string | null | undefined;
  photoId?: string | null | undefined;
}

/** @throws HttpError 400 for a campaign or photo that is not there, or a photo of anything but a job */
async function requireNamed(context: ApiContext, { campaignId, photoId }: Named): Promise<void> {
  if (campaignId) await requirePresent(context, campaignKind, campaignId, 'campaignId');
  if (!photoId) return;
  const photo = await findRecord(context, photoKind, photoId);
  if (photo?.category !== 'job' || photo.removed || photo.erased)
    throw noSuch('photoId', 'There is no photo of a job with this id. Choose one of a job’s photos.');
}
