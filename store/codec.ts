import {
  type EventDefinition,
  type EventMetadata,
  type EventRegistry,
  isSaid,
  type RecordedEvent,
} from '../domain/kit/event.ts';
import type { EventHead, EventToAppend, LogEntry, StoredMetadata } from './event-store.ts';
import { boundTo, type Fields, isErased, SEALED, seal, unseal } from './sealing.ts';
import { type SubjectKey, SubjectKeyMissing, type SubjectKeys } from './subject-keys.ts';

/** An event as a store keeps it: JSON text, personal fields sealed. */
export interface EncodedEvent {
  id: string;
  type: string;
  data: string;
  metadata: string;
}

/** An encoded event with its place in the stream and in the log. */
export interface EncodedRecord {
  id: string;
  type: string;
  /** JSON, or its parsed value when the store's client parses it; the codec may then modify that value. */
  data: string | object;
  metadata: string | object;
  stream: string;
  revision: bigint;
  position: string;
  /** Why it is not what was written; absent if it is intact. */
  damage?: string;
}

/**
 * Translates between events and their stored form. Works in batches: keys are fetched first, then the work is
 * synchronous.
 */
export interface Codec {
  /**
   * @throws if an event does not match its schema, or holds personal text without a subject or under a destroyed key.
   */
  encode(stream: string, events: readonly EventToAppend[]): Promise<EncodedEvent[]>;
  /** @throws SubjectKeyMissing; an event that cannot be read becomes an entry with its error. */
  decode(records: readonly EncodedRecord[]): Promise<LogEntry[]>;
}

const REQUIRED_TEXTS = ['actor', 'correlationId', 'commandId', 'commandHash', 'recordedAt'];

export function createCodec(registry: EventRegistry, keys: SubjectKeys): Codec {
  return {
    async encode(stream, events) {
      const subjects = new Set(events.flatMap((event) => event.metadata.subject ?? []));
      const found = new Map<string, SubjectKey>();
      for (const subject of subjects) found.set(subject, await keys.ensure(subject));
      return events.map((event) => encodeEvent(registry, found, stream, event));
    },

    async decode(records) {
      const parsed = records.map(parseRecord);
      const subjects = new Set<string>();
      parsed.forEach((record, index) => {
        if ('error' in record || record.metadata.subject === undefined) return;
        if (SEALED in record.data || isBeforeSealing(registry, records[index] as EncodedRecord, record))
          subjects.add(record.metadata.subject);
      });
      const found = subjects.size > 0 ? await keys.get([...subjects]) : new Map<string, SubjectKey>();
      return parsed.map((record, index) => decodeEvent(registry, found, records[index] as EncodedRecord, record));
    },
  };
}

/** An event of an older version, which may hold in the clear what the newest version seals. */
function isBeforeSealing(
  registry: EventRegistry,
  { type }: EncodedRecord,
  { metadata }: { metadata: StoredMetadata },
): boolean {
  const versions = registry.get(type)?.versions ?? [];
  return metadata.version < versions.length && (versions.at(-1)?.personal.length ?? 0) > 0;
}

function encodeEvent(
  registry: EventRegistry,
  keys: Map<string, SubjectKey>,
  stream: string,
  event: EventToAppend,
): EncodedEvent {
  const definition = registry.get(event.type);
  if (!definition) throw new Error(`The event type ${event.type} is not in the registry (domain/index.ts).`);
  const version = definition.versions.length;
  const { schema, personal } = definition.versions[version - 1] as EventDefinition['versions'][number];
  const data = schema.parse(event.data) as Fields;
  const metadata: StoredMetadata = { ...event.metadata, version };
  return {
    id: event.id,
    type: event.type,
    data: JSON.stringify(seal(data, personal, keys, stream, event)),
    metadata: JSON.stringify(metadata),
  };
}

type ParsedRecord = { data: Fields; metadata: StoredMetadata } | { error: string };

function parseRecord(record: EncodedRecord): ParsedRecord {
  if (record.damage !== undefined) return { error: record.damage };
  try {
    const data = parsed(record.data) as Fields;
    const metadata = parsed(record.metadata) as StoredMetadata;
    if (!isObject(data) || !isMetadata(metadata))
      return { error: 'The data or metadata is not of the shape that every event has.' };
    return { data, metadata };
  } catch (cause) {
    return { error: `Not JSON: ${(cause as Error).message}` };
  }
}

/** What an event says without being decoded. */
export function headOf(record: EncodedRecord): EventHead {
  const { position, id, stream, revision, type } = record;
  return { position, id, stream, revision, type, metadata: metadataOf(record) };
}

function metadataOf({ damage, metadata }: EncodedRecord): StoredMetadata | null {
  if (damage !== undefined) return null;
  try {
    const said = parsed(metadata);
    return isMetadata(said) ? said : null;
  } catch {
    return null;
  }
}

function parsed(content: string | object): unknown {
  return typeof content === 'string' ? JSON.parse(content) : content;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMetadata(value: unknown): value is StoredMetadata {
  if (!isObject(value)) return false;
  return Number.isInteger(value['version']) && REQUIRED_TEXTS.every((name) => typeof value[name] === 'string');
}

function decodeEvent(
  registry: EventRegistry,
  keys: Map<string, SubjectKey>,
  record: EncodedRecord,
  parsed: ParsedRecord,
): LogEntry {
  const { id, stream, revision, position, type } = record;
  if ('error' in parsed) return { position, id, stream, revision, type, error: parsed.error };
  const { version } = parsed.metadata;
  const metadata = withoutVersion(parsed.metadata);
  try {
    const definition = registry.get(type);
    if (!definition) throw new Error('The event type is not known here.');
    const stored = definition.versions[version - 1];
    if (!stored) throw new Error(`Version ${version} is not known here, the newest is ${definition.versions.length}.`);
    const unsealed = unseal(parsed.data, stored.personal, keys, metadata.subject, boundTo(stream, id));
    const data = upcast(definition, version, unsealed);
    return {
      type,
      data: isErased(keys, metadata.subject) ? withoutPersonal(definition, data as Fields) : data,
      id,
      stream,
      revision,
      position,
      metadata,
    } satisfies RecordedEvent;
  } catch (cause) {
    if (cause instanceof SubjectKeyMissing) throw cause;
    return { position, id, stream, revision, type, error: (cause as Error).message };
  }
}

/** Field by field, because a rebuild does this a million times. */
function withoutVersion(stored: StoredMetadata): EventMetadata {
  const { actor, correlationId, causationId, commandId, commandHash, recordedAt, subject, undoes } = stored;
  const metadata: EventMetadata = { actor, correlationId, causationId, commandId, commandHash, recordedAt };
  if (subject !== undefined) metadata.subject = subject;
  if (undoes !== undefined) metadata.undoes = undoes;
  return metadata;
}

/** Hides what an older version held in the clear, too; a field that was left empty has nothing to hide. */
function withoutPersonal(definition: EventDefinition, data: Fields): object {
  const erased = (definition.versions.at(-1)?.personal ?? []).filter(({ name }) => isSaid(data[name]));
  return { ...data, ...Object.fromEntries(erased.map((field) => [field.name, field.erased])) };
}

/** Upcasts stored data to the newest version, then validates it: a mismatch is an error, never a silent cast. */
export function upcast(definition: EventDefinition, from: number, data: Fields): object {
  let current: object = data;
  for (const step of definition.versions.slice(from - 1)) {
    if (step.upcast) current = step.upcast(step.schema.parse(current) as never);
    else current = step.schema.parse(current);
  }
  return current;
}
