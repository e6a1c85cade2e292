import { type EventLog, type Position, START, type StoredEvent } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';
import { createQueues } from '../runtime/queues.ts';
import { restSince } from '../runtime/rest.ts';
import { leafOf } from './leaf.ts';
import { HASH_BYTES, type Hash, leafHash, type SubtreeHash, subtreeHash } from './merkle.ts';

// Of the tree over a log only the subtrees of 256 leaves are kept: one hash and one position for every 256 events, some
// 12 MB for ten million. The leaves of the subtree that a proof goes through are read from the log again.

/** Leaves of a tile, which is a whole subtree. */
export const TILE = 256;
/** Tiles of one record in the state. */
const TILES_IN_CHUNK = 256;
/** Tiles that a long reading puts into the state at once: one put costs as much as hashing a tile. */
const TILES_AT_ONCE = 64;
/** Events that are read and hashed at once: some milliseconds. */
const PAGE = 512;
/** After each page others have so many times as long as it took: only the first reading of a long log is felt at all. */
const REST = 3;

const CHUNK_KEY = 'proof/tiles/';

/** Tiles in a record of the state. */
interface Chunk {
  /** Of their subtrees, base64. */
  hashes: string;
  /** Of each tile's last event. */
  ends: Position[];
}

/** The tiles that are kept of a log: of each its hash, and the position of its last event. */
export interface KeptTiles {
  hashes: Hash[];
  ends: Position[];
}

/** Reads what is kept of a log's tree. */
export async function readTiles(state: Pick<StateStore, 'list'>): Promise<KeptTiles> {
  const kept: KeptTiles = { hashes: [], ends: [] };
  for (const { value } of await state.list(CHUNK_KEY)) {
    const chunk = value as unknown as Chunk;
    const bytes = Buffer.from(chunk.hashes, 'base64').toString('latin1');
    kept.ends.push(...chunk.ends);
    kept.hashes.push(...chunk.ends.map((_, at) => bytes.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES)));
  }
  return kept;
}

interface Leaf {
  position: Position;
  hash: Hash;
}

/** A tree that a proof is taken from, at a size that it had. */
export interface TreeAt {
  root: Hash;
  /** Of any subtree that a proof of an index or of an earlier size needs. */
  hash: SubtreeHash;
}

/** An event with its place in the tree. */
export interface Placed {
  index: number;
  event: StoredEvent;
}

/** The Merkle tree over all events of a log, in its order. */
export interface LogTree {
  /** Reads on to the end of the log. @returns how many events are in it */
  bringUpToDate(signal?: AbortSignal): Promise<number>;
  /**
   * The tree of the first events.
   * @param size no more than `bringUpToDate` said
   * @param through places of leaves that proofs go through
   */
  at(size: number, through?: readonly number[]): Promise<TreeAt>;
  /** The events at some positions, each with its place from 0 on; those that the tree does not have are missing. */
  eventsAt(positions: readonly Position[]): Promise<Map<Position, Placed>>;
  /** Forgets all of it: the log is another one. */
  clear(): Promise<void>;
}

