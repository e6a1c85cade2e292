import type { ApiContext, RecordRef } from '../kit/context.ts';
import { streamOf } from '../kit/records.ts';
import { keyOf } from '../kit/titles.ts';
import { type Act, findAct, headAt, headsFrom } from './act.ts';
import { type Descent, descentsOf } from './origins.ts';
import type { AuditRights } from './rights.ts';

type Context = Pick<ApiContext, 'store' | 'readModels' | 'kinds'>;

/** Acts, records at each distance, and records of one kind that came from those: so many are looked at. */
const MOST_LOOKED_AT = 500;
/** Steps of one record that are looked at. */
const MOST_STEPS = 250;
/** What is read at once. */
const AT_ONCE = 16;

/** An act that may be linked to one that is known. */
export interface Candidate<To> {
  to: To;
  act: Act;
  /** The record of the act that links it. */
  by: RecordRef;
}

/** Finds what acts came from and what came of them, within limits. */
export interface Kin {
  /** The acts that began what these stand on. */
  causesOf<To extends { act: Act }>(level: readonly To[]): Promise<Candidate<To>[]>;
  /** The acts that stand on what these began. */
  consequencesOf<To extends { act: Act }>(level: readonly To[]): Promise<Candidate<To>[]>;
  /** Whether there was more than was looked at. */
  isCut(): boolean;
}

/**
 * The records that an act stands on: those from which what it began came, or else what it changed. So does an act of a
 * batch, or one that begins what comes from nothing.
 */
function standsOn({ begun, changed }: Act): readonly RecordRef[] {
  const own = new Set(begun.map(({ record }) => keyOf(record)));
  const origins = begun.flatMap(({ origin }) => (origin && !own.has(keyOf(origin)) ? [origin] : []));
  return origins.length > 0 ? origins : changed;
}

/** The record by which an act stands on a record that was begun earlier; null if it does not. */
function linkFrom(act: Act, record: RecordRef): RecordRef | null {
  const key = keyOf(record);
  if (!standsOn(act).some((each) => keyOf(each) === key)) return null;
  return act.begun.find(({ origin }) => origin && keyOf(origin) === key)?.record ?? record;
}

/** @param rights what is not told to somebody links nothing */
export function createKin({ store, readModels, kinds }: Context, rights: AuditRights): Kin {
  const known = new Map<string, Act | null>();
  const descents = descentsOf(kinds);
  let isCut = false;

  /** As many as may be looked at. */
  function most<Item>(items: readonly Item[], limit: number): readonly Item[] {
    if (items.length > limit) isCut = true;
    return items.slice(0, limit);
  }

  /** An act of which somebody is told anything. */
  async function actOf(id: string): Promise<Act | null> {
    const before = known.get(id);
    if (before !== undefined) return before;
    if (known.size >= MOST_LOOKED_AT) {
      isCut = true;
      return null;
    }
    const found = await findAct({ store, readModels, kinds }, rights, id);
    const act = found && found.events > 0 ? found : null;
    if (act && !act.isWhole) isCut = true;
    known.set(id, act);
    return act;
  }

  /** The stream of a record that has one of its own, if somebody is told of it. */
  function streamTold(record: RecordRef): string | null {
    const kind = kinds.all.find(({ category }) => category === record.category);
    const isTold = kind && kind.sharedStream === undefined && rights.lacking(kind.decider.category) === null;
    return isTold ? streamOf(kind, record.id) : null;
  }

  async function beginningOf(record: RecordRef): Promise<Act | null> {
    const stream = streamTold(record);
    const id = stream === null ? undefined : (await headAt({ store }, stream, 0))?.metadata?.correlationId;
    return id === undefined ? null : actOf(id);
  }

  /** The acts that changed a record later than it was begun. */
  async function laterActsOn(record: RecordRef): Promise<Act[]> {
    const stream = streamTold(record);
    if (stream === null) return [];
    const heads = await headsFrom({ store }, stream, 1, MOST_STEPS + 1);
    const ids = new Set(most(heads, MOST_STEPS).flatMap(({ metadata }) => metadata?.correlationId ?? []));
    return inTurns([...ids], async (id) => (await actOf(id)) ?? []);
  }

  /** The records of a kind that may have come from any of these. */
  async function descendantsOf({ kind, from }: Descent, ids: readonly string[]): Promise<RecordRef[]> {
    if (rights.lacking(kind.decider.category) !== null) return [];
    const asked = { ...from(ids), limit: MOST_LOOKED_AT };
    const { documents, cursor } = await readModels.current().find(kind.projection.collection, asked);
    if (cursor !== null) isCut = true;
    return documents.map(({ id }) => ({ category: kind.category, id }));
  }

  async function descendantsIn(category: string, ids: readonly string[]): Promise<RecordRef[]> {
    return inTurns(descents.get(category) ?? [], (descent) => descendantsOf(descent, ids));
  }

  return {
    isCut: () => isCut,

    async causesOf(level) {
      const named = level.flatMap((to) => standsOn(to.act).map((by) => ({ to, by })));
      return inTurns(most(named, MOST_LOOKED_AT), async ({ to, by }) => {
        const act = await beginningOf(by);
        return act && act.position < to.act.position ? { to, act, by } : [];
      });
    },

    async consequencesOf(level) {
      const all = level.flatMap((to) => to.act.begun.map(({ record }) => ({ to, record })));
      const begun = most(all, MOST_LOOKED_AT);
      const of = [...Map.groupBy(begun, ({ record }) => record.category)];
      const descended = await inTurns(of, async ([category, each]) => {
        const ids = each.map(({ record }) => record.id);
        return (await inTurns(await descendantsIn(category, ids), async (one) => (await beginningOf(one)) ?? [])).map(
          (act) => ({ each, act }),
        );
      });
      const changed = await inTurns(begun, async (one) =>
        (await laterActsOn(one.record)).map((act) => ({ each: [one], act })),
      );
      return [...descended, ...changed].flatMap(({ each, act }) =>
        each.flatMap(({ to, record }) => {
          const by = act.position > to.act.position ? linkFrom(act, record) : null;
          return by ? [{ to, act, by }] : [];
        }),
      );
    },
  };
}

/** Some at once, in their order. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  each: (item: Item) => Promise<Result | readonly Result[]>,
): Promise<Result[]> {
  const all: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    all.push(...((await Promise.all(items.slice(from, from + AT_ONCE).map(each))).flat() as Result[]));
  return all;
}
