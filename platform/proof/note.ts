import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

// Checkpoints of a transparency log (c2sp.org/tlog-checkpoint), signed notes (c2sp.org/signed-note), and proofs that carry
// one (c2sp.org/tlog-proof).

const ED25519 = Buffer.from([0x01]);
const ID_BYTES = 4;
/** Of an Ed25519 key in its SPKI form: all before its 32 bytes. */
const SPKI_HEAD_BYTES = 12;

/** Signs notes under a name. It is stored as it is. */
export interface NoteKey {
  /** Without spaces and plus signs. */
  name: string;
  /** PKCS #8, base64. */
  privateKey: string;
}

/** What a checkpoint says. */
export interface TreeHead {
  size: number;
  root: Buffer;
}

/** A new key under a name. */
export function newNoteKey(name: string): NoteKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { name, privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64') };
}

/** The verifier's key, `name+id+key`: what somebody needs to check notes that this key signed. */
export function verifierKey(key: NoteKey): string {
  const bytes = Buffer.concat([ED25519, publicBytes(key)]);
  return `${key.name}+${keyId(key).toString('hex')}+${bytes.toString('base64')}`;
}

/** A checkpoint as a signed note. */
export function signedCheckpoint(key: NoteKey, { size, root }: TreeHead): string {
  const text = `${key.name}\n${size}\n${root.toString('base64')}\n`;
  const signature = Buffer.concat([keyId(key), sign(null, Buffer.from(text), privateKeyOf(key))]);
  return `${text}\n— ${key.name} ${signature.toString('base64')}\n`;
}

/** A proof that the event at an index is in the tree of a checkpoint (`.tlog-proof`). */
export function tlogProof(index: number, path: readonly Buffer[], checkpoint: string): string {
  return ['c2sp.org/tlog-proof@v1', `index ${index}`, ...path.map(base64), '', checkpoint].join('\n');
}

/** A line for each hash. */
export function hashLines(hashes: readonly Buffer[]): string {
  return hashes.map((hash) => `${base64(hash)}\n`).join('');
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64');
}

function keyId(key: NoteKey): Buffer {
  const hash = createHash('sha256').update(`${key.name}\n`).update(ED25519).update(publicBytes(key));
  return hash.digest().subarray(0, ID_BYTES);
}

function publicBytes(key: NoteKey): Buffer {
  return createPublicKey(privateKeyOf(key)).export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD_BYTES);
}

function privateKeyOf({ privateKey }: NoteKey) {
  return createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
}
