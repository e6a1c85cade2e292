import { createRequire } from 'node:module';
import { foldText } from '../../domain/kit/fold-text.ts';

const PRODUCT = 'Heartwood';
/** From this many characters a password may contain a name, which then no longer decides how easily it is guessed. */
const LONG = 16;
/** Shorter names occur in too many ordinary words to count. */
const SHORTEST_NAME = 3;
const SHORTEST_WORD = 4;

/** The names that a password must not contain; null if not known. */
export interface PasswordOwner {
  username: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  /** The company's name. */
  company: string | null;
}

/**
 * Why somebody would guess a password among the first: it is a common one, one character repeated, or built on a known
 * name (NIST SP 800-63B, 3.1.1.2). Its length is checked elsewhere.
 * @returns the end of a sentence that begins with the password, without its period; null if it is acceptable
 */
export function passwordProblem(password: string, owner: PasswordOwner): string | null {
  if (new Set(password).size === 1) return 'must not be one character repeated';
  if (commonPasswords().has(foldText(password).trim())) return 'must not be one of the most common passwords';
  const letters = lettersOf(password);
  if ([owner.username, owner.email].some((name) => name !== null && lettersOf(name) === letters)) {
    return 'must not be your username or email address';
  }
  if ([...password].length >= LONG) return null;
  const name = namesOf(owner).find((each) => letters.includes(lettersOf(each)));
  if (name === undefined) return null;
  return `must not contain “${name}” unless it has ${LONG} characters or more: names are guessed first`;
}

function namesOf({ username, email, firstName, lastName, company }: PasswordOwner): string[] {
  const mailbox = email?.split('@', 1)[0];
  const own = [PRODUCT, company, username, mailbox, firstName, lastName].filter((name) => typeof name === 'string');
  const names = own.filter((name) => lettersOf(name).length >= SHORTEST_NAME);
  // The first word alone counts too, because people call the company that: Oakley, for Oakley Tree Care.
  const everyday = company?.split(/\s+/, 1).filter((word) => lettersOf(word).length >= SHORTEST_WORD) ?? [];
  return [...names, ...everyday];
}

/** Letters and digits alone, without case and accents: what remains of a name in a password made from it. */
function lettersOf(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, '');
}

let common: Set<string> | null = null;

/** Loaded when the first password is chosen; most processes never need it. */
function commonPasswords(): Set<string> {
  common ??= new Set(loadDictionary());
  return common;
}

function loadDictionary(): string[] {
  const load = createRequire(import.meta.url);
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'];
}
