import helmet from '@fastify/helmet';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type RequestUrgency, URGENCY_OF_WIDGET, type WidgetUrgency } from '../../domain/intake/terms.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { IdempotencyConflict } from '../../platform/commands/command-handler.ts';
import { beginAnswer, HttpError } from '../../platform/http/answers/errors.ts';
import type { Arrival } from '../../platform/http/visitors/visitor-files.ts';
import { canonicalJson } from '../../platform/runtime/ids.ts';
import { catalogItems } from '../analyses/costs.ts';
import { namedCampaign } from '../campaigns/named.ts';
import { makeFormToken, portalToken } from '../forms/form-tokens.ts';
import { answerPreflight, foreignSiteOf, requireSite } from '../forms/sites.ts';
import { countStep } from '../funnel/routes.ts';
import { conflictErrors } from '../kit/changes/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, pageErrors } from '../kit/fields/common.schema.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { readFormFields, takeForms } from '../kit/uploads.ts';
import { pageHeaders } from '../pages/headers.ts';
import { portalPage } from '../pages/portal-page.ts';
import { dropPicture, keepPicture, type NewPicture } from '../photos/new-photo.ts';
import { openKept } from '../public-analysis/kept-analyses.ts';
import { publicAnalysis } from '../public-analysis/present.ts';
import { type Admitted, admit } from './admit.ts';
import { readPhotoForm, storePhotos } from './photos.ts';
import { quarantine, requireRoom } from './quarantine.ts';
import {
  formTokenAnswer,
  formTokenQuery,
  HONEYPOT,
  portalAnswer,
  portalBody,
  portalFields,
  portalForm,
  widgetAnswer,
  widgetBody,
  widgetFields,
} from './schema.ts';
import { attachPictures, type Intake, pictureId, serviceOf, takeIn } from './take-in.ts';

const PORTAL = '/api/leads/customer-portal';
const WIDGET = '/api/public/submit-lead';
const FORM_TOKEN = '/api/public/form-token';
const tags = ['Public'];
const headers = changeHeaders.omit({ 'x-person': true });

const notAllowed = { 403: errorBody.describe('The owner does not allow the widget on this site.') };

/** Long enough that the office's lists usually show the request by the time of the answer. */
const WAIT_MS = 1_000;

/** The public calls with which strangers request work. */
export function intakeRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  takeForms(app, (forms) => {
    void forms.register(helmet, { global: false });
    portalRoute(forms, context);
  });

  routes.get(
    FORM_TOKEN,
    {
      config: { access: 'public', limitedPerAddress: 3, openToSites: true },
      schema: { tags, querystring: formTokenQuery, response: { 200: formTokenAnswer, ...notAllowed, ...errors } },
    },
    async (request) => {
      const { page = null } = request.query;
      const site = request.query.site ?? foreignSiteOf(context, request);
      await requireSite(context, site);
      return { formToken: await makeFormToken(context, { page, site }) };
    },
  );

  routes.post(
    WIDGET,
    {
      config: { access: 'public', limitedForVisitors: 'requests', openToSites: true },
      schema: { tags, headers, body: widgetBody, response: { 201: widgetAnswer, ...notAllowed, ...conflictErrors } },
    },
    async (request, reply) => {
      const { formToken, [HONEYPOT]: honeypot, hostSite = null, campaignId, ...said } = request.body;
      await requireSite(context, hostSite);
      const { name, email, phone, address, description, urgency } = completed(widgetFields, said);
      const body = canonicalJson({ ...said, hostSite });
      const sent = {
        page: 'widget',
        hostSite,
        formToken: formToken || null,
        honeypot,
        name,
        description,
        body,
      } as const;
      const admitted = await admit(context, request, sent);
      const kept = said.imageToken ? await openKept(context, said.imageToken) : null;
      const shown = kept
        ? publicAnalysis(kept.analysis, (await catalogItems(context)) ?? [])
        : (said.aiAnalysis ?? null);
      const intake: Intake = {
        page: 'widget',
        details: { name, email, phone, address, description, estimatedValue: null },
        serviceType: serviceOf(shown),
        urgency: URGENCY_OF_WIDGET[urgency as WidgetUrgency],
        preferredContactTime: null,
        hostSite,
        campaignId: namedCampaign(campaignId),
        shown,
        found: kept && { analysis: kept.analysis, inputHash: kept.inputHash, description: kept.description },
      };
      const pictures = kept ? [{ stored: kept.picture, keep: async () => undefined }] : [];
      await settle(context, admitted, intake, pictures);
      reply.code(201);
      return { id: admitted.sender.id };
    },
  );

  answerPreflight(app, FORM_TOKEN, 'GET');
  answerPreflight(app, WIDGET, 'POST');
}

/** What was typed into a form that is refused, so that its page can show it again. */
const typed = new WeakMap<FastifyRequest, Record<string, string>>();

function portalRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    PORTAL,
    {
      config: { access: 'public', upload: true, limitedForVisitors: 'requests' },
      schema: {
        tags,
        headers,
        consumes: ['multipart/form-data'],
        body: portalBody,
        response: {
          201: portalAnswer,
          303: z.null().describe('To a browser without scripts: thanks.'),
          ...pageErrors,
          ...errors,
        },
      },
      errorHandler: (error, request, reply) => answerPage(context, error, request, reply),
    },
    async (request, reply) => {
      const { id, photosLeftOut } = await context.visitorFiles.receive(request.ip, (folder, arrival) =>
        take(request, folder, arrival),
      );
      if (!wantsPage(request)) return reply.code(201).send({ id, photosLeftOut });
      const left = photosLeftOut.length > 0 ? `&left=${photosLeftOut.length}` : '';
      return reply.redirect(`/customer-portal?sent=1${left}`, 303);
    },
  );

  async function take(
    request: FastifyRequest,
    folder: string,
    arrival: Arrival,
  ): Promise<z.output<typeof portalAnswer>> {
    const fields: Record<string, string> = {};
    typed.set(request, fields);
    const { files: photos } = await readPhotoForm(request, folder, arrival, fields);
    // Forms send every line end as CRLF.
    for (const [name, value] of Object.entries(fields)) fields[name] = value.replaceAll('\r\n', '\n');
    const { formToken, [HONEYPOT]: honeypot, campaignId, ...said } = readFormFields(portalForm, fields);
    const { name, email, phone, address, serviceType, description, estimatedValue, preferredContactTime, urgency } =
      completed(portalFields, said);
    const body = canonicalJson({ ...said, photos: photos.map(({ sha256 }) => sha256) });
    const sent = {
      page: 'portal',
      hostSite: null,
      formToken: formToken || null,
      honeypot,
      name,
      description,
      body,
    } as const;
    const admitted = await admit(context, request, sent);
    const intake: Intake = {
      page: 'portal',
      details: { name, email, phone, address, description, estimatedValue },
      serviceType,
      urgency: urgency as RequestUrgency,
      preferredContactTime,
      hostSite: null,
      campaignId: namedCampaign(campaignId),
      shown: null,
      found: null,
    };
    // Checked before anything is stored for it.
    if (typeof admitted.verdict === 'object') await requireRoom(context);
    const { pictures, leftOut } = await storePhotos(context, photos);
    await settle(context, admitted, intake, pictures);
    return { id: admitted.sender.id, photosLeftOut: leftOut };
  }
}

/** Makes a lead of a request, or lets it wait for a person: the sender gets the same answer either way. */
async function settle(
  context: ApiContext,
  { sender, verdict }: Admitted,
  intake: Intake,
  pictures: NewPicture[],
): Promise<void> {
  if (verdict === 'waits') return;
  const isWaiting = typeof verdict === 'object';
  const keep = isWaiting
    ? quarantine(context, { sender, ...verdict, intake, pictures })
    : takeIn(context, sender, intake);
  const taken = await keep.catch(async (cause) => {
    if (isRefusal(cause)) await dropAll(context, pictures);
    throw cause;
  });
  if (!taken) return;
  const stored = pictures.map((picture) => picture.stored);
  const position = await attachPictures(context, sender, taken, stored);
  for (const [index, picture] of pictures.entries()) await keepPicture(context, pictureId(sender, index), picture);
  await countStep(context, { page: intake.page, step: 'sent', site: intake.hostSite });
  await context.readModels.waitFor(position, WAIT_MS);
}

/** A refused request leaves nothing behind, so that nobody can fill the disk by sending it again and again. */
async function dropAll(context: ApiContext, pictures: readonly NewPicture[]): Promise<void> {
  // Only up-to-date read models tell whether a record names a picture: another request may have brought the same one.
  if (!(await context.readModels.waitFor(await context.store.head(), WAIT_MS))) return;
  for (const { stored } of pictures) await dropPicture(context, stored);
}

/** Nothing was recorded in that case, by this request or by one like it. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof IdempotencyConflict || cause instanceof Rejection || cause instanceof HttpError;
}

/** A browser that sends the form itself, because no script runs. */
function wantsPage({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('text/html');
}

/** The page shown again is a new form, so it need not be reloaded. */
const OLD_FORM = 'This form was open for too long, or was sent before. Please send it once more.';

/** Without scripts: shows the form again, with what was typed and why it was not accepted. */
async function answerPage(
  context: ApiContext,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!wantsPage(request) || context.consoleFolder === null) throw error;
  const { message, code } = beginAnswer(error, request, reply, context.readModels);
  const formToken = await portalToken(context);
  const page = await portalPage(context, {
    values: typed.get(request) ?? {},
    error: code.startsWith('form_token') ? OLD_FORM : message,
    formToken,
  });
  await reply.helmet(pageHeaders(context));
  return reply.type('text/html; charset=utf-8').serializer(String).send(page);
}
