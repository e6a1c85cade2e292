import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { eventTypesOf, registry } from '../../domain/index.ts';
import { partsOfStream } from '../../domain/kit/event.ts';
import { NotAllowed } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { companyZone } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors } from '../kit/fields/common.schema.ts';
import { requireMayExport } from '../kit/rights.ts';
import { recordSecurity } from '../kit/security.ts';
import { endOfStream } from '../kit/stream-end.ts';
import { type FileFormat, fileOf, typeOf } from './files.ts';
import { beginOf, endOf, isLocal } from './moments.schema.ts';
import { tell } from './present.ts';
import { type AuditRights, auditRights } from './rights.ts';
import { type AuditEvent, type AuditQuery, auditEvent, auditQuery, USUAL_LIMIT } from './schema.ts';
import { type EventFilter, pageOf, type Way } from './walk.ts';

const HOUR_MS = 60 * 60 * 1000;

/** The whole log, for owners and auditors (docs/design/history.md#the-call). */
export function auditRoutes(app: App, context: ApiContext): void {
  /** The hour in which each person was last noted to look. */
  const looked = new Map<string, number>();

  /** Notes that somebody looks, once an hour: a line for each page would bury what else happened. */
  function noteLook(request: FastifyRequest): void {
    const { id } = signedIn(request);
    const hour = Math.floor(context.clock() / HOUR_MS);
    if (looked.get(id) === hour) return;
    looked.set(id, hour);
    recordSecurity(context, request, { type: 'history_read' });
  }

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/audit/events',
    {
      config: { access: 'history:read' },
      schema: {
        tags: ['History'],
        description:
          'Every event of the log, newest first. A page may hold fewer events than its limit, or none, where few of many ' +
          'are asked for; it is the last one where x-next-cursor is missing.',
        querystring: auditQuery,
        response: { 200: z.array(auditEvent), ...errors },
      },
    },
    async (request, reply) => {
      const { format = 'json', limit } = request.query;
      const rights = auditRights(context.kinds, signedIn(request));
      if (format !== 'json') requireMayExport(request);
      const way = await wayOf(context, rights, request.query);
      if (format !== 'json') return sendFile(context, request, reply, { rights, way, format, limit });
      const { found, next } = await pageOf(context.store, way, limit ?? USUAL_LIMIT);
      if (next !== null) reply.header('x-next-cursor', next);
      noteLook(request);
      return tell(context, rights, found);
    },
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
  const { order, cursor, after, stream, type, actor } = query;
  requireTold(context, rights, query);
  if (after !== undefined) await requireEvent(context, 'after', after);
  if (cursor !== undefined && stream === undefined) await requireEvent(context, 'cursor', cursor);
  if (cursor !== undefined && stream !== undefined && !/^\d{1,15}$/.test(cursor))
    throw invalid('cursor', 'cursor must be the x-next-cursor of the page before, with the same filters and order.');
  const range = await rangeOf(context, query);
  const filter: EventFilter = { stream, type, actor, after, ...range };
  return { filter, backwards: order === 'newest', cursor, rights };
}

/** Refuses to look for what the person's role is not told: an empty answer would say that there is none. */
function requireTold({ kinds }: ApiContext, rights: AuditRights, { stream, type }: AuditQuery): void {
  if (type !== undefined && !registry.has(type))
    throw invalid('type', `There is no event called “${type}”. Write it like LeadCaptured.`);
  const asked = [
    ...(stream === undefined ? [] : [partsOfStream(stream).category]),
    ...kinds.all
      .map(({ decider }) => decider.category)
      .filter((category) => type !== undefined && eventTypesOf(new Set([category])).has(type)),
  ];
  const lacking = asked.map((category) => rights.lacking(category)).find((need) => need !== null);
  if (lacking) throw new NotAllowed(lacking);
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
  return range;
}

function invalid(path: string, message: string): HttpError {
  return new HttpError(400, { message, code: 'invalid', issues: [{ path, message }] });
}
