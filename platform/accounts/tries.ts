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
   * Whether the account has tries left. If not, answer as if it were wrong, right or not: another of its names used
   * them up, and refusing this one would reveal that both belong to one account.
   */
  mayLook: boolean;
  /** It was right: its count starts over. */
  succeed(): Promise<void>;
  /** It was neither right nor wrong, because something more is needed; it does not count. */
  giveBack(): Promise<void>;
}

export interface Tries {
  /**
   * Counts a try at an account before it is looked at. After five in a row the next one must wait: 30 seconds, then
   * twice as long each time, up to 15 minutes.
   * @param account whose tries count together
   * @param by a device has five tries of its own, whatever strangers do, and counts as a stranger once they are used
   *   up. With a name, only tries with that name are refused
   * @throws TooManyTries `too_many_tries`
   */
  take(account: string, by?: TriedBy): Promise<Try>;
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

  /** @param change returns the record's next value; whatever it throws becomes the answer */
  function update(key: string, ttlMs: number, change: (before: Json | undefined) => Json): Promise<void> {
    return queues.run(key, async () => {
      for (;;) {
        const record = await state.get(key);
        const next = change(record?.value);
        if (await state.put(key, next, { expected: record?.version ?? 'none', ttlMs })) return;
      }
    });
  }

  /** @returns the number of this try; null if all are used up */
  async function takeOfDevice(key: string): Promise<number | null> {
    let taken = 0;
    await update(key, FORGET_AFTER_MS, (value) => {
      taken = ((value ?? NONE) as Count).count + 1;
      return { count: Math.min(taken, FREE_TRIES), until: 0 };
    });
    return taken > FREE_TRIES ? null : taken;
  }

  /** @returns the number of this try in a row */
  async function takeOfAccount(key: string): Promise<number> {
    let taken = 0;
    let refusedForMs = 0;
    await update(key, FORGET_AFTER_MS, (value) => {
      const { count, until } = (value ?? NONE) as Count;
      refusedForMs = Math.max(0, until - clock());
      taken = count + 1;
      if (refusedForMs === 0) return { count: taken, until: clock() + waitAfter(taken) };
      const longest = waitAfter(count);
      if (refusedForMs <= longest) throw new TooManyTries('too_many_tries', refusedForMs);
      // The clock was set back since: the wait starts over, or it would last for as long as the clock went back.
      refusedForMs = longest;
      return { count, until: clock() + longest };
    });
    if (refusedForMs > 0) throw new TooManyTries('too_many_tries', refusedForMs);
    return taken;
  }

  /** @param taken which try it was: if others came after it, any wait is theirs and stays */
  function giveBack(key: string, taken: number): Promise<void> {
    return update(key, FORGET_AFTER_MS, (value) => {
      const { count, until } = (value ?? NONE) as Count;
      const left = Math.max(0, count - 1);
      return { count: left, until: left < FREE_TRIES || count === taken ? 0 : until };
    });
  }

  /** @param parts the counts that it belongs to, and its number in each */
  function tryOf(parts: readonly { key: string; taken: number }[], mayLook = true): Try {
    return {
      mayLook,
      async succeed() {
        for (const { key } of parts) await update(key, FORGET_AFTER_MS, () => NONE);
      },
      async giveBack() {
        for (const { key, taken } of parts) await giveBack(key, taken);
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
    async take(account, { device = null, name } = {}) {
      const ofDevice = `${PREFIX}device/${device}`;
      const own = device === null ? null : await takeOfDevice(ofDevice);
      if (own !== null) return tryOf([{ key: ofDevice, taken: own }]);
      const key = PREFIX + account;
      if (name === undefined) return tryOf([{ key, taken: await takeOfAccount(key) }]);
      const ofName = PREFIX + name;
      const named = { key: ofName, taken: await takeOfAccount(ofName) };
      const taken = await takeOfAccount(key).catch((err: unknown) => {
        if (err instanceof TooManyTries) return null;
        throw err;
      });
      return taken === null ? tryOf([named], false) : tryOf([named, { key, taken }]);
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
