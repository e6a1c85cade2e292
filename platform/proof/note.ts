import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { base64Of, type Hash, hashOfBase64 } from './merkle.ts';

// Checkpoints of a transparency log (c2sp.org/tlog-checkpoint), signed notes (c2sp.org/signed-note), and proofs that carry
// one (c2sp.org/tlog-proof).

const ED25519 = Buffer.from([0x01]);
const ID_BYTES = 4;
const KEY_BYTES = 32;
/** Of an Ed25519 key in its SPKI form: all before its 32 bytes. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const PROOF_VERSION = 'c2sp.org/tlog-proof@v1';

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
  root: Hash;
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
  const text = `${key.name}\n${size}\n${base64Of(root)}\n`;
  const signature = Buffer.concat([keyId(key), sign(null, Buffer.from(text), privateKeyOf(key))]);
  return `${text}\n— ${key.name} ${signature.toString('base64')}\n`;
}

/** A proof that the event at an index is in the tree of a checkpoint (`.tlog-proof`). */
export function tlogProof(index: number, path: readonly Hash[], checkpoint: string): string {
  return [PROOF_VERSION, `index ${index}`, ...path.map(base64Of), '', checkpoint].join('\n');
}

/** A line for each hash. */
export function hashLines(hashes: readonly Hash[]): string {
  return hashes.map((hash) => `${base64Of(hash)}\n`).join('');
}

/** What a checkpoint says of itself; who signed it, `isSignedBy` tells. */
export interface ReadCheckpoint extends TreeHead {
  /** Of the log. */
  name: string;
  /** The signed note. */
  note: string;
}

/** Reads a checkpoint, with any line ends. @returns null if the text is none */
export function readCheckpoint(text: string): ReadCheckpoint | null {
  const note = `${text.replaceAll('\r\n', '\n').trim()}\n`;
  const [name = '', size = '', root = ''] = note.split('\n');
  const hash = hashOfBase64(root);
  const isOne = note.includes('\n\n— ') && /^(0|[1-9]\d*)$/.test(size) && Number.isSafeInteger(Number(size));
  if (!isOne || name === '' || hash === null || base64Of(hash) !== root) return null;
  return { name, size: Number(size), root: hash, note };
}

/** A proof that an event is in the tree of a checkpoint. */
export interface ReadProof {
  /** The event's place, from 0 on. */
  index: number;
  path: Hash[];
  checkpoint: ReadCheckpoint;
}

/** Reads a `.tlog-proof`, with any line ends. @returns null if the text is none */
export function readTlogProof(text: string): ReadProof | null {
  const lines = text.replaceAll('\r\n', '\n').trim().split('\n');
  const end = lines.indexOf('');
  if (lines[0] !== PROOF_VERSION || end === -1) return null;
  const [place = '', ...path] = lines.slice(1, end).filter((line) => !line.startsWith('extra '));
  const checkpoint = readCheckpoint(lines.slice(end + 1).join('\n'));
  const [, index] = /^index (\d+)$/.exec(place) ?? [];
  const hashes = path.map(hashOfBase64).filter((hash) => hash !== null);
  if (checkpoint === null || index === undefined || hashes.length < path.length) return null;
  return { index: Number(index), path: hashes, checkpoint };
}

/** A key that checks signatures. */
export interface VerifierKey {
  name: string;
  /** Eight hex digits, which stand before each signature. */
  id: string;
  /** The 32 bytes of Ed25519. */
  bytes: Buffer;
  /** As it is handed out, `name+id+key`. */
  text: string;
}

/** Reads a verifier's key. @returns null if the text is none, or not of an Ed25519 key */
export function readVerifierKey(text: string): VerifierKey | null {
  const [, name = '', id = '', packed = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(packed, 'base64');
  if (base64(bytes) !== packed || bytes.length !== 1 + KEY_BYTES || bytes[0] !== ED25519[0]) return null;
  if (idOf(name, bytes) !== id) return null;
  return { name, id, bytes: bytes.subarray(1), text: text.trim() };
}

/** Whether the holder of a key signed a note under the key's name. */
export function isSignedBy(note: string, key: VerifierKey): boolean {
  const end = note.lastIndexOf('\n\n');
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI_HEAD, key.bytes]), format: 'der', type: 'spki' });
  return note
    .slice(end + 2)
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([dash, name]) => dash === '—' && name === key.name)
    .map(([, , signature = '']) => Buffer.from(signature, 'base64'))
    .filter((signature) => signature.subarray(0, ID_BYTES).toString('hex') === key.id)
    .some((signature) => verify(null, Buffer.from(note.slice(0, end + 1)), publicKey, signature.subarray(ID_BYTES)));
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64');
}

function keyId(key: NoteKey): Buffer {
  return Buffer.from(idOf(key.name, Buffer.concat([ED25519, publicBytes(key)])), 'hex');
}

/** @param packed the key's kind and its bytes */
function idOf(name: string, packed: Buffer): string {
  return createHash('sha256').update(`${name}\n`).update(packed).digest().subarray(0, ID_BYTES).toString('hex');
}

function publicBytes(key: NoteKey): Buffer {
  return createPublicKey(privateKeyOf(key)).export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD.length);
}

function privateKeyOf({ privateKey }: NoteKey) {
  return createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
}
