import type { FastifyRequest } from 'fastify';
import { may } from '../../domain/user/terms.ts';
import { NotAllowed } from '../../platform/http/access.ts';
import { liesBelow } from '../../platform/http/address.ts';
import { clientGone } from '../../platform/http/answers/client-gone.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { OnlyNow, type PastMoment, runAsOf } from '../../platform/runtime/as-of.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { endOf, isLocal, isMoment } from '../audit/moments.schema.ts';
import { companyZone } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';

type Context = Pick<ApiContext, 'past' | 'readModels' | 'store' | 'clock'>;

const UNKNOWN =
  'asOf must be a day like 2026-06-15, a time by the company’s clock like 2026-06-15T12:00, an instant like ' +
  '2026-06-15T12:00:00Z, or the position of an event of this history.';
const NOTHING_CHANGES = 'Nothing can be changed at an earlier moment. Go back to today, and do it there.';

interface AskedAsOf {
  asOf?: unknown;
}

/**
 * Lets calls ask for the company at an earlier moment, with `?asOf=` or the header `x-as-of`: those that read, of whoever may
 * read the history (docs/design/time-travel.md). Registered after all other hooks, which are about now.
 */
export function answerAsOf(app: App, context: Context): void {
  app.addHook('onRequest', (request, reply, done) => {
    const asked = request.routeOptions.config.isCall && !request.is404 ? askedOf(request) : undefined;
    if (asked === undefined) return done();
    momentOf(context, request, asked, clientGone(reply)).then((moment) => {
      reply.header('x-as-of', new Date(moment.at).toISOString());
      runAsOf(moment, done);
    }, done);
  });
}

/** What a request says; of its query it is taken out, as no call declares it. */
function askedOf(request: FastifyRequest): unknown {
  const header = request.headers['x-as-of'];
  const query = request.query as AskedAsOf;
  // Balances and receivables have one of their own: the day at whose end something holds.
  if (query.asOf === undefined || declaresAsOf(request)) return header;
  const { asOf } = query;
  delete query.asOf;
  return header === undefined ? asOf : [asOf, header];
}

function declaresAsOf({ routeOptions }: FastifyRequest): boolean {
  const { shape = {} } = (routeOptions.schema?.querystring ?? {}) as { shape?: object };
  return Object.hasOwn(shape, 'asOf');
}

/** @throws HttpError 400 for what is no moment and for a change, 403 without the right; OnlyNow for what strangers see */
async function momentOf(
  context: Context,
  request: FastifyRequest,
  asked: unknown,
  using: AbortSignal,
): Promise<PastMoment> {
  const { user, method, routeOptions } = request;
  // The optimizer plans what is ahead, and may be another process.
  const isOurs = liesBelow(routeOptions.url ?? '', ['api']);
  if (!isOurs || user === null || ['public', 'anyone'].includes(String(routeOptions.config.access)))
    throw new OnlyNow();
  if (!may(user.role, 'history:read')) throw new NotAllowed('history:read');
  if (method !== 'GET' && method !== 'HEAD')
    throw new HttpError(400, { message: NOTHING_CHANGES, code: 'nothing_changes' });
  if (typeof asked !== 'string') throw invalid(UNKNOWN);
  return isMoment(asked) ? atTime(context, asked, using) : atPosition(context, asked, using);
}

async function atTime(context: Context, asked: string, using: AbortSignal): Promise<PastMoment> {
  const zone = isLocal(asked) ? await companyZone(context) : 'UTC';
  const now = context.clock();
  if (endOf(asked, zone) - now > LONGEST_DAY_MS)
    throw invalid('asOf is later than today. Leave it out to see what is now.');
  const moment = await untilEnd(context, endOf(asked, zone), using);
  if (!isLocal(asked)) return moment;
  // The company's clock of then, if it has another one by now.
  const zoneThen = await companyZone({ readModels: { current: () => moment.models as ReadModels } });
  return endOf(asked, zoneThen) === endOf(asked, zone) ? moment : untilEnd(context, endOf(asked, zoneThen), using);
}

/** @param end exclusive, in milliseconds since 1970; a day that is not over yet is as far as it has come */
async function untilEnd({ past, readModels, clock }: Context, end: number, using: AbortSignal): Promise<PastMoment> {
  const now = clock();
  if (end > now)
    return { at: now, recordedBy: now, end: readModels.position(), models: readModels.current(), isNow: true };
  const at = end - 1;
  const { models, end: last } = await past.open({ instant: new Date(at).toISOString() }, using);
  return { at, recordedBy: at, end: last, models };
}

async function atPosition({ store, past }: Context, position: string, using: AbortSignal): Promise<PastMoment> {
  if (position === '' || !store.isPosition(position)) throw invalid(UNKNOWN);
  if (!(await store.holds(position)))
    throw invalid(`This history has no event at ${position}: it is of another one, or beyond the end.`);
  const { recordedAt, models, end } = await past.open({ position }, using);
  const at = recordedAt === null ? 0 : Date.parse(recordedAt);
  return { at, recordedBy: Number.POSITIVE_INFINITY, end, models };
}

/** Where clocks are set back. */
const LONGEST_DAY_MS = 25 * 60 * 60 * 1000;

function invalid(message: string): HttpError {
  return new HttpError(400, { message, code: 'invalid', issues: [{ path: 'asOf', message }] });
}
