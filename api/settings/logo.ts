import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CompanyCommand, Logo } from '../../domain/company/company.ts';
import { COMPANY_ID, COMPANY_LIMITS } from '../../domain/company/terms.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { type ImageRefusal, ImageRefused } from '../../platform/images/image.ts';
import { canonicalJson } from '../../platform/runtime/ids.ts';
import { carryOut, changerOf, senderOf, unlessRepeated } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import { companySettings } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, readHeaders } from '../kit/fields/common.schema.ts';
import { readFormFields, readUpload, refusal, takeForms } from '../kit/uploads.ts';
import { settingsKind } from './record.ts';
import { logoBody, logoQuery, PUBLIC_LOGO, settingsRecord } from './schema.ts';

const PATH = '/api/settings/logo';
const tags = ['Settings'];
/** Besides the picture. */
const NO_FIELDS = z.object({});

const picture = {
  200: { content: { 'image/png': { schema: z.string().meta({ format: 'binary' }) } } },
  304: z.null().describe('The logo has not changed.'),
  404: errorBody.describe('There is no logo.'),
} as const;

/** The company's logo, as on quotes and invoices. A replaced one stays stored, so that Undo can bring it back. */
export function logoRoutes(app: App, context: ApiContext): void {
  const change = changerOf(context, settingsKind);
  const routes = app.withTypeProvider<ZodTypeProvider>();
  takeForms(app, (forms) => uploadRoute(forms, context));

  routes.get(
    PATH,
    {
      config: { access: 'signedIn' },
      schema: {
        tags,
        headers: readHeaders,
        querystring: logoQuery,
        response: { ...picture, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return sendLogo(context, request, reply);
    },
  );

  routes.get(
    PUBLIC_LOGO,
    {
      // It appears on what customers are sent. Its page asks for it once.
      config: { access: 'public', limitedPerAddress: 30 },
      schema: { tags: ['Public'], querystring: logoQuery, response: { ...picture, ...errors } },
    },
    async (request, reply) => sendLogo(context, request, reply),
  );

  routes.delete(
    PATH,
    {
      config: { access: 'owner' },
      schema: { tags, headers: changeHeaders, response: { 200: settingsRecord, ...changeErrors(settingsRecord) } },
    },
    async (request, reply) => change(request, reply, COMPANY_ID, revising(null)),
  );
}

/** Somebody's bytes, so they are sent as nothing but a picture; a browser asks each time whether it still may. */
async function sendLogo(context: ApiContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { logo } = await companySettings(context);
  if (!logo) throw new HttpError(404, { message: 'There is no logo.', code: 'not_found' });
  const tag = `"${logo.sha256}"`;
  reply
    .header('etag', tag)
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('cross-origin-resource-policy', 'same-origin');
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  const bytes = await context.files.get(logo.sha256);
  if (!bytes) throw new HttpError(404, { message: 'The file of the logo is missing or damaged.', code: 'not_found' });
  return reply.type('image/png').send(bytes);
}

function revising(logo: Logo | null): CompanyCommand {
  return { type: 'ReviseCompanySettings', settings: { logo } };
}

function uploadRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().put(
    PATH,
    {
      config: { access: 'owner', upload: true },
      schema: {
        tags,
        headers: changeHeaders,
        consumes: ['multipart/form-data'],
        body: logoBody,
        response: {
          200: settingsRecord,
          422: errorBody.describe('The file is not a readable picture.'),
          ...changeErrors(settingsRecord),
        },
      },
    },
    async (request, reply) => {
      const limits = { noun: 'logo', field: 'image', bytes: COMPANY_LIMITS.logoBytes };
      const { sha256, logo } = await context.incoming.receive(async (path) => {
        const upload = await readUpload(request, path, limits);
        readFormFields(NO_FIELDS, upload.fields);
        const target = { kind: settingsKind, id: COMPANY_ID };
        return { ...upload, logo: await unlessRepeated(context, request, target, () => storeLogo(context, path)) };
      });
      // The same file again is the same command, even if the encoder would produce something else by then.
      const sender = { ...senderOf(request), body: canonicalJson({ image: sha256 }) };
      const target = { kind: settingsKind, id: COMPANY_ID, commands: logo ? [revising(logo)] : [] };
      return (await carryOut(context, sender, reply, target)).record;
    },
  );
}

/** The file is stored before the event that names it. @throws HttpError 413, 415, 422 */
async function storeLogo({ images, files }: ApiContext, path: string): Promise<Logo> {
  const { image, width, height } = await images.logo(path).catch(refuse);
  return { sha256: await files.put(image), width, height };
}

const REFUSALS: Record<ImageRefusal, string> = {
  unsupported: 'The logo must be a PNG, JPEG or WebP picture. Choose another file.',
  too_large: 'The logo has too many pixels, or takes too much memory to read. Send a smaller one.',
  unreadable: 'The file of the logo is damaged or cannot be read. Choose another one.',
};

function refuse(error: unknown): never {
  throw error instanceof ImageRefused ? refusal(error.reason, REFUSALS[error.reason]) : error;
}
