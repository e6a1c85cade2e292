import { partsOfStream } from '../../domain/kit/event.ts';
import { isDecoded, type LogEntry } from '../../store/event-store.ts';
import type { AnyRecordKind, ApiContext, RecordRef } from '../kit/context.ts';
import { keyOf, titlesOf } from '../kit/titles.ts';
import { userNames } from '../kit/user-names.ts';
import type { AuditRights } from './rights.ts';
import type { AuditEvent } from './schema.ts';
import type { Found } from './walk.ts';

type Context = Pick<ApiContext, 'kinds' | 'readModels'>;

const NOTHING: Omit<AuditEvent, 'position' | 'recordedAt'> = {
  stream: null,
  revision: null,
  type: null,
  version: null,
  id: null,
  actor: null,
  actorName: null,
  category: null,
  recordId: null,
  title: null,
  commandId: null,
  correlationId: null,
  causationId: null,
  undoes: null,
  subject: null,
  data: null,
  withheld: null,
  error: null,
};

/** Events as somebody is told them, with the names of today; a page at a time. */
export async function tell(context: Context, rights: AuditRights, found: readonly Found[]): Promise<AuditEvent[]> {
  const kinds = context.kinds.all.filter(({ decider }) => rights.lacking(decider.category) === null);
  const told = found.map((each) => {
    const event = eventTold(rights, each);
    return { event, record: event.data ? recordOf(kinds, each.entry) : null };
  });
  const [names, titles] = await Promise.all([
    userNames(
      context,
      told.flatMap(({ event }) => event.actor ?? []),
    ),
    titlesOf(
      context,
      told.flatMap(({ record }) => record ?? []),
    ),
  ]);
  return told.map(({ event, record }) => ({
    ...event,
    actorName: (event.actor !== null && names.get(event.actor)) || null,
    category: record?.category ?? null,
    recordId: record?.id ?? null,
    title: (record && titles.get(keyOf(record))) ?? null,
  }));
}

function eventTold(rights: AuditRights, { head, entry }: Found): AuditEvent {
  const { position, metadata } = head;
  const place = { position, recordedAt: metadata?.recordedAt ?? null };
  const { category } = partsOfStream(head.stream);
  if (rights.lacking(category) !== null) return { ...place, ...NOTHING, withheld: 'event' };
  const { stream, revision, type, id } = head;
  const known = { ...place, ...NOTHING, stream, revision: Number(revision), type, id };
  const said = metadata ? { ...known, ...whoAndWhy(metadata) } : known;
  if (!isDecoded(entry)) return { ...said, error: entry.error };
  const data = entry.data as Record<string, unknown>;
  const hidden = rights.hidden(category, Object.keys(data));
  if (hidden.size === 0) return { ...said, data };
  const open = Object.entries(data).filter(([field]) => !hidden.has(field));
  return { ...said, data: Object.fromEntries(open), withheld: 'fields' };
}

function whoAndWhy({
  version,
  actor,
  commandId,
  correlationId,
  causationId,
  undoes,
  subject,
}: NonNullable<Found['head']['metadata']>) {
  return { version, actor, commandId, correlationId, causationId, undoes: undoes ?? null, subject: subject ?? null };
}

/** The record that an event is about: one of its own stream before others that it also names. */
export function recordOf(kinds: readonly AnyRecordKind[], entry: LogEntry): RecordRef | null {
  if (!isDecoded(entry)) return null;
  const { category: ofStream } = partsOfStream(entry.stream);
  const own = kinds.find(({ category }) => category === ofStream);
  for (const { category, projection } of own ? [own, ...kinds] : kinds) {
    const [id] = projection.ids(entry);
    if (id !== undefined) return { category, id };
  }
  return null;
}
