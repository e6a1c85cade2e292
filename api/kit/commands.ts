import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Outcome, StaleRevision } from '../../platform/commands/command-handler.ts';
import { later } from '../../platform/commands/processes.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { waitAndTell } from '../../platform/http/consistency.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { canonicalJson, requestCommandId } from '../../platform/runtime/ids.ts';
import type { Position } from '../../store/event-store.ts';
import type { ApiContext } from './context.ts';
import { stepsSince } from './history.ts';
import { type RecordKind, streamIdOf } from './records.ts';
import { recordAccountEvents } from './security.ts';

/** A request as the sender of a command: made once per request, because a random command id is another each time. */
export interface Sender {
  actor: string;
  commandId: string;
  /** Canonical text of the validated body. */
  body: string;
  /** Whether the command id is random, and so was never used before. */
  isRandom: boolean;
}

/** Of a route that takes `changeHeaders`. */
export function senderOf(request: FastifyRequest): Sender {
  const key = request.headers['idempotency-key'] as string | undefined;
  const actor = signedIn(request).id;
  return {
    actor,
    commandId: requestCommandId(actor, request.method, plainPath(request), key),
    body: canonicalJson(request.body ?? null),
    isRandom: key === undefined,
  };
}

/** The path that the request was matched by, the same for every way to spell it: a repeat is known by it. */
function plainPath({ routeOptions, params }: FastifyRequest): string {
  const values = params as Record<string, string>;
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The person behind a request to a route that needs one. */
export function signedIn(request: FastifyRequest): CurrentUser {
  if (!request.user)
    throw new Error(`The route ${request.routeOptions.url} is open to strangers but asks for the person.`);
  return request.user;
}

export interface CommandOptions {
  expectedRevision?: number | string | bigint | undefined;
  undoes?: string;
  /** The record's id is derived from the sender's command id. */
  isNew?: boolean;
}

export interface Carried extends Outcome {
  /** What the steps of its processes did, in order. */
  followed: Outcome[];
  /** The record after it, as lists show it. */
  record: object;
}

/**
 * Carries out commands on one record for their sender, and every step that follows from them; sets `x-position`,
 * `x-consistent` and `x-command-id`. The record is folded from the stream, not read from the read model (design §6).
 * @throws what the command handler throws; HttpError 409 `stale` with the record as it is now and who changed what
 */
export async function carryOut(
  context: ApiContext,
  sender: Sender,
  reply: FastifyReply,
  target: { kind: RecordKind; id: string; commands: readonly object[] },
  options: CommandOptions = {},
): Promise<Carried> {
  const { kind, id, commands } = target;
  const { actor, commandId, body } = sender;
  const { expectedRevision, undoes, isNew = false } = options;
  const handled = context.commands.handle(kind.decider, streamIdOf(kind, id), commands, {
    actor,
    commandId,
    body,
    correlationId: commandId,
    causationId: null,
    expectedRevision: expectedRevision === undefined ? undefined : BigInt(expectedRevision),
    recordId: id,
    undoes,
    isFirst: isNew && sender.isRandom,
  });
  const outcome = await handled.catch(async (cause) => {
    throw cause instanceof StaleRevision ? await staleAnswer(context, kind, id, cause) : cause;
  });
  if (!outcome.repeated) recordAccountEvents(context, reply.request, outcome.appended);
  const followed = await context.processes.follow(outcome.appended);
  const position = followed.reduce<Position>((last, each) => later(last, each.position), outcome.position);

  const document = outcome.now.records.get(id)?.document;
  const record = document ? kind.present(document) : kind.initial;
  if (!record) throw new HttpError(404, { message: `There is no such ${kind.category}.`, code: 'not_found' });
  reply.header('x-command-id', commandId).header('x-position', position);
  await waitAndTell(reply, context.readModels, position);
  return { ...outcome, followed, record };
}

/**
 * What a route of a kind calls to carry out one command and answer with the record as lists show it.
 * @throws what `carryOut` throws
 */
export function changerOf<Command extends object, Shown>(context: ApiContext, kind: RecordKind) {
  return async (
    sender: Sender,
    reply: FastifyReply,
    id: string,
    command: Command,
    options?: CommandOptions,
  ): Promise<Shown> => {
    const { record } = await carryOut(context, sender, reply, { kind, id, commands: [command] }, options);
    return record as Shown;
  };
}

async function staleAnswer(
  context: ApiContext,
  kind: RecordKind,
  id: string,
  { message, now, seen }: StaleRevision,
): Promise<HttpError> {
  const document = now.records.get(id)?.document;
  const changes = await stepsSince(context.store, kind, id, now, seen);
  return new HttpError(409, { message, code: 'stale', record: document ? kind.present(document) : null, changes });
}
