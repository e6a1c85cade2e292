import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Analysis } from '../../ai/image-analysis.ts';
import type { StoredPicture } from '../../domain/photo/photo.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { uuidOf } from '../../platform/runtime/ids.ts';
import type { Loop } from '../../platform/runtime/supervisor.ts';
import { openText, sealText } from '../../store/sealing.ts';
import type { ApiContext } from '../kit/context.ts';
import { holdPicture, type NewPicture, releasePicture } from '../photos/new-photo.ts';

/**
 * What was found in a visitor's picture, kept until they send their request with it. None of it is in the log, because
 * most visitors never send anything. Only the token opens it: the state store holds it sealed.
 */
export interface KeptAnalysis {
  analysis: Analysis;
  /** SHA-256 of the file and the description. */
  inputHash: string;
  /** What the visitor wrote along with the picture. */
  description: string | null;
  picture: StoredPicture;
}

interface Kept {
  /** ISO UTC. */
  expiresAt: string;
  /** The pictures in the file store. */
  sha256: string;
  thumbnailSha256: string;
  /** The rest as JSON, encrypted with AES-256-GCM. */
  sealed: string;
  [key: string]: string;
}

type KeptContext = Pick<ApiContext, 'state' | 'heldFiles' | 'erasure'>;

const PREFIX = 'kept-analysis/';
const KEPT_MS = 24 * 60 * 60_000;
/** Whoever opened it at the last moment is done with it by then. */
const LATE_MS = 60 * 60_000;
/** So that a crowd does not fill the disk: beyond this number, the oldest are deleted first. */
const MOST_KEPT = 2_000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** Used while there are no read models yet, which tell whether a picture is in use. */
const TRY_AGAIN_MS = 500;

const ID_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Keeps the findings for 24 hours.
 * @param kept includes the picture just stored
 * @returns the token that opens it
 */
export async function keepAnalysis(
  context: KeptContext & Pick<ApiContext, 'clock'>,
  { picture, ...kept }: Omit<KeptAnalysis, 'picture'> & { picture: NewPicture },
): Promise<string> {
  // Its id begins with the time, so the oldest are listed first.
  const id = randomUUIDv7();
  const key = randomBytes(KEY_BYTES);
  const { sha256, thumbnailSha256 } = picture.stored;
  await holdPicture(context, picture, id, KEPT_MS + LATE_MS);
  const opened: KeptAnalysis = { ...kept, picture: picture.stored };
  const sealed = sealText(JSON.stringify(opened), key, id);
  const expiresAt = isoNow(() => context.clock() + KEPT_MS);
  const value: Kept = { expiresAt, sha256, thumbnailSha256, sealed };
  await context.state.put(PREFIX + id, value, { expected: 'none' });
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), key]).toString('base64url');
}

/** What a token opens; null if it is not one of ours, or its 24 hours are over. */
export async function openKept(
  { state, clock }: Pick<ApiContext, 'state' | 'clock'>,
  imageToken: string,
): Promise<KeptAnalysis | null> {
  const parsed = parse(imageToken);
  if (!parsed) return null;
  const kept = (await state.get(PREFIX + parsed.id))?.value as Kept | undefined;
  if (!kept || kept.expiresAt <= isoNow(clock)) return null;
  const json = openText(kept.sealed, parsed.key, parsed.id);
  return json === null ? null : (JSON.parse(json) as KeptAnalysis);
}

/** Deletes what has expired, along with pictures that were never used. */
export async function sweepKept(context: KeptContext & Pick<ApiContext, 'clock'>, most = MOST_KEPT): Promise<void> {
  const all = await context.state.list(PREFIX);
  const since = isoNow(() => context.clock() - LATE_MS);
  for (const [index, { key, value }] of all.entries()) {
    const { expiresAt, sha256, thumbnailSha256 } = value as Kept;
    if (index >= all.length - most && expiresAt > since) continue;
    await context.state.delete(key);
    await releasePicture(context, { sha256, thumbnailSha256 }, key.slice(PREFIX.length));
  }
}

/** Sweeps every ten minutes, until its signal is aborted. */
export function keptAnalysesLoop(context: KeptContext & Pick<ApiContext, 'clock' | 'readModels'>): Loop {
  return async (signal, progress) => {
    while (!signal.aborted) {
      const isReady = context.readModels.peek() !== null && context.readModels.isAsDeclared();
      if (isReady) await sweepKept(context);
      progress();
      await delay(isReady ? SWEEP_EVERY_MS : TRY_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  };
}

function parse(token: string): { id: string; key: Buffer } | null {
  const bytes = Buffer.from(token, 'base64url');
  // Only one spelling: the decoder skips characters it does not know.
  if (bytes.length !== ID_BYTES + KEY_BYTES || bytes.toString('base64url') !== token) return null;
  const id = uuidOf(bytes.toString('hex', 0, ID_BYTES));
  return { id, key: bytes.subarray(ID_BYTES) };
}
