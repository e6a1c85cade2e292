import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { type PhotoDocument, photos } from '../../projections/photos.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errorBody, errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { requireOwn } from '../kit/rights.ts';
import { photoKind } from './record.ts';

/** The pictures of each photo: the last part of the address, the ending of the file name, and the name in the store. */
export const PICTURES = [
  { path: 'image', size: '', nameOf: (photo: PhotoDocument) => photo.sha256 },
  { path: 'thumbnail', size: '-small', nameOf: (photo: PhotoDocument) => photo.thumbnailSha256 },
] as const;

/** The pictures of a photo, for signed-in people. */
export function photoFileRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = {
    200: { content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } } },
    304: z.null().describe('The picture has not changed.'),
    410: errorBody.describe('The photo was removed.'),
    ...errors,
  };

  for (const { path, size, nameOf } of PICTURES) {
    routes.get(
      `/api/photos/:id/${path}`,
      {
        config: { access: 'jobs:read', own: true },
        schema: { tags: ['Photos'], headers: readHeaders, params: idParams, response },
      },
      async (request, reply) => {
        const photo = await readPhoto(context, request, reply, request.params.id);
        await requireOwn(context, signedIn(request), photoKind, photo);
        return sendPicture(context, request, reply, { photo, sha256: nameOf(photo), size });
      },
    );
  }
}

/** @throws HttpError 404 if there is none, 410 if it was removed */
async function readPhoto(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): Promise<PhotoDocument> {
  await awaitMinPosition(request, reply, context);
  const photo = (await context.readModels.current().get(photos.collection, [id])).get(id);
  if (!photo) throw new HttpError(404, { message: 'There is no such photo.', code: 'not_found' });
  if (photo.removed) throw new HttpError(410, { message: 'This photo was removed.', code: 'removed' });
  return photo;
}

/**
 * The bytes came from a stranger, so they are sent as nothing but a picture. A browser caches them but asks each time
 * whether it still may: a removed photo is no longer shown, nor any photo to a person who signed out.
 * @param about.shownOn on pages of which sites: ours alone, or all
 */
export async function sendPicture(
  { files, photoCheck }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    photo,
    sha256,
    size,
    shownOn = 'same-origin',
  }: { photo: PhotoDocument; sha256: string; size: string; shownOn?: 'same-origin' | 'cross-origin' },
): Promise<FastifyReply> {
  const tag = `"${sha256}"`;
  reply
    .header('etag', tag)
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('cross-origin-resource-policy', shownOn)
    .header('content-disposition', `inline; filename="photo-${photo.id}${size}.webp"`);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  const bytes = await files.get(sha256);
  if (!bytes) {
    photoCheck.report(photo.id);
    throw new HttpError(404, { message: 'The file of this photo is missing or damaged.', code: 'not_found' });
  }
  return reply.type('image/webp').send(bytes);
}
