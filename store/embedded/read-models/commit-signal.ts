import { woken } from '../shared-wait.ts';

/** How often to check for commits when nobody announces them, in milliseconds. */
const LOOK_MS = 200;

/** Notifies those who wait, in all threads that share its memory, of each commit to the read models. */
export class CommitSignal {
  readonly #slots: Int32Array;
  readonly #waitMs: number | undefined;

  /** @param shared at least 4 bytes given to all threads; without it, commits elsewhere are found by polling */
  constructor(shared?: SharedArrayBuffer) {
    this.#slots = new Int32Array(shared ?? new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    this.#waitMs = shared ? undefined : LOOK_MS;
  }

  /** Announces a commit. */
  ring(): void {
    Atomics.add(this.#slots, 0, 1);
    Atomics.notify(this.#slots, 0);
  }

  /** How often it has rung: read it before checking, then pass it to `changed`. */
  current(): number {
    return Atomics.load(this.#slots, 0);
  }

  /** Waits until it rings again, the signal is aborted, or it is time to poll. */
  async changed(seen: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const wake = () => void Atomics.notify(this.#slots, 0);
    await woken(Atomics.waitAsync(this.#slots, 0, seen), wake, signal, this.#waitMs);
  }
}
