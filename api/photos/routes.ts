import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Rejection } from '../../domain/kit/decider.ts';
import { seenText } from '../../domain/kit/seen-text.ts';
import { type PhotoCommand, requireTarget } from '../../domain/photo/photo.ts';
import { PHOTO_LIMITS } from '../../domain/photo/terms.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { canonicalJson } from '../../platform/runtime/ids.ts';
import { type PhotoDocument, photos } from '../../projections/photos.ts';
import { carryOut, changerOf, newId, senderOf, signedIn, unlessRepeated } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { sendList } from '../kit/lists/lists.ts';
import { findRecord, noSuch } from '../kit/records.ts';
import { mayRead } from '../kit/rights.ts';
import { readFormFields, readUpload, takeForms } from '../kit/uploads.ts';
import { dropPicture, keepPicture, readTarget, storePicture } from './new-photo.ts';
import { ownPhotos, photoKind, requireMayChangePhotos } from './record.ts';
import {
  attachPhotoBody,
  attachPhotoFields,
  type PhotoRecord,
  photoRecord,
  photosQuery,
  photoTarget,
  revisePhotoBody,
} from './schema.ts';

const READ = { access: 'jobs:read', own: true } as const;
const WRITE = { access: 'jobs:change', own: true } as const;
const tags = ['Photos'];
const unreadable = errorBody.describe('The file is not a readable picture.');

/** Photos of records: leads, customers with their properties, and equipment. */
export function photoRoutes(app: App, context: ApiContext): void {
  const change = changerOf(context, photoKind);
  const routes = app.withTypeProvider<ZodTypeProvider>();
  takeForms(app, (forms) => uploadRoute(forms, context));

  routes.get(
    '/api/photos',
    {
      config: READ,
      schema: {
        tags,
        headers: readHeaders,
        querystring: photosQuery,
        response: { 200: z.array(photoRecord), ...errors },
      },
    },
    async (request, reply) => {
      const { category, recordId, ids, limit, cursor } = request.query;
      const person = signedIn(request);
      if (ids) return photosById(context, request, reply, ids);
      if (!category || !recordId) throw noSuch(category ? 'recordId' : 'category', WHICH);
      const order = { field: 'createdAt', direction: 'desc' } as const;
      const where = { removed: null, category, recordId };
      const query = { where, order, ...(cursor !== undefined && { after: cursor }) };
      const listed = {
        projection: photos,
        show: async (_: ApiContext, documents: readonly PhotoDocument[]) =>
          photoKind.show(context, await readable(context, person, documents)),
      };
      return sendList(context, request, reply, listed, { query, limit });
    },
  );

  routes.patch(
    '/api/photos/:id',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        body: revisePhotoBody,
        response: { 200: photoRecord, ...changeErrors(photoRecord) },
      },
    },
    async (request, reply) => {
      const { caption, stage, expectedRevision } = request.body;
      await requireMayChange(context, request, request.params.id);
      const commands: PhotoCommand[] = [
        ...(caption === undefined ? [] : [{ type: 'ReviseCaption', caption: seenText(caption) } as const]),
        ...(stage === undefined ? [] : [{ type: 'MarkStage', stage } as const]),
      ];
      return change(request, reply, request.params.id, commands, { expectedRevision });
    },
  );

  routes.delete(
    '/api/photos/:id',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        response: { 204: z.null(), ...changeErrors(photoRecord) },
      },
    },
    async (request, reply) => {
      await requireMayChange(context, request, request.params.id);
      await change(request, reply, request.params.id, { type: 'RemovePhoto' });
      return reply.code(204).send(null);
    },
  );
}

/** Those photos that somebody may see. */
async function readable(
  context: ApiContext,
  person: CurrentUser,
  photos: readonly PhotoDocument[],
): Promise<PhotoDocument[]> {
  if (mayRead(person, photoKind)) return [...photos];
  const isTheirs = await Promise.all(photos.map(ownPhotos(context, person)));
  return photos.filter((_, index) => isTheirs[index]);
}

/** @throws NotAllowed, or HttpError 404 for a photo that is not theirs */
async function requireMayChange(context: ApiContext, request: FastifyRequest, id: string): Promise<void> {
  const photo = await findRecord(context, photoKind, id);
  // Whether there is one, the change itself says.
  if (photo) await requireMayChangePhotos(context, signedIn(request), photo);
}

const WHICH = 'Say whose photos: category and recordId, or the ids of photos.';

/** Newest first, without removed ones, like the list. */
async function photosById(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  ids: readonly string[],
): Promise<PhotoRecord[]> {
  await awaitMinPosition(request, reply, context);
  const found = await context.readModels.current().get(photos.collection, ids);
  const present = await readable(
    context,
    signedIn(request),
    [...found.values()].filter(({ removed }) => !removed),
  );
  return photoKind.show(
    context,
    present.sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
  );
}

function uploadRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/photos/:category/:recordId',
    {
      config: { ...WRITE, upload: true },
      schema: {
        tags,
        headers: changeHeaders,
        consumes: ['multipart/form-data'],
        params: photoTarget,
        body: attachPhotoBody,
        response: { 201: photoRecord, 422: unreadable, ...changeErrors(photoRecord) },
      },
    },
    async (request, reply) => {
      const id = newId(request, 'photo');
      await requireMayChangePhotos(context, signedIn(request), request.params);
      const { sha256, caption, propertyId, attachTo, picture } = await context.incoming.receive(async (path) => {
        const upload = await readUpload(request, path, { field: 'image', bytes: PHOTO_LIMITS.bytes });
        const fields = readFields(upload.fields);
        const attachTo = await readTarget(context, { ...request.params, propertyId: fields.propertyId });
        const picture = await unlessRepeated(context, request, { kind: photoKind, id }, () => {
          requireTarget(attachTo);
          return storePicture(context, path, { isFirst: true });
        });
        return { ...fields, attachTo, sha256: upload.sha256, picture };
      });

      // The same file again is the same command, even if the encoder would produce something else by then.
      const body = canonicalJson({ image: sha256, caption, propertyId });
      const sender = { ...senderOf(request), body };
      const now = isoNow(context.clock);
      const commands: PhotoCommand[] = picture
        ? [{ type: 'AttachPhoto', target: attachTo, picture: picture.stored, caption, now }]
        : [];
      const target = { kind: photoKind, id, commands };
      const { record } = await carryOut(context, sender, reply, target, { isNew: true }).catch(async (cause) => {
        if (cause instanceof Rejection && picture) await dropPicture(context, picture.stored);
        throw cause;
      });
      if (picture) await keepPicture(context, id, picture);
      reply.code(201);
      return record;
    },
  );
}

/** @throws HttpError 400 */
function readFields(fields: Record<string, string>): { caption: string | null; propertyId: string | null } {
  const { caption, propertyId } = readFormFields(attachPhotoFields, fields);
  return { caption: seenText(caption), propertyId: propertyId || null };
}
