import type { CurrentUser } from '../../platform/http/access.ts';
import { asOf } from '../../platform/runtime/as-of.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { requireIndex } from '../../projections/engine/required-index.ts';
import type { Document, ReadModels } from '../../store/read-models.ts';
import type { Attention, Moment, RuledAttention, Standing } from '../kit/attention.ts';
import { companyZone, dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { narrowed } from '../kit/lists/list-queries.ts';
import type { Conditions } from '../kit/lists/lists.schema.ts';
import { mayRead, seesOwn } from '../kit/rights.ts';
import type { AttentionAnswer } from './schema.ts';

/** What waits beside what a query finds. */
export interface MoreAttention {
  standing?: readonly Standing[];
  ruled?: readonly RuledAttention[];
}

/** Any moment will do where nothing depends on it. */
const SOME: Moment = { now: '2000-01-01T00:00:00.000Z', today: '2000-01-01', zone: 'UTC' };

/** @throws if no declared index serves one of them, or two have the same id; the product then does not start */
export function checkAttention(declared: readonly Attention[], ruled: readonly RuledAttention[] = []): void {
  for (const each of declared)
    requireIndex(`The first page asks for ${each.id} (attention.ts)`, collectionOf(each), each.query(SOME));
  const ids = new Set([...declared, ...ruled].map(({ id }) => id));
  if (ids.size < declared.length + ruled.length)
    throw new Error('Two areas declare what waits for a person under one id.');
}

/**
 * What waits for a person: the count of each kind, and the most pressing ones. Leaves out what they may not read, and
 * kinds with nothing waiting.
 * @param limit per kind
 * @param more what waits for the owner beside records, and what waits by a rule; both come first
 */
export async function attentionNow(
  context: ApiContext,
  declared: readonly Attention[],
  person: CurrentUser,
  limit: number,
  { standing = [], ruled = [] }: MoreAttention = {},
): Promise<AttentionAnswer> {
  const zone = await companyZone(context);
  const moment = { now: isoNow(context.clock), today: dayOf(context.clock(), zone), zone };
  const models = context.readModels.current();
  const groups = await Promise.all(
    declared.map(async (each) => {
      const reached = await reachedBy(context, person, each);
      return reached ? [await groupOf(models, each, moment, { reached, limit })] : [];
    }),
  ).then((each) => each.flat());
  const byRule = await Promise.all(
    ruled
      .filter(({ kind, own }) => mayRead(person, kind) || (own && seesOwn(person, kind)))
      .map(async (each) => {
        const { id, label, kind, page = null } = each;
        const { count, records } = await each.waiting(context, person, limit);
        return { id, label, category: kind.category, page, count, records: [...records] };
      }),
  );
  // It is about this machine as it is now.
  const told = person.role === 'owner' && asOf() === null ? standing : [];
  const first = told.flatMap((each) => standingGroup(context, each, moment));
  return { today: moment.today, groups: [...first, ...[...byRule, ...groups].filter(({ count }) => count > 0)] };
}

function standingGroup(context: ApiContext, { id, label, waiting }: Standing, moment: Moment) {
  const found = waiting(context, moment);
  return found === null ? [] : [{ id, label, category: id, page: null, count: 1, records: [{ id, ...found }] }];
}

/** What narrows it to the records that somebody reaches; null if they reach none. */
async function reachedBy(
  context: ApiContext,
  person: CurrentUser,
  { kind, own }: Attention,
): Promise<Conditions | null> {
  if (mayRead(person, kind)) return {};
  return (own && seesOwn(person, kind) && (await kind.own?.where?.(context, person))) || null;
}

async function groupOf(
  models: ReadModels,
  each: Attention,
  moment: Moment,
  { reached, limit }: { reached: Conditions; limit: number },
): Promise<AttentionAnswer['groups'][number]> {
  const { collection } = collectionOf(each);
  const { where, order } = narrowed(each.query(moment), reached);
  const { documents, cursor } = await models.find(collection, { where, order, limit });
  return {
    id: each.id,
    label: each.label,
    category: each.kind.category,
    page: each.page ?? null,
    count: cursor === null ? documents.length : await models.count(collection, { where }),
    records: documents.map((document) => ({
      id: document.id,
      title: each.title?.(document) ?? each.kind.title(ownOf(each, document)),
      ...each.waiting(document, moment),
    })),
  };
}

function collectionOf({ collection, kind }: Attention) {
  return collection ?? kind.projection;
}

/** The kind's own document, if another collection was searched. */
function ownOf({ collection, kind }: Attention, document: Document): Document {
  return (collection && kind.found?.own?.(document)) ?? document;
}
