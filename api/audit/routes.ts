import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { eventTypesOf, registry } from '../../domain/index.ts';
import { partsOfStream } from '../../domain/kit/event.ts';
import { NotAllowed } from '../../platform/http/access.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { asOf, throughAllTime } from '../../platform/runtime/as-of.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { undoErrors } from '../kit/changes/conflicts.schema.ts';
import { companyZone } from '../kit/company-time.ts';
import type { AnyRecordKind, ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errors, readHeaders } from '../kit/fields/common.schema.ts';
import { firstAfter } from '../kit/first-after.ts';
import { streamOf } from '../kit/records.ts';
import { requireMayExport } from '../kit/rights.ts';
import { recordSecurity } from '../kit/security.ts';
import { endOfStream } from '../kit/stream-end.ts';
import { actTree } from './act-tree.ts';
import { actUndo, actUndone } from './act-undo.schema.ts';
import { foretold, undoAct } from './act-undo.ts';
import { auditActTree } from './acts.schema.ts';
import { type FileFormat, fileOf, typeOf } from './files.ts';
import { historyLooks } from './looks.ts';
import { beginOf, endOf, isLocal } from './moments.schema.ts';
import { tell } from './present.ts';
import { type AuditRights, auditRights } from './rights.ts';
import { type AuditEvent, type AuditQuery, actId, auditEvent, auditQuery, USUAL_LIMIT } from './schema.ts';
import { type EventFilter, pageOf, streamOfWay, type WantedRecord, type Way } from './walk.ts';

/** The whole log, for owners and auditors (docs/design/history.md#the-call). */
export function auditRoutes(app: App, given: ApiContext): void {
  const context = { ...given, store: throughAllTime(given.store) };
  const noteLook = historyLooks(context);

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/audit/events',
    {
      config: { access: 'history:read' },
      schema: {
        tags: ['History'],
        description:
          'Every event of the log, newest first. A page may hold fewer events than its limit, or none, where few of many ' +
          'are asked for; it is the last one where x-next-cursor is missing.',
        headers: readHeaders,
        querystring: auditQuery,
        response: { 200: z.array(auditEvent), ...errors },
      },
    },
    async (request, reply) => {
      const { format = 'json', limit } = request.query;
      const rights = auditRights(context.kinds, signedIn(request));
      if (format !== 'json') requireMayExport(request);
      if ((request.query.act ?? request.query.cause) !== undefined) await awaitMinPosition(request, reply, context);
      const way = await wayOf(context, rights, request.query);
      if (format !== 'json') return sendFile(context, request, reply, { rights, way, format, limit });
      const { found, next } = await pageOf(context, way, limit ?? USUAL_LIMIT);
      if (next !== null) reply.header('x-next-cursor', next);
      noteLook(request);
      return tell(context, rights, found);
    },
  );

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/audit/acts/:id',
    {
      config: { access: 'history:read' },
      schema: {
        tags: ['History'],
        description:
          'What somebody did, as one act over all its records, with what it came from and what came of it. Its events in ' +
          'order: `GET /api/audit/events?act=ID&order=oldest`.',
        headers: readHeaders,
        params: z.object({ id: actId }),
        response: { 200: auditActTree, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      noteLook(request);
      return actTree(context, auditRights(context.kinds, signedIn(request)), request.params.id);
    },
  );

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/audit/acts/:id/undo',
    {
      config: { access: 'history:read' },
      schema: {
        tags: ['History'],
        description:
          'What an undo of an act would do, today: which of its steps go back, what was done since and stands on one, and ' +
          'which cannot go back, and why. Nothing is done.',
        headers: readHeaders,
        params: z.object({ id: actId }),
        response: { 200: actUndo, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      noteLook(request);
      return foretold(given, request, request.params.id);
    },
  );

  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/audit/acts/:id/undo',
    {
      config: { access: 'history:change' },
      schema: {
        tags: ['History'],
        description:
          'Undoes an act as a unit, whenever it was: what can go back does, as one act, which can be undone in turn; the ' +
          'rest stays as it is, and is told with the reason.',
        headers: changeHeaders,
        params: z.object({ id: actId }),
        response: { 200: actUndone, ...undoErrors },
      },
    },
    (request, reply) => undoAct(given, request, reply, request.params.id),
  );
}

/** Returning the reply tells Fastify that the handler has sent its answer itself. */
async function sendFile(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { rights, way, format, limit }: { rights: AuditRights; way: Way; format: FileFormat; limit: number | undefined },
): Promise<AuditEvent[]> {
  const { signal: stop } = endOfStream(context, request, reply);
  const lines = fileOf(context, rights, way, { format, most: limit ?? Number.POSITIVE_INFINITY, stop });
  // What cannot be read from its beginning is refused, not begun.
  const first = await lines.next();
  recordSecurity(context, request, { type: 'data_exported', detail: 'history' });
  reply.header('content-disposition', `attachment; filename="history.${format}"`);
  const all = (async function* () {
    if (first.value) yield first.value;
    yield* lines;
  })();
  return reply
    .header('content-type', typeOf(format))
    .send(Readable.from(all, { highWaterMark: 1 })) as unknown as AuditEvent[];
}

