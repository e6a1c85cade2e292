import { z } from 'zod';
import type { RecordedEvent } from '../../domain/kit/event.ts';

// What an archive looks like (docs/archive.md#what-is-in-it). The names are a contract: whoever inherits one may read it in years.

export const FORMAT = 'heartwood-archive';
/** Of the form of archives. */
export const VERSION = 1;

/** Names of its files. */
export const MANIFEST = 'manifest.json';
export const SUMS = 'SHA256SUMS';
export const README = 'README.html';
export const EVENTS = 'events';
export const LISTS = 'lists';
export const FILES = 'files';
export const FILE_INDEX = 'files.csv';
export const PROOF = 'proof';
export const ERASED_PEOPLE = 'state/erased.jsonl';
export const STATE = 'state/state.jsonl';
export const PLACES = 'state/places.jsonl';

/** Events in one file: some 50 MB. */
export const EVENTS_PER_FILE = 50_000;

/** The name of one of many files of lines, which sort in their order. @param number from 1 on */
export function partName(folder: string, number: number): string {
  return `${folder}/${String(number).padStart(6, '0')}.jsonl`;
}

const metadata = z.object({
  actor: z.string(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  commandId: z.string(),
  recordedAt: z.iso.datetime(),
  subject: z.string().optional(),
  undoes: z.string().optional(),
});

/** A line of the events. */
export const archivedEvent = z.object({
  position: z.string(),
  stream: z.string(),
  revision: z.int().nonnegative(),
  id: z.string(),
  type: z.string(),
  version: z.int().positive(),
  metadata,
  data: z.record(z.string(), z.unknown()),
});
export type ArchivedEvent = z.output<typeof archivedEvent>;

/**
 * An event as an archive tells it. Without the hash of its command: that of a person's is made with their key, which is not in
 * the archive.
 * @param version the newest of its type, in which its data is
 */
export function archived({ position, stream, revision, id, type, metadata, data }: RecordedEvent, version: number) {
  const { commandHash: _, ...said } = metadata;
  return { position, stream, revision: Number(revision), id, type, version, metadata: said, data } as ArchivedEvent;
}

/** A record of the state store; one without an end stays. */
export const archivedState = z.object({
  key: z.string(),
  value: z.json(),
  /** Milliseconds since 1970. */
  expiresAt: z.number().optional(),
});
export type ArchivedState = z.output<typeof archivedState>;

/** A record of the state store that names a place in the log, which is another one after an import. */
export const archivedPlace = z.object({
  key: z.string(),
  value: z.looseObject({ position: z.string(), eventId: z.string() }),
});
export type ArchivedPlace = z.output<typeof archivedPlace>;

export const erasedPerson = z.object({ subject: z.string(), erasedAt: z.string() });

export const manifest = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  /** ISO UTC. */
  madeAt: z.string(),
  company: z.string().nullable(),
  /** How many. */
  events: z.int(),
  /** Of these, how many could not be read. */
  unreadable: z.int(),
  /** The version in which events of each type are told. */
  types: z.record(z.string(), z.int()),
  erasedPeople: z.int(),
  files: z.int(),
  /** The rows of each list. */
  lists: z.record(z.string(), z.int()),
  /** The SHA-256 of the sums of all other files. */
  sums: z.string(),
});
export type Manifest = z.output<typeof manifest>;
