import { ApiError } from '../api.ts';

/** What somebody does with a record, as it is sent to the server. */
export interface Act {
  record: { category: string; id: string };
  /** What the record is called, and what was done with it, as a person reads it. */
  title: string;
  did: string;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: Readonly<Record<string, unknown>>;
  /** Whether the call takes `at` and `sentAt`: when it was done and when it was sent, both by the device's clock. */
  isTimed?: boolean;
  /** What it changes: these are read anew once it is sent. */
  collections: readonly string[];
  /** What its kind of record needs to show it at once; whatever a structured clone takes. */
  step?: unknown;
  /** A photo that is sent instead of the body. */
  file?: File;
}

/** Why the server did not take it, in its own words. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  /** ISO. */
  at: string;
}

/** An act that is kept on this device until the server has taken it, or the person has given it up. */
export interface Waiting extends Omit<Act, 'isTimed' | 'file'> {
  /** Rises with what is done later. */
  order: number;
  /** Its Idempotency-Key, made when it was done: however often it is sent, it takes effect once. */
  id: string;
  /** Who did it. It is sent as nobody else. */
  person: string;
  /** When it was done, by the device's clock. ISO. */
  at: string;
  /** What its photo is called; the photo itself is beside it. */
  file: string | null;
  /** Null as long as the server has not refused it. */
  refused: Refusal | null;
}

/** What is kept of an act. Its body holds `at` where the call takes the times of a device. */
export function waitingOf(act: Act, { id, person, at }: Pick<Waiting, 'id' | 'person' | 'at'>): Omit<Waiting, 'order'> {
  const { isTimed = false, file, body, ...rest } = act;
  return {
    ...rest,
    ...((body || isTimed) && { body: { ...body, ...(isTimed && { at }) } }),
    ...{ id, person, at, file: file?.name ?? null, refused: null },
  };
}

/** The body as it is sent now: beside when it was done, when that was. Everything else is the same in each repeat. */
export function bodyAt({ body }: Pick<Waiting, 'body'>, sentAt: string): unknown {
  return body && 'at' in body ? { ...body, sentAt } : body;
}

/**
 * The time by the device's clock, and never less than what it said when something was done that still waits, with what a
 * count that nobody sets has run since. So where the clock is put back (a network told it the time, the battery was empty), no
 * act is before the one that it follows, and what lies between them stays.
 * @param waiting what was done before
 * @param wall milliseconds of the device's clock
 * @param sinceDone milliseconds since an act, as far as this page was there
 * @returns milliseconds
 */
export function steadyTime(
  waiting: readonly Pick<Waiting, 'id' | 'at' | 'refused'>[],
  wall: number,
  sinceDone: (id: string) => number,
): number {
  // What was refused may have its time of a clock that was wrong then, and right since.
  const followed = waiting.filter(({ refused }) => refused === null);
  return followed.reduce((latest, { id, at }) => Math.max(latest, Date.parse(at) + sinceDone(id)), wall);
}

/** What the time at which an act is sent is told by: itself, and what was done after it. */
export function sentWith<Each extends Pick<Waiting, 'order'>>(sent: Each, all: readonly Each[]): Each[] {
  return [sent, ...all.filter(({ order }) => order > sent.order)];
}

/** Of what one of them holds the next one waits. Photos hold nothing else up: they may take minutes, and no order matters. */
export function laneOf({ record, file }: Pick<Waiting, 'record' | 'file'>): string {
  return [record.category, record.id, file === null ? 'acts' : 'photos'].join('/');
}

/**
 * What is sent next: the earliest, of each lane the earliest first. What was refused waits for its person, and holds up
 * nothing: the server decides each act by itself.
 * @param held lanes that wait for a better moment
 */
export function nextToSend(all: readonly Waiting[], held: ReadonlySet<string>): Waiting | undefined {
  return all
    .filter((each) => each.refused === null && !held.has(laneOf(each)))
    .reduce<Waiting | undefined>((first, each) => (first && first.order < each.order ? first : each), undefined);
}

/**
 * What a failure to send says. `none`: nothing of Heartwood's answered. `later`: it cannot now. `held`: not this person, or
 * nobody, is signed in. `refused`: it was decided, and a repeat would be decided alike.
 */
export type Verdict = 'none' | 'later' | 'held' | 'refused';

/** Of an answer's status that the same call may get another one soon. */
const SOON = [408, 425, 429];

/** Nothing can be done as this person until they have signed in, or set up their second factor. */
const HELD_CODES = ['other_person', 'second_factor_setup_required'];

export function verdictOf(error: unknown): Verdict {
  if (!(error instanceof ApiError) || error.isOffline) return 'none';
  const { status, code } = error;
  if (status === 401 || HELD_CODES.includes(code)) return 'held';
  if (status >= 500 || SOON.includes(status)) return 'later';
  // Each refusal of Heartwood's has its code; without one it is of something that stands in its place.
  return code === 'unknown' ? 'none' : 'refused';
}

/** How long what the server cannot take now waits for the next try, in milliseconds. */
export function pauseAfter(failures: number, retryAfterSeconds: number | null): number {
  const wait = Math.min(2 ** Math.min(failures, 6), 60) * 1_000;
  return Math.max(wait, (retryAfterSeconds ?? 0) * 1_000);
}

/** What a list of them comes to. */
export function countsOf(all: readonly Waiting[]): { waiting: number; refused: number } {
  const refused = all.filter((each) => each.refused !== null).length;
  return { waiting: all.length - refused, refused };
}

/** How long a tab that says nothing more is taken to be there. */
export const LEASE_MS = 8_000;

/** Whether a tab may take a lease: nobody has it, it has it already, or who had it is gone. */
export function isLeaseFree(held: { holder: string; until: number } | undefined, tab: string, now: number): boolean {
  // One that reaches further than any lease does was written before the clock was put back.
  return held === undefined || held.holder === tab || held.until < now || held.until > now + LEASE_MS;
}