/** @throws HttpError 400 for what cannot be asked, 403 for what the person's role is not told */
async function wayOf(context: ApiContext, rights: AuditRights, query: AuditQuery): Promise<Way> {
  const { order, cursor, after, stream, type, actor, cause } = query;
  const own = { stream, type, actor, cause };
  const asked = { ...own, category: categoryOf(context, query), record: recordOf(context, query) };
  requireTold(context, rights, asked);
  if (after !== undefined) await requireEvent(context, 'after', after);
  const act = query.act ?? (cause === undefined ? undefined : await actOf(context, cause));
  const isOfStream = streamOfWay({ ...asked, act }) !== undefined;
  if (cursor !== undefined && !isOfStream) await requireEvent(context, 'cursor', cursor);
  if (cursor !== undefined && isOfStream && !/^\d{1,15}$/.test(cursor))
    throw invalid('cursor', 'cursor must be the x-next-cursor of the page before, with the same filters and order.');
  const upTo = asOf()?.end;
  const filter: EventFilter = { ...asked, act, after, upTo, ...(await rangeOf(context, query)) };
  const backwards = order === 'newest';
  // What came later need not be looked at.
  const begin = backwards && !isOfStream && act === undefined ? await firstAfter(context.store) : undefined;
  return { filter, backwards, cursor: cursor ?? begin, rights };
}

/** The category of the streams that hold a kind of record. @throws HttpError 400 */
function categoryOf(context: ApiContext, { category }: AuditQuery): string | undefined {
  return category === undefined ? undefined : kindOf(context, 'category', category).decider.category;
}

/** @throws HttpError 400 */
function recordOf(context: ApiContext, { record }: AuditQuery): WantedRecord | undefined {
  if (record === undefined) return undefined;
  const colon = record.indexOf(':');
  const kind = kindOf(context, 'record', record.slice(0, colon));
  const id = record.slice(colon + 1);
  return { stream: streamOf(kind, id), isIn: (event) => kind.projection.ids(event).includes(id) };
}

function kindOf({ kinds }: ApiContext, path: 'category' | 'record', category: string): AnyRecordKind {
  const kind = kinds.all.find((each) => each.category === category);
  if (kind) return kind;
  throw invalid(path, `There is no kind of record called “${category}”. Write it as an event tells it, like job.`);
}

/** Refuses to look for what the person's role is not told: an empty answer would say that there is none. */
function requireTold(
  { kinds }: ApiContext,
  rights: AuditRights,
  { stream, type, category, record, cause }: Pick<EventFilter, 'stream' | 'type' | 'category' | 'record' | 'cause'>,
): void {
  if (type !== undefined && !registry.has(type))
    throw invalid('type', `There is no event called “${type}”. Write it like LeadCaptured.`);
  const asked = [
    ...[stream, record?.stream, cause].flatMap((each) => (each === undefined ? [] : partsOfStream(each).category)),
    ...(category === undefined ? [] : [category]),
    ...kinds.all
      .map(({ decider }) => decider.category)
      .filter((category) => type !== undefined && eventTypesOf(new Set([category])).has(type)),
  ];
  const lacking = asked.map((category) => rights.lacking(category)).find((need) => need !== null);
  if (lacking) throw new NotAllowed(lacking);
}

/** The act in which an event was done. @throws HttpError 400 if there is none */
async function actOf({ store }: ApiContext, cause: string): Promise<string> {
  const at = cause.lastIndexOf('@');
  const revision = BigInt(cause.slice(at + 1));
  const from = { stream: cause.slice(0, at), after: revision === 0n ? null : revision - 1n };
  const { found } = await store.scan(from, { backwards: false, limit: 1, isWanted: () => true });
  const act = found[0]?.head.metadata?.correlationId;
  if (act !== undefined) return act;
  throw invalid('cause', `This history has no event ${cause}. Take the causationId of an event that was shown.`);
}

/** @throws HttpError 400 for a place of another log, or beyond the end of this one */
async function requireEvent({ store }: ApiContext, name: 'after' | 'cursor', position: string): Promise<void> {
  if (store.isPosition(position) && (await store.holds(position))) return;
  const asFar = name === 'after' ? 'Take the position of an event that was shown' : 'Begin again without it';
  throw invalid(name, `This history has no event at ${position}: it is of another one, or beyond the end. ${asFar}.`);
}

async function rangeOf(
  context: ApiContext,
  { from, to }: Pick<AuditQuery, 'from' | 'to'>,
): Promise<Pick<EventFilter, 'from' | 'until'>> {
  const zone = [from, to].some((each) => each !== undefined && isLocal(each)) ? await companyZone(context) : 'UTC';
  const range = {
    from: from === undefined ? Number.NEGATIVE_INFINITY : beginOf(from, zone),
    until: to === undefined ? Number.POSITIVE_INFINITY : endOf(to, zone),
  };
  if (range.from >= range.until) throw invalid('to', 'to is before from. Swap them, or leave one out.');
  const moment = asOf();
  return moment === null ? range : { ...range, until: Math.min(range.until, moment.recordedBy + 1) };
}

function invalid(path: string, message: string): HttpError {
  return new HttpError(400, { message, code: 'invalid', issues: [{ path, message }] });
}
