import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readWhole } from '../../platform/command-handler.ts';
import { mayActAs } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { carryOut, senderOf, signedIn } from '../commands.ts';
import type { ApiContext, App } from '../context.ts';
import { historySteps } from '../history.ts';
import { recordKind, streamOf } from '../records.ts';
import { changeHeaders, errorBody, errors, idParams } from '../schemas/common.ts';
import { undoErrors } from '../schemas/conflicts.ts';
import { historyStep, undoAnswer, undoBody } from '../schemas/history.ts';
import { findAct, inverseCommands } from '../undo.ts';
import { userNames } from '../users.ts';

const tags = ['History'];

/** The history of any record, and the one mechanism for every undo (design §6). */
export function historyRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/history/:category/:id',
    {
      config: { access: 'auditor' },
      schema: {
        tags,
        params: idParams.extend({ category: z.string().min(1).max(50) }),
        response: { 200: z.array(historyStep), 403: errorBody, ...errors },
      },
    },
    async (request) => {
      const { category, id } = request.params;
      const kind = recordKind(category);
      if (!kind.readBy.includes(signedIn(request).role)) {
        const message = `Only ${kind.readBy.map((role) => `the ${role}`).join(' and ')} may read this history.`;
        throw new HttpError(403, { message, code: 'forbidden' });
      }
      const steps = historySteps(kind, await readWhole(context.store, streamOf(kind, id)), id);
      if (steps.length === 0) throw new HttpError(404, { message: `There is no such ${category}.`, code: 'not_found' });
      const names = await userNames(
        context,
        steps.map((step) => step.actor),
      );
      return steps.map((step) => ({ ...step, actorName: names.get(step.actor) ?? null }));
    },
  );

  routes.post(
    '/api/undo',
    {
      config: { access: 'staff' },
      schema: { tags, headers: changeHeaders, body: undoBody, response: { 200: undoAnswer, ...undoErrors } },
    },
    async (request, reply) => {
      const { category, id, commandId } = request.body;
      const act = await findAct(context.store, category, id, commandId);
      const { kind, events } = act;
      const named = events.filter((event) => kind.projection.ids(event).includes(act.id));
      const sender = senderOf(request);
      if (!mayActAs(signedIn(request).role, kind.changedBy)) {
        throw new HttpError(403, { message: 'Undoing this needs the role that it was done with.', code: 'forbidden' });
      }
      // A repeat is answered as the first time, before it is asked what stands in the way now.
      const isRepeat = events.some((event) => event.metadata.commandId === sender.commandId);
      const commands = isRepeat ? [] : inverseCommands(act);
      const expectedRevision = isRepeat ? undefined : String(named.at(-1)?.revision);
      const undoes = act.own[0]?.metadata.commandId ?? commandId;
      const undone = await carryOut(
        context,
        sender,
        reply,
        { kind, id: act.id, commands },
        { undoes, expectedRevision },
      );

      const reached = new Set(undone.followed.filter((each) => each.appended.length > 0).map((each) => each.stream));
      const parts = act.own.flatMap((event) => context.processes.stepsOf(event)).map(({ step }) => step);
      const kept = parts.filter((part) => commands.length > 0 && !reached.has(`${part.category}-${part.id}`));
      return { record: undone.record, kept: kept.map(({ category: of, id: part }) => standing(of, part)) };
    },
  );
}

function standing(category: string, id: string): { category: string; id: string; message: string } {
  return { category, id, message: `The ${category} was kept, because more depends on it.` };
}
