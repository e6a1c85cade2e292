import { networkOf, siteOf } from '../../accounts/tries.ts';
import { type IncomingFiles, TooManyIncoming } from '../../images/incoming-files.ts';
import { createPlaces } from '../../runtime/places.ts';
import { HttpError } from '../answers/errors.ts';

/** A stranger's files that are on their way. They take a place in the room with their first byte. */
export interface Arrival {
  /** Aborted when they have lost their place: they came too slowly, or others needed it. The reason is for the answer. */
  signal: AbortSignal;
  /** Counts bytes of a file. @throws TooManyIncoming where there is no place for the first of them */
  took(bytes: number): void;
  /**
   * All of it is here: from now on it waits for us, and keeps its place until that is done.
   * @throws if it has lost its place
   */
  arrived(): void;
}

/** Incoming files from strangers. */
export interface VisitorFiles {
  /**
   * Receives a form of a stranger's. Without files it takes no room; with them one network may take only part of it, and
   * whoever sends the slowest goes when it is full.
   * @param address of the sender
   * @param work is given a path where nothing exists yet; whatever it leaves there is removed
   * @throws TooManyIncoming; HttpError 408 from what heeds the signal; StoreUnavailable
   */
  receive<Result>(address: string, work: (path: string, arrival: Arrival) => Promise<Result>): Promise<Result>;
}

export interface VisitorFileLimits {
  /** How many forms with files there is room for. */
  room: number;
  /** How many of them one network may have, and all of the site that it belongs to (an IPv6 /48). */
  ofNetwork: number;
  ofSite: number;
  /** Over how many milliseconds the rate is measured: the best of networks stall for one or two seconds. */
  spanMs: number;
  /** The least rate, in bytes per second: a phone with hardly any signal has several times as much. */
  leastRate: number;
}

const LIMITS: VisitorFileLimits = { room: 24, ofNetwork: 6, ofSite: 12, spanMs: 5_000, leastRate: 2_048 };

/** Files that have a place. */
interface Placed {
  /** Bytes per second in the last whole span and the present one; null as long as nobody can know. */
  rate(): number | null;
  isWhole: boolean;
  cut(reason: Error): void;
}

/** Of a span, what has to pass before it tells a rate. */
const TELLS_AFTER = 0.2;

/** @param files where they are kept until it is their turn */
export function visitorFilesIn(files: Pick<IncomingFiles, 'at'>, given: Partial<VisitorFileLimits> = {}): VisitorFiles {
  const limits = { ...LIMITS, ...given };
  const networks = createPlaces(limits.ofNetwork);
  const sites = createPlaces(limits.ofSite);
  const room = new Set<Placed>();

  /** @returns frees both; null if either has as many as it may */
  function shareOf(network: string): (() => void) | null {
    const leave = networks.take(network);
    const site = siteOf(network);
    const leaveSite = site === null ? () => {} : sites.take(site);
    if (leave && leaveSite) {
      return () => {
        leave();
        leaveSite();
      };
    }
    leave?.();
    leaveSite?.();
    return null;
  }

  /** Cuts whoever sends the slowest. @throws TooManyIncoming if nobody can know yet who that is */
  function makeRoom(): void {
    let slowest: { placed: Placed; rate: number } | null = null;
    for (const placed of room) {
      const rate = placed.isWhole ? null : placed.rate();
      if (rate !== null && rate < (slowest?.rate ?? Number.POSITIVE_INFINITY)) slowest = { placed, rate };
    }
    if (!slowest) throw new TooManyIncoming();
    slowest.placed.cut(new TooManyIncoming());
  }

  return {
    receive: (address, work) =>
      files.at(async (path) => {
        const ended = new AbortController();
        let placed: Placed | null = null;
        let leave = () => {};
        // In the present span, and in the one before.
        let bytes = 0;
        let spanFrom = 0;
        let last: { bytes: number; ms: number } | null = null;

        /** @throws TooManyIncoming */
        function enter(): Placed {
          const leaveShare = shareOf(networkOf(address));
          if (!leaveShare) throw new TooManyIncoming();
          try {
            if (room.size >= limits.room) makeRoom();
          } catch (cause) {
            leaveShare();
            throw cause;
          }
          spanFrom = performance.now();
          const entered: Placed = { rate, isWhole: false, cut };
          const timer = setInterval(() => measure(entered), limits.spanMs).unref();
          room.add(entered);
          leave = () => {
            clearInterval(timer);
            room.delete(entered);
            leaveShare();
          };
          return entered;
        }

        function rate(): number | null {
          const ms = performance.now() - spanFrom;
          if (last === null && ms < TELLS_AFTER * limits.spanMs) return null;
          return ((bytes + (last?.bytes ?? 0)) / (ms + (last?.ms ?? 0))) * 1_000;
        }

        function measure({ isWhole }: Placed): void {
          const ms = performance.now() - spanFrom;
          if (!isWhole && (bytes / ms) * 1_000 < limits.leastRate) cut(tooSlow());
          last = { bytes, ms };
          bytes = 0;
          spanFrom += ms;
        }

        function cut(reason: Error): void {
          leave();
          ended.abort(reason);
        }

        const arrival: Arrival = {
          signal: ended.signal,
          took(more) {
            ended.signal.throwIfAborted();
            placed ??= enter();
            bytes += more;
          },
          arrived() {
            ended.signal.throwIfAborted();
            if (placed) placed.isWhole = true;
          },
        };
        try {
          return await work(path, arrival);
        } finally {
          leave();
        }
      }),
  };
}

function tooSlow(): HttpError {
  const message = 'The photos came too slowly. Send them again with a better signal, or send the request without them.';
  return new HttpError(408, { message, code: 'too_slow' });
}
