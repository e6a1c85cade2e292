import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../../../domain/kit/decider.ts';
import type { BatchOutcome } from '../../../platform/commands/batches.ts';
import { type Outcome, StaleRevision } from '../../../platform/commands/command-handler.ts';
import { type Followed, later, reachedBy } from '../../../platform/commands/processes.ts';
import type { CurrentUser } from '../../../platform/http/access.ts';
import { waitAndTell } from '../../../platform/http/answers/consistency.ts';
import { HttpError } from '../../../platform/http/answers/errors.ts';
import { canonicalJson, madeId, requestCommandId } from '../../../platform/runtime/ids.ts';
import { linkedFields } from '../../../projections/engine/links.ts';
import type { Document } from '../../../store/read-models.ts';
import type { ApiContext, RecordKind } from '../context.ts';
import { loadRecord, type Placed, streamIdOf } from '../records.ts';
import { seenBy, shownTo } from '../rights.ts';
import { recordAccountEvents } from '../security.ts';
import { withActorNames } from '../user-names.ts';
import { stepsSince } from './history.ts';

/** A request as the sender of a command. */
export interface Sender {
  actor: string;
  commandId: string;
  /** Canonical text of the validated body. */
  body: string;
  /** Whether the command id is random, so that it cannot have been used before. */
  isRandom: boolean;
}

/** A random command id would differ on each call, so each request's sender is made only once. */
const senders = new WeakMap<FastifyRequest, Sender>();

/** For routes that take `changeHeaders`. */
export function senderOf(request: FastifyRequest): Sender {
  const known = senders.get(request);
  if (known) return known;
  // The time of sending differs in each repeat and is not part of the change.
  const { sentAt: _, ...body } = (request.body ?? {}) as { sentAt?: unknown };
  const key = request.headers['idempotency-key'] as string | undefined;
  const actor = signedIn(request).id;
  const sender = {
    actor,
    commandId: requestCommandId(actor, request.method, plainPath(request), key),
    body: canonicalJson(request.body == null ? null : body),
    isRandom: key === undefined,
  };
  senders.set(request, sender);
  return sender;
}

/** The id of what a request creates, the same for each repeat. @param role tells it from what else is created */
export function newId(request: FastifyRequest, role: string): string {
  return madeId(senderOf(request).commandId, role);
}

/**
 * Asks or looks up something before a command. A repeat gets the answer of the first time, whatever has since become of
 * the records that it names: once its command was carried out, a refusal no longer counts.
 * @param target the record that the command changes or creates
 * @returns null for such a repeat
 * @throws what `prepare` throws
 */
export async function unlessRepeated<Prepared>(
  { streams }: ApiContext,
  request: FastifyRequest,
  target: { kind: Placed; id: string },
  prepare: () => Prepared | Promise<Prepared>,
): Promise<Prepared | null> {
  try {
    return await prepare();
  } catch (cause) {
    const { commandId, isRandom } = senderOf(request);
    if (isRandom || !isRefusal(cause)) throw cause;
    const now = await loadRecord(streams, target.kind, target.id);
    if (now.appendedBy(commandId) === null) throw cause;
    return null;
  }
}

