const PREFIX = 'heartwood.draft.';
const SENT = '/sent';
/** The account whose drafts these are. */
const OWNER = 'heartwood.drafts-of';
/** Lasts as long as the page, even if the browser's storage is full or turned off. */
const here = new Map<string, string>();
/** By key, where a draft is typed into; none once it was dropped, by whatever. */
const typings = new Map<string, Typing>();

/** One for all forms that are opened for a draft, one after the other, until it is dropped. */
export interface Typing {
  /** The form that was opened last. */
  form: DraftForm;
  /** How often something in it was changed. */
  changes: number;
}

/** What was typed when it was sent. */
export interface SentTyping {
  typing: Typing;
  /** The form it was sent from. */
  by: DraftForm;
  changes: number;
  key: string;
  /** What an edit sent, by field. */
  body: Readonly<Record<string, unknown>>;
}

/** A form, as it is reached from outside. */
export interface DraftForm {
  change(next: (newest: Record<string, string>) => Record<string, string>, isByHand?: boolean): void;
  /** Stores all that is in it. */
  keepWhole(): void;
  /** Whether it is on the screen. */
  isOpen(): boolean;
  /** Hears what was typed when it is sent. */
  noteSent(sent: SentTyping): void;
  /** Hears that what was sent from it was not saved. */
  noteFailed(error: Error): void;
  /**
   * Hears in an edit what became of its fields that were sent. @param saved the record, if they were saved: they are nobody
   * else's change; null if they were refused
   */
  noteAnswered?(sent: SentTyping, saved: object | null): void;
}

export interface Draft<Held extends object> {
  /** ISO instant of the last change. */
  typedAt: string;
  held: Held;
}

/**
 * What a person typed and has not saved, kept in this tab: it survives a reload, a lost connection and the end of the
 * session.
 */
export function readDraft<Held extends object>(key: string): Draft<Held> | null {
  try {
    const kept = JSON.parse(here.get(key) ?? sessionStorage.getItem(PREFIX + key) ?? 'null') as Partial<
      Draft<Held>
    > | null;
    return kept?.typedAt && kept.held ? { typedAt: kept.typedAt, held: kept.held } : null;
  } catch {
    return null;
  }
}

export function writeDraft(key: string, held: object): void {
  const kept = JSON.stringify({ typedAt: new Date().toISOString(), held });
  here.set(key, kept);
  try {
    sessionStorage.setItem(PREFIX + key, kept);
  } catch {
    // Full or turned off: it will not survive a reload.
  }
}

/** From now on the draft is what is typed into this form. */
export function takeDraft(key: string, form: DraftForm): Typing {
  const typing = typings.get(key) ?? { form, changes: 0 };
  typing.form = form;
  typings.set(key, typing);
  return typing;
}

/** What is typed under a key now; null for nothing. */
export function typingAt(key: string): Typing | null {
  return typings.get(key) ?? null;
}

/** The form that a draft is typed into now; none if it was dropped since, even if another one was begun. */
export function formOf(key: string, typing: Typing | null): DraftForm | undefined {
  return typing !== null && typings.get(key) === typing ? typing.form : undefined;
}

/** Notes what is typed now, as it is being sent; null if that is in no form. @param body in an edit */
export function noteSent(key: string | undefined, body: SentTyping['body'] = {}): SentTyping | null {
  if (key === undefined) return null;
  const typing = typings.get(key);
  if (!typing) return null;
  const sent = { typing, by: typing.form, changes: typing.changes, key, body };
  typing.form.noteSent(sent);
  return sent;
}

/** Tells the form in which is typed now, or was last, what was saved; or by null that nothing was. */
export function noteAnswered(sent: SentTyping, saved: object | null): void {
  (typings.get(sent.key) ?? sent.typing).form.noteAnswered?.(sent, saved);
}

/** Whether nothing was typed under the key since it was sent, nor begun anew; so also once it was dropped. */
export function isAsSent(key: string, sent: SentTyping): boolean {
  return (typings.get(key) ?? sent.typing) === sent.typing && sent.typing.changes === sent.changes;
}

/** Something that belongs to a draft was changed, such as its picture. */
export function noteChange(key: string): void {
  const typing = typings.get(key);
  if (typing) typing.changes += 1;
}

/** Drops a draft that was saved, unless something else is typed there by now. */
export function dropSent(key: string, sent: SentTyping | null): void {
  if (sent === null || isAsSent(key, sent)) dropDraft(key);
}

/** The keys of one form's drafts that there are: its own, and those beside it, in the order they were begun. */
export function draftsBeside(key: string): string[] {
  const isBeside = (each: string) => each === key || (each.startsWith(besideOf(key)) && !each.endsWith(SENT));
  const keys = new Set([...here.keys(), ...storedKeys()].filter(isBeside));
  const place = (each: string) => (each === key ? 0 : Number(each.slice(besideOf(key).length)));
  return [...keys].filter((each) => readDraft(each) !== null).sort((a, b) => place(a) - place(b));
}

