import { registry } from '../../domain/index.ts';
import { type EventDefinition, isSaid, type PersonalField } from '../../domain/kit/event.ts';
import { NO_HASH } from '../../platform/commands/command-handler.ts';
import { type Codec, createCodec, type EncodedEvent, upcast } from '../../store/codec.ts';
import type { EventToAppend, StoredMetadata } from '../../store/event-store.ts';
import { type Fields, seal } from '../../store/sealing.ts';
import type { SubjectKey, SubjectKeys } from '../../store/subject-keys.ts';
import type { ArchivedEvent } from './format.ts';

/** An archived event as it is appended: in the newest version of its type. @throws if its data is not of its type */
export function eventOf({ id, type, version, metadata, data }: ArchivedEvent): EventToAppend {
  const { subject, undoes, ...rest } = metadata;
  const said = { ...rest, commandHash: NO_HASH };
  return {
    id,
    type,
    data: upcast(definitionOf(type), version, data),
    metadata: { ...said, ...(subject !== undefined && { subject }), ...(undoes !== undefined && { undoes }) },
  };
}

/**
 * How an import stores events: what is about a person is sealed under their new key; of somebody who was erased, and where no
 * person is named, it is stored as it is told.
 */
export function importingCodec(keys: SubjectKeys): Codec {
  const { decode } = createCodec(registry, keys);
  return {
    decode,
    async encode(stream, events) {
      const subjects = [...new Set(events.flatMap(({ metadata }) => metadata.subject ?? []))];
      const found = new Map<string, SubjectKey>();
      for (const subject of subjects) found.set(subject, await keys.ensure(subject));
      return events.map((event) => encoded(stream, event, found));
    },
  };
}

function encoded(stream: string, event: EventToAppend, keys: Map<string, SubjectKey>): EncodedEvent {
  const { versions } = definitionOf(event.type);
  const personal = versions.at(-1)?.personal ?? [];
  const data = event.data as Fields;
  const metadata: StoredMetadata = { ...event.metadata, version: versions.length };
  const { subject } = metadata;
  const key = subject === undefined ? undefined : keys.get(subject);
  const isErased = key !== undefined && 'erasedAt' in key;
  const stored = isErased ? withoutSaid(data, personal) : key ? seal(data, personal, keys, stream, event) : data;
  return { id: event.id, type: event.type, data: JSON.stringify(stored), metadata: JSON.stringify(metadata) };
}

/** What was erased stays erased, whatever an archive says. */
function withoutSaid(data: Fields, personal: readonly PersonalField[]): Fields {
  const said = personal.filter(({ name }) => isSaid(data[name]));
  return { ...data, ...Object.fromEntries(said.map(({ name, erased }) => [name, erased])) };
}

function definitionOf(type: string): EventDefinition {
  const definition = registry.get(type);
  if (!definition) throw new Error(`The event type ${type} is not known here.`);
  return definition;
}
