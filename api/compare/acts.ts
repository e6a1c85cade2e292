import { partsOfStream } from '../../domain/kit/event.ts';
import { tell } from '../audit/present.ts';
import type { AuditRights } from '../audit/rights.ts';
import type { AuditEvent } from '../audit/schema.ts';
import { EVERYTHING, type EventFilter, type Found, pageOf } from '../audit/walk.ts';
import type { ApiContext, RecordRef } from '../kit/context.ts';
import { streamOf } from '../kit/records.ts';
import { keyOf } from '../kit/titles.ts';
import type { ActBetween, ComparedRecord } from './schema.ts';

type Context = Pick<ApiContext, 'store' | 'readModels' | 'kinds'>;

/** Events of one record that are told as acts, the newest. */
const MOST_EVENTS = 100;
/** Records that are looked at together. */
const AT_ONCE = 16;

/** Which events lie between two moments. */
export type Between = Pick<EventFilter, 'after' | 'upTo' | 'from' | 'until'>;

type Acts = Pick<ComparedRecord, 'acts' | 'moreActs'>;

/**
 * What was done to each of these records between two moments, of what somebody may read; by {@link keyOf}.
 * @param isTold which of their events count
 */
export async function actsBetween(
  context: Context,
  rights: AuditRights,
  records: readonly RecordRef[],
  between: Between,
  isTold: (event: AuditEvent) => boolean = () => true,
): Promise<Map<string, Acts>> {
  const found: { key: string; events: readonly Found[]; isCut: boolean }[] = [];
  for (let from = 0; from < records.length; from += AT_ONCE) {
    const some = records.slice(from, from + AT_ONCE).map(async (record) => ({
      key: keyOf(record),
      ...(await eventsOf(context, rights, record, between)),
    }));
    found.push(...(await Promise.all(some)));
  }
  const told = await tell(
    context,
    rights,
    found.flatMap(({ events }) => events),
  );
  let at = 0;
  return new Map(
    found.map(({ key, events, isCut }) => {
      const own = told.slice(at, at + events.length);
      at += events.length;
      return [key, { acts: actsOf(own.filter(isTold).toReversed()), moreActs: isCut }];
    }),
  );
}

/** The events of a record, newest first. */
async function eventsOf(
  context: Context,
  rights: AuditRights,
  { category, id }: RecordRef,
  between: Between,
): Promise<{ events: readonly Found[]; isCut: boolean }> {
  const kind = context.kinds.all.find((each) => each.category === category);
  if (!kind) return { events: [], isCut: false };
  const stream = streamOf(kind, id);
  if (rights.lacking(partsOfStream(stream).category) !== null) return { events: [], isCut: false };
  const record = {
    stream,
    isIn: (event: Parameters<typeof kind.projection.ids>[0]) => kind.projection.ids(event).includes(id),
  };
  const filter = { ...EVERYTHING, ...between, record };
  const { found, next } = await pageOf(context, { filter, backwards: true, cursor: undefined, rights }, MOST_EVENTS);
  return { events: found, isCut: next !== null && found.length === MOST_EVENTS };
}

/** @param events oldest first */
function actsOf(events: readonly AuditEvent[]): ActBetween[] {
  const acts = new Map<string, ActBetween>();
  for (const { correlationId, recordedAt, actor, actorName, type, data, undoes } of events) {
    if (correlationId === null || recordedAt === null || actor === null || type === null) continue;
    const before = acts.get(correlationId);
    const status = typeof data?.['status'] === 'string' ? data['status'] : (before?.status ?? null);
    const isUndo = undoes !== null || (before?.isUndo ?? false);
    const types = [...new Set([...(before?.types ?? []), type])];
    const head = before ?? { id: correlationId, recordedAt, actor, actorName };
    acts.set(correlationId, { ...head, types, status, isUndo });
  }
  return [...acts.values()];
}
