import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { undoErrors } from '../kit/changes/conflicts.schema.ts';
import { historyQuery, historyStep, PAGED, undoAnswer, undoBody } from '../kit/changes/history.schema.ts';
import { historyPage, loadHistory } from '../kit/changes/history.ts';
import { findAct } from '../kit/changes/undo.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, idParams } from '../kit/fields/common.schema.ts';
import { findRecord } from '../kit/records.ts';
import { requireMayReadHistory, seenBy } from '../kit/rights.ts';
import { withActorNames } from '../kit/user-names.ts';
import { takeBack } from './take-back.ts';

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
      const { record, kept, conflicts } = await takeBack(context, request, reply, act);
      return { record, kept, conflicts };
    },
  );
}
