import { isIPv6 } from 'node:net';
import type { Json, StateStore } from '../../store/state.ts';
import type { Clock } from '../runtime/clock.ts';
import { sha256 } from '../runtime/ids.ts';
import { createQueues } from '../runtime/queues.ts';

const PREFIX = 'sign-in-tries/';
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const FORGET_AFTER_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
/** A 48-bit IPv6 network may send as many requests as this many of its 64-bit networks. */
const NETWORKS_OF_A_SITE = 5;

const MESSAGES = {
  too_many_tries: (seconds: number) => `Too many failed attempts. Try again in ${wait(seconds)}.`,
  too_many_requests: (seconds: number) => `Too many requests from your address. Try again in ${wait(seconds)}.`,
  too_many_in_all: (seconds: number) => `Too many people are asking right now. Try again in ${wait(seconds)}.`,
} as const;

/** More than two minutes is given in whole minutes, because nobody counts that many seconds. */
function wait(seconds: number): string {
  return seconds > 120 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
}

/** Too many tries: this one was not looked at. */
export class TooManyTries extends Error {
  readonly code: keyof typeof MESSAGES;
  readonly retryAfterSeconds: number;

  constructor(code: keyof typeof MESSAGES, waitMs: number) {
    const seconds = Math.ceil(waitMs / 1000);
    super(MESSAGES[code](seconds));
    this.name = 'TooManyTries';
    this.code = code;
    this.retryAfterSeconds = seconds;
  }
}

/** The tries at one account so far, and until when (milliseconds since 1970) no further one is accepted. */
interface Count {
  count: number;
  until: number;
  [key: string]: number;
}

const NONE: Count = { count: 0, until: 0 };

/** What one more try does to a count: the next count, or for how long it is refused (and any change that makes). */
type Counted = { next: Count; refusedForMs?: undefined } | { next?: Count; refusedForMs: number };

/** A try's number in a row; or for how long it is refused, and the tries that were then being looked at. */
type Taken =
  | { number: number; refusedForMs?: undefined; others?: undefined }
  | { number?: undefined; refusedForMs: number; others: Promise<void>[] };

/** A count that a try belongs to, and its number in it. */
interface Part {
  key: string;
  number: number;
}

/** The requests since the first one of their window (milliseconds since 1970). */
interface Window {
  count: number;
  since: number;
  [key: string]: number;
}

/** Which counts a try belongs to. */
export interface TriedBy {
  /** A browser that the account's owner has signed in from. */
  device?: string | null;
  /** What was typed: if the account has several names, each is also counted separately. */
  name?: string;
}

/** A try that was counted before anybody looked at it. */
export interface Try {
  /**
   * Whether the account has tries left; to be asked whether it was right or wrong, or how long that takes would tell.
   * If not, answer as if it were wrong, right or not: another of its names used them up, and refusing this one would
   * reveal that both belong to one account. Waits for tries of that name that are being looked at.
   */
  mayTell(): Promise<boolean>;
  /** It was right: its count starts over. */
  succeed(): Promise<void>;
  /** It was neither right nor wrong, because something more is needed; it does not count. */
  giveBack(): Promise<void>;
}

export interface Tries {
  /**
   * Counts a try at an account, then looks at it. After five in a row the next one must wait: 30 seconds, then twice as
   * long each time, up to 15 minutes. Where others stand in its way that this process is looking at, it comes after
   * them: if they are right, it is not one too many.
   * @param account whose tries count together
   * @param by a device has five tries of its own, whatever strangers do, and counts as a stranger once they are used
   *   up. With a name, only tries with that name are refused
   * @throws TooManyTries `too_many_tries`; whatever `look` throws
   */
  attempt<Result>(account: string, by: TriedBy, look: (attempt: Try) => Promise<Result>): Promise<Result>;
  /**
   * Counts a request from an address before it is looked at. For IPv6 the limit applies to each 64-bit network, all of
   * which one visitor has, and five times the limit to each 48-bit network, which one visitor may have too.
   * @param call keeps its count separate from other calls
   * @param most how many per window
   * @param windowMs the length of a window; a minute by default
   * @throws TooManyTries `too_many_requests`
   */
  takeAddress(call: string, address: string, most: number, windowMs?: number): Promise<void>;
  /**
   * Counts a request by anybody before it is looked at.
   * @throws TooManyTries `too_many_in_all`
   */
  takeOfAll(call: string, most: number, windowMs: number): Promise<void>;
}

