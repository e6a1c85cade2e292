import type { FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { partsOfStream } from '../../domain/kit/event.ts';
import { NotAllowed } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { leafOf } from '../../platform/proof/leaf.ts';
import type { LogEntry, StoredEvent } from '../../store/event-store.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { askedNumber, errorBody, errors } from '../kit/fields/common.schema.ts';
import { checkpointMade, checkpointsQuery } from './checkpoints.schema.ts';
import { type AuditRights, auditRights, isShown } from './rights.ts';

const TEXT = 'text/plain; charset=utf-8';
const tags = ['History'];
const config = { access: 'history:read' } as const;
const text = { content: { 'text/plain': { schema: z.string() } } };
const bytes = {
  200: { content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } } },
  ...errors,
};

const checkpointQuery = z.object({
  size: askedNumber('size', 0).optional().describe('Of an earlier one: how many events it is about.'),
});
const consistencyQuery = z.object({
  from: askedNumber('from', 0).describe('How many events the earlier checkpoint is about.'),
  to: askedNumber('to', 0).describe('How many events the later one is about.'),
});
const positionParams = z.object({ position: z.string().min(1).max(100).describe('Of the event in the log.') });

/** What a stranger can check by that nothing of the history was changed (docs/proof.md). */
export function proofRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { proofs, store } = context;

  routes.get(
    '/api/audit/checkpoint',
    {
      config,
      schema: {
        tags,
        description:
          'How the whole history was so far, signed: a checkpoint in the form of C2SP tlog-checkpoint. ' +
          'One is also made every hour; `size` asks for an earlier one.',
        querystring: checkpointQuery,
        response: { 200: text, 404: errorBody, 409: errorBody, ...errors },
      },
    },
    async (request, reply) => {
      const { size } = request.query;
      const found = size === undefined ? await proofs.checkpoint('asked') : await proofs.checkpointOf(size);
      if (found === null) throw notFound(`There is no checkpoint of size ${size}.`);
      return reply.type(TEXT).send(found.note);
    },
  );

  routes.get(
    '/api/audit/checkpoints',
    {
      config,
      schema: {
        tags,
        description: 'The checkpoints that were made, newest first. x-next-cursor is missing at the end.',
        querystring: checkpointsQuery,
        response: { 200: z.array(checkpointMade), ...errors },
      },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const found = await proofs.checkpoints({ before: cursor, limit: limit + 1 });
      const shown = found.slice(0, limit);
      if (found.length > limit) reply.header('x-next-cursor', String(shown.at(-1)?.size));
      return shown.map(({ size, root, madeAt, why = null }) => ({ size, root, signedAt: madeAt, why }));
    },
  );

  routes.get(
    '/api/audit/key',
    {
      config,
      schema: {
        tags,
        description: 'The key that checks the signatures of checkpoints, as `name+id+key` (C2SP signed-note).',
        response: { 200: text, ...errors },
      },
    },
    async (_, reply) => reply.type(TEXT).send(`${await proofs.verifierKey()}\n`),
  );

  routes.get(
    '/api/audit/events/:position/leaf',
    {
      config,
      schema: {
        tags,
        description: 'The bytes of an event that its proof is about, personal texts sealed.',
        params: positionParams,
        response: bytes,
      },
    },
    async (request, reply) => {
      const event = await proofs.event(positionOf(request.params.position));
      if (event === null) throw notFound(NO_EVENT);
      const { stream, revision } = event;
      const place = { stream, after: revision === 0n ? null : revision - 1n };
      const { found } = await store.scan(place, { backwards: false, limit: 1, isWanted: () => true });
      requireShown(auditRights(context.kinds, signedIn(request)), event, found[0]?.entry);
      return sendBytes(reply, Buffer.from(leafOf(event)));
    },
  );

  routes.get(
    '/api/audit/events/:position/proof',
    {
      config,
      schema: {
        tags,
        description: 'Proves that an event is in the history that the newest checkpoint signs (C2SP tlog-proof).',
        params: positionParams,
        response: { 200: text, 409: errorBody, ...errors },
      },
    },
    async (request, reply) => {
      const { position } = request.params;
      const proof = await proofs.inclusion(positionOf(position));
      if (proof === null) throw notFound(NO_EVENT);
      const name = `event-${position}.tlog-proof`.replace(/[^\w.-]/g, '_');
      return reply.type(TEXT).header('content-disposition', `attachment; filename="${name}"`).send(proof);
    },
  );

  routes.get(
    '/api/audit/consistency',
    {
      config,
      schema: {
        tags,
        description:
          'Proves that the history of one checkpoint is the beginning of another one’s: a hash on each line.',
        querystring: consistencyQuery,
        response: { 200: text, ...errors },
      },
    },
    async (request, reply) => {
      const { from, to } = request.query;
      if (from > to) throw invalid('`from` must not be more than `to`.');
      const proof = await proofs.consistency(from, to);
      if (proof === null) throw invalid(`The history does not have ${to} events.`);
      return reply.type(TEXT).send(proof);
    },
  );

  function positionOf(position: string): string {
    if (!store.isPosition(position)) throw invalid('This is not a position of this log.');
    return position;
  }
}

function sendBytes(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.type('application/octet-stream').send(bytes);
}

/** A leaf is all of an event. @throws HttpError 403 where its data, or some of it, is not for the person */
function requireShown(rights: AuditRights, event: StoredEvent, entry: LogEntry | undefined): void {
  const lacking = rights.lacking(partsOfStream(event.stream).category);
  if (lacking !== null) throw new NotAllowed(lacking);
  if (isShown(rights, event, entry)) return;
  throw new HttpError(403, { message: 'Not all of this event is for your role. Its proof is.', code: 'forbidden' });
}

const NO_EVENT = 'There is no event at this position.';

function notFound(message: string): HttpError {
  return new HttpError(404, { message, code: 'not_found' });
}

function invalid(message: string): HttpError {
  return new HttpError(400, { message, code: 'invalid' });
}
