import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CurrentUser } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { openEventStream } from '../../platform/http/answers/event-stream.ts';
import { sessionSecretOf } from '../../platform/http/cookie-names.ts';
import { asOf, OnlyNow } from '../../platform/runtime/as-of.ts';
import { createPlaces } from '../../platform/runtime/places.ts';
import { acts } from '../../projections/acts.ts';
import type { Position } from '../../store/event-store.ts';
import type { ChangedId, ChangeNotice, ReadModels } from '../../store/read-models.ts';
import { findUser } from '../accounts/find.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errorBody, errors } from '../kit/fields/common.schema.ts';
import { mayRead, seesOwn } from '../kit/rights.ts';
import { endOfStream } from '../kit/stream-end.ts';

const HEARTBEAT_MS = 20_000;
/** How often the stream looks whether the log is away, and how long it is before it tells: a short pause is no news. */
const LOG_AWAY = { lookEveryMs: 1_000, toldAfterMs: 2_000 };
/** A notice with more ids than this says "all of the collection" instead. */
const MOST_IDS = 1_000;
/** How many streams may be open at once, per session and per person: the console holds one for each visible tab. */
const MOST_STREAMS = { session: 10, person: 50 };
const RETRY_AFTER_SECONDS = 10;

const EVENTS = `Server-sent events. The data of each is JSON: {position, history, changes: [{collection, id}]}, where {collection, all: true} means many, or {position, history, reset: true}: then read everything again, and forget earlier
positions. To continue later, send the last position as \`after\` and the last history as \`history\`. An event named \`log\`, whose data is {awaySince}, tells since when the log has been away (ISO UTC), or with null that it is back.`;

/** Which records changed, as server-sent events with ids and no content (docs/design/read-models.md#changes). */
export function changesRoutes(app: App, context: ApiContext): void {
  const takePlace = createStreamPlaces();
  // Identifies this run of the process. Between two runs the log and everything beside it may be restored from a
  // backup, and nothing stored shows that: the same positions then belong to other events.
  const run = randomUUID().slice(0, 8);
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/changes',
    {
      config: { access: 'signedIn' },
      schema: {
        tags: ['Changes'],
        querystring: z.object({ after: z.string().max(100).optional(), history: z.string().max(200).optional() }),
        response: {
          200: { content: { 'text/event-stream': { schema: z.string().describe(EVENTS) } } },
          429: errorBody,
          ...errors,
        },
      },
    },
    async (request, reply) => {
      if (asOf() !== null) throw new OnlyNow();
      context.readModels.current(); // "rebuilding" is answered as such, not in a stream
      const givePlaceBack = takePlace(request);
      const end = endOfStream(context, request, reply);
      const ended = end.signal;

      openEventStream(request, reply);
      const beat = (yes: boolean) => {
        if (!yes) end.abort();
        else if (!ended.aborted) reply.raw.write(': still here\n\n');
      };
      // If it cannot be checked now, the stream ends; the client comes back and is checked again.
      const look = () => void stillSignedIn(context, request).then(beat, () => end.abort());
      look(); // the session may have ended before anybody listened for that
      const heartbeat = setInterval(look, HEARTBEAT_MS);
      const endTelling = tellWhetherLogIsAway(context, reply);
      try {
        await sendChanges(context, reply, { ...request.query, run }, { ended, person: signedIn(request) });
      } catch (cause) {
        if (!ended.aborted) request.log.error({ err: cause });
      } finally {
        clearInterval(heartbeat);
        endTelling();
        givePlaceBack();
        end.abort();
        reply.raw.end();
      }
    },
  );
}

/** Tells at the beginning if the log is away, and whenever that changes. @returns stops it */
function tellWhetherLogIsAway({ storeHealth }: ApiContext, reply: FastifyReply): () => void {
  let told: string | null = null;
  const tell = () => {
    const { isReachable, since } = storeHealth().log;
    const isTold = !isReachable && Date.now() - Date.parse(since) >= LOG_AWAY.toldAfterMs;
    const awaySince = isTold ? since : null;
    if (awaySince !== told) reply.raw.write(`event: log\ndata: ${JSON.stringify({ awaySince })}\n\n`);
    told = awaySince;
  };
  tell();
  const timer = setInterval(tell, LOG_AWAY.lookEveryMs);
  return () => clearInterval(timer);
}

