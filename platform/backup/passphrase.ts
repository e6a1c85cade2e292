import { readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** The shortest passphrase, in characters: whoever has the backups can try as many as they like. */
export const SHORTEST_PASSPHRASE = 12;
/** What a file’s mode gives to everybody. */
const OTHERS = 0o007;

/** Without the mark that some editors begin a file with. What is no UTF-8 would be a passphrase that nobody can type. */
const TEXT = new TextDecoder('utf-8', { fatal: true });

/** Where the passphrase of backups comes from; never from the command line, which everybody on the machine can read. */
export interface PassphraseConfig {
  /** A file that holds nothing else. */
  file: string | null;
  /** The passphrase itself. */
  text: string | null;
}

/** The passphrase that is configured; null if none is. @throws if the file cannot be read, or it is too short or cannot be typed */
export function configuredPassphrase({ file, text }: PassphraseConfig): string | null {
  if (file === null) return text === null ? null : usable(text);
  try {
    return usable(TEXT.decode(readFileSync(file)).replace(/\r?\n$/, ''));
  } catch (cause) {
    if (!('code' in (cause as Error))) throw cause;
    throw new Error(`The passphrase cannot be read from BACKUP_PASSPHRASE_FILE: ${(cause as Error).message}.`, {
      cause,
    });
  }
}

/** What a person should know about where the passphrase comes from. */
export function passphraseWarnings({ file }: PassphraseConfig): string[] {
  if (file === null || process.platform === 'win32' || (statSync(file).mode & OTHERS) === 0) return [];
  return [`Everybody on this machine can read the passphrase in ${file}, or change it: chmod o= ${file}`];
}

/**
 * The passphrase that is configured, or that somebody types.
 * @param isNew whether it is for the first time: then it is typed twice
 * @throws if there is none, or it is too short or cannot be typed
 */
export async function askedPassphrase(config: PassphraseConfig, isNew: boolean): Promise<string> {
  const configured = configuredPassphrase(config);
  if (configured !== null) return configured;
  if (!process.stdin.isTTY)
    throw new Error(
      'There is no passphrase: set BACKUP_PASSPHRASE_FILE to a file that holds it, or BACKUP_PASSPHRASE.',
    );
  const typed = usable(await typedUnseen('Passphrase of the backups: '));
  if (isNew && (await typedUnseen('Once more: ')) !== typed)
    throw new Error('The two are not the same: nothing was done.');
  return typed;
}

function usable(passphrase: string): string {
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new Error(`The passphrase of the backups must have at least ${SHORTEST_PASSPHRASE} characters.`);
  if (/\p{Cc}/u.test(passphrase))
    throw new Error('The passphrase of the backups must be one line, of characters that can be typed.');
  return passphrase;
}

async function typedUnseen(question: string): Promise<string> {
  process.stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
