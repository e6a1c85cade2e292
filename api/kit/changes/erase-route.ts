import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import type { Root } from '../../../platform/commands/erasure.ts';
import type { Document } from '../../../store/read-models.ts';
import type { ApiContext, App, RecordKind } from '../context.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../fields/common.schema.ts';
import { readDocument } from '../lists/lists.ts';
import { showTo } from '../rights.ts';
import { carryOut, senderOf, signedIn } from './commands.ts';
import { changeErrors } from './conflicts.schema.ts';
import { type ErasureProgress, type eraseBody, erasurePreview } from './erasure.schema.ts';
import { finishErasure, toldOf } from './erasure.ts';

type Roots = readonly (string | Root)[];

interface EraseCall<Command extends object, Shown extends object, Answer extends object> {
  kind: RecordKind<Command, Document, Shown>;
  /** The record's schema, which a conflict answers with. */
  record: z.ZodType;
  /** The path of the records: `/api/quotes`. */
  path: string;
  /** What comes between the record and `/erase`, if it erases somebody whom the record names: `/pro`. */
  of?: string;
  tag: string;
  /** What goes, what stays, and when it is refused. */
  description: string;
  body: ReturnType<typeof eraseBody>;
  /** The schema of the answer. */
  answered: z.ZodType<Answer>;
  command(confirm: string, id: string): Command | Promise<Command>;
  /** What it waits for, where it looks at other records: changes that name the same turn. By default, the erasure of the same record. */
  turn?: string;
  /**
   * What is about that person and follows nothing: a stream, or whom one names. Each holds an erasure once they are erased.
   * @param appended by the call, now or the first time
   */
  rootsOf(id: string, shown: Shown, appended: readonly RecordedEvent[]): Roots | Promise<Roots>;
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
  const { kind, record, path, of = '', tag, description, body, answered } = call;
  const rootsOf = async (id: string, shown: Shown, appended: readonly RecordedEvent[] = []): Promise<Root[]> =>
    (await call.rootsOf(id, shown, appended)).map((each) =>
      typeof each === 'string' ? { stream: each, person: '' } : each,
    );
  app.withTypeProvider<ZodTypeProvider>().get(
    `${path}/:id${of}/erasure`,
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
      return toldOf(await context.erasure.look(await rootsOf(id, shown as Shown)));
    },
  );
  app.withTypeProvider<ZodTypeProvider>().post(
    `${path}/:id${of}/erase`,
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
      const outcome = await context.turns.run(call.turn ?? id, async () => {
        const target = { kind, id, commands: [await call.command(confirm, id)] };
        return carryOut(context, senderOf(request), reply, target, { expectedRevision });
      });
      const roots = await rootsOf(id, outcome.record, outcome.appended);
      const progress = await finishErasure(context, request, outcome, { record: `${kind.noun} ${id}`, roots });
      return call.answer(outcome.record, progress);
    },
  );
}
