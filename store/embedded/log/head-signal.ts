import { StoreUnavailable } from '../../event-store.ts';
import { FILE_DAMAGES, type FileDamage } from '../folder/open-files.ts';
import { woken } from '../shared-wait.ts';

const HEAD = 0;
const LOST = 1;
const COMMITS = 2;
const APPENDS = 3;
const DAMAGED = 4;
const FILE_DAMAGED = 5;
const SLOTS = 6;
/** In the damage slot: the log is damaged, but not at one event with a place. */
const WITHOUT_PLACE = -1n;

/** The writer's counts since it started. */
export interface WriterStats {
  /** Committed transactions of the log. */
  commits: number;
  /** Appends in those transactions. */
  appends: number;
}

/** The log's head in memory that all threads share: the writer advances it after each commit, subscriptions wait on it. */
export class HeadSignal {
  readonly buffer: SharedArrayBuffer;
  readonly #slots: BigInt64Array;

  constructor(buffer = new SharedArrayBuffer(SLOTS * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer;
    this.#slots = new BigInt64Array(buffer);
  }

  /** Tells all threads of a commit. */
  advance(position: number, appends: number): void {
    Atomics.add(this.#slots, COMMITS, 1n);
    Atomics.add(this.#slots, APPENDS, BigInt(appends));
    this.start(position);
  }

  /** Sets the head that was found on opening. */
  start(position: number): void {
    Atomics.store(this.#slots, HEAD, BigInt(position));
    this.wake();
  }

  /** Tells all threads that the writer is gone. */
  lose(): void {
    Atomics.store(this.#slots, LOST, 1n);
    this.wake();
  }

  /** Tells all threads what was found damaged; the first finding stays. @param place an event's place, or null */
  reportDamage(place: number | null): void {
    const told = place === null || place < 1 ? WITHOUT_PLACE : BigInt(place);
    Atomics.compareExchange(this.#slots, DAMAGED, 0n, told);
  }

  /** What was found damaged first: the place of an event, or `log`; null if nothing was. */
  damage(): number | 'log' | null {
    const told = Atomics.load(this.#slots, DAMAGED);
    if (told === 0n) return null;
    return told === WITHOUT_PLACE ? 'log' : Number(told);
  }

  /** Tells all threads what happened to an open file; the first finding stays. */
  reportFileDamage({ file, fault }: FileDamage): void {
    const known = FILE_DAMAGES.findIndex((each) => each.file === file && each.fault === fault);
    Atomics.compareExchange(this.#slots, FILE_DAMAGED, 0n, BigInt(known + 1));
  }

  /** The first fault of an open file; null if there was none. */
  fileDamage(): FileDamage | null {
    return FILE_DAMAGES[Number(Atomics.load(this.#slots, FILE_DAMAGED)) - 1] ?? null;
  }

  /** Wakes everybody who waits to look again. */
  wake(): void {
    Atomics.notify(this.#slots, HEAD);
  }

  current(): bigint {
    return Atomics.load(this.#slots, HEAD);
  }

  stats(): WriterStats {
    return {
      commits: Number(Atomics.load(this.#slots, COMMITS)),
      appends: Number(Atomics.load(this.#slots, APPENDS)),
    };
  }

  /**
   * Waits until the head differs from the one seen, the signal is aborted, or `wake` is called.
   * @throws StoreUnavailable if the writer is gone
   */
  async changed(seen: bigint, signal: AbortSignal): Promise<void> {
    if (Atomics.load(this.#slots, LOST) !== 0n) throw new StoreUnavailable('The writer of the event log has ended.');
    if (signal.aborted) return;
    await woken(Atomics.waitAsync(this.#slots, HEAD, seen), () => this.wake(), signal);
  }
}
