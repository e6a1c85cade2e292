import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId, senderOf, signedIn } from '../../api/kit/changes/commands.ts';
import { changeErrors } from '../../api/kit/changes/conflicts.schema.ts';
import type { ApiContext, App } from '../../api/kit/context.ts';
import { changeHeaders, errorBody, errors } from '../../api/kit/fields/common.schema.ts';
import { noSuch } from '../../api/kit/records.ts';
import { endOfStream } from '../../api/kit/stream-end.ts';
import { partsOfStream } from '../../domain/kit/event.ts';
import { addDays } from '../../domain/kit/times.ts';
import { plan } from '../../domain/plan/plan.ts';
import type { BatchOutcome } from '../../platform/commands/batches.ts';
import { clientGone } from '../../platform/http/answers/client-gone.ts';
import { waitAndTell } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { openEventStream } from '../../platform/http/answers/event-stream.ts';
import type { Application } from '../../platform/plans/plans.ts';
import { createPlaces } from '../../platform/runtime/places.ts';
import { insertBody, insertionsAnswer, insertionsBody } from '../answers/insertions.schema.ts';
import { planAnswer, planParams, type ReplanBody, replanAnswer, replanBody } from '../answers/replan.schema.ts';
import {
  type ApplyAnswer,
  applyAnswer,
  applyBody,
  MOST_DAYS,
  moved,
  optimizeAnswer,
  optimizeBody,
  runParams,
} from '../answers/schedule.schema.ts';
import { applyingInTurn, applyProposed, applySchedules, refusedJobs } from './apply.ts';
import { requireRange } from './asked.ts';
import { findInsertions, insertJob } from './insertions.ts';
import { requireMayRecord } from './outages.ts';
import { type Job, optimize, type Planned, replan } from './planning.ts';
import { keptPlan } from './plans.ts';
import type { Runs } from './runs.ts';

/** Enough for a whole week of a large company. */
const APPLY_BYTES = 4 * 1024 * 1024;
/** How many streams of progress a person may have open at once. */
const MOST_STREAMS = 10;

const PROGRESS =
  'Server-sent events. The data of each is JSON: {state, done, message}, with the share that is done, 0 to 1.';

/**
 * The crew and route optimizer: plans days, reports progress, and applies plans.
 * @param runs of this process
 * @param clashesOf the jobs that a batch has put where another job is
 */
