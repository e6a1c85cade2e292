import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { StateStore } from './state.ts';

/**
 * A person's key, or the tombstone of a destroyed one. Anything else is an error, never `[erased]`
 * (docs/design/events.md#personal-data).
 */
export type SubjectKey = { key: Buffer } | { erasedAt: string };

export interface SubjectKeys {
  /** Those of the subjects that exist. */
  get(subjects: readonly string[]): Promise<Map<string, SubjectKey>>;
  /** A new subject whose key is already durable: a few are kept ready so that nobody waits for the disk. */
  mint(): Promise<string>;
  /** The subject's key; if there was none, one is made and is durable on return. */
  ensure(subject: string): Promise<SubjectKey>;
  /** Replaces the key with a tombstone and leaves no copy of the key in any file. @param at ISO UTC */
  erase(subject: string, at: string): Promise<void>;
  /** The tombstones: who was erased, and when (ISO UTC), in pages in the order of their names. */
  tombstones(): AsyncGenerator<{ subject: string; erasedAt: string }[], void, undefined>;
  /** Keeps tombstones of people who were erased elsewhere, and never had a key here; one who has is left as they are. */
  keepTombstones(erased: readonly { subject: string; erasedAt: string }[]): Promise<void>;
}

/** The event's subject has no key record at all: the state store is older than the log, or cannot be reached. */
export class SubjectKeyMissing extends Error {
  readonly subject: string;

  constructor(subject: string) {
    super(
      `The subject ${subject} has no key: the log is newer than the state store. Put back the state store that belongs to this log.`,
    );
    this.name = 'SubjectKeyMissing';
    this.subject = subject;
  }
}

const PREFIX = 'subject-key/';

/** The size of an AES-256 key. */
const KEY_BYTES = 32;

/** Records that are read at once to find the tombstones. */
const LISTED_AT_ONCE = 1_000;

/** How many recently used keys are cached for sealing: a command needs its subject's key twice. */
const AT_HAND = 256;

/**
 * New subjects made at once, in one write to the store: twice as many each time, so that few go unused where few are
 * needed. More are made once fewer than half that many are left.
 */
const FIRST_MADE = 16;
const MOST_MADE = 128;

/**
 * Keys per person, kept in the state store so that destroying one makes everything it sealed unreadable. Reading always
 * asks the state store; sealing may use a cached key, which at worst seals what nobody can read any more.
 */
export function subjectKeys(state: StateStore): SubjectKeys {
  const atHand = new Map<string, { key: Buffer }>();
  const ready: { subject: string; key: Buffer }[] = [];
  let atOnce = FIRST_MADE;
  let making: Promise<void> | null = null;

  function keep(subject: string, key: SubjectKey): SubjectKey {
    if ('erasedAt' in key) return key;
    const [oldest] = atHand.size < AT_HAND ? [] : atHand.keys();
    if (oldest !== undefined) atHand.delete(oldest);
    atHand.set(subject, key);
    return key;
  }

  /** Their names begin with the time, so that keys made together lie together in the store. */
  async function makeReady(): Promise<void> {
    // Drawn in one call: for a small draw, the call itself costs the most.
    const drawn = randomBytes(atOnce * KEY_BYTES);
    const made = Array.from({ length: atOnce }, (_, index) => {
      return { subject: randomUUIDv7(), key: drawn.subarray(index * KEY_BYTES, (index + 1) * KEY_BYTES) };
    });
    atOnce = Math.min(2 * atOnce, MOST_MADE);
    const records = made.map(({ subject, key }) => [PREFIX + subject, { key: key.toString('base64') }] as const);
    const taken = await state.putNew(new Map(records));
    ready.push(...made.filter(({ subject }) => !taken.includes(PREFIX + subject)));
  }

  async function read(subject: string): Promise<SubjectKey | null> {
    const record = await state.get(PREFIX + subject);
    return record && parse(record.value);
  }

  async function get(subjects: readonly string[]): Promise<Map<string, SubjectKey>> {
    const records = await state.getMany(subjects.map((subject) => PREFIX + subject));
    const found = new Map<string, SubjectKey>();
    for (const record of records.values()) found.set(record.key.slice(PREFIX.length), parse(record.value));
    return found;
  }

  return {
    get,
    async mint() {
      for (;;) {
        const next = ready.shift();
        if (2 * ready.length < atOnce) {
          making ??= makeReady().finally(() => {
            making = null;
          });
        }
        if (next) {
          making?.catch(() => undefined); // the next caller that finds none ready gets the error
          keep(next.subject, { key: next.key });
          return next.subject;
        }
        await making;
      }
    },
    async ensure(subject) {
      const held = atHand.get(subject);
      if (held) return held;
      const found = await read(subject);
      if (found) return keep(subject, found);
      const key = randomBytes(KEY_BYTES);
      const version = await state.put(PREFIX + subject, { key: key.toString('base64') }, { expected: 'none' });
      if (version !== null) return keep(subject, { key });
      const winner = await read(subject);
      if (!winner) throw new SubjectKeyMissing(subject);
      return keep(subject, winner);
    },
    async erase(subject, at) {
      atHand.delete(subject);
      for (;;) {
        const record = await state.get(PREFIX + subject);
        if (!record) throw new SubjectKeyMissing(subject);
        if ('erasedAt' in parse(record.value)) return;
        const options = { expected: record.version, scrub: true };
        if ((await state.put(record.key, { erasedAt: at }, options)) !== null) return;
      }
    },
    async *tombstones() {
      for (let after: string | undefined; ; ) {
        const page = await state.list(PREFIX, { after, limit: LISTED_AT_ONCE });
        const found = page.map(({ key, value }) => ({ subject: key.slice(PREFIX.length), ...parse(value) }));
        yield found.flatMap((each) => ('erasedAt' in each ? [each] : []));
        after = page.at(-1)?.key;
        if (page.length < LISTED_AT_ONCE) return;
      }
    },
    async keepTombstones(erased) {
      await state.putNew(new Map(erased.map(({ subject, erasedAt }) => [PREFIX + subject, { erasedAt }])));
    },
  };
}

function parse(value: unknown): SubjectKey {
  const record = value as { key?: string; erasedAt?: string };
  return record.key === undefined
    ? { erasedAt: record.erasedAt as string }
    : { key: Buffer.from(record.key, 'base64') };
}
