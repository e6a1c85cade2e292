import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { signedIn } from '../../api/kit/commands.ts';
import { changeHeaders, errorBody, errors } from '../../api/kit/common.schema.ts';
import { companyZone } from '../../api/kit/company-time.ts';
import type { ApiContext, App } from '../../api/kit/context.ts';
import { noSuch } from '../../api/kit/records.ts';
import { endOfStream } from '../../api/kit/stream-end.ts';
import { addDays, wallMoment } from '../../domain/kit/times.ts';
import { type Application, proposePlan } from '../../platform/commands/plans.ts';
import { clientGone } from '../../platform/http/client-gone.ts';
import { waitAndTell } from '../../platform/http/consistency.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { openEventStream } from '../../platform/http/event-stream.ts';
import { createPlaces } from '../../platform/http/places.ts';
import { slots } from '../../platform/runtime/slots.ts';
import type { Position } from '../../store/event-store.ts';
import { answerOf, nothingToPlan, toldOf } from '../planning/answer.ts';
import { readInputs } from '../planning/inputs.ts';
import { planDays, whyNothing } from '../planning/run.ts';
import { applyProposed, applySchedules, refusedJobs } from './apply.ts';
import { keptPlan } from './plans.ts';
import { planAnswer, planParams } from './replan.schema.ts';
import { createRuns, type Run } from './runs.ts';
import {
  type ApplyAnswer,
  applyAnswer,
  applyBody,
  MOST_DAYS,
  moved,
  type OptimizeAnswer,
  type OptimizeBody,
  optimizeAnswer,
  optimizeBody,
  runParams,
} from './schedule.schema.ts';

/** How long a run waits for the read models to show all that was done before it. */
const NEWEST_WITHIN_MS = 10_000;
/** A whole week of a large company. */
const APPLY_BYTES = 4 * 1024 * 1024;
/** How many streams of progress a person may have open at once. */
const MOST_STREAMS = 10;

const PROGRESS =
  'Server-sent events. The data of each is JSON: {state, done, message}, with the share that is done, 0 to 1.';

/** What there is to plan, as it was asked. */
interface Job {
  body: OptimizeBody;
  actor: string;
  run: Run;
  gone: AbortSignal;
}