export function optimizerRoutes(
  app: App,
  context: ApiContext,
  runs: Runs,
  clashesOf: (applied: BatchOutcome) => Promise<{ jobId: string; message: string }[]>,
): void {
  const streams = createPlaces(MOST_STREAMS);
  const inTurn = applyingInTurn(context);
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const notApplied = errorBody.extend({ moved }).meta({ id: 'NotApplied' });
  const keyOf = (request: FastifyRequest, id: string) => `${signedIn(request).id}/${id}`;

  /** Waits for its turn, plans, and answers once the lists show the stored plan. */
  async function inRun<Body extends { runId?: string | undefined }, Answer>(
    request: FastifyRequest,
    reply: FastifyReply,
    body: Body,
    work: (context: ApiContext, job: Job<Body>) => Promise<Planned<Answer>>,
  ): Promise<Answer> {
    const runId = body.runId ?? randomUUID();
    const gone = clientGone(reply);
    const actor = signedIn(request).id;
    const { answer, position } = await runs.carryOut(keyOf(request, runId), gone, (run) =>
      work(context, { body, actor, runId, run, gone }),
    );
    reply.header('x-position', position);
    await waitAndTell(reply, context.readModels, position);
    return answer;
  }

  async function tellApplied(reply: FastifyReply, applied: Application): Promise<ApplyAnswer> {
    const { done, refused, undo, position } = applied;
    reply.header('x-command-id', undo.commandId);
    reply.header('x-position', position);
    await waitAndTell(reply, context.readModels, position);
    const conflicts = (await clashesOf(applied)).map(({ jobId: id, message: text }) => ({ id, text }));
    // What a plan works without is recorded by an item of its own.
    const jobs = done - (isRecorded(applied) ? 1 : 0);
    return { jobs_updated: jobs, refused: await refusedJobs(context, refused), conflicts, ...undo };
  }

  typed.post(
    '/optimizer/schedule/optimize',
    {
      config: { access: 'jobs:change' },
      schema: {
        tags: ['Optimizer'],
        headers: changeHeaders,
        body: optimizeBody,
        response: { 200: optimizeAnswer, 429: errorBody, ...errors },
      },
    },
    (request, reply) => {
      requireRange(request.body);
      return inRun(request, reply, request.body, optimize);
    },
  );

  typed.post(
    '/optimizer/schedule/replan',
    {
      config: { access: 'jobs:change' },
      schema: {
        tags: ['Optimizer'],
        headers: changeHeaders,
        body: replanBody,
        response: { 200: replanAnswer, 429: errorBody, ...errors },
      },
    },
    (request, reply) => {
      requireDaysAfter(request.body);
      const { equipment_id: machine, person_id: person } = request.body;
      if (machine !== undefined) requireMayRecord(signedIn(request), { category: 'equipment', id: machine });
      if (person !== undefined) requireMayRecord(signedIn(request), { category: 'staff', id: person });
      return inRun(request, reply, request.body, replan);
    },
  );

  typed.post(
    '/optimizer/schedule/apply',
    {
      config: { access: 'jobs:change' },
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
      config: { access: 'jobs:read' },
      schema: { tags: ['Optimizer'], params: planParams, response: { 200: planAnswer, ...errors } },
    },
    (request) => keptPlan(context, request.params.id),
  );

  typed.post(
    '/optimizer/plans/:id/apply',
    {
      config: { access: 'jobs:change' },
      schema: {
        tags: ['Optimizer'],
        params: planParams,
        headers: changeHeaders,
        response: { 200: applyAnswer, 409: notApplied, ...errors },
      },
    },
    async (request, reply) => {
      const person = signedIn(request);
      const { id: planId } = request.params;
      const { outage } = (await context.streams.load(plan, planId)).state;
      if (outage) requireMayRecord(person, outage);
      const mayApproveOwn = person.role === 'owner';
      return tellApplied(reply, await inTurn(() => applyProposed(context, person.id, planId, { mayApproveOwn })));
    },
  );

  typed.post(
    '/optimizer/schedule/insertions',
    {
      config: { access: 'jobs:change' },
      schema: {
        tags: ['Optimizer'],
        body: insertionsBody,
        response: { 200: insertionsAnswer, 404: errorBody, 409: errorBody, 410: errorBody, ...errors },
      },
    },
    ({ body }) => findInsertions(context, body),
  );

  typed.post(
    '/optimizer/schedule/insert',
    {
      config: { access: 'jobs:change' },
      schema: {
        tags: ['Optimizer'],
        headers: changeHeaders,
        body: insertBody,
        response: { 200: applyAnswer, 404: errorBody, ...changeErrors(z.unknown(), notApplied) },
      },
    },
    async (request, reply) => {
      // A repeat with the same key is the same plan.
      const taker = { person: signedIn(request), planId: newId(request, 'plan'), said: senderOf(request).body };
      return tellApplied(reply, await inTurn(() => insertJob(context, request.body, taker)));
    },
  );

  typed.get(
    '/optimizer/runs/:id/events',
    {
      config: { access: 'jobs:change' },
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
      config: { access: 'jobs:change' },
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

/** Whether a batch recorded what its plan works without. */
function isRecorded({ now, refused }: Application): boolean {
  const [first] = now.state.items;
  const isOther = first !== undefined && partsOfStream(first.stream).category !== 'job';
  return isOther && !refused.some(({ stream }) => stream === first.stream);
}

/** @throws HttpError 400 for a last day before the cleared one, or too long after it */
function requireDaysAfter({ date, until = date, to = until }: ReplanBody): void {
  if (until < date) throw noSuch('until', 'The last day must not be before the first.');
  if (to < date) throw noSuch('to', 'The last day must not be before the day that is cleared.');
  if (to < until) throw noSuch('to', 'The last day must not be before the last one without it.');
  if (to > addDays(date, MOST_DAYS)) {
    throw noSuch('to', `Work is moved by at most ${MOST_DAYS} days. Choose an earlier last day.`);
  }
}
