import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type KnownMail, mail, statusOf } from '../../domain/mail/mail.ts';
import { EMAIL_NOT_SET_UP, type MailKind } from '../../domain/mail/terms.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { mails } from '../../projections/mails.ts';
import { addressInstead } from '../customers/email-changed.ts';
import { invoiceKind } from '../invoices/record.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, readHeaders } from '../kit/fields/common.schema.ts';
import { findRecord } from '../kit/records.ts';
import { quoteKind } from '../quotes/record.ts';
import { actOnMails, inConflict, NOWHERE } from './release.ts';
import { MOST_RELEASED, releaseBody, sentUndelivered, undelivered } from './schema.ts';
import { addressNow, whyUntrue } from './still-true.ts';

// What was written while email was not set up, to be sent once it is.

/** The newest are looked at first: what is older has rarely anything to say. */
const MOST_LOOKED_AT = 1_000;

const NONE_LEFT = 'Nothing was sent: these emails are on their way already, or what they tell of has changed since.';

export function undeliveredRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Mails'];

  routes.get(
    '/api/mails/undelivered',
    {
      config: { access: 'mail:change' },
      schema: {
        tags,
        description: 'What was not delivered because email was not set up.',
        headers: readHeaders,
        response: { 200: undelivered, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const { documents, cursor } = await context.readModels.current().find(mails.collection, {
        where: { status: 'failed' },
        order: { field: 'createdAt', direction: 'desc' },
        limit: MOST_LOOKED_AT,
      });
      const never = documents.filter(({ reason }) => reason === EMAIL_NOT_SET_UP);
      const wanted = new Set(
        await stillWanted(
          context,
          never.map(({ id }) => id),
        ),
      );
      const told = never.filter(({ id }) => wanted.has(id)).map(({ id, subject, to }) => ({ id, subject, to }));
      const hasMore = told.length > MOST_RELEASED || cursor !== null;
      return { mails: told.slice(0, MOST_RELEASED), left: never.length - told.length, hasMore };
    },
  );

  routes.post(
    '/api/mails/undelivered/send',
    {
      config: { access: 'mail:change' },
      schema: {
        tags,
        description: 'Sends as one act those of them that are still true and wanted, each held like any other.',
        headers: changeHeaders,
        body: releaseBody,
        response: { 200: sentUndelivered, 409: errorBody, ...errors },
      },
    },
    async (request, reply) => {
      const asked = request.body.ids;
      const { changed } = await actOnMails(context, request, reply, {
        kind: 'send_undelivered',
        async ids() {
          if (!(await context.mailServers.isSetUp())) throw inConflict(NOWHERE);
          const ids = await stillWanted(context, asked);
          if (ids.length === 0) throw inConflict(NONE_LEFT);
          return ids;
        },
        command: { type: 'SendMailAgain', now: isoNow(context.clock) },
      });
      return { sent: changed, left: asked.length - changed };
    },
  );
}

type Context = Pick<ApiContext, 'streams' | 'store' | 'readModels'>;

/** Those of the mails that could not be sent for that reason, and are still true and wanted, in their order. */
async function stillWanted(context: Context, ids: readonly string[]): Promise<string[]> {
  const wanted: string[] = [];
  for (const id of ids) {
    const { state } = await context.streams.load(mail, id);
    if (state.outcome !== 'absent' && (await isWanted(context, id, state))) wanted.push(id);
  }
  return wanted;
}

/** The status in which the record of a letter waits for its customer: in any other the letter no longer matters. */
const WAITING: Partial<Record<string, string>> = {
  quote: 'sent',
  quote_reminder: 'sent',
  invoice: 'pending',
  invoice_reminder: 'pending',
} satisfies Partial<Record<MailKind, string>>;

/** More than anybody is sent about one record. */
const MOST_LETTERS = 200;

async function isWanted(context: Context, id: string, state: KnownMail): Promise<boolean> {
  const { to } = state;
  if (to === null || state.isErased || statusOf(state) !== 'failed' || state.reason !== EMAIL_NOT_SET_UP) return false;
  if ((await whyUntrue(context, id, state)) !== null) return false;
  if ((await addressNow(context.streams, state)) !== to) return false;
  const record = await recordOf(context, state);
  const waits = WAITING[state.kind];
  if (waits !== undefined && (record?.status !== waits || (await isOvertaken(context, state)))) return false;
  return !(await isFormer(context, to, record));
}

/** Whether a later letter says the same, or this reminds of one that had not arrived by then. */
async function isOvertaken({ readModels }: Context, { kind, ...letter }: KnownMail): Promise<boolean> {
  const { category, recordId, intendedAt } = letter;
  const where = { category, recordId };
  const found = await readModels.current().find(mails.collection, { where, limit: MOST_LETTERS });
  const others = found.documents.filter(({ status }) => status !== 'cancelled');
  if (others.some((other) => other.kind === kind && other.createdAt > intendedAt)) return true;
  if (!isReminder(kind)) return false;
  return !others.some(
    (other) =>
      WAITING[other.kind] !== undefined &&
      !isReminder(other.kind) &&
      other.status === 'sent' &&
      (other.markedAt ?? other.since) <= intendedAt,
  );
}

const isReminder = (kind: string): boolean => kind.endsWith('_reminder');

/** What a letter is about, where that is a quote or an invoice. */
async function recordOf(context: Context, { category, recordId }: KnownMail): Promise<About | null> {
  if (category !== 'quote' && category !== 'invoice') return null;
  return category === 'quote' ? findRecord(context, quoteKind, recordId) : findRecord(context, invoiceKind, recordId);
}

interface About {
  status: string;
  customerId: string | null;
  leadId?: string | null;
}

/** Whether its person had that address before, and has another one now: a person decides where it goes. */
async function isFormer(context: Context, to: string, about: About | null): Promise<boolean> {
  const { customerId, leadId } = about ?? {};
  for (const stream of [customerId && `customer-${customerId}`, leadId && `lead-${leadId}`])
    if (stream && (await addressInstead(context, stream, [to])) !== null) return true;
  return false;
}
