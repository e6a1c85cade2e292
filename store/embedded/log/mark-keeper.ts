import { type LogMark, writeFilesMark } from './mark.ts';

/** Marks are written at most this often: they may lag this far behind the log, and are never ahead of it. */
const MARK_EVERY_MS = 1_000;

/** Records in state and files how far the log has come, so that each of them notices if its end is lost. */
export class MarkKeeper {
  readonly #last: () => LogMark | null;
  readonly #writeState: (mark: LogMark) => void;
  readonly #files: string;
  #marked: string | null = null;
  #markedAt = 0;
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param options.last the log's last durable event
   * @param options.writeState stores the mark in state, durably
   * @param options.files the folder of the files
   */
  constructor(options: { last: () => LogMark | null; writeState: (mark: LogMark) => void; files: string }) {
    this.#last = options.last;
    this.#writeState = options.writeState;
    this.#files = options.files;
  }

  /** Call after each commit of the log. */
  committed(): void {
    if (this.#timer !== null || this.#isMarked()) return;
    const wait = Math.max(0, this.#markedAt + MARK_EVERY_MS - Date.now());
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.mark();
      },
      Math.min(wait, MARK_EVERY_MS),
    );
  }

  /** Writes the marks now. If that fails, as on a full disk, the next commit tries again. */
  mark(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#markedAt = Date.now();
    const mark = this.#last();
    if (mark === null || this.#isMarked()) return;
    try {
      this.#writeState(mark);
      writeFilesMark(this.#files, mark);
      this.#marked = mark.position;
    } catch {
      return;
    }
  }

  #isMarked(): boolean {
    return this.#last()?.position === this.#marked;
  }
}
