import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { projections } from '../../projections/index.ts';
import { isDecoded, type Position, StoreUnavailable } from '../../store/event-store.ts';
import { DamagedReadModels, NoSuchCollection, type ReadModels } from '../../store/read-models.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors } from '../kit/fields/common.schema.ts';
import { suppressionProblem } from '../suppressions/mailbox-key.ts';
import { type Health, health } from './schema.ts';

/** Whether the product works; for a signed-in person, also how far it has come and what went wrong. */
export function healthRoutes(app: App, context: ApiContext): void {
  const schema = { tags: ['Health'], response: { 200: health, ...errors } };
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/api/health', { config: { access: 'anyone', takesAnyQuery: true }, schema }, async (request) => {
      const loops = context.loops();
      // Of a log that is known to be away the answer would come as late as that of any call.
      const head = context.storeHealth().log.isReachable ? await ifReadable(context.store.head(), null) : null;
      const readModels = await readModelHealth(context, head);
      const log = context.logHealth();
      const missing = context.photoCheck.missing();
      const stores = context.storeHealth();
      const backup = context.backupHealth();
      const mail = await ifReadable(context.mailHealth(), null);
      const problem = await ifReadable(suppressionProblem(context), null);
      const deadSteps = await ifReadable(context.processes.dead(), []);
      const ok =
        stores.log.isReachable &&
        stores.documents.isReachable &&
        log.damage === null &&
        missing === 0 &&
        (backup === null || (backup.lastError === null && !backup.isOverdue)) &&
        problem === null &&
        mail?.isReachable !== false &&
        readModels.state !== 'building' &&
        readModels.deadLetters.length === 0 &&
        deadSteps.every(({ state }) => state === 'final') &&
        loops.every((loop) => loop.state === 'running');
      if (!request.user) return { ok };
      const processes = { deadSteps };
      return {
        ok,
        head,
        log,
        stores,
        photos: { missing },
        backup,
        readModels,
        ...(mail && { mail }),
        suppressions: { problem },
        processes,
        loops,
      };
    });
}

/** What was read from the log; the substitute if the log is unreachable or too damaged to tell. */
async function ifReadable<Read, Other>(reading: Promise<Read>, other: Other): Promise<Read | Other> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof StoreUnavailable) return other;
    throw cause;
  }
}

async function readModelHealth(
  { readModels, store, clock }: ApiContext,
  head: Position | null,
): Promise<NonNullable<Health['readModels']>> {
  const position = readModels.position();
  const figures = await figuresOf(readModels.peek());
  const current = head === null || position >= head;
  const [next] = current ? [] : await ifReadable(store.readAll(position, 1), []);
  const lagMs = next && isDecoded(next) ? Math.max(0, clock() - Date.parse(next.metadata.recordedAt)) : 0;
  const isBuilding = readModels.isPaused() || !readModels.isAsDeclared() || !figures;
  const state = isBuilding ? 'building' : current ? 'current' : 'behind';
  return {
    state,
    position,
    lagMs,
    ...(figures ?? { generation: null, counts: {}, deadLetters: [] }),
    damage: readModels.damage(),
  };
}

type Figures = Pick<NonNullable<Health['readModels']>, 'generation' | 'counts' | 'deadLetters'>;

/** Null if there are none, or none that can be read. */
async function figuresOf(models: ReadModels | null): Promise<Figures | null> {
  if (!models) return null;
  try {
    const { generation } = models;
    return { generation, counts: await countAll(models), deadLetters: await models.deadLetters() };
  } catch (cause) {
    if (cause instanceof DamagedReadModels) return null;
    throw cause;
  }
}

async function countAll(models: ReadModels): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name, collection } of projections) {
    const count = await countIn(models, collection);
    if (count !== null) counts[name] = count;
  }
  return counts;
}

/** Null if only the next generation has the collection. */
async function countIn(models: ReadModels, collection: string): Promise<number | null> {
  try {
    return await models.count(collection, {});
  } catch (cause) {
    if (cause instanceof NoSuchCollection) return null;
    throw cause;
  }
}
