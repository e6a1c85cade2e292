import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type KnownMail, mail } from '../../domain/mail/mail.ts';
import { LINK_MARK } from '../../domain/mail/marks.ts';
import { MARKETING_KINDS, OWN_KINDS } from '../../domain/mail/terms.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { customers } from '../../projections/customers.ts';
import type { Document } from '../../store/read-models.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errorBody, errors, idParams } from '../kit/fields/common.schema.ts';
import { originOfLinks } from '../kit/origin.ts';
import { whyNotPassedOn } from '../review-requests/askable.ts';
import { whyNoMarketing } from '../suppressions/marketing-mail.ts';
import { mailLinks } from './links.ts';
import { byHand } from './schema.ts';
import { whyUntrue } from './still-true.ts';

/** What a person needs to pass a message on themselves, where the mail did not or should not go. */
export function byHandRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/mails/:id/by-hand',
    {
      config: { access: 'mail:change' },
      schema: {
        tags: ['Mails'],
        params: idParams,
        response: { 200: byHand, 404: errorBody, 409: errorBody, ...errors },
      },
    },
    async (request) => {
      const { state } = await context.streams.recall(mail, request.params.id);
      if (state.outcome === 'absent' || state.isErased)
        throw new HttpError(404, { message: 'There is no such email.', code: 'not_found' });
      const untrue = await whyUntrue(context, request.params.id, state);
      if (untrue) throw new HttpError(409, { message: `${untrue.changed}. ${untrue.instead}`, code: 'conflict' });
      const why = await whyNotMarketing(context, request.params.id, state);
      if (why !== null) throw new HttpError(409, { message: why, code: 'conflict' });
      const url = await mailLinks(context, () => originOfLinks(context, request))(state);
      return { url, phone: await phoneOf(context, state), text: textOf(state, url) };
    },
  );
}

/** Why a message of marketing must not reach its recipient, one way or another; null for any other message. */
async function whyNotMarketing(context: ApiContext, id: string, mail: KnownMail): Promise<string | null> {
  const { kind, recordId, to } = mail;
  if (to === null || !MARKETING_KINDS.has(kind)) return null;
  const why = await whyNoMarketing(context, to);
  if (why !== null || kind !== 'review_request') return why;
  return whyNotPassedOn(context, { id, recordId, to }, isoNow(context.clock));
}

/** For a text message: with a link its subject says enough. */
function textOf({ subject, text }: KnownMail, url: string | null): string {
  return url === null ? (text ?? '').replaceAll(LINK_MARK, '').trim() : `${subject ?? ''}: ${url}`;
}

/** What records say about how to call their person. */
type Called = Document & { phone?: string | null; customerPhone?: string | null; customerId?: string | null };

/** The phone number of the record's person, or of its customer; null if nobody knows one, or the mail is not for them. */
async function phoneOf({ readModels, kinds }: ApiContext, mail: KnownMail): Promise<string | null> {
  const { category, recordId, kind } = mail;
  if (OWN_KINDS.has(kind)) return null;
  const models = readModels.current();
  const { collection } = kinds.of(category).projection;
  const record = (await models.get(collection, [recordId])).get(recordId) as Called | undefined;
  const own = record?.customerPhone ?? record?.phone;
  if (own || !record?.customerId) return own || null;
  const customer = (await models.get(customers.collection, [record.customerId])).get(record.customerId);
  return customer?.phone ?? null;
}
