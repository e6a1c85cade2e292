import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Suspicion } from '../../domain/intake/terms.ts';
import type { StoredPicture } from '../../domain/photo/photo.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { Loop } from '../../platform/runtime/supervisor.ts';
import { openText, sealText } from '../../store/sealing.ts';
import type { ApiContext } from '../kit/context.ts';
import { holdPicture, type NewPicture, releasePicture } from '../photos/new-photo.ts';
import { attachPictures, type Intake, type IntakeSender, type TakenIn, takeIn } from './take-in.ts';

// Requests that may be spam wait here until a person has looked at them. Strangers never grow the log: nothing of them is
// in it before.

/** A request that waits, without what was written. */
interface Entry {
  /** ISO UTC. */
  receivedAt: string;
  expiresAt: string;
  suspicion: Suspicion;
  /** In the file store. */
  pictures: PictureFiles[];
  [key: string]: string | PictureFiles[];
}

type PictureFiles = { sha256: string; thumbnailSha256: string };

/** A request that waits. */
export interface Quarantined {
  /** Which the lead would have that it is made. */
  id: string;
  receivedAt: string;
  expiresAt: string;
  suspicion: Suspicion;
  intake: Intake;
  pictures: readonly StoredPicture[];
  /** By which it was sent, and the same text as it was sent: a repeat is known by them, also after its release. */
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
/** What was written, sealed: apart from the entries, which are counted and listed. */
const TEXT = 'quarantine-text/';
const KEY = 'quarantine-key';
const KEY_BYTES = 32;

const MOST = 1_000;
const KEPT_MS = 30 * 24 * 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** While there are no read models yet, which tell whether a picture is used. */
const TRY_AGAIN_MS = 500;
const FULL_FOR_SECONDS = 60 * 60;

/** What was sent of the request that waits under this id, by which a repeat is known; null where none does. */
export async function waitingBody(context: StateContext, id: string): Promise<string | null> {
  const record = await context.state.get(ENTRY + id);
  return record && ((await opened(context, id, record.value as Entry))?.body ?? null);
}

/**
 * Keeps a request for 30 days. Nothing is pushed out by what comes later: a flood would take away what people wrote.
 * @throws HttpError 429 where a thousand wait: whoever sends it is told to call
 */
export async function quarantine(
  context: PictureContext,
  { suspicion, intake, pictures, sender }: NewInQuarantine,
): Promise<void> {
  const { id, commandId, body } = sender;
  const { state, clock } = context;
  await requireRoom(context);
  for (const picture of pictures) await holdPicture(context, picture, id);
  const stored = pictures.map((picture) => picture.stored);
  const sealed = sealText(JSON.stringify({ intake, commandId, body, pictures: stored }), await keyOf(context), id);
  await state.put(TEXT + id, sealed, { expected: 'none' });
  const entry: Entry = {
    ...{ receivedAt: isoNow(clock), expiresAt: isoNow(() => clock() + KEPT_MS), suspicion },
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

/** All that wait, newest first. */
export async function listQuarantined(context: StateContext): Promise<Quarantined[]> {
  const now = isoNow(context.clock);
  const found: Quarantined[] = [];
  for (const { key, value } of await context.state.list(ENTRY)) {
    const one = await opened(context, key.slice(ENTRY.length), value as Entry);
    if (one && one.expiresAt > now) found.push(one);
  }
  return found.sort((a, b) => b.receivedAt.localeCompare(a.receivedAt));
}

/**
 * Makes a lead of a request that waits, with its pictures, and lets it wait no more. Safe to repeat until that.
 * @param actor who released it
 * @throws HttpError 404
 */
export async function releaseQuarantined(context: ApiContext, actor: string, id: string): Promise<TakenIn> {
  const { intake, pictures, commandId, body } = await waiting(context, id);
  const sender = { actor, id, commandId, body };
  const taken = await takeIn(context, sender, intake);
  const position = await attachPictures(context, sender, taken, pictures);
  await context.state.delete(ENTRY + id);
  await context.state.delete(TEXT + id);
  // What names the pictures now keeps them.
  const names = pictures.flatMap(({ sha256, thumbnailSha256 }) => [sha256, thumbnailSha256]);
  await context.heldFiles.letGo(names, id);
  return { ...taken, position };
}

/** Throws away a request that waits, with its pictures. @throws HttpError 404 */
export async function discardQuarantined(context: PictureContext, id: string): Promise<void> {
  const record = await context.state.get(ENTRY + id);
  if (!record) throw notThere();
  await forget(context, id, record.value as Entry);
}

/** Forgets what has waited for 30 days. */
export async function sweepQuarantine(context: PictureContext): Promise<void> {
  const now = isoNow(context.clock);
  for (const { key, value } of await context.state.list(ENTRY)) {
    const entry = value as Entry;
    if (entry.expiresAt <= now) await forget(context, key.slice(ENTRY.length), entry);
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

async function waiting(context: StateContext, id: string): Promise<Quarantined> {
  const record = await context.state.get(ENTRY + id);
  const one = record && (await opened(context, id, record.value as Entry));
  if (!one) throw notThere();
  return one;
}

function notThere(): HttpError {
  const message = 'This request does not wait any more: somebody has released or discarded it.';
  return new HttpError(404, { message, code: 'not_found' });
}

/** @returns null where what was written is gone, as while it is being forgotten */
async function opened(context: StateContext, id: string, entry: Entry): Promise<Quarantined | null> {
  const sealed = await context.state.get(TEXT + id);
  const json = sealed && openText(sealed.value as string, await keyOf(context), id);
  if (json === null) return null;
  const { receivedAt, expiresAt, suspicion } = entry;
  return {
    id,
    receivedAt,
    expiresAt,
    suspicion,
    ...(JSON.parse(json) as Pick<Quarantined, 'intake' | 'pictures' | 'commandId' | 'body'>),
  };
}

/** One for all that wait; where another process made it first, that one counts. */
async function keyOf({ state }: Pick<ApiContext, 'state'>): Promise<Buffer> {
  const known = await state.get(KEY);
  if (known) return Buffer.from(known.value as string, 'base64');
  await state.put(KEY, randomBytes(KEY_BYTES).toString('base64'), { expected: 'none' });
  return keyOf({ state });
}
