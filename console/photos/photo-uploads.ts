import { useEffect, useSyncExternalStore } from 'react';
import type { PhotoRecord } from '../../api/photos/schema.ts';
import { ApiError, type Reply } from '../data/api.ts';
import { sendForm } from '../data/send-form.ts';
import { holdsUnsent } from '../data/unsent.ts';
import { randomKey, tellOwnChange } from '../data/use-command.ts';
import { PHOTOS, type PhotoPlace } from './get-photos.ts';
import { photoToSend } from './shrink.ts';

/** One photo being uploaded to a record, or one that failed. */
export interface PhotoUpload {
  id: string;
  /** The file's name. */
  name: string;
  /** How much has been sent, from 0 to 1; after that the server is still processing it. */
  sent: number;
  /** The server has no room for it now; it is retried automatically. */
  isWaiting: boolean;
  /** Why it failed; null while it has not. */
  problem: string | null;
  /** Whether the same file may succeed on a retry. */
  canRetry: boolean;
}

/**
 * Called once all files added together are finished.
 * @param unseen those that failed while their errors were not on the screen
 */
export type WhenThrough = (added: readonly Reply<PhotoRecord>[], unseen: readonly PhotoUpload[]) => void;

interface Job extends PhotoUpload {
  place: PhotoPlace;
  file: File;
  idempotencyKey: string;
}

/** More would only share the same bandwidth. */
const AT_ONCE = 2;
/** About five minutes of a busy server. */
const MOST_TRIES = 50;

// Outside any component: closing the drawer stops nothing, and reopening it shows the uploads again.
let jobs: readonly Job[] = [];
let shown = new Map<string, readonly PhotoUpload[]>();
const listeners = new Set<() => void>();
/** Places on the screen now. */
const watched = new Set<string>();
const NONE: readonly PhotoUpload[] = [];

/** The uploads to a place, in the order they were added. */
export function usePhotoUploads(place: PhotoPlace): readonly PhotoUpload[] {
  const key = keyOf(place);
  useEffect(() => {
    watched.add(key);
    return () => void watched.delete(key);
  }, [key]);
  return useSyncExternalStore(subscribe, () => shown.get(key) ?? NONE);
}

/** Uploads files to a place; one that fails stays in the list, and the others go on. */
export async function addPhotos(place: PhotoPlace, files: readonly File[], whenThrough: WhenThrough): Promise<void> {
  const added: Job[] = files.map((file) => {
    const idempotencyKey = randomKey();
    return {
      id: idempotencyKey,
      name: file.name,
      sent: 0,
      isWaiting: false,
      problem: null,
      canRetry: false,
      place,
      file,
      idempotencyKey,
    };
  });
  change([...jobs, ...added]);
  const waiting = [...added];
  const replies: Reply<PhotoRecord>[] = [];
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const prepared = await shrunk(job);
      const reply = prepared && (await sendInTurn(prepared));
      if (reply) replies.push(reply);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const failed = jobs.filter((job) => added.some(({ id }) => id === job.id));
  whenThrough(replies, watched.has(keyOf(place)) ? [] : failed);
}

/** @returns null if it cannot be sent */
async function shrunk(job: Job): Promise<Job | null> {
  try {
    const file = await photoToSend(job.file);
    update(job.id, { file });
    return { ...job, file };
  } catch (cause) {
    update(job.id, { problem: (cause as Error).message });
    return null;
  }
}

/** Retries a failed upload; as the same act, in case the first one arrived. */
export async function retryPhoto(id: string): Promise<void> {
  const job = jobs.find((each) => each.id === id);
  if (job) await sendInTurn(job);
}

/** Removes a failed upload from the list. */
export function forgetPhoto(id: string): void {
  change(jobs.filter((job) => job.id !== id));
}

/** Sends a photo, retrying while the server is too busy for it. @returns null if it failed */
async function sendInTurn(job: Job): Promise<Reply<PhotoRecord> | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await send(job);
    } catch (error) {
      const { message, status, retryAfterSeconds } =
        error instanceof ApiError ? error : new ApiError(0, { message: String(error) });
      const isBusy = retryAfterSeconds !== null && (status === 429 || status === 503);
      if (!isBusy || tries === MOST_TRIES) {
        update(job.id, { problem: message, isWaiting: false, canRetry: isBusy || status === 0 || status >= 500 });
        return null;
      }
      update(job.id, { isWaiting: true });
      // Spreads the retries out.
      await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1_000 * (1 + Math.random() / 2)));
    }
  }
}

/** @throws ApiError */
async function send({ id, place, file, idempotencyKey }: Job): Promise<Reply<PhotoRecord>> {
  update(id, { problem: null, sent: 0, isWaiting: false });
  const form = new FormData();
  if (place.propertyId !== undefined) form.append('propertyId', place.propertyId);
  form.append('image', file, 'photo');
  const reply = await sendForm<PhotoRecord>({
    path: `/api/photos/${place.category}/${encodeURIComponent(place.recordId)}`,
    form,
    idempotencyKey,
    onProgress: (sent) => update(id, { sent }),
  });
  tellOwnChange(reply.position, PHOTOS);
  forgetPhoto(id);
  return reply;
}

function update(id: string, changes: Partial<Job>): void {
  change(jobs.map((job) => (job.id === id ? { ...job, ...changes } : job)));
}

function change(next: readonly Job[]): void {
  jobs = next;
  shown = Map.groupBy(jobs, ({ place }) => keyOf(place));
  for (const listener of listeners) listener();
}

function keyOf({ category, recordId, propertyId = '' }: PhotoPlace): string {
  return [category, recordId, propertyId].join('/');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Uploading, or refused for now: the file exists only in this page.
holdsUnsent(() => jobs.some(({ problem, canRetry }) => problem === null || canRetry));
