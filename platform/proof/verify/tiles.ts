import { recordedAt } from '../../../store/embedded/log/mark.ts';
import type { Position } from '../../../store/event-store.ts';
import { type Leaf, leafOf } from '../leaf.ts';
import { TILE } from '../log-tree.ts';
import { type Hash, leafHash, nodeHash, subtreeHash } from '../merkle.ts';
import { eventText } from './findings.ts';

/** What is asked of a log that is read. */
export interface Asked {
  /** Numbers of events that somebody signed. */
  sizes: readonly number[];
  /** Places of events that a proof is about, from 0 on. */
  places: readonly number[];
}

/** A log, or a part of it, as it was read. */
export interface TilesRead {
  /** Of whole tiles, by number. */
  hashes: Map<number, Hash>;
  /** Of the subtree from the last whole tile to a size. */
  rests: Map<number, Hash>;
  /** The event at a place that was asked about, and the last one of each size. */
  events: Map<number, { position: Position; leaf: Hash; text: string; at: string | null }>;
}

export const NO_TILES: TilesRead = { hashes: new Map(), rests: new Map(), events: new Map() };

/** Hashes events into tiles, each at its place; a tile that lacks one has no hash. */
export class TileReader {
  readonly read: TilesRead = { hashes: new Map(), rests: new Map(), events: new Map() };
  readonly #sizes = new Map<number, number[]>();
  readonly #places: Set<number>;
  #tile = -1;
  #leaves: (Hash | undefined)[] = [];

  constructor({ sizes, places }: Asked) {
    for (const size of sizes) {
      const tile = Math.floor((size - 1) / TILE);
      this.#sizes.set(tile, [...(this.#sizes.get(tile) ?? []), size]);
    }
    this.#places = new Set([...places, ...sizes.map((size) => size - 1)]);
  }

  /** @param index the event's place, from 0 on; no less than before */
  add(index: number, event: Leaf): void {
    const tile = Math.floor(index / TILE);
    if (tile !== this.#tile) this.end();
    this.#tile = tile;
    const leaf = leafHash(leafOf(event));
    this.#leaves[index % TILE] = leaf;
    if (this.#places.has(index))
      this.read.events.set(index, {
        position: event.position,
        leaf,
        text: eventText(event),
        at: recordedAt(event.metadata),
      });
  }

  /** Call after the last event. */
  end(): void {
    const [tile, leaves] = [this.#tile, this.#leaves];
    const has = (count: number) => leaves.length >= count && !Array.from(leaves.slice(0, count)).includes(undefined);
    if (has(TILE)) this.read.hashes.set(tile, hashOf(leaves, TILE));
    for (const size of this.#sizes.get(tile) ?? []) {
      const count = size - tile * TILE;
      if (has(count)) this.read.rests.set(size, hashOf(leaves, count));
    }
    this.#leaves = [];
    this.#tile = -1;
  }
}

/** The hash of events as one subtree. */
export function hashOfEvents(events: readonly Leaf[]): Hash {
  const leaves = events.map((event) => leafHash(leafOf(event)));
  return hashOf(leaves, leaves.length);
}

function hashOf(leaves: readonly (Hash | undefined)[], count: number): Hash {
  return subtreeHash(0, count, (from, to) => (to - from === 1 ? (leaves[from] ?? null) : null));
}

/**
 * Roots of the tree over tiles, at any size. Each whole subtree is hashed once: as many roots are asked as there are
 * checkpoints.
 * @param tile the hash of a whole tile; null if it is not known
 * @returns the root at a size, given the subtree from the last whole tile on; null if a tile is not known
 */
export function rootsOver(tile: (number: number) => Hash | null): (size: number, rest: Hash) => Hash | null {
  const known = new Map<string, Hash | null>();
  const whole = (first: number, tiles: number): Hash | null => {
    if (tiles === 1) return tile(first);
    const key = `${first} ${tiles}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const [left, right] = [whole(first, tiles / 2), whole(first + tiles / 2, tiles / 2)];
    const hash = left !== null && right !== null ? nodeHash(left, right) : null;
    known.set(key, hash);
    return hash;
  };
  return (size, rest) => {
    let isMissing = false;
    const end = Math.floor(size / TILE) * TILE;
    const root = subtreeHash(0, size, (from, to) => {
      if (from === end && to === size) return rest;
      if (!Number.isInteger(Math.log2((to - from) / TILE)) || to - from < TILE) return null;
      const hash = whole(from / TILE, (to - from) / TILE);
      isMissing ||= hash === null;
      return hash ?? rest;
    });
    return isMissing ? null : root;
  };
}