/** A key under which none of a form's drafts is. */
export function freeKey(key: string): string {
  const taken = new Set(draftsBeside(key));
  let free = key;
  for (let place = 2; taken.has(free); place += 1) free = `${besideOf(key)}${place}`;
  return free;
}

function besideOf(key: string): string {
  return `${key}/beside/`;
}

function storedKeys(): string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return []; // As above.
  }
}

export function dropDraft(key: string): void {
  typings.delete(key);
  clearDraft(key);
  for (const drop of companions) drop((each) => each === key);
}

type DropWhere = (isDropped: (key: string) => boolean) => void;

const companions: DropWhere[] = [];

/** What this page keeps beside drafts, such as a picture, goes with them. */
export function goesWithDrafts(drop: DropWhere): void {
  companions.push(drop);
}

/** Nothing is typed any more, in a form that is still there. */
export function clearDraft(key: string): void {
  for (const each of [key, sentOf(key)]) {
    here.delete(each);
    try {
      sessionStorage.removeItem(PREFIX + each);
    } catch {
      // As above.
    }
  }
}

/** Stored beside a draft until there is a response: by act, with which key it was sent. */
function sentOf(key: string): string {
  return key + SENT;
}

function allSent<As>(key: string): Record<string, As> {
  return readDraft<Record<string, As>>(sentOf(key))?.held ?? {};
}

/**
 * With which key an act of a draft is sent: that of its last try, if there was no answer. Stores it, and the draft with the
 * fields that nobody changed: it is sent again as it was, whatever they would begin with by then.
 */
export function sentAs<As>(key: string | undefined, act: string, anew: As): As {
  if (key === undefined) return anew;
  const sent = allSent<As>(key);
  const as = sent[act] ?? anew;
  typings.get(key)?.form.keepWhole();
  writeDraft(sentOf(key), { ...sent, [act]: as });
  return as;
}

/** After it failed: its form may have been cancelled meanwhile, and its draft be there again. */
export function keepSentAgain(key: string | undefined, failed: object): void {
  if (key !== undefined && readDraft(key) !== null) writeDraft(sentOf(key), { ...failed, ...allSent(key) });
}

/** After it was done: the same again is another act. */
export function forgetSent(key: string | undefined, act: string): void {
  if (key === undefined) return;
  const { [act]: sent, ...others } = allSent(key);
  if (sent !== undefined) writeDraft(sentOf(key), others);
}

/**
 * Sets whose drafts these are from now on: what somebody typed before their session ended here is not for the next
 * person.
 */
export function keepDraftsOf(accountId: string): void {
  try {
    if ((sessionStorage.getItem(OWNER) ?? accountId) !== accountId) dropAllDrafts();
    sessionStorage.setItem(OWNER, accountId);
  } catch {
    // As above.
  }
}

/** Drops everything typed about a record. */
export function dropDraftsOf(id: string): void {
  dropWhere((key) => key.split('/').includes(id));
}

/** Drops a draft, and all those that are of a part of it: `job/1/override` also for each place. */
export function dropDraftsUnder(start: string): void {
  dropWhere((key) => key === start || key.startsWith(`${start}/`));
}

function dropWhere(isOfIt: (key: string) => boolean): void {
  for (const key of [...here.keys(), ...typings.keys(), ...storedKeys()]) if (isOfIt(key)) dropDraft(key);
  for (const drop of companions) drop(isOfIt);
}

/** Of each form that holds what was typed and not saved, the longest text in it; '' where nothing in it is text. */
export function unsavedTexts(): string[] {
  const keys = [...new Set([...here.keys(), ...storedKeys()])].filter((key) => !key.endsWith(SENT));
  return keys.map((key) => longestText(readDraft(key)?.held ?? {}));
}

/** An id, a date or a time, or a list in JSON. */
const NO_TEXT = /^([[{]|[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}-\d\d-\d\d|\d\d:\d\d$)/;

/** @param held a form's values; of an edit also what they were before */
function longestText(held: { base?: object; values?: object }): string {
  const { base = {}, values = held } = held;
  const before = new Map(Object.entries(base));
  const texts = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' && value !== before.get(name) && !NO_TEXT.test(value) ? [value.trim()] : [],
  );
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** At sign-out: what was typed may be about a customer, and the next person at this desk may be somebody else. */
export function dropAllDrafts(): void {
  dropWhere(() => true);
  try {
    sessionStorage.removeItem(OWNER);
  } catch {
    // As above.
  }
}