/** The tree of a log, whose tiles are kept in the state store; they follow from the log, so any process may write them. */
export function createLogTree(log: Pick<EventLog, 'readStored'>, state: StateStore): LogTree {
  const queues = createQueues();
  const hashes: Hash[] = [];
  const ends: Position[] = [];
  /** Of the last tile, as long as it is not whole. */
  let rest: Leaf[] = [];
  /** How many tiles the state has. */
  let saved = 0;
  let isLoaded = false;

  const sizeNow = () => hashes.length * TILE + rest.length;

  async function load(): Promise<void> {
    if (isLoaded) return;
    const kept = await readTiles(state);
    ends.push(...kept.ends);
    hashes.push(...kept.hashes);
    saved = hashes.length;
    const last = hashes.length - 1;
    // Of another log, or of one that lost its end: the tree is made anew, and what was signed tells.
    if (last >= 0 && (await tileOf(last)) !== hashes[last]) await clear();
    isLoaded = true;
  }

  async function clear(): Promise<void> {
    hashes.length = 0;
    ends.length = 0;
    rest = [];
    saved = 0;
    for (const { key } of await state.list(CHUNK_KEY)) await state.delete(key);
  }

  async function tileOf(tile: number): Promise<Hash | null> {
    const leaves = await leavesAfter(ends[tile - 1] ?? START, TILE);
    return leaves.length === TILE ? subtreeHash(0, TILE, leavesIn(leaves, 0)) : null;
  }

  async function leavesAfter(position: Position, limit: number): Promise<Leaf[]> {
    const events = await log.readStored(position, limit);
    return events.map((event) => ({ position: event.position, hash: leafHash(leafOf(event)) }));
  }

  async function leavesOf(tile: number): Promise<Leaf[]> {
    return tile === hashes.length ? rest : leavesAfter(ends[tile - 1] ?? START, TILE);
  }

  /** What is not saved yet when the process ends is read again by the next one. */
  async function readOn(signal?: AbortSignal): Promise<void> {
    for (let isMore = true; isMore && !signal?.aborted; ) {
      isMore = await readPage();
      if (hashes.length - saved >= TILES_AT_ONCE) await save();
    }
    if (hashes.length > saved) await save();
  }

  /** @returns whether there may be more */
  async function readPage(): Promise<boolean> {
    const began = performance.now();
    const leaves = await leavesAfter(rest.at(-1)?.position ?? ends.at(-1) ?? START, PAGE);
    rest.push(...leaves);
    while (rest.length >= TILE) {
      const tile = rest.slice(0, TILE);
      hashes.push(subtreeHash(0, TILE, leavesIn(tile, 0)));
      ends.push(tile.at(-1)?.position ?? START);
      rest = rest.slice(TILE);
    }
    if (leaves.length < PAGE) return false;
    await restSince(began, REST);
    return true;
  }

  async function save(): Promise<void> {
    for (let from = saved - (saved % TILES_IN_CHUNK); from < hashes.length; from += TILES_IN_CHUNK)
      await saveChunk(from);
    saved = hashes.length;
  }

  /** Another process that writes the same tiles may be faster; none that is behind may leave a gap. */
  async function saveChunk(from: number): Promise<void> {
    const key = `${CHUNK_KEY}${String(from / TILES_IN_CHUNK).padStart(8, '0')}`;
    const to = Math.min(from + TILES_IN_CHUNK, hashes.length);
    const stored = await state.get(key);
    if (((stored?.value as unknown as Chunk | undefined)?.ends.length ?? 0) >= to - from) return;
    const chunk = {
      hashes: Buffer.from(hashes.slice(from, to).join(''), 'latin1').toString('base64'),
      ends: ends.slice(from, to),
    };
    const isPut = await state.put(key, chunk, { expected: stored?.version ?? 'none' });
    if (!isPut) await saveChunk(from);
  }

  return {
    bringUpToDate: (signal) =>
      queues.run('tree', async () => {
        await load();
        await readOn(signal);
        return sizeNow();
      }),

    clear: () => queues.run('tree', clear),

    async at(size, through = []) {
      const tiles = new Set([size, ...through].map((place) => Math.floor(place / TILE)));
      const leaves = new Map<number, Leaf[]>();
      for (const tile of tiles) leaves.set(tile, await leavesOf(tile));
      const hash: SubtreeHash = (from, to) =>
        subtreeHash(from, to, (first, end) => {
          const tile = Math.floor(first / TILE);
          if (end - first === TILE && first % TILE === 0) return hashes[tile] ?? null;
          if (end - first > 1) return null;
          const leaf = leaves.get(tile)?.[first - tile * TILE];
          if (!leaf) throw new Error(`The tree was not asked about the leaf ${first}.`);
          return leaf.hash;
        });
      return { root: hash(0, size), hash };
    },

    async eventsAt(positions) {
      const found = new Map<Position, Placed>();
      for (const [tile, asked] of Map.groupBy(positions, (position) => firstNotBefore(ends, position))) {
        const wanted = new Set(asked);
        const events = await log.readStored(ends[tile - 1] ?? START, TILE);
        for (const [at, event] of events.entries()) {
          if (wanted.has(event.position)) found.set(event.position, { index: tile * TILE + at, event });
        }
      }
      return found;
    },
  };
}

function leavesIn(leaves: readonly Leaf[], start: number) {
  return (from: number, to: number) => (to - from === 1 ? (leaves[from - start]?.hash ?? null) : null);
}

/** The place of the first of some ordered positions that is not before another one; their number if all are. */
function firstNotBefore(positions: readonly Position[], position: Position): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((positions[middle] as Position) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
