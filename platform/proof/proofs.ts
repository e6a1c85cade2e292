import { randomBytes } from 'node:crypto';
import type { EventLog, Position, StoredEvent } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';
import type { Clock } from '../runtime/clock.ts';
import { createLogTree } from './log-tree.ts';
import { base64Of, consistencyProof, inclusionProof } from './merkle.ts';
import { hashLines, type NoteKey, newNoteKey, signedCheckpoint, tlogProof, verifierKey } from './note.ts';

const KEY = 'proof/key';
const NEWEST = 'proof/newest';
const CHECKPOINT_KEY = 'proof/checkpoints/';
/** What was signed last under a name that nobody signs with any more. */
const ENDED_KEY = 'proof/ended/';
const SIZE_DIGITS = 16;
const NAME_BYTES = 8;
/** Checkpoints that are read at once, to find the newest: there are some 9,000 a year at most. */
const LISTED_AT_ONCE = 1_000;

/** Why a checkpoint was made: an hour had passed, somebody asked for it, or the books were exported. */
export const CHECKPOINT_REASONS = ['hourly', 'asked', 'export'] as const;
export type CheckpointReason = (typeof CHECKPOINT_REASONS)[number];

/** A signed head of the tree. It is stored as it is. */
export interface Checkpoint {
  /** How many events it is about. */
  size: number;
  /** Base64. */
  root: string;
  /** The signed note. */
  note: string;
  /** ISO UTC. */
  madeAt: string;
  /** One that was made before reasons were kept has none. */
  why?: CheckpointReason;
}

/** An event, and what proves that it is in a checkpoint. */
export interface Proven {
  event: StoredEvent;
  /** As a `.tlog-proof`. */
  proof: string;
}

/** The log is not the one that was signed before: no checkpoint is made of it. */
export class HistoryChanged extends Error {
  constructor({ size, madeAt }: Pick<Checkpoint, 'size' | 'madeAt'>) {
    super(
      `The history is not what the checkpoint of its first ${size} events says, which was made at ${madeAt}: ` +
        'something was changed or is missing. npm run verify says more.',
    );
    this.name = 'HistoryChanged';
  }
}

/** What a stranger can check the log by. */
export interface Proofs {
  /** What checks the signatures, `name+id+key`. */
  verifierKey(): Promise<string>;
  /** The checkpoint of all events so far, made if there is none. @throws HistoryChanged */
  checkpoint(why: CheckpointReason, signal?: AbortSignal): Promise<Checkpoint>;
  /** The one that was made last; null before the first. */
  newest(): Promise<Checkpoint | null>;
  /** The checkpoint of so many events; null if there was none. */
  checkpointOf(size: number): Promise<Checkpoint | null>;
  /** The checkpoints of more events than so many, the oldest first. */
  checkpointsAfter(size: number): Promise<Checkpoint[]>;
  /** The newest checkpoints of fewer events than `before`, the newest first. */
  checkpoints(options: { before?: number | undefined; limit: number }): Promise<Checkpoint[]>;
  /** The event at a position, as it is stored; null if there is none. */
  event(position: Position): Promise<StoredEvent | null>;
  /** Proves that the event at a position is in the newest checkpoint; null if there is none. @throws HistoryChanged */
  inclusion(position: Position): Promise<string | null>;
  /** Proves of events that they are in a checkpoint; those that are not are missing. */
  inclusions(checkpoint: Checkpoint, positions: readonly Position[]): Promise<Map<Position, Proven>>;
  /** Begins a log of its own, under another name: somebody accepted that this one has lost events. */
  beginAnew(): Promise<void>;
  /** Proves that one tree begins with the other: a line for each hash; null if there are not so many events. */
  consistency(from: number, to: number): Promise<string | null>;
}

