import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Document } from '../../../store/read-models.ts';
import type { ApiContext, App, RecordKind } from '../context.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../fields/common.schema.ts';
import { readDocument } from '../lists/lists.ts';
import { showTo } from '../rights.ts';
import { carryOut, senderOf, signedIn } from './commands.ts';
import { changeErrors } from './conflicts.schema.ts';
import { type ErasureProgress, type eraseBody, erasurePreview } from './erasure.schema.ts';
import { finishErasure, toldOf } from './erasure.ts';

interface EraseCall<Command extends object, Shown extends object, Answer extends object> {
  kind: RecordKind<Command, Document, Shown>;
  /** The record's schema, which a conflict answers with. */
  record: z.ZodType;
  /** The path of the records: `/api/quotes`. */
  path: string;
  tag: string;
  /** What goes, what stays, and when it is refused. */
  description: string;
  body: ReturnType<typeof eraseBody>;
  /** The schema of the answer. */
  answered: z.ZodType<Answer>;
  command(confirm: string): Command;
  /** The streams of that person that follow no other: each holds an erasure once they are erased. */
  streamsOf(id: string, shown: Shown): readonly string[] | Promise<readonly string[]>;
  answer(shown: Shown, progress: ErasureProgress): Answer;
}

/**
 * `POST …/:id/erase`: erases the personal data of whom a record is about, and `GET …/:id/erasure`: what that takes. Reserved for
 * the owner, because nothing brings them back.
 */
export function eraseRoute<Command extends object, Shown extends object, Answer extends object>(
  app: App,
  context: ApiContext,
  call: EraseCall<Command, Shown, Answer>,
): void {
  const { kind, record, path, tag, description, body, answered } = call;
  app.withTypeProvider<ZodTypeProvider>().get(
    `${path}/:id/erasure`,
    {
      config: { access: 'owner' },
      schema: {
        tags: [tag],
        description: 'What an erasure of whom this is about would take, or has taken, by kind of record.',
        headers: readHeaders,
        params: idParams,
        response: { 200: erasurePreview, ...errors },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const document = await readDocument(context, request, reply, kind, id);
      const [shown] = await showTo(context, signedIn(request), kind, [document]);
      return toldOf(await context.erasure.look(await call.streamsOf(id, shown as Shown)));
    },
  );
  app.withTypeProvider<ZodTypeProvider>().post(
    `${path}/:id/erase`,
    {
      config: { access: 'owner' },
      schema: {
        tags: [tag],
        description,
        headers: changeHeaders,
        params: idParams,
        body,
        response: { 200: answered, ...changeErrors(record) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { confirm, expectedRevision } = request.body;
      const target = { kind, id, commands: [call.command(confirm)] };
      const outcome = await context.turns.run(id, () =>
        carryOut(context, senderOf(request), reply, target, { expectedRevision }),
      );
      const streams = await call.streamsOf(id, outcome.record);
      const progress = await finishErasure(context, request, outcome, { record: `${kind.noun} ${id}`, streams });
      return call.answer(outcome.record, progress);
    },
  );
}
