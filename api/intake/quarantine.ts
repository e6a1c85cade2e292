import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Suspicion } from '../../domain/intake/terms.ts';
import type { StoredPicture } from '../../domain/photo/photo.ts';
import { IdempotencyConflict } from '../../platform/commands/command-handler.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { Loop } from '../../platform/runtime/supervisor.ts';
import { openText, sealText } from '../../store/sealing.ts';
import type { ApiContext } from '../kit/context.ts';
import { holdPicture, type NewPicture, releasePicture } from '../photos/new-photo.ts';
import { attachPictures, type Intake, type IntakeSender, type TakenIn, takeIn } from './take-in.ts';

// Requests that may be spam wait here until a person has looked at them. Strangers never grow the log: until then
// nothing of them is in it.

/** A waiting request, without its texts. */
type Entry = {
  /** ISO UTC. */
  receivedAt: string;
  expiresAt: string;
  suspicion: Suspicion;
  /** In the file store. */
  pictures: PictureFiles[];
  /** What a person decided, set as soon as carrying it out begins, so that nobody discards what is being released. */
  fate?: Fate;
};

type Fate = 'released' | 'discarded';

/** The sealed part. */
type Written = Pick<Quarantined, 'intake' | 'pictures' | 'commandId' | 'body'>;

type PictureFiles = { sha256: string; thumbnailSha256: string };

/** A waiting request. */
export interface Quarantined {
  /** The id that its lead would get. */
  id: string;
  receivedAt: string;
  expiresAt: string;
  suspicion: Suspicion;
  intake: Intake;
  pictures: readonly StoredPicture[];
  /** The command it was sent with, and the text as it was sent: they identify a repeat, even after its release. */
  commandId: string;
  body: string;
}

interface NewInQuarantine {
  sender: IntakeSender;
  suspicion: Suspicion;
  intake: Intake;
  pictures: readonly NewPicture[];
}

type StateContext = Pick<ApiContext, 'state' | 'clock'>;
type PictureContext = StateContext & Pick<ApiContext, 'heldFiles' | 'erasure'>;

const ENTRY = 'quarantine/';
/** The sealed texts, kept apart from the entries, which are counted and listed. */
const TEXT = 'quarantine-text/';
const KEY = 'quarantine-key';
const KEY_BYTES = 32;

const MOST = 1_000;
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** By then the texts are gone, and the pictures let go, even if their entry was never made because the process ended in between. */
const LATE_MS = 24 * 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** Used while there are no read models yet, which tell whether a picture is in use. */
const TRY_AGAIN_MS = 500;
const FULL_FOR_SECONDS = 60 * 60;

/** The sent text of the request waiting under this id, by which a repeat is recognized; null if there is none. */
export async function waitingBody(context: StateContext, id: string): Promise<string | null> {
  const record = await context.state.get(ENTRY + id);
  return record && ((await opened(context, id, record.value as Entry))?.body ?? null);
}

/**
 * Keeps a request for 30 days. Later requests never push it out: a flood would then erase what people wrote.
 * @throws HttpError 429 if a thousand are waiting (the sender is asked to call); IdempotencyConflict
 */
export function quarantine(
  context: PictureContext & Pick<ApiContext, 'turns'>,
  request: NewInQuarantine,
): Promise<void> {
  // One after another: of many at once that all see the last place, one has it.
  return context.turns.run('quarantine', () => takePlace(context, request));
}

async function takePlace(
  context: PictureContext,
  { suspicion, intake, pictures, sender }: NewInQuarantine,
): Promise<void> {
  const { id, commandId, body } = sender;
  const { state, clock } = context;
  await requireRoom(context);
  const stored = pictures.map((picture) => picture.stored);
  const key = await keyOf(context);
  const written: Written = { intake, commandId, body, pictures: stored };
  const sealed = sealText(JSON.stringify(written), key, id);
  if (!(await state.put(TEXT + id, sealed, { expected: 'none', ttlMs: KEPT_MS + LATE_MS }))) {
    // Another came at the same moment under the same key: do not say that this one was taken when it was not.
    const first = await writtenIn(context, id);
    if (first !== null && first.body !== body) throw new IdempotencyConflict();
  }
  for (const picture of pictures) await holdPicture(context, picture, id, KEPT_MS + LATE_MS);
  const entry: Entry = {
    receivedAt: isoNow(clock),
    expiresAt: isoNow(() => clock() + KEPT_MS),
    suspicion,
    pictures: stored.map(({ sha256, thumbnailSha256 }) => ({ sha256, thumbnailSha256 })),
  };
  await state.put(ENTRY + id, entry, { expected: 'none' });
}

