import { hash as digest } from 'node:crypto';

// The Merkle tree of RFC 9162, section 2.1, with SHA-256: of a list of leaves, whose order counts.

export const HASH_BYTES = 32;

/** Said before a leaf, so that none can pass for a node; in UTF-8 the byte 0. */
const LEAF = '\0';
/** A node's bytes: 1, and the two hashes below it. Written anew for each, as there are as many nodes as leaves. */
const NODE = Buffer.alloc(1 + 2 * HASH_BYTES, 0x01);

/** The hash of a subtree: of the leaves from one place to before another. */
export type SubtreeHash = (from: number, to: number) => Buffer;

/** @param leaf its text, whose bytes are those of UTF-8 */
export function leafHash(leaf: string): Buffer {
  return sha256(LEAF + leaf);
}

/** The hash above two. */
export function nodeHash(left: Buffer, right: Buffer): Buffer {
  left.copy(NODE, 1);
  right.copy(NODE, 1 + HASH_BYTES);
  return sha256(NODE);
}

/**
 * The hash of a subtree (RFC 9162, section 2.1.1).
 * @param known the hash of some subtrees, of single leaves at least; null of all others
 */
export function subtreeHash(from: number, to: number, known: (from: number, to: number) => Buffer | null): Buffer {
  if (to === from) return sha256('');
  const hash = known(from, to);
  if (hash) return hash;
  const middle = from + split(to - from);
  return nodeHash(subtreeHash(from, middle, known), subtreeHash(middle, to, known));
}

/** Proves that a leaf is in the tree of the first `size` leaves (section 2.1.3.1): the leaf's sibling first. */
export function inclusionProof(index: number, size: number, hash: SubtreeHash): Buffer[] {
  return pathTo(index, 0, size, hash);
}

function pathTo(index: number, from: number, to: number, hash: SubtreeHash): Buffer[] {
  if (to - from === 1) return [];
  const middle = from + split(to - from);
  return index < middle
    ? [...pathTo(index, from, middle, hash), hash(middle, to)]
    : [...pathTo(index, middle, to, hash), hash(from, middle)];
}

/** Proves that the tree of the first `size` leaves begins with the one of the first `before` (section 2.1.4.1). */
export function consistencyProof(before: number, size: number, hash: SubtreeHash): Buffer[] {
  return before === 0 ? [] : subproof(before, { from: 0, to: size, isWhole: true }, hash);
}

/** @param part.isWhole whether the tree before is a subtree from its first leaf on, whose hash the verifier has */
function subproof(
  before: number,
  { from, to, isWhole }: { from: number; to: number; isWhole: boolean },
  hash: SubtreeHash,
): Buffer[] {
  if (before === to) return isWhole ? [] : [hash(from, to)];
  const middle = from + split(to - from);
  return before <= middle
    ? [...subproof(before, { from, to: middle, isWhole }, hash), hash(middle, to)]
    : [...subproof(before, { from: middle, to, isWhole: false }, hash), hash(from, middle)];
}

/**
 * The root of the tree of `size` leaves that a proof of inclusion leads to (section 2.1.3.2).
 * @param leaf its hash
 * @returns null if the proof is none of this place and size
 */
export function rootOfPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | null {
  if (index >= size) return null;
  let root = leaf;
  let place = index;
  let last = size - 1;
  for (const sibling of path) {
    if (last === 0) return null;
    if (place % 2 === 1 || place === last) {
      root = nodeHash(sibling, root);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else root = nodeHash(root, sibling);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

/** The largest power of two that is smaller than a size of two or more. */
function split(size: number): number {
  return 2 ** (Math.ceil(Math.log2(size)) - 1);
}

/** As a text on its way, a character for each byte: as a buffer it would take twice as long. */
function sha256(bytes: string | Buffer): Buffer {
  const text = digest('sha256', bytes, 'latin1');
  const hash = Buffer.alloc(HASH_BYTES);
  for (let at = 0; at < HASH_BYTES; at++) hash[at] = text.charCodeAt(at);
  return hash;
}