/** The crew and route optimizer: plans of days, their progress, and carrying them out. */
export function optimizerRoutes(app: App, context: ApiContext): void {
  const runs = createRuns();
  const streams = createPlaces(MOST_STREAMS);
  // Two plans of one day cannot both hold: the second is held against what the first has done.
  const inTurn = slots(1);
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const notApplied = errorBody.extend({ moved }).meta({ id: 'NotApplied' });
  const keyOf = (request: FastifyRequest, id: string) => `${signedIn(request).id}/${id}`;

  async function tellApplied(
    reply: FastifyReply,
    { done, refused, undo, position }: Application,
  ): Promise<ApplyAnswer> {
    reply.header('x-command-id', undo.commandId);
    reply.header('x-position', position);
    await waitAndTell(reply, context.readModels, position);
    return { jobs_updated: done, refused: await refusedJobs(context, refused), ...undo };
  }

  typed.post(
    '/optimizer/schedule/optimize',
    {
      config: { access: 'staff' },
      schema: {
        tags: ['Optimizer'],
        headers: changeHeaders,
        body: optimizeBody,
        response: { 200: optimizeAnswer, 429: errorBody, ...errors },
      },
    },
    async (request, reply) => {
      const { body } = request;
      requireRange(body);
      const actor = signedIn(request).id;
      const gone = clientGone(reply);
      const key = keyOf(request, body.runId ?? randomUUID());
      const { answer, position } = await runs.carryOut(key, gone, (run) =>
        optimize(context, { body, actor, run, gone }),
      );
      reply.header('x-position', position);
      await waitAndTell(reply, context.readModels, position);
      return answer;
    },
  );

  typed.post(
    '/optimizer/schedule/apply',
    {
      config: { access: 'staff' },
      bodyLimit: APPLY_BYTES,
      schema: {
        tags: ['Optimizer'],
        headers: changeHeaders,
        body: applyBody,
        response: { 200: applyAnswer, 409: notApplied, ...errors },
      },
    },
    async (request, reply) => {
      const { id: actor } = signedIn(request);
      return tellApplied(reply, await inTurn(() => applySchedules(context, actor, request.body)));
    },
  );

  typed.get(
    '/optimizer/plans/:id',
    {
      config: { access: 'staff' },
      schema: { tags: ['Optimizer'], params: planParams, response: { 200: planAnswer, ...errors } },
    },
    (request) => keptPlan(context, request.params.id),
  );

  typed.post(
    '/optimizer/plans/:id/apply',
    {
      config: { access: 'staff' },
      schema: {
        tags: ['Optimizer'],
        params: planParams,
        headers: changeHeaders,
        response: { 200: applyAnswer, 409: notApplied, ...errors },
      },
    },
    async (request, reply) => {
      const { id: actor } = signedIn(request);
      return tellApplied(reply, await inTurn(() => applyProposed(context, actor, request.params.id)));
    },
  );

  typed.get(
    '/optimizer/runs/:id/events',
    {
      config: { access: 'staff' },
      schema: {
        tags: ['Optimizer'],
        params: runParams,
        response: {
          200: { content: { 'text/event-stream': { schema: z.string().describe(PROGRESS) } } },
          429: errorBody,
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const givePlaceBack = streams.take(signedIn(request).id);
      if (!givePlaceBack) throw new HttpError(429, TOO_MANY, 10);
      const ended = endOfStream(context, request, reply);
      const raw = openEventStream(request, reply);
      try {
        await runs.watch(keyOf(request, request.params.id), ended.signal, (event) => {
          if (!ended.signal.aborted) raw.write(`data: ${JSON.stringify(event)}\n\n`);
        });
      } finally {
        givePlaceBack();
        ended.abort();
        raw.end();
      }
    },
  );

  typed.delete(
    '/optimizer/runs/:id',
    {
      config: { access: 'staff' },
      schema: {
        tags: ['Optimizer'],
        params: runParams,
        response: { 204: z.null().describe('The run answers the best that it has found.'), ...errors },
      },
    },
    async (request, reply) => {
      if (!runs.cancel(keyOf(request, request.params.id))) throw new HttpError(404, NO_RUN);
      return reply.code(204).send(null);
    },
  );
}

const TOO_MANY = {
  message: 'The progress of too many runs is open. Close some of them, then try again.',
  code: 'too_many_at_once',
};
const NO_RUN = { message: 'There is no such run. It may be done already.', code: 'not_found' };

/** @throws HttpError 400 for days that end before they begin, or are too many */
function requireRange({ date, to = date }: OptimizeBody): void {
  if (to < date) throw noSuch('to', 'The last day must not be before the first.');
  if (to > addDays(date, MOST_DAYS - 1)) {
    throw noSuch('to', `At most ${MOST_DAYS} days are planned at once. Choose fewer.`);
  }
}

/** Plans on read models that are at least as new as the request, and keeps what it proposes. */
async function optimize(context: ApiContext, job: Job): Promise<{ answer: OptimizeAnswer; position: Position }> {
  const { body, actor, run, gone } = job;
  const { readModels, store } = context;
  const models = readModels.current();
  if (!(await readModels.waitFor(await store.head(), NEWEST_WITHIN_MS))) throw new HttpError(503, BEHIND, 5);
  const position = readModels.position();
  const now = wallMoment(context.clock(), await companyZone(context));
  const inputs = await readInputs(models, { from: body.date, to: body.to ?? body.date });
  const nothing = whyNothing(inputs, now);
  if (nothing !== null) return { answer: nothingToPlan(nothing), position };

  const runId = body.runId ?? randomUUID();
  const found = await planDays(inputs, {
    ...{ mode: body.optimization_mode, seed: body.seed, askedBy: actor, runId, position, now },
    travelUrl: context.config.travelUrl,
    signal: run.signal,
    onProgress: ({ done }) => run.tell(done),
  });
  // Nobody would see it.
  if (gone.aborted || found.proposal.totals.jobs === 0)
    return { answer: answerOf(toldOf(inputs, found, null)), position };
  const planId = randomUUID();
  const written = await proposePlan(context, planId, found.proposal, actor);
  return { answer: answerOf(toldOf(inputs, found, planId)), position: written.position };
}

const BEHIND = {
  message: 'The lists are still catching up with what was done. Wait a moment, then optimize again.',
  code: 'rebuilding',
};