/** Proofs of a log, with their key and checkpoints in the state store. */
export function createProofs(log: EventLog, state: StateStore, clock: Clock): Proofs {
  const tree = createLogTree(log, state);
  /** The checkpoint that the log was last held against. */
  let held = '';

  /** Made when it is first asked for; of two processes the first one's counts. */
  async function noteKey(): Promise<NoteKey> {
    const stored = await state.get(KEY);
    if (stored) return stored.value as unknown as NoteKey;
    const made = newNoteKey(`heartwood/${randomBytes(NAME_BYTES).toString('hex')}`);
    return (await state.put(KEY, { ...made }, { expected: 'none' })) ? made : noteKey();
  }

  /** @throws HistoryChanged unless the log begins as it was signed */
  async function requireUnchanged(newest: Checkpoint, size: number): Promise<void> {
    if (newest.note === held) return;
    const { root } = await tree.at(Math.min(newest.size, size));
    if (newest.size > size || newest.root !== base64Of(root)) throw new HistoryChanged(newest);
    held = newest.note;
  }

  /** What may be shown to somebody must be found again, so it is stored first. */
  async function sign(key: NoteKey, size: number, why: CheckpointReason): Promise<Checkpoint> {
    const { root } = await tree.at(size);
    const note = signedCheckpoint(key, { size, root });
    const made = { size, root: base64Of(root), note, madeAt: new Date(clock()).toISOString(), why };
    await state.put(checkpointKey(key, size), made, { expected: 'none' });
    return made;
  }

  async function checkpoint(why: CheckpointReason, signal?: AbortSignal): Promise<Checkpoint> {
    const key = await noteKey();
    const stored = await state.get(NEWEST);
    const newest = stored?.value as unknown as Checkpoint | undefined;
    const size = await tree.bringUpToDate(signal);
    signal?.throwIfAborted();
    if (newest) await requireUnchanged(newest, size);
    if (newest?.size === size) return newest;
    const made = await sign(key, size, why);
    const isNewest = await state.put(NEWEST, { ...made }, { expected: stored?.version ?? 'none' });
    // Another process was faster.
    return isNewest ? made : checkpoint(why, signal);
  }

  async function inclusions(
    { size, note }: Checkpoint,
    positions: readonly Position[],
  ): Promise<Map<Position, Proven>> {
    await tree.bringUpToDate();
    const placed = [...(await tree.eventsAt(positions))].filter(([, { index }]) => index < size);
    const through = placed.map(([, { index }]) => index);
    const { hash } = await tree.at(size, through);
    return new Map(
      placed.map(([position, { index, event }]) => {
        return [position, { event, proof: tlogProof(index, inclusionProof(index, size, hash), note) }];
      }),
    );
  }

  return {
    verifierKey: async () => verifierKey(await noteKey()),
    checkpoint,

    async newest() {
      return ((await state.get(NEWEST))?.value ?? null) as unknown as Checkpoint | null;
    },

    async checkpointOf(size) {
      const stored = await state.get(checkpointKey(await noteKey(), size));
      return (stored?.value ?? null) as unknown as Checkpoint | null;
    },

    async checkpointsAfter(size) {
      const key = await noteKey();
      const found = await state.list(checkpointPrefix(key), { after: checkpointKey(key, size) });
      return found.map(({ value }) => value as unknown as Checkpoint);
    },

    async checkpoints({ before = Number.POSITIVE_INFINITY, limit }) {
      const prefix = checkpointPrefix(await noteKey());
      let newest: Checkpoint[] = [];
      for (let after: string | undefined; ; ) {
        const page = await state.list(prefix, { after, limit: LISTED_AT_ONCE });
        const found = page.map(({ value }) => value as unknown as Checkpoint).filter(({ size }) => size < before);
        newest = [...newest, ...found].slice(-limit);
        if (page.length < LISTED_AT_ONCE || found.length < page.length) return newest.reverse();
        after = page.at(-1)?.key;
      }
    },

    async event(position) {
      await tree.bringUpToDate();
      return (await tree.eventsAt([position])).get(position)?.event ?? null;
    },

    async inclusion(position) {
      return (await inclusions(await checkpoint('asked'), [position])).get(position)?.proof ?? null;
    },

    inclusions,

    async beginAnew() {
      const newest = await state.get(NEWEST);
      if (newest === null) return;
      const { name } = await noteKey();
      await state.put(`${ENDED_KEY}${name}`, newest.value, { expected: 'none' });
      await tree.clear();
      await state.delete(KEY);
      await state.delete(NEWEST);
    },

    async consistency(from, to) {
      if (to > (await tree.bringUpToDate())) return null;
      const { hash } = await tree.at(to, [from]);
      return hashLines(consistencyProof(from, to, hash));
    },
  };
}

/** What is kept of a log's proof, as it is stored: nobody has checked it. */
export interface KeptProof {
  /** Null before the first checkpoint. */
  key: NoteKey | null;
  /** Of the key's name, by size; the newest one may be in it twice. */
  checkpoints: Checkpoint[];
  /** The names of logs that ended as somebody accepted that they had lost events. */
  ended: string[];
}

/** Reads what is kept of a log's proof. */
export async function readKept(state: Pick<StateStore, 'get' | 'list'>): Promise<KeptProof> {
  const key = ((await state.get(KEY))?.value ?? null) as unknown as NoteKey | null;
  const newest = await state.get(NEWEST);
  const kept = key === null ? [] : await state.list(checkpointPrefix(key));
  const checkpoints = [...kept, ...(newest ? [newest] : [])].map(({ value }) => value as unknown as Checkpoint);
  const ended = (await state.list(ENDED_KEY)).map((record) => record.key.slice(ENDED_KEY.length));
  return { key, checkpoints, ended };
}

function checkpointPrefix({ name }: NoteKey): string {
  return `${CHECKPOINT_KEY}${name}/`;
}

function checkpointKey(key: NoteKey, size: number): string {
  return checkpointPrefix(key) + String(size).padStart(SIZE_DIGITS, '0');
}
