import { z } from 'zod';

/** Who did what, and why: carried by every event (docs/design/events.md#metadata). */
export interface EventMetadata {
  /** A user id, a process name, or `public`; never a person's name. */
  actor: string;
  /** The id of a single act of one person, shared by everything that follows from it. */
  correlationId: string;
  /** `<stream>@<revision>` of the causing event; null for a person's own command. */
  causationId: string | null;
  commandId: string;
  /** A 64-bit hash of the canonical command body, in hex. */
  commandHash: string;
  /** ISO UTC. */
  recordedAt: string;
  /** The one person the event is about; their key seals its personal fields. */
  subject?: string;
  /** The command id of the act that this event undoes. */
  undoes?: string;
}

/** What a decider returns: a fact without its place in a stream. */
export interface EventBody<Type extends string = string, Data extends object = object> {
  type: Type;
  data: Data;
}

/** A fact with its place in a stream and in the log. */
export interface RecordedEvent<Body extends EventBody = EventBody> {
  type: Body['type'];
  data: Body['data'];
  id: string;
  stream: string;
  revision: bigint;
  /** Opaque and ordered as text. */
  position: string;
  metadata: EventMetadata;
}

/** The parts of a stream's name, `<category>-<id>`. */
export function partsOfStream(stream: string): { category: string; id: string } {
  const dash = stream.indexOf('-');
  return { category: stream.slice(0, dash), id: stream.slice(dash + 1) };
}

/** Each body of the union with its recorded envelope, so that a `switch` on `type` narrows `data`. */
export type Recorded<Body extends EventBody> = Body extends EventBody ? RecordedEvent<Body> & Body : never;

/** What a personal field reads as once its subject's key is a tombstone. */
export const ERASED = '[erased]';

/** What a sealed field reads as once it is erased: a text as `[erased]`, a number as null, a list as empty. */
type Sealed = { erased: typeof ERASED | null | readonly [] };
const sealedFields = z.registry<Sealed>();

// A personal field is top-level, nullable or a list, and may be left out (`.optional()`) if that means "unchanged".

/**
 * Text about a person: sealed in the log under the person's key, and `[erased]` once that key is gone
 * (docs/design/events.md#personal-data).
 */
export function personal() {
  return z.string().nullable().register(sealedFields, { erased: ERASED });
}

/** A number about a person, such as where they live: sealed like a text, and null once the key is gone. */
export function personalNumber() {
  return z.number().nullable().register(sealedFields, { erased: null });
}

/** A short list about a person: sealed as a whole, and empty once the key is gone. */
export function personalList<Item extends z.ZodType>(item: Item) {
  return z.array(item).register(sealedFields, { erased: [] });
}

/** A personal field that an event may leave out, meaning "unchanged". */
export function optionalPersonal() {
  return personal().optional();
}

/** A sealed field. */
export interface PersonalField {
  name: string;
  /** What it reads as once its subject's key is a tombstone. */
  erased: Sealed['erased'];
}

/** Whether any of these fields holds something about a person: null and an empty list hold nothing. */
export function saysPersonal(personal: readonly PersonalField[], data: Readonly<Record<string, unknown>>): boolean {
  return personal.some(({ name }) => isSaid(data[name]));
}

/** Whether a personal field holds anything. */
export function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

export interface EventVersion {
  schema: z.ZodObject;
  /** The fields that are sealed in this version. */
  personal: readonly PersonalField[];
  /** Turns this version's data into the next one's; absent on the newest. */
  upcast?: (data: never) => object;
}

/** One event type with every version ever stored, oldest first. Stored names and shapes are a contract. */
export interface EventDefinition<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly versions: readonly EventVersion[];
  /** Set if it records that its subject's personal data is gone. */
  readonly erases?: true;
  /** Adds the next version; `upcast` lifts the previous one's data to it on reading. */
  next<Shape extends z.ZodRawShape>(
    schema: z.ZodObject<Shape>,
    upcast: (data: Data) => z.output<z.ZodObject<Shape>>,
  ): EventDefinition<Type, z.output<z.ZodObject<Shape>>>;
}

/**
 * Defines an event type by the schema of its first version. Schemas are shapes, not rules: a limit belongs to the
 * command, so that a rule that tightens never makes the past unreadable (docs/design/events.md#event-schemas).
 */
export function defineEvent<Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  schema: z.ZodObject<Shape>,
): EventDefinition<Type, z.output<z.ZodObject<Shape>>> {
  return withVersions(type, [version(schema)]);
}

/**
 * Defines an event which records that its subject's personal data is gone: their key is destroyed after it, and every
 * read model overwrites what it holds about them with {@link ERASED}.
 */
export function defineErasure<Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  schema: z.ZodObject<Shape>,
): EventDefinition<Type, z.output<z.ZodObject<Shape>>> {
  return { ...defineEvent(type, schema), erases: true };
}

function withVersions<Type extends string, Data extends object>(
  type: Type,
  versions: readonly EventVersion[],
): EventDefinition<Type, Data> {
  return {
    type,
    versions,
    next: (schema, upcast) => {
      const earlier = versions.slice(0, -1);
      const latest = versions[versions.length - 1] as EventVersion;
      return withVersions(type, [
        ...earlier,
        { ...latest, upcast: upcast as (data: never) => object },
        version(schema),
      ]);
    },
  };
}

function version(schema: z.ZodObject): EventVersion {
  const personal = Object.entries(schema.shape).flatMap(([name, field]): PersonalField[] => {
    const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
    const sealed = sealedFields.get(inner as z.ZodType);
    return sealed ? [{ name, ...sealed }] : [];
  });
  return { schema, personal };
}

/** What the sealed fields of a shape read as once their person is erased. */
export function erasedFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): Partial<z.output<typeof schema>> {
  return asErased(version(schema));
}

/** What the sealed fields of an event read as once their person is erased, in its newest version. */
export function erasedData<Type extends string, Data extends object>({
  versions,
}: EventDefinition<Type, Data>): Partial<Data> {
  return asErased(versions[versions.length - 1] as EventVersion);
}

function asErased<Data extends object>({ personal }: EventVersion): Partial<Data> {
  return Object.fromEntries(personal.map(({ name, erased }) => [name, erased])) as Partial<Data>;
}

/** The fields of an event's data that a shape names. */
export function partOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  data: z.output<z.ZodObject<Shape>>,
): z.output<z.ZodObject<Shape>> {
  const named = Object.entries(data).filter(([name]) => name in schema.shape);
  return Object.fromEntries(named) as z.output<z.ZodObject<Shape>>;
}

/** Null in every field of a shape whose fields are all nullable. */
export function nothingOf<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>): Record<keyof Shape, null> {
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, null])) as Record<keyof Shape, null>;
}

/** The union of the event bodies in a list of definitions, each in its newest version. */
export type BodyOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Data> ? EventBody<Type, Data> : never;

/** Every event type the product knows, by name. */
export type EventRegistry = ReadonlyMap<string, EventDefinition>;

/**
 * Joins the aggregates' lists of events.
 * @throws if two definitions claim the same name.
 */
export function eventRegistry(...lists: readonly (readonly EventDefinition[])[]): EventRegistry {
  const registry = new Map<string, EventDefinition>();
  for (const definition of lists.flat()) {
    if (registry.has(definition.type)) throw new Error(`The event type ${definition.type} is defined twice.`);
    registry.set(definition.type, definition);
  }
  return registry;
}
