import { createHash } from 'node:crypto';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MARKETING_PLATFORM_LABELS } from '../../domain/campaign/terms.ts';
import { hashtagText, postText } from '../../domain/social-post/terms.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { type SocialPostDocument, socialPosts } from '../../projections/social-posts.ts';
import { companyContact } from '../kit/company-contact.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { isUnchanged } from '../kit/etag.ts';
import { errorBody, errors, idParams } from '../kit/fields/common.schema.ts';
import { originOf } from '../kit/origin.ts';
import { sendPicture } from '../photos/files.ts';
import { allPictures, beforePicturePath, NO_PICTURES, type Pictures, picturePath, picturesOf } from './pictures.ts';
import { socialPostKind } from './record.ts';

const FEED = '/social.atom';
const ENTRIES = 50;
/** A feed must have a title and an author, also before the owner has entered the company's name. */
const NO_NAME = 'Tree care';
const NOT_CHANGED = z.null().describe('It has not changed.');

/** What everybody may read of the company's posts: those that are published, or whose time has come, and their pictures. */
export function socialFeedRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  // Programs ask whether it has changed before they fetch it.
  const shared = { exposeHeadRoute: true, config: { access: 'public', limitedPerAddress: 30 } } as const;

  routes.get(
    FEED,
    {
      ...shared,
      schema: {
        tags: ['Public'],
        description: 'The company’s social posts as an Atom feed (RFC 4287), the newest first.',
        response: {
          200: { description: 'An Atom feed.', content: { 'application/atom+xml': { schema: z.string() } } },
          304: NOT_CHANGED,
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const feed = await atomFeed(context, originOf(context, request));
      const tag = `"${createHash('sha256').update(feed).digest('base64url')}"`;
      reply.header('etag', tag).header('cache-control', 'public, no-cache');
      if (isUnchanged(request, tag)) return reply.code(304).send(null);
      return reply.type('application/atom+xml; charset=utf-8').send(feed);
    },
  );

  const picture = (path: string, which: 'picture' | 'before') =>
    routes.get(
      path,
      {
        ...shared,
        schema: {
          tags: ['Public'],
          params: idParams,
          response: {
            200: { content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } } },
            304: NOT_CHANGED,
            404: errorBody.describe('There is no such post that everybody may see, or it has no picture.'),
            ...errors,
          },
        },
      },
      async (request, reply) => {
        const models = context.readModels.current();
        const post = (await models.get(socialPosts.collection, [request.params.id])).get(request.params.id);
        const isShown = post !== undefined && isPublic(post, isoNow(context.clock));
        const photo = isShown ? (await picturesOf(models, post))[which] : null;
        if (photo === null) throw new HttpError(404, { message: 'There is no such picture.', code: 'not_found' });
        return sendPicture(context, request, reply, { photo, sha256: photo.sha256, size: '', shownOn: 'cross-origin' });
      },
    );
  picture(picturePath(':id'), 'picture');
  picture(beforePicturePath(':id'), 'before');
}

/** One whose time has come is for everybody, whoever posts it. */
function isPublic({ removed, status, waitsUntil }: SocialPostDocument, now: string): boolean {
  if (removed) return false;
  return status === 'published' || (status === 'scheduled' && waitsUntil !== null && waitsUntil <= now);
}

/** When it became public, ISO UTC. */
function publicSince({ publishedAt, waitsUntil, scheduledDate }: SocialPostDocument): string {
  return publishedAt ?? waitsUntil ?? scheduledDate;
}

async function atomFeed(context: ApiContext, origin: string): Promise<string> {
  const models = context.readModels.current();
  const find = (where: Record<string, string | null | { lte: string }>, field: 'publishedAt' | 'waitsUntil') =>
    models.find(socialPosts.collection, {
      where: { removed: null, ...where },
      order: { field, direction: 'desc' },
      limit: ENTRIES,
    });
  const [published, due] = await Promise.all([
    find({ status: 'published' }, 'publishedAt'),
    find({ status: 'scheduled', waitsUntil: { lte: isoNow(context.clock) } }, 'waitsUntil'),
  ]);
  const posts = [...published.documents, ...due.documents]
    .sort((a, b) => publicSince(b).localeCompare(publicSince(a)))
    .slice(0, ENTRIES);
  const company = (await companyContact(context)).name ?? NO_NAME;
  const pictures = await allPictures(models, posts);
  const entries = posts.map((post, index) => entryOf(post, origin, pictures[index] ?? NO_PICTURES));
  const [newest] = posts;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${xml(`${origin}${FEED}`)}</id>`,
    `<title>${xml(company)}</title>`,
    // Without entries it has never changed.
    `<updated>${newest ? publicSince(newest) : '1970-01-01T00:00:00Z'}</updated>`,
    `<author><name>${xml(company)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xml(`${origin}${FEED}`)}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

function entryOf(post: SocialPostDocument, origin: string, { before, picture }: Pictures): string {
  const paths = [...(before ? [beforePicturePath(post.id)] : []), ...(picture ? [picturePath(post.id)] : [])];
  return [
    '<entry>',
    `<id>urn:uuid:${xml(post.id)}</id>`,
    `<title>${xml(socialPostKind.title(post) ?? '')}</title>`,
    `<published>${publicSince(post)}</published>`,
    `<updated>${publicSince(post)}</updated>`,
    `<content type="text">${xml(postText(post))}</content>`,
    `<category term="${xml(post.platform)}" label="${xml(MARKETING_PLATFORM_LABELS[post.platform] ?? post.platform)}"/>`,
    ...post.hashtags.map((tag) => `<category term="${xml(hashtagText(tag))}"/>`),
    ...paths.map((path) => `<link rel="enclosure" type="image/webp" href="${xml(origin + path)}"/>`),
    '</entry>',
  ].join('\n');
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text in XML 1.0, which has no way to write control characters, halves of a surrogate pair, U+FFFE and U+FFFF. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (mark) => ESCAPED[mark] ?? mark);
}