/**
 * The counts are in the state store, so that they apply across processes and outlive them. Each is raised by
 * compare-and-set before the work it guards: of many tries at once, only the permitted ones are looked at.
 */
export function createTries(state: StateStore, clock: Clock): Tries {
  // One after another in this process, so that a crowd does not contend; between processes, compare-and-set decides.
  const queues = createQueues();
  /** The tries that are being looked at, by the count they belong to; each settles once it has been. */
  const underWay = new Map<string, Set<Promise<void>>>();

  /**
   * @param change returns the record's next value, or undefined to leave it; whatever it throws becomes the answer
   * @param stored runs before anybody else in this process changes the record
   */
  function update(
    key: string,
    ttlMs: number,
    change: (before: Json | undefined) => Json | undefined,
    stored = () => {},
  ): Promise<void> {
    return queues.run(key, async () => {
      for (;;) {
        const record = await state.get(key);
        const next = change(record?.value);
        if (next === undefined) return;
        if (await state.put(key, next, { expected: record?.version ?? 'none', ttlMs })) return stored();
      }
    });
  }

  /** The count after one more try of a device; it is refused if all are used up. */
  function moreOfDevice({ count }: Count): Counted {
    return count < FREE_TRIES
      ? { next: { count: count + 1, until: 0 } }
      : { refusedForMs: 0, next: { count, until: 0 } };
  }

  /** The count after one more try in a row at an account. */
  function moreOfAccount({ count, until }: Count): Counted {
    const refusedForMs = Math.max(0, until - clock());
    if (refusedForMs === 0) return { next: { count: count + 1, until: clock() + waitAfter(count + 1) } };
    const longest = waitAfter(count);
    if (refusedForMs <= longest) return { refusedForMs };
    // The clock was set back since: the wait starts over, or it would last for as long as the clock went back.
    return { refusedForMs: longest, next: { count, until: clock() + longest } };
  }

  /**
   * @param looked settles once the try has been looked at
   * @returns its number; if it is refused, for how long, and which ones are being looked at
   */
  async function take(key: string, more: (before: Count) => Counted, looked: Promise<void>): Promise<Taken> {
    let taken: Taken = { number: 0 };
    const count = (value: Json | undefined) => {
      const { next, refusedForMs } = more((value ?? NONE) as Count);
      const others = [...(underWay.get(key) ?? [])];
      taken = refusedForMs === undefined ? { number: next.count } : { refusedForMs, others };
      return next;
    };
    await update(key, FORGET_AFTER_MS, count, () => {
      if (taken.number !== undefined) enter(key, looked);
    });
    return taken;
  }

  function enter(key: string, looked: Promise<void>): void {
    const others = underWay.get(key) ?? new Set();
    underWay.set(key, others.add(looked));
    void looked.then(() => {
      others.delete(looked);
      if (others.size === 0 && underWay.get(key) === others) underWay.delete(key);
    });
  }

  /** Like `take`, but refused only by tries that have been looked at. */
  async function takeInTurn(key: string, more: (before: Count) => Counted, looked: Promise<void>): Promise<Taken> {
    for (;;) {
      const taken = await take(key, more, looked);
      if (!taken.others?.length) return taken;
      await Promise.race(taken.others);
    }
  }

  /** @throws TooManyTries `too_many_tries` */
  async function takeOfAccount(key: string, looked: Promise<void>): Promise<Part> {
    const { number, refusedForMs } = await takeInTurn(key, moreOfAccount, looked);
    if (number === undefined) throw new TooManyTries('too_many_tries', refusedForMs);
    return { key, number };
  }

  /** @throws TooManyTries `too_many_tries` */
  async function begin(account: string, { device = null, name }: TriedBy, looked: Promise<void>): Promise<Try> {
    const ofDevice = `${PREFIX}device/${device}`;
    const own = device === null ? null : await takeInTurn(ofDevice, moreOfDevice, looked);
    if (own?.number !== undefined) return tryOf([{ key: ofDevice, number: own.number }]);
    const key = PREFIX + account;
    if (name === undefined) return tryOf([await takeOfAccount(key, looked)]);
    const parts = [await takeOfAccount(PREFIX + name, looked)];
    const first = await take(key, moreOfAccount, looked);
    if (first.number !== undefined) return tryOf([...parts, { key, number: first.number }]);
    return tryOf(parts, async () => {
      const { number } = await takeInTurn(key, moreOfAccount, looked);
      if (number !== undefined) parts.push({ key, number });
      return number !== undefined;
    });
  }

  /** If others came after it, any wait is theirs and stays. */
  function giveBack({ key, number }: Part): Promise<void> {
    return update(key, FORGET_AFTER_MS, (value) => {
      const { count, until } = (value ?? NONE) as Count;
      const left = Math.max(0, count - 1);
      return { count: left, until: left < FREE_TRIES || count === number ? 0 : until };
    });
  }

  function tryOf(parts: readonly Part[], mayTell = async () => true): Try {
    return {
      mayTell,
      async succeed() {
        for (const { key } of parts) await update(key, FORGET_AFTER_MS, () => NONE);
      },
      async giveBack() {
        for (const part of parts) await giveBack(part);
      },
    };
  }

  function takeOfWindow(key: string, most: number, windowMs: number, code: keyof typeof MESSAGES): Promise<void> {
    return update(`address-tries/${sha256(key)}`, windowMs, (value) => {
      const now = clock();
      const before = (value ?? { count: 0, since: now }) as Window;
      const since = Math.min(before.since, now);
      if (now - since >= windowMs) return { count: 1, since: now };
      if (before.count >= most) throw new TooManyTries(code, since + windowMs - now);
      return { count: before.count + 1, since };
    });
  }

  return {
    async attempt(account, by, look) {
      const { promise: looked, resolve: end } = Promise.withResolvers<void>();
      try {
        return await look(await begin(account, by, looked));
      } finally {
        end();
      }
    },

    async takeAddress(call, address, most, windowMs = MINUTE_MS) {
      const take = (network: string, count: number) =>
        takeOfWindow(`${call}\n${network}`, count, windowMs, 'too_many_requests');
      const network = networkOf(address);
      await take(network, most);
      const site = siteOf(network);
      if (site !== null) await take(site, most * NETWORKS_OF_A_SITE);
    },

    takeOfAll: (call, most, windowMs) => takeOfWindow(`${call}\n`, most, windowMs, 'too_many_in_all'),
  };
}

/** How long the next try waits after this many failed ones, in milliseconds. */
function waitAfter(count: number): number {
  return count < FREE_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (count - FREE_TRIES), LONGEST_WAIT_MS);
}

/** What counts as one visitor's address: a whole IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  const all = [...before, ...zeros, ...after];
  if (all.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(all.slice(6));
  return `${all.slice(0, 4).join(':')}::/64`;
}

/** The 48-bit IPv6 network around a 64-bit one; null for an IPv4 address. */
export function siteOf(network: string): string | null {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null;
}

/** The IPv4 address that an IPv6 socket shows as `::ffff:…`, from its last two groups. */
function ipv4Of(groups: readonly string[]): string {
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]).join('.');
}
