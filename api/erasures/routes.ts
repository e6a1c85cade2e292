import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { deciders, processes } from '../../domain/index.ts';
import { ERASURE, type Root } from '../../platform/commands/erasure.ts';
import { reactorCheckpoint } from '../../platform/commands/reactor.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { asOf, OnlyNow } from '../../platform/runtime/as-of.ts';
import { type ErasureDocument, erasures } from '../../projections/erasures.ts';
import { toldOf } from '../kit/changes/erasure.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { userNames } from '../kit/user-names.ts';
import { type ErasureTold, erasuresQuery, erasureTold } from './schema.ts';

/** Every erasure, for owners and auditors: what it took where, and what is left to do (docs/design/history.md#erasures). */
export function erasureRoutes(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/erasures',
    {
      config: { access: 'history:read' },
      schema: {
        tags: ['History'],
        description:
          'Every erasure of a person, newest first, without anything about the person: what was erased where, and whether ' +
          'anything is left. It is looked up anew each time: a step that failed shows.',
        headers: readHeaders,
        querystring: erasuresQuery,
        response: { 200: z.array(erasureTold), ...errors },
      },
    },
    async (request, reply) => {
      if (asOf() !== null) throw new OnlyNow();
      await awaitMinPosition(request, reply, context);
      const { limit, cursor } = request.query;
      const order = { field: 'at', direction: 'desc' } as const;
      const page = await context.readModels
        .current()
        .find(erasures.collection, { where: {}, order, limit, ...(cursor !== undefined && { after: cursor }) });
      if (page.cursor !== null) reply.header('x-next-cursor', page.cursor);
      const { position: reached } = await reactorCheckpoint(ERASURE, context.store, context.state);
      const told: ErasureTold[] = [];
      // One after another: each looks up all records of a person.
      for (const document of page.documents) told.push(await tell(context, document, reached));
      const names = await userNames(
        context,
        told.map(({ by }) => by),
      );
      return told.map((each) => ({ ...each, byName: names.get(each.by) ?? null }));
    },
  );
}

/** @param reached how far the reactor that finishes erasures had come, which scrubs before it goes on */
async function tell(context: ApiContext, document: ErasureDocument, reached: string): Promise<ErasureTold> {
  const { id, stream, person, revision, category, recordId, act, position, by, at } = document;
  const look = await context.erasure.look([{ stream, person }, ...(await followingRoots(context, document))]);
  const isScrubbed = look.isScrubbed || position <= reached;
  const isPastGone = position <= reached || (await context.erasure.isPastFreeOf(position));
  const { records, files, keys } = toldOf(look);
  const left = [...records, files, keys].reduce((sum, each) => sum + each.left, 0);
  return {
    id,
    event: `${stream}@${revision}`,
    act,
    at,
    by,
    byName: null,
    category,
    recordId,
    records,
    files,
    keys,
    isScrubbed,
    isPastGone,
    isComplete: isScrubbed && isPastGone && left === 0,
  };
}

/** To what of the same person a process carries their erasure, of what there is. */
async function followingRoots({ store, streams }: ApiContext, { stream, revision }: ErasureDocument): Promise<Root[]> {
  const [event] = await store.readStream(stream, { after: BigInt(revision) - 1n, limit: 1 });
  if (!event) return [];
  const steps = processes.filter(({ types }) => types.includes(event.type)).flatMap((process) => process.steps(event));
  const found: Root[] = [];
  for (const { category, id, person = '' } of steps) {
    const decider = deciders.get(category);
    if (decider && (await streams.load(decider, id)).revision !== -1n)
      found.push({ stream: `${category}-${id}`, person });
  }
  return found;
}
