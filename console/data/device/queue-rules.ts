import { ApiError } from '../api.ts';

/** Something a person does to a record, as it is sent to the server. */
export interface Act {
  record: { category: string; id: string };
  /** The record's title, and what was done, as people read it. */
  title: string;
  did: string;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: Readonly<Record<string, unknown>>;
  /** Whether the call takes `at` and `sentAt`: when it was done and when it was sent, both by the device's clock. */
  isTimed?: boolean;
  /** The collections it changes: refetched once it is sent. */
  collections: readonly string[];
  /** What this kind of record needs to show it at once; anything that can be structured-cloned. */
  step?: unknown;
  /** A photo, sent instead of the body. */
  file?: File;
}

/** Why the server refused it, in its own words. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  /** ISO. */
  at: string;
}

/** An act kept on this device until the server has accepted it, or the person has discarded it. */
export interface Waiting extends Omit<Act, 'isTimed' | 'file'> {
  /** Higher for later acts. */
  order: number;
  /** Its Idempotency-Key, made when it was done: however often it is sent, it takes effect once. */
  id: string;
  /** Who did it. It is never sent as anybody else. */
  person: string;
  /** When it was done, by the device's clock. ISO. */
  at: string;
  /** The file name of its photo; the photo itself is stored separately. */
  file: string | null;
  /** Null unless the server has refused it. */
  refused: Refusal | null;
}

/** What is stored of an act. Its body holds `at` if the call takes device times. */
export function waitingOf(act: Act, { id, person, at }: Pick<Waiting, 'id' | 'person' | 'at'>): Omit<Waiting, 'order'> {
  const { isTimed = false, file, body, ...rest } = act;
  return {
    ...rest,
    ...((body || isTimed) && { body: { ...body, ...(isTimed && { at }) } }),
    id,
    person,
    at,
    file: file?.name ?? null,
    refused: null,
  };
}

/** The body to send now: `sentAt` is added beside `at`. Everything else is the same in every retry. */
export function bodyAt({ body }: Pick<Waiting, 'body'>, sentAt: string): unknown {
  return body && 'at' in body ? { ...body, sentAt } : body;
}

/**
 * The device's time, but never earlier than an unsent act's own time plus the time elapsed since on a monotonic clock.
 * If the clock is set back (by the network, or after a dead battery), no act then comes before the one it follows, and
 * the time between them is kept.
 * @param waiting acts done before
 * @param wall milliseconds, by the device's clock
 * @param sinceDone milliseconds since an act was done, as far as this page was open
 * @returns milliseconds
 */
export function steadyTime(
  waiting: readonly Pick<Waiting, 'id' | 'at' | 'refused'>[],
  wall: number,
  sinceDone: (id: string) => number,
): number {
  // A refused act may have been timed by a clock that was wrong then and is right now.
  const followed = waiting.filter(({ refused }) => refused === null);
  return followed.reduce((latest, { id, at }) => Math.max(latest, Date.parse(at) + sinceDone(id)), wall);
}

/** The acts that decide `sentAt` for one of them: itself, and those done after it. */
export function sentWith<Each extends Pick<Waiting, 'order'>>(sent: Each, all: readonly Each[]): Each[] {
  return [sent, ...all.filter(({ order }) => order > sent.order)];
}

/**
 * While one act of a lane is held, the lane waits. Photos hold up nothing else: they may take minutes, and order does
 * not matter.
 */
export function laneOf({ record, file }: Pick<Waiting, 'record' | 'file'>): string {
  return [record.category, record.id, file === null ? 'acts' : 'photos'].join('/');
}

/**
 * The next act to send: the earliest whose lane is not held. A refused act waits for its person and holds up nothing:
 * the server decides each act on its own.
 * @param held lanes that must wait
 */
export function nextToSend(all: readonly Waiting[], held: ReadonlySet<string>): Waiting | undefined {
  return all
    .filter((each) => each.refused === null && !held.has(laneOf(each)))
    .reduce<Waiting | undefined>((first, each) => (first && first.order < each.order ? first : each), undefined);
}

/**
 * What a failure to send means. `none`: Heartwood did not respond. `later`: it cannot take it now. `held`: somebody
 * else, or nobody, is signed in. `refused`: it was decided, and a retry would be decided the same way.
 */
export type Verdict = 'none' | 'later' | 'held' | 'refused';

/** Statuses for which a retry may soon succeed. */
const SOON = [408, 425, 429];

/** Nothing can be done as this person until they sign in, or set up their second factor. */
const HELD_CODES = ['other_person', 'second_factor_setup_required'];

export function verdictOf(error: unknown): Verdict {
  if (!(error instanceof ApiError) || error.isOffline) return 'none';
  const { status, code } = error;
  if (status === 401 || HELD_CODES.includes(code)) return 'held';
  if (status >= 500 || SOON.includes(status)) return 'later';
  // Every refusal by Heartwood has a code; without one it comes from something in between, such as a proxy.
  return code === 'unknown' ? 'none' : 'refused';
}

/** How long to wait before retrying what the server cannot take now, in milliseconds. */
export function pauseAfter(failures: number, retryAfterSeconds: number | null): number {
  const wait = Math.min(2 ** Math.min(failures, 6), 60) * 1_000;
  return Math.max(wait, (retryAfterSeconds ?? 0) * 1_000);
}

/** How many of them wait, and how many were refused. */
export function countsOf(all: readonly Waiting[]): { waiting: number; refused: number } {
  const refused = all.filter((each) => each.refused !== null).length;
  return { waiting: all.length - refused, refused };
}

/** How long a silent tab counts as still open. */
export const LEASE_MS = 8_000;

/** Whether a tab may take a lease: it is free, already this tab's, or expired. */
export function isLeaseFree(held: { holder: string; until: number } | undefined, tab: string, now: number): boolean {
  // One that lasts longer than any lease was written before the clock was set back.
  return held === undefined || held.holder === tab || held.until < now || held.until > now + LEASE_MS;
}
