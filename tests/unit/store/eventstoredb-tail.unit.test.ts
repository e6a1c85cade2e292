import { once } from 'node:events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredEvent } from '../../../store/event-store.ts';
import type { Page } from '../../../store/eventstoredb/subscription.ts';
import { Tail, type TailLimits } from '../../../store/eventstoredb/tail.ts';
import { runs } from '../../support/depth.ts';

const LIMITS: TailLimits = { records: 8, characters: 1_000 };

/** A log that grows, with subscriptions to it. */
class GrowingLog {
  readonly records: StoredEvent[] = [];
  /** The position that each subscription so far began after. */
  readonly begun: string[] = [];
  open = 0;
  readonly #grown = new EventTarget();

  append(count: number, data = ''): void {
    for (let index = 0; index < count; index += 1) {
      const position = String(this.records.length + 1).padStart(6, '0');
      this.records.push({ id: position, position, data, metadata: '', type: 'Noted', stream: 'note-1', revision: 0n });
    }
    this.#grown.dispatchEvent(new Event('grown'));
  }

  readonly follow = async function* (this: GrowingLog, after: string, signal: AbortSignal): AsyncGenerator<Page> {
    this.begun.push(after);
    this.open += 1;
    try {
      let next = Number(after);
      for (let live = false; !signal.aborted; ) {
        const records = this.records.slice(next, next + 5);
        next += records.length;
        const isNews = records.length > 0 || !live;
        live ||= next === this.records.length;
        if (isNews) yield { records, live };
        else await once(this.#grown, 'grown', { signal }).catch(() => undefined);
      }
    } finally {
      this.open -= 1;
    }
  }.bind(this);
}

/** A reader who takes a page only when told to. */
class Reader {
  readonly ids: string[] = [];
  readonly #stop = new AbortController();
  readonly #pages: AsyncGenerator<Page>;
  #asked: Promise<void> | null = null;

  constructor(tail: Tail, after = '') {
    this.#pages = tail.pages(after, this.#stop.signal);
  }

  /** Asks for the next page, unless one is asked for. @returns when it has come */
  take(): Promise<void> {
    this.#asked ??= this.#pages.next().then(({ value }) => {
      this.ids.push(...idsOf((value as Page | undefined)?.records ?? []));
      this.#asked = null;
    });
    return this.#asked;
  }

  /** Takes pages until it has got so many records, or more. @returns their ids */
  async takeUpTo(count: number): Promise<string[]> {
    while (this.ids.length < count) await this.take();
    return this.ids;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#asked;
    await this.#pages.return(undefined);
  }
}

const idsOf = (records: readonly StoredEvent[]) => records.map(({ id }) => id);
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('Readers of one tail, however quick, each get everything once and in order', { tags: ['more'] }, async () => {
  const step = fc.oneof(
    fc.record({ append: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ take: fc.nat(3) }),
    fc.record({ join: fc.nat(3) }),
    fc.constant('turn' as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
      const log = new GrowingLog();
      const tail = new Tail(log.follow, LIMITS);
      const readers: { from: number; reader: Reader }[] = [];
      const join = (share: number) => {
        const from = Math.floor(log.records.length * share);
        readers.push({ from, reader: new Reader(tail, log.records[from - 1]?.position) });
      };
      for (const each of steps) {
        if (each === 'turn') await turn();
        else if ('append' in each) log.append(each.append);
        else if ('take' in each) void readers[each.take]?.reader.take();
        else join(each.join / 3);
      }
      for (const { from, reader } of readers) {
        const ids = idsOf(log.records.slice(from));
        expect(await reader.takeUpTo(ids.length)).toEqual(ids);
      }
      for (const { reader } of readers) await reader.stop();
      await turn();
      expect(log.open).toBe(0);
    }),
    { numRuns: runs(100) },
  );
});

/** Two readers of one tail, one of whom waits for more. */
async function slowAndQuick() {
  const log = new GrowingLog();
  const tail = new Tail(log.follow, LIMITS);
  const [slow, quick] = [new Reader(tail), new Reader(tail)];
  for (const reader of [slow, quick]) await reader.take();
  const waiting = [slow.take(), quick.take()];
  log.append(1);
  await Promise.all(waiting);
  return { log, slow, quick };
}

test.each([
  ['records', 9, '', 8],
  ['characters', 5, 'x'.repeat(240), 4],
] as const)(
  'A reader reads on by a subscription of its own only where the tail holds no more of its %s',
  async (_, beyond, data, within) => {
    for (const [count, ownAgain] of [
      [within, 0],
      [beyond, 1],
    ] as const) {
      const { log, slow, quick } = await slowAndQuick();
      const begun = log.begun.length;
      for (let index = 1; index <= count; index += 1) {
        const waiting = quick.take();
        log.append(1, data);
        await waiting;
      }
      await slow.takeUpTo(1 + count);
      expect(log.begun.slice(begun)).toEqual(Array(ownAgain).fill('000001'));
      for (const reader of [slow, quick]) await reader.stop();
    }
  },
);
