import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { job } from '../../domain/job/job.ts';
import { partsOfStream } from '../../domain/kit/event.ts';
import type { Followed } from '../../platform/commands/processes.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { refusedRecords } from '../batches/refused.ts';
import { carryOut, senderOf, signedIn } from '../kit/changes/commands.ts';
import { undoErrors } from '../kit/changes/conflicts.schema.ts';
import { historyQuery, historyStep, PAGED, undoAnswer, undoBody } from '../kit/changes/history.schema.ts';
import { historyPage, loadHistory } from '../kit/changes/history.ts';
import { findAct, inverseCommands } from '../kit/changes/undo.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, idParams } from '../kit/fields/common.schema.ts';
import { findRecord } from '../kit/records.ts';
import { requireMayReadHistory, requireMayUndo, requireSeenBack, seenBy } from '../kit/rights.ts';
import { withActorNames } from '../kit/user-names.ts';
import { clashesOf, isPlacing, jobsOfBatch } from '../schedule/conflicts.ts';

const tags = ['History'];

/** The history of any record, and the one mechanism behind every undo (docs/design/commands.md#undo). */
export function historyRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/history/:category/:id',
    {
      config: { access: 'signedIn' },
      schema: {
        tags,
        description: `The newest steps of a record, oldest first. ${PAGED}`,
        params: idParams.extend({ category: z.string().min(1).max(50) }),
        querystring: historyQuery,
        response: { 200: z.array(historyStep), 403: errorBody, ...errors },
      },
    },
    async (request, reply) => {
      const { category, id } = request.params;
      const { limit, cursor } = request.query;
      const kind = context.kinds.of(category);
      const person = signedIn(request);
      const [now, document] = await Promise.all([loadHistory(context, kind, id), findRecord(context, kind, id)]);
      await requireMayReadHistory(context, person, kind, document);
      if (!document) throw new HttpError(404, { message: `There is no such ${kind.noun}.`, code: 'not_found' });
      const before = cursor === undefined ? null : { revision: Number(cursor) };
      const { steps, earlier } = await historyPage(context, seenBy(person, kind), id, now, { before, limit });
      if (earlier !== null) reply.header('x-next-cursor', String(earlier));
      return withActorNames(context, steps);
    },
  );

  routes.post(
    '/api/undo',
    {
      config: { access: 'signedIn' },
      schema: { tags, headers: changeHeaders, body: undoBody, response: { 200: undoAnswer, ...undoErrors } },
    },
    async (request, reply) => {
      const { category, id, commandId } = request.body;
      const act = await findAct(context, category, id, commandId);
      const { kind, now } = act;
      const sender = senderOf(request);
      const person = signedIn(request);
      await requireMayUndo(context, person, kind, act);
      // A repeat gets the answer of the first time, before checking whether the undo would still be possible now.
      const isRepeat = now.appendedBy(sender.commandId) !== null;
      const commands = isRepeat ? [] : await inverseCommands(context, person, act);
      requireSeenBack(person, kind, commands);
      const expectedRevision = isRepeat ? undefined : now.records.get(act.id)?.revision;
      const undoes = act.own[0]?.metadata.commandId ?? commandId;
      const undone = await carryOut(
        context,
        sender,
        reply,
        { kind, id: act.id, commands },
        { undoes, expectedRevision },
      );

      const refused = refusedRecords(context, undone.batch?.refused ?? []);
      const own = category === job.category && undone.appended.some(isPlacing) ? [act.id] : [];
      const clashes = await clashesOf(context, undone.batch ? jobsOfBatch(undone.batch) : own);
      return {
        record: undone.record,
        kept: [...keptOf(undone.followed), ...refused],
        conflicts: clashes.map(({ jobId, message }) => ({ category: job.category, id: jobId, message })),
      };
    },
  );
}

/**
 * What an undo did not change, each once: records kept because something depends on them, and follow-up steps that are
 * not done yet.
 */
function keptOf({ steps, left }: Followed): { category: string; id: string; message: string }[] {
  const kept = steps.flatMap(({ step: { category, id, whyKept }, outcome }) => {
    const message = whyKept?.(outcome.now.state) ?? null;
    return message === null ? [] : [{ category, id, message }];
  });
  const notDone = left.map(({ stream }) => {
    const message = 'Something that this should have changed is not done yet. An owner can see why and try again.';
    return { ...partsOfStream(stream), message };
  });
  return [
    ...new Map([...kept, ...notDone].map((each) => [`${each.category} ${each.id} ${each.message}`, each])).values(),
  ];
}
