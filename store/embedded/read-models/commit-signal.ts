import { woken } from '../shared-wait.ts';

/** How often to look where nobody tells of a commit, in milliseconds. */
const LOOK_MS = 200;

/** Tells those who wait, in all threads that share its memory, of each commit to the read models. */
export class CommitSignal {
  readonly #slots: Int32Array;
  readonly #waitMs: number | undefined;

  /** @param shared 4 bytes or more that all threads were given; without it commits elsewhere are found by looking */
  constructor(shared?: SharedArrayBuffer) {
    this.#slots = new Int32Array(shared ?? new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    this.#waitMs = shared ? undefined : LOOK_MS;
  }

  /** Tells of a commit. */
  ring(): void {
    Atomics.add(this.#slots, 0, 1);
    Atomics.notify(this.#slots, 0);
  }

  /** How often it has rung: read it before looking, and give it to `changed`. */
  current(): number {
    return Atomics.load(this.#slots, 0);
  }

  /** Waits until it has rung since, the signal is aborted, or it is time to look anyway. */
  async changed(seen: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const wake = () => void Atomics.notify(this.#slots, 0);
    await woken(Atomics.waitAsync(this.#slots, 0, seen), wake, signal, this.#waitMs);
  }
}
