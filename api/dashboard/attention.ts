import type { Role } from '../../domain/user/terms.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { requireIndex } from '../../projections/engine/required-index.ts';
import type { Document, ReadModels } from '../../store/read-models.ts';
import type { Attention, Moment } from '../kit/attention.ts';
import { companyZone, dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { mayRead } from '../kit/rights.ts';
import type { AttentionAnswer } from './schema.ts';

/** Any moment will do where nothing depends on it. */
const SOME: Moment = { now: '2000-01-01T00:00:00.000Z', today: '2000-01-01', zone: 'UTC' };

/** @throws if no declared index serves one of them, or two have the same id; the product then does not start */
export function checkAttention(declared: readonly Attention[]): void {
  for (const each of declared)
    requireIndex(`The first page asks for ${each.id} (attention.ts)`, collectionOf(each), each.query(SOME));
  const ids = new Set(declared.map(({ id }) => id));
  if (ids.size < declared.length) throw new Error('Two areas declare what waits for a person under one id.');
}

/**
 * What waits for a person: the count of each kind, and the most pressing ones. Leaves out what the role may not read,
 * and kinds with nothing waiting.
 * @param limit per kind
 */
export async function attentionNow(
  context: ApiContext,
  declared: readonly Attention[],
  role: Role,
  limit: number,
): Promise<AttentionAnswer> {
  const zone = await companyZone(context);
  const moment = { now: isoNow(context.clock), today: dayOf(context.clock(), zone), zone };
  const models = context.readModels.current();
  const readable = declared.filter(({ kind }) => mayRead({ role }, kind));
  const groups = await Promise.all(readable.map((each) => groupOf(models, each, moment, limit)));
  return { today: moment.today, groups: groups.filter(({ count }) => count > 0) };
}

async function groupOf(
  models: ReadModels,
  each: Attention,
  moment: Moment,
  limit: number,
): Promise<AttentionAnswer['groups'][number]> {
  const { collection } = collectionOf(each);
  const { where, order } = each.query(moment);
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