/** @returns a function that takes a place for a stream or throws 429; calling its result frees the place */
function createStreamPlaces(): (request: FastifyRequest) => () => void {
  const [sessions, people] = [createPlaces(MOST_STREAMS.session), createPlaces(MOST_STREAMS.person)];
  return (request) => {
    const ofSession = sessions.take(request.session?.id ?? '');
    const ofPerson = ofSession && people.take(signedIn(request).id);
    if (ofSession && ofPerson) {
      return () => {
        ofSession();
        ofPerson();
      };
    }
    ofSession?.();
    throw tooManyStreams();
  };
}

function tooManyStreams(): HttpError {
  const message = 'Heartwood is open in too many windows. Close some of them, then try again.';
  return new HttpError(429, { message, code: 'too_many_at_once' }, RETRY_AFTER_SECONDS);
}

/**
 * A heartbeat checks the session but does not count as using it: an open tab does not keep a person signed in. What the
 * stream tells depends on the role, so another role begins another stream.
 */
async function stillSignedIn(context: ApiContext, request: FastifyRequest): Promise<boolean> {
  const secret = sessionSecretOf(request, context.config.publicUrl) ?? '';
  const session = await context.sessions.find(secret, false);
  const user = session && (await findUser(context, session.userId, 'recalled'));
  return user !== null && user.role === signedIn(request).role;
}

/** The last position and history that a client got, and the run it has now reached. */
interface Place {
  after?: string | undefined;
  history?: string | undefined;
  run: string;
}

async function sendChanges(
  context: ApiContext,
  reply: FastifyReply,
  { after, history, run }: Place,
  { ended, person }: { ended: AbortSignal; person: CurrentUser },
): Promise<void> {
  const { readModels } = context;
  const hasIds = namedTo(context, person);
  // Positions are comparable only within one run and one generation.
  const historyOf = ({ generation }: ReadModels) => `${run}-${generation}`;
  const isOther = (told: string | undefined) => told !== undefined && told !== historyOf(models);
  const tell = (notice: object) =>
    reply.raw.write(`data: ${JSON.stringify({ ...notice, history: historyOf(models) })}\n\n`);
  let models = readModels.current();
  let until = AbortSignal.any([ended, readModels.switched()]);
  let from = after ?? readModels.position();
  if (after === undefined) {
    // A client that names no position learns where the stream begins, and so what it may have missed before.
    tell({ position: from, changes: [] });
  } else if (isOther(history) || !(await hasReached(context, models, from))) {
    // What follows a place in another history is not what the client lacks, so it reads all again, as after any gap.
    from = (await models.checkpoint()).position;
    tell({ position: from, reset: true });
  }
  while (!ended.aborted) {
    for await (const notice of models.watch(from, until)) {
      if (ended.aborted) return;
      if (!tell(shown(notice, hasIds))) await drained(reply, ended);
    }
    if (ended.aborted) return;
    // Another generation is live: the client's data may lack its fields, so it reads everything again.
    models = readModels.current();
    until = AbortSignal.any([ended, readModels.switched()]);
    from = readModels.position();
    tell({ position: from, reset: true });
  }
}

async function hasReached({ store }: ApiContext, models: ReadModels, position: Position): Promise<boolean> {
  return store.isPosition(position) && position <= (await models.checkpoint()).position;
}

/** The collections whose records somebody may be told by their ids: of the others, that something changed. */
function namedTo({ kinds }: ApiContext, person: CurrentUser): (collection: string) => boolean {
  const theirs = new Set(
    kinds.all
      .filter((kind) => mayRead(person, kind) || seesOwn(person, kind))
      .map(({ projection }) => projection.collection),
  );
  return (collection) => person.role === 'owner' || theirs.has(collection);
}

function shown(notice: ChangeNotice, hasIds: (collection: string) => boolean): object {
  if ('reset' in notice) return notice;
  // Each event is in an act: nobody needs to be told that of every change.
  const changes = notice.changes.filter(({ collection }: ChangedId) => collection !== acts.collection);
  const isMany = changes.length > MOST_IDS;
  const named = isMany ? [] : changes.filter(({ collection }) => hasIds(collection));
  const others = new Set(changes.map(({ collection }) => collection));
  for (const { collection } of named) others.delete(collection);
  const whole = [...others].map((collection) => ({ collection, all: true }));
  return { position: notice.position, changes: [...named, ...whole] };
}

async function drained(reply: FastifyReply, ended: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    reply.raw.once('drain', resolve);
    ended.addEventListener('abort', () => resolve(), { once: true });
  });
}
