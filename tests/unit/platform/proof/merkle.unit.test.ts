import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  consistencyProof,
  type Hash,
  inclusionProof,
  leafHash,
  type SubtreeHash,
  subtreeHash,
} from '../../../../platform/proof/merkle.ts';

const hex = (hash: Hash) => Buffer.from(hash, 'latin1').toString('hex');

/** The leaves of the examples of RFC 6962, and the roots of the trees of the first of them. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const hashOf =
  (leaves: readonly string[]): SubtreeHash =>
  (from, to) =>
    subtreeHash(from, to, (first, end) => (end - first === 1 ? leafHash(leaves[first] as string) : null));

test('The roots are those of the examples of the standard', () => {
  const hash = hashOf(LEAVES.map((leaf) => Buffer.from(leaf, 'hex').toString('utf8')));
  expect(ROOTS.map((_, size) => hex(hash(0, size)))).toEqual(ROOTS);
});

const sha = (bytes: Hash): Hash => createHash('sha256').update(bytes, 'latin1').digest('latin1');
const node = (left: Hash, right: Hash) => sha(`\x01${left}${right}`);

/** As the standard says that it is verified (section 2.1.3.2). */
function rootByInclusion(leaf: Hash, index: number, size: number, path: readonly Hash[]): Hash | null {
  let [place, last, root] = [index, size - 1, leaf];
  for (const hash of path) {
    if (last === 0) return null;
    if (place % 2 === 1 || place === last) {
      root = node(hash, root);
      while (place % 2 === 0 && place !== 0) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
    } else root = node(root, hash);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

/** As the standard says that it is verified (section 2.1.4.2). @returns the roots of both */
function rootsByConsistency(before: number, size: number, proof: readonly Hash[], known: Hash): Hash[] {
  const path = Number.isInteger(Math.log2(before)) ? [known, ...proof] : [...proof];
  let [place, last] = [before - 1, size - 1];
  while (place % 2 === 1) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  let [first, second] = [path[0] as Hash, path[0] as Hash];
  for (const hash of path.slice(1)) {
    if (place % 2 === 1 || place === last) {
      [first, second] = [node(hash, first), node(hash, second)];
      while (place % 2 === 0 && place !== 0) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
    } else second = node(second, hash);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return [first, second];
}

const sizes = fc.integer({ min: 1, max: 300 });

test('A proof of inclusion leads from the leaf to the root of its tree', () => {
  fc.assert(
    fc.property(sizes, fc.nat(), (size, at) => {
      const leaves = Array.from({ length: size }, (_, place) => `leaf ${place}`);
      const hash = hashOf(leaves);
      const index = at % size;
      const proof = inclusionProof(index, size, hash);
      const root = rootByInclusion(leafHash(leaves[index] as string), index, size, proof);
      expect(hex(root ?? '')).toBe(hex(hash(0, size)));
      expect(rootByInclusion(leafHash('other'), index, size, proof)).not.toEqual(root);
    }),
  );
});

test('A proof of consistency leads to the roots of both trees', () => {
  fc.assert(
    fc.property(sizes, fc.nat(), (size, at) => {
      const hash = hashOf(Array.from({ length: size }, (_, place) => `leaf ${place}`));
      const before = 1 + (at % size);
      const proof = consistencyProof(before, size, hash);
      if (before === size) expect(proof).toEqual([]);
      else expect(rootsByConsistency(before, size, proof, hash(0, before))).toEqual([hash(0, before), hash(0, size)]);
    }),
  );
  expect(consistencyProof(0, 5, hashOf([]))).toEqual([]);
});
