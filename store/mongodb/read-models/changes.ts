import { setTimeout as delay } from 'node:timers/promises';
import { type Position, START } from '../../event-store.ts';
import { type ChangeNotice, countedChanges } from '../../read-models.ts';
import { reaching } from '../client.ts';
import type { Layout } from './layout.ts';

const POLL_MS = 40;
/** Watchers share a checkpoint reading at most this old. */
const SHARED_MS = 20;

/** The last commit: its number, and the position it reached. */
interface Head {
  number: number;
  position: Position;
}

/** Follows the checkpoint of one generation for any number of watchers, polling while someone watches. */
export class ChangeFeed {
  readonly #layout: Layout;
  #latest: { at: number; head: Promise<Head> } | null = null;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** @throws StoreUnavailable */
  async *watch(after: Position, signal: AbortSignal): AsyncGenerator<ChangeNotice, void, undefined> {
    if (signal.aborted) return;
    let told = await reaching(this.#numberAt(after));
    do {
      const head = await this.#head();
      if (signal.aborted || (told !== null && head.number <= told)) continue;
      yield told === null ? { position: head.position, reset: true } : await reaching(this.#between(told, head));
      told = head.number;
    } while (await pause(signal));
  }

  #head(): Promise<Head> {
    const now = performance.now();
    if (this.#latest === null || now - this.#latest.at >= SHARED_MS)
      this.#latest = { at: now, head: reaching(this.#readHead()) };
    return this.#latest.head;
  }

  async #readHead(): Promise<Head> {
    const row = await this.#layout.checkpoint.findOne({ _id: 'checkpoint' });
    return { number: row?.changed ?? 0, position: row?.position ?? START };
  }

  /** The number of the commit that reached a position; null if some of the commits after it have been dropped. */
  async #numberAt(position: Position): Promise<number | null> {
    const { changes } = this.#layout;
    // Read first: anything committed meanwhile is then among the changes.
    const head = await this.#readHead();
    const reaching = [{ position: { $lt: position } }, { position: { $eq: position }, previous: { $lt: position } }];
    const reached = await changes.findOne({ $or: reaching }, { sort: { _id: -1 } });
    if (reached) return reached._id;
    const first = await changes.findOne({}, { sort: { _id: 1 } });
    if (first) return first.previous <= position ? first._id - countedChanges(first.changes.length) : null;
    return head.position <= position ? head.number : null;
  }

  /** The commits after one, or `reset` if they do not lead to the head without a gap. */
  async #between(told: number, head: Head): Promise<ChangeNotice> {
    const commits = await this.#layout.changes
      .find({ _id: { $gt: told, $lte: head.number } })
      .sort({ _id: 1 })
      .toArray();
    let reached = told;
    for (const { _id, changes } of commits) if (_id - countedChanges(changes.length) === reached) reached = _id;
    if (reached !== head.number) return { position: head.position, reset: true };
    return { position: head.position, changes: commits.flatMap(({ changes }) => changes) };
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
