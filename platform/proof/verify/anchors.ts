import {
  isSignedBy,
  type ReadCheckpoint,
  type ReadProof,
  readCheckpoint,
  readTlogProof,
  readVerifierKey,
  type VerifierKey,
  verifierKey,
} from '../note.ts';
import type { KeptProof } from '../proofs.ts';

/** It cannot be verified at all, with words about what to do. */
export class CannotVerify extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CannotVerify';
  }
}

/** A file that was kept elsewhere, as it was given. */
export interface GivenFile {
  name: string;
  text: string;
}

/** A checkpoint that somebody kept elsewhere, whose signature was checked. */
export interface Anchor {
  file: string;
  checkpoint: ReadCheckpoint;
  /** What its signature was checked with. */
  key: VerifierKey;
  /** Whether the key was given with it. If not it is the one on this machine, which whoever holds the machine may have exchanged. */
  isKeyGiven: boolean;
  /** Whether this machine signs with that key. */
  isOfThisLog: boolean;
  /** That an event is in it, where the file is a `.tlog-proof`. */
  proof: ReadProof | null;
}

/** The key on this machine; null before the first checkpoint. @throws CannotVerify if what is kept is no key */
export function keyOnMachine({ key }: KeptProof): VerifierKey | null {
  if (key === null) return null;
  try {
    const read = readVerifierKey(verifierKey(key));
    if (read) return read;
  } catch {
    // Told below.
  }
  throw new CannotVerify(
    'The key in the state store, by which this Heartwood signs checkpoints, cannot be read: restore the newest backup (npm run restore; that of MongoDB by its own tools).',
  );
}

/** @throws CannotVerify unless the file holds a verifier's key */
export function givenKey({ name, text }: GivenFile): VerifierKey {
  const key = readVerifierKey(text);
  if (key) return key;
  throw new CannotVerify(
    `${name} holds no key that checks signatures: it must be the one line that GET /api/audit/key answers, name+id+key.`,
  );
}

/**
 * Reads an anchor and checks its signature.
 * @param keys.given with the anchor, if any
 * @throws CannotVerify unless it is a checkpoint that the holder of the key signed
 */
export function readAnchor(
  { name, text }: GivenFile,
  { given, kept }: { given: VerifierKey | null; kept: KeptProof },
): Anchor {
  const proof = readTlogProof(text);
  const checkpoint = proof?.checkpoint ?? readCheckpoint(text);
  if (checkpoint === null)
    throw new CannotVerify(
      `${name} is no checkpoint: it must be the text that GET /api/audit/checkpoint answers, or a .tlog-proof.`,
    );
  const here = keyOnMachine(kept);
  const key = given ?? here;
  if (key === null)
    throw new CannotVerify(
      `There is no key on this machine to check ${name} with: give the one that was kept with it, by --key FILE.`,
    );
  if (key.name !== checkpoint.name) throw new CannotVerify(otherName(name, checkpoint.name, key, { given, kept }));
  if (!isSignedBy(checkpoint.note, key))
    throw new CannotVerify(
      `The signature of ${name} is not right: ${given ? 'the key that was given' : 'the key on this machine'} (${key.name}+${key.id}) did not sign it. ` +
        `Either the file was changed or cut, or it was signed with another key${given ? '' : ': if you kept the key with it, give that by --key FILE'}.`,
    );
  return { file: name, checkpoint, key, isKeyGiven: given !== null, isOfThisLog: here?.text === key.text, proof };
}

function otherName(
  file: string,
  name: string,
  key: VerifierKey,
  { given, kept }: { given: VerifierKey | null; kept: KeptProof },
): string {
  if (given)
    return `${file} is a checkpoint of ${name}, and the key that was given is of ${key.name}: they do not belong together.`;
  if (kept.ended.includes(name))
    return (
      `${file} is a checkpoint of ${name}, a log that ended when somebody accepted that it had lost events; this one is ${key.name}. ` +
      'Its key is not here any more: give the one that was kept with it, by --key FILE.'
    );
  return (
    `${file} is a checkpoint of ${name}, and this log is ${key.name}: it is of another company, or the key on this machine was ` +
    'exchanged. If you kept the key with it, give that by --key FILE: then the log itself is held against it.'
  );
}