/** Refused because of what the records are now. A repeat, too, is refused when the person lacks permission. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof Rejection || (cause instanceof HttpError && cause.status < 500 && cause.status !== 403);
}

/** The path that the request matched, the same however it was spelled: repeats are recognized by it. */
function plainPath({ routeOptions, params }: FastifyRequest): string {
  const values = params as Record<string, string>;
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The signed-in person who sent a request to a route that needs one. */
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

export interface Carried<Shown> extends Outcome {
  /** What its processes did, and what they could not do. */
  followed: Followed;
  /** If it started a batch, the outcome of that batch. */
  batch: BatchOutcome | null;
  /** The record afterward, as lists show it. */
  record: Shown;
}

/**
 * Carries out commands on one record for their sender, with every step that follows from them; sets `x-position`,
 * `x-consistent`, and `x-command-id` where anything was done. The record is folded from the stream, not read from the
 * read model (docs/design/commands.md#replies).
 * @throws what the command handler throws; HttpError 409 `stale` with the record as it is now and who changed what
 */
export async function carryOut<Command extends object, Shown extends object>(
  context: ApiContext,
  sender: Sender,
  reply: FastifyReply,
  target: { kind: RecordKind<Command, Document, Shown>; id: string; commands: readonly Command[] },
  options: CommandOptions = {},
): Promise<Carried<Shown>> {
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
    throw cause instanceof StaleRevision ? await staleAnswer(context, signedIn(reply.request), kind, id, cause) : cause;
  });
  if (!outcome.repeated) recordAccountEvents(context, reply.request, outcome.appended);
  const followed = await context.processes.follow(outcome.appended);
  for (const { outcome } of followed.steps)
    if (!outcome.repeated) recordAccountEvents(context, reply.request, outcome.appended);
  const batch = await context.batches.follow(outcome.appended);
  const position = later(reachedBy(outcome, followed), batch?.position ?? outcome.position);

  const record = await shownNow(context, kind, batch ?? outcome, id);
  if (!record) throw new HttpError(404, { message: `There is no such ${kind.noun}.`, code: 'not_found' });
  // A command that appended nothing is not a step of the record and cannot be undone.
  if (outcome.appended.length > 0) reply.header('x-command-id', commandId);
  reply.header('x-position', position);
  await waitAndTell(reply, context.readModels, position);
  return { ...outcome, followed, batch, record: shownTo(signedIn(reply.request), kind, record) };
}

/** Carries out commands of one kind for the sender of a request, and answers with the record as lists show it. */
export type Changer<Command extends object, Shown extends object> = (
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  /** One, or several that are decided one after another and appended together. */
  commands: Command | readonly Command[],
  options?: CommandOptions,
) => Promise<Shown>;

/** What the routes of a kind call to make a change. It throws what `carryOut` throws. */
export function changerOf<Command extends object, Shown extends object>(
  context: ApiContext,
  kind: RecordKind<Command, Document, Shown>,
): Changer<Command, Shown> {
  return async (request, reply, id, commands, options) => {
    const target = { kind, id, commands: [commands].flat() as Command[] };
    return (await carryOut(context, senderOf(request), reply, target, options)).record;
  };
}

/** The record as its stream has it; null before its first event, unless the kind shows something even then. */
async function shownNow<Shown extends object>(
  context: ApiContext,
  kind: RecordKind<object, Document, Shown>,
  { now }: Pick<Outcome, 'now'>,
  id: string,
): Promise<Shown | null> {
  const document = now.records.get(id)?.document;
  // Fields it carries from other records are not in its stream.
  const linked = await linkedFields(context.readModels.peek(), kind.projection, document ? [document] : []);
  const [shown = null] = await kind.show(context, linked);
  return shown ?? kind.initial?.(id) ?? null;
}

async function staleAnswer(
  context: ApiContext,
  person: CurrentUser,
  kind: RecordKind<object, Document, object>,
  id: string,
  stale: StaleRevision,
): Promise<HttpError> {
  const missed = await missedBy(context, kind, id, stale, person);
  return new HttpError(409, { message: stale.message, code: 'stale', ...missed });
}

/** What a sender has not seen: the record as it is now, and who changed what since the revision they saw. @param person the sender */
export async function missedBy<Shown extends object>(
  context: ApiContext,
  kind: RecordKind<object, Document, Shown>,
  id: string,
  { now, seen }: Pick<StaleRevision, 'now' | 'seen'>,
  person: CurrentUser,
) {
  const record = await shownNow(context, kind, { now }, id);
  const steps = await stepsSince(context, seenBy(person, kind), id, now, seen);
  return { record: record && shownTo(person, kind, record), changes: await withActorNames(context, steps) };
}