/** @throws HttpError 429 */
export async function requireRoom({ state }: Pick<ApiContext, 'state'>, most = MOST): Promise<void> {
  if ((await state.list(ENTRY, { limit: most })).length < most) return;
  const message = 'We cannot take your request here right now. Please call us, or try again later.';
  throw new HttpError(429, { message, code: 'busy' }, FULL_FOR_SECONDS);
}

/** All waiting requests, newest first. */
export async function listQuarantined(context: StateContext): Promise<Quarantined[]> {
  const now = isoNow(context.clock);
  const found: Quarantined[] = [];
  for (const { key, value } of await context.state.list(ENTRY)) {
    const one = await opened(context, key.slice(ENTRY.length), value as Entry);
    if (one && one.expiresAt > now && (value as Entry).fate !== 'discarded') found.push(one);
  }
  return found.sort((a, b) => b.receivedAt.localeCompare(a.receivedAt));
}

/**
 * Makes a lead of a waiting request, with its pictures, then removes it here. Until then it is safe to repeat.
 * @param actor who released it
 * @throws HttpError 404
 */
export async function releaseQuarantined(context: ApiContext, actor: string, id: string): Promise<TakenIn> {
  const entry = await decide(context, id, 'released');
  const { intake, pictures, commandId, body } = (await opened(context, id, entry)) ?? refuseAsGone();
  const sender = { actor, id, commandId, body };
  const taken = await takeIn(context, sender, intake);
  const position = await attachPictures(context, sender, taken, pictures);
  await context.state.delete(ENTRY + id);
  await context.state.delete(TEXT + id);
  // The records that now name the pictures keep them.
  const names = pictures.flatMap(({ sha256, thumbnailSha256 }) => [sha256, thumbnailSha256]);
  await context.heldFiles.letGo(names, id);
  return { ...taken, position };
}

/** Discards a waiting request with its pictures. @throws HttpError 404 */
export async function discardQuarantined(context: PictureContext, id: string): Promise<void> {
  await forget(context, id, await decide(context, id, 'discarded'));
}

/** Deletes what has waited for 30 days, and what was being discarded when the process ended. */
export async function sweepQuarantine(context: PictureContext): Promise<void> {
  const now = isoNow(context.clock);
  for (const { key, value } of await context.state.list(ENTRY)) {
    const entry = value as Entry;
    if (entry.expiresAt <= now || entry.fate === 'discarded') await forget(context, key.slice(ENTRY.length), entry);
  }
}

/** Sweeps every ten minutes, until its signal is aborted. */
export function quarantineLoop(context: PictureContext & Pick<ApiContext, 'readModels'>): Loop {
  return async (signal, progress) => {
    while (!signal.aborted) {
      const isReady = context.readModels.peek() !== null && context.readModels.isAsDeclared();
      if (isReady) await sweepQuarantine(context);
      progress();
      await delay(isReady ? SWEEP_EVERY_MS : TRY_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  };
}

async function forget(context: PictureContext, id: string, { pictures }: Entry): Promise<void> {
  await context.state.delete(TEXT + id);
  await context.state.delete(ENTRY + id);
  for (const picture of pictures) await releasePicture(context, picture, id);
}

/** The first decision counts; whoever repeats it continues it. @throws HttpError 404 */
async function decide({ state }: Pick<ApiContext, 'state'>, id: string, fate: Fate): Promise<Entry> {
  for (;;) {
    const record = await state.get(ENTRY + id);
    if (record === null) return refuseAsGone();
    const entry = record.value as Entry;
    if (entry.fate === fate) return entry;
    if (entry.fate !== undefined) return refuseAsGone();
    const decided: Entry = { ...entry, fate };
    if (await state.put(ENTRY + id, decided, { expected: record.version })) return decided;
  }
}

function refuseAsGone(): never {
  const message = 'This request is no longer held: someone has already accepted or discarded it.';
  throw new HttpError(404, { message, code: 'not_found' });
}

/** @returns null if its texts are gone, as they are while it is being deleted */
async function opened(context: StateContext, id: string, entry: Entry): Promise<Quarantined | null> {
  const written = await writtenIn(context, id);
  const { receivedAt, expiresAt, suspicion } = entry;
  return written && { id, receivedAt, expiresAt, suspicion, ...written };
}

async function writtenIn({ state }: Pick<ApiContext, 'state'>, id: string): Promise<Written | null> {
  const sealed = await state.get(TEXT + id);
  const json = sealed && openText(sealed.value as string, await keyOf({ state }), id);
  return json === null ? null : (JSON.parse(json) as Written);
}

/** One key for all that wait; if another process made it first, that one counts. */
async function keyOf({ state }: Pick<ApiContext, 'state'>): Promise<Buffer> {
  const known = await state.get(KEY);
  if (known) return Buffer.from(known.value as string, 'base64');
  await state.put(KEY, randomBytes(KEY_BYTES).toString('base64'), { expected: 'none' });
  return keyOf({ state });
}
