import { campaignKind } from '../campaigns/record.ts';
import { jobKind } from '../jobs/record.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { findRecord, noSuch, requirePresent } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { photoKind } from '../photos/record.ts';
import { whyWithheld } from './pictures.ts';
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

type Named = Partial<Record<'campaignId' | 'photoId' | 'beforePhotoId' | 'ideaId', string | null | undefined>>;

/** @throws HttpError 400 for a campaign or photo that is not there, or a photo that may not be shown */
async function requireNamed(context: ApiContext, { campaignId, ideaId, ...named }: Named): Promise<void> {
  if (campaignId) await requirePresent(context, campaignKind, campaignId, 'campaignId');
  for (const field of ['photoId', 'beforePhotoId'] as const) {
    const photoId = named[field];
    if (photoId) await requireMayShow(context, field, photoId, Boolean(ideaId));
  }
}

/** @param isOfIdea whether only the consent of its customer speaks for the photo */
async function requireMayShow(context: ApiContext, field: string, photoId: string, isOfIdea: boolean): Promise<void> {
  const photo = await findRecord(context, photoKind, photoId);
  if (photo?.category !== 'job' || photo.removed || photo.erased)
    throw noSuch(field, 'There is no photo of a job with this id. Choose one of a job’s photos.');
  const why = whyWithheld((await findRecord(context, jobKind, photo.recordId)) ?? undefined, isOfIdea);
  if (why !== null) throw noSuch(field, why);
}
