import { registry } from '../../domain/index.ts';
import { leafOf } from '../../platform/proof/leaf.ts';
import { base64Of, type Hash, leafHash, nodeHash } from '../../platform/proof/merkle.ts';
import {
  type EventLog,
  isDecoded,
  type LogEntry,
  type Position,
  START,
  type StoredEvent,
} from '../../store/event-store.ts';
import { archived, EVENTS, EVENTS_PER_FILE, PROOF, partName } from './format.ts';
import type { NamedFiles } from './named-files.ts';
import { type ArchiveWriter, linesWriter } from './writer.ts';

const PAGE = 500;
const FILE_NAME = /\b[0-9a-f]{64}\b/g;

/** What was written of the events. */
export interface EventsWritten {
  events: number;
  /** How many could not be read. */
  unreadable: number;
  types: Record<string, number>;
  /** The roots of the tree (docs/proof.md) of the sizes that were asked about, base64. */
  roots: ReadonlyMap<number, string>;
}

/**
 * Writes all events up to a position, and the leaf of each as it is proved.
 * @param options.sizes of trees whose roots are wanted
 * @param options.named gets the files that events name
 * @throws SubjectKeyMissing, LogDamaged
 */
export async function writeEvents(
  log: Pick<EventLog, 'readAll' | 'readStored'>,
  writer: ArchiveWriter,
  options: {
    end: Position;
    sizes: ReadonlySet<number>;
    named: NamedFiles;
    /** The people who were erased, by their subject. */
    erased: ReadonlyMap<string, string>;
    signal: AbortSignal;
    progress(events: number): Promise<void> | void;
  },
): Promise<EventsWritten> {
  const { end, sizes, named, erased, signal, progress } = options;
  const lines = linesWriter(writer, (number) => partName(EVENTS, number), EVENTS_PER_FILE);
  const leaves = linesWriter(writer, (number) => partName(`${PROOF}/leaves`, number), EVENTS_PER_FILE);
  const tree = growingTree();
  const written = { events: 0, unreadable: 0, types: {} as Record<string, number>, roots: new Map<number, string>() };
  for (let after = START; after < end; ) {
    signal.throwIfAborted();
    const { stored, entries } = await pageAfter(log, after, end);
    const withheld = stored.map((event) => isWithheld(event, erased));
    const told = stored.map((event, at) => {
      const leaf = leafOf(event);
      const hash = leafHash(leaf);
      tree.add(hash);
      if (sizes.has(tree.size())) written.roots.set(tree.size(), base64Of(tree.root()));
      return withheld[at] ? { hash: base64Of(hash) } : leaf;
    });
    leaves.write(told.map((leaf) => JSON.stringify(leaf)));
    lines.write(entries.map((entry, at) => line(entry, stored[at] as StoredEvent, withheld[at] === true)));
    for (const event of entries.filter(isDecoded)) {
      written.types[event.type] = versionOf(event.type);
      for (const name of JSON.stringify(event.data).match(FILE_NAME) ?? []) named.add(name, event);
    }
    written.unreadable += entries.filter((entry) => !isDecoded(entry)).length;
    written.events += entries.length;
    after = stored.at(-1)?.position ?? end;
    await progress(written.events);
  }
  lines.close();
  leaves.close();
  return written;
}

/** The next events, up to the end, as they are stored and as they are read. */
async function pageAfter(
  log: Pick<EventLog, 'readAll' | 'readStored'>,
  after: Position,
  end: Position,
): Promise<{ stored: StoredEvent[]; entries: LogEntry[] }> {
  const stored = (await log.readStored(after, PAGE)).filter(({ position }) => position <= end);
  const entries = (await log.readAll(after, PAGE)).filter(({ position }) => position <= end);
  if (stored.length === 0 || entries.length !== stored.length) throw new Error(`The history is cut after ${after}.`);
  return { stored, entries };
}

/** An event that cannot be read is told as it is stored, with the reason. */
function line(entry: LogEntry, { metadata, data }: StoredEvent, isWithheld: boolean): string {
  if (isDecoded(entry)) return JSON.stringify(archived(entry, versionOf(entry.type)));
  const stored = { metadata, data: isWithheld ? null : data };
  return JSON.stringify({ ...entry, revision: Number(entry.revision), stored });
}

/**
 * Whether what is stored of an event is told by its hash alone: earlier versions hold in the clear what is sealed now, also of
 * people who were erased since.
 */
function isWithheld({ type, metadata }: StoredEvent, erased: ReadonlyMap<string, string>): boolean {
  const { subject, version } = JSON.parse(metadata) as { subject?: string; version?: number };
  return subject !== undefined && erased.has(subject) && version !== versionOf(type);
}

/** The newest version of a type: reads tell events in it. */
export function versionOf(type: string): number {
  return registry.get(type)?.versions.length ?? 0;
}

/** A tree that leaves are added to: it keeps the roots of its whole subtrees alone (RFC 9162, section 2.1). */
function growingTree() {
  const whole: { size: number; hash: Hash }[] = [];
  let size = 0;
  return {
    size: () => size,
    add(leaf: Hash): void {
      size += 1;
      let right = { size: 1, hash: leaf };
      while (whole.at(-1)?.size === right.size) {
        const left = whole.pop() as typeof right;
        right = { size: 2 * right.size, hash: nodeHash(left.hash, right.hash) };
      }
      whole.push(right);
    },
    root: () => whole.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right)),
  };
}
