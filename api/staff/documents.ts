import { readFile } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { STAFF_LIMITS } from '../../domain/staff/terms.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { ImageRefused } from '../../platform/images/image.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { canonicalJson } from '../../platform/runtime/ids.ts';
import type { StaffDocument } from '../../projections/staff.ts';
import { carryOut, changerOf, senderOf, signedIn, unlessRepeated } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, readHeaders } from '../kit/fields/common.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { findRecord } from '../kit/records.ts';
import { seesOwn } from '../kit/rights.ts';
import { readFormFields, readUpload, refusal, takeForms } from '../kit/uploads.ts';
import { staffKind } from './record.ts';
import { documentBody, documentParams, staffRecord } from './schema.ts';

const PATH = '/api/staff/:id/certificates/:certificate/document';
const tags = ['Staff'];
const PDF = 'application/pdf';
/** Besides the file. */
const NO_FIELDS = z.object({});
const binary = { schema: z.string().meta({ format: 'binary' }) };

/** The scanned documents of certificates. A replaced one stays stored, so that an undo can bring it back. */
export function documentRoutes(app: App, context: ApiContext): void {
  const change = changerOf(context, staffKind);
  const routes = app.withTypeProvider<ZodTypeProvider>();
  takeForms(app, (forms) => uploadRoute(forms, context));

  routes.get(
    PATH,
    {
      config: { access: 'people:read', own: true },
      schema: {
        tags,
        headers: readHeaders,
        params: documentParams,
        querystring: z.object({ version: z.string().max(64).optional() }),
        response: { 200: { content: { [PDF]: binary, 'image/webp': binary } }, ...errors },
      },
    },
    async (request, reply) => {
      const { id, certificate } = request.params;
      const person = signedIn(request);
      if (seesOwn(person, staffKind) && id !== person.id) throw noDocument();
      const { documents } = await readDocument(context, request, reply, staffKind, id);
      return sendDocument(
        context,
        reply,
        documents.find((each) => each.certificate === certificate),
      );
    },
  );

  routes.delete(
    PATH,
    {
      config: { access: 'people:change' },
      schema: {
        tags,
        headers: changeHeaders,
        params: documentParams,
        response: { 200: staffRecord, ...changeErrors(staffRecord) },
      },
    },
    async (request, reply) => {
      const { id, certificate } = request.params;
      return change(request, reply, id, { type: 'RemoveCertificateDocument', certificate });
    },
  );
}

/** Somebody's bytes, so they are sent as nothing but what was checked: a PDF is never opened on our own pages. */
async function sendDocument(
  context: ApiContext,
  reply: FastifyReply,
  document: StaffDocument['documents'][number] | undefined,
): Promise<FastifyReply> {
  const bytes = document?.sha256 ? await context.files.get(document.sha256) : null;
  if (!document || !bytes) throw noDocument();
  return reply
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-disposition', document.type === PDF ? 'attachment; filename="certificate.pdf"' : 'inline')
    .type(document.type)
    .send(bytes);
}

function noDocument(): HttpError {
  return new HttpError(404, { message: 'There is no document of this certificate.', code: 'not_found' });
}

function uploadRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().put(
    PATH,
    {
      config: { access: 'people:change', upload: true },
      schema: {
        tags,
        headers: changeHeaders,
        consumes: ['multipart/form-data'],
        params: documentParams,
        body: documentBody,
        response: {
          200: staffRecord,
          422: errorBody.describe('The file is empty, cut off or damaged.'),
          ...changeErrors(staffRecord),
        },
      },
    },
    async (request, reply) => {
      const { id, certificate } = request.params;
      const limits = { noun: 'document', field: 'document', bytes: STAFF_LIMITS.documentBytes };
      const target = { kind: staffKind, id };
      const { sha256, stored } = await context.incoming.receive(async (path) => {
        const upload = await readUpload(request, path, limits);
        readFormFields(NO_FIELDS, upload.fields);
        const stored = await unlessRepeated(context, request, target, async () => {
          await requireCertificate(context, id, certificate);
          return storeDocument(context, path);
        });
        return { ...upload, stored };
      });
      // The same file again is the same command, even if the encoder would produce something else by then.
      const sender = { ...senderOf(request), body: canonicalJson({ document: sha256 }) };
      const document = stored && { ...stored, certificate, addedAt: isoNow(context.clock) };
      const commands = document ? [{ type: 'AddCertificateDocument' as const, document }] : [];
      return (await carryOut(context, sender, reply, { ...target, commands })).record;
    },
  );
}

/** Before anything is stored. @throws HttpError 404 */
async function requireCertificate(context: ApiContext, id: string, certificate: string): Promise<void> {
  const person = await findRecord(context, staffKind, id);
  if (person?.certifications.some(({ name }) => name === certificate)) return;
  const message = 'This person has no certificate of this name. Save it first.';
  throw new HttpError(404, { message, code: 'not_found' });
}

/**
 * Stores what the first bytes say it is: a PDF as it came, a picture as one of ours. The name and the type that were
 * sent say nothing. The file is stored before the event that names it.
 * @throws HttpError 413, 415, 422
 */
async function storeDocument({ images, files }: ApiContext, path: string) {
  const sent = await readFile(path);
  if (sent.length === 0) throw refusal('unreadable', 'The file is empty. Choose another one.');
  if (sent.subarray(0, 5).toString('latin1') === '%PDF-') {
    // A PDF ends with this mark (ISO 32000-1, 7.5.5), give or take what a mail program or a scanner adds.
    const end = sent.subarray(-1_024).toString('latin1');
    if (!end.includes('%%EOF')) throw refusal('unreadable', 'The PDF is cut off. Scan or export it again.');
    return { sha256: await files.put(sent), type: PDF, bytes: sent.length };
  }
  const { image } = await images.normalize(path).catch(refuse);
  return { sha256: await files.put(image), type: 'image/webp', bytes: image.byteLength };
}

const REFUSALS = {
  unsupported: 'The document must be a PDF, or a JPEG, PNG or WebP picture. Choose another file.',
  too_large: 'The picture of the document has too many pixels. Send a smaller one.',
  unreadable: 'The file of the document is damaged or cannot be read. Choose another one.',
} as const;

function refuse(error: unknown): never {
  throw error instanceof ImageRefused ? refusal(error.reason, REFUSALS[error.reason]) : error;
}
