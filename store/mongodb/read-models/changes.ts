import { setTimeout as delay } from 'node:timers/promises';
import { type Position, START } from '../../event-store.ts';
import type { ChangeNotice } from '../../read-models.ts';
import { reaching } from '../client.ts';
import type { Layout } from './layout.ts';

const POLL_MS = 40;
/** Watchers share a reading of the checkpoint that is at most this old. */
const SHARED_MS = 20;

/** Follows the checkpoint of one generation for any number of watchers, by looking while someone watches. */
export class ChangeFeed {
  readonly #layout: Layout;
  #latest: { at: number; position: Promise<Position> } | null = null;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** @throws StoreUnavailable */
  async *watch(after: Position, signal: AbortSignal): AsyncGenerator<ChangeNotice, void, undefined> {
    let position = after;
    do {
      const head = await this.#head();
      if (head <= position || signal.aborted) continue;
      yield await this.#between(position, head);
      position = head;
    } while (await pause(signal));
  }

  #head(): Promise<Position> {
    const now = performance.now();
    if (this.#latest === null || now - this.#latest.at >= SHARED_MS)
      this.#latest = { at: now, position: this.#readHead() };
    return this.#latest.position;
  }

  async #readHead(): Promise<Position> {
    const row = await reaching(this.#layout.checkpoint.findOne({ _id: 'checkpoint' }));
    return row?.position ?? START;
  }

  /** The commits after a position, or `reset` where they do not lead from it to the head without a gap. */
  async #between(after: Position, head: Position): Promise<ChangeNotice> {
    const found = this.#layout.changes.find({ _id: { $gt: after, $lte: head } }).sort({ _id: 1 });
    const commits = await reaching(found.toArray());
    let reached = after;
    for (const commit of commits) {
      if (commit.previous > reached) return { position: head, reset: true };
      reached = commit._id;
    }
    if (reached !== head) return { position: head, reset: true };
    return { position: head, changes: commits.flatMap((commit) => commit.changes) };
  }
}

/** @returns false once the signal is aborted. */
async function pause(signal: AbortSignal): Promise<boolean> {
  try {
    await delay(POLL_MS, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
