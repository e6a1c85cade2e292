import { hash as digest } from 'node:crypto';

// The Merkle tree of RFC 9162, section 2.1, with SHA-256: of a list of leaves, whose order counts.

export const HASH_BYTES = 32;

/** A character for each byte, U+0000 to U+00FF: as a buffer it would take half as long again, as there are so many. */
export type Hash = string;

/** Said before a leaf, so that none can pass for a node; in UTF-8 the byte 0. */
const LEAF = '\0';
/** A node's bytes: 1, and the two hashes below it. Written anew for each. */
const NODE = Buffer.alloc(1 + 2 * HASH_BYTES, 0x01);

/** The hash of a subtree: of the leaves from one place to before another. */
export type SubtreeHash = (from: number, to: number) => Hash;

/** @param leaf its text, whose bytes are those of UTF-8 */
export function leafHash(leaf: string): Hash {
  return sha256(LEAF + leaf);
}

/** The hash above two. */
export function nodeHash(left: Hash, right: Hash): Hash {
  NODE.write(left, 1, HASH_BYTES, 'latin1');
  NODE.write(right, 1 + HASH_BYTES, HASH_BYTES, 'latin1');
  return sha256(NODE);
}

/**
 * The hash of a subtree (RFC 9162, section 2.1.1).
 * @param known the hash of some subtrees, of single leaves at least; null of all others
 */
export function subtreeHash(from: number, to: number, known: (from: number, to: number) => Hash | null): Hash {
  if (to === from) return sha256('');
  const hash = known(from, to);
  if (hash !== null) return hash;
  const middle = from + split(to - from);
  return nodeHash(subtreeHash(from, middle, known), subtreeHash(middle, to, known));
}

/** Proves that a leaf is in the tree of the first `size` leaves (section 2.1.3.1): the leaf's sibling first. */
export function inclusionProof(index: number, size: number, hash: SubtreeHash): Hash[] {
  return pathTo(index, 0, size, hash);
}

function pathTo(index: number, from: number, to: number, hash: SubtreeHash): Hash[] {
  if (to - from === 1) return [];
  const middle = from + split(to - from);
  return index < middle
    ? [...pathTo(index, from, middle, hash), hash(middle, to)]
    : [...pathTo(index, middle, to, hash), hash(from, middle)];
}

/** Proves that the tree of the first `size` leaves begins with the one of the first `before` (section 2.1.4.1). */
export function consistencyProof(before: number, size: number, hash: SubtreeHash): Hash[] {
  return before === 0 ? [] : subproof(before, { from: 0, to: size, isWhole: true }, hash);
}

/** @param part.isWhole whether the tree before is a subtree from its first leaf on, whose hash the verifier has */
function subproof(
  before: number,
  { from, to, isWhole }: { from: number; to: number; isWhole: boolean },
  hash: SubtreeHash,
): Hash[] {
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
export function rootOfPath(leaf: Hash, index: number, size: number, path: readonly Hash[]): Hash | null {
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

/** A hash as others write it. */
export function base64Of(hash: Hash): string {
  return Buffer.from(hash, 'latin1').toString('base64');
}

/** @returns null if a text is not the base64 of a hash */
export function hashOfBase64(text: string): Hash | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === HASH_BYTES ? bytes.toString('latin1') : null;
}

function sha256(bytes: string | Buffer): Hash {
  return digest('sha256', bytes, 'latin1');
}
