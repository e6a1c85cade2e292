import { describe, expect, it } from 'vitest';
import { START } from '../../../store/event-store.ts';
import type { ReadModelStore } from '../../../store/read-models.ts';
import { batchAt, batchOn, built, noticesUntil, positionAt } from '../../support/processes/read-models-feed.ts';

const LEADS = { collection: 'leads', indexes: [], search: [] };

function changeOf(id: string) {
  return { collection: 'leads', id };
}

/** What watchers are told. @param changesHeld the most recent changed ids, this many, are kept */
export function watchContract(store: () => ReadModelStore, changesHeld: number): void {
  describe('watch', () => {
    it('A watch catches up, then goes on with what comes', async () => {
      const models = await built(store(), LEADS);
      await models.commit(batchAt(1, 'leads', [{ id: 'a' }, { id: 'b' }]));
      await models.commit(batchAt(2, 'leads', []));
      const stop = new AbortController();
      const watcher = models.watch(positionAt(1), stop.signal)[Symbol.asyncIterator]();
      expect((await watcher.next()).value).toEqual({ position: positionAt(3), changes: ['a', 'b'].map(changeOf) });
      const next = watcher.next();
      await models.commit(batchAt(3, 'leads', [{ id: 'c' }]));
      expect((await next).value).toEqual({ position: positionAt(4), changes: [changeOf('c')] });
      const last = watcher.next();
      stop.abort();
      expect((await last).done).toBe(true);
    });

    it('A watch tells nothing of what was told already', async () => {
      const models = await built(store(), LEADS);
      await models.commit(batchAt(1, 'leads', [{ id: 'a' }]));
      const told = noticesUntil(models, positionAt(2), positionAt(3));
      await models.commit(batchAt(2, 'leads', [{ id: 'b' }]));
      expect(await told).toEqual([{ position: positionAt(3), changes: [changeOf('b')] }]);
    });

    it('A watch tells of commits that stay at their position, and again to whoever begins there', async () => {
      const models = await built(store(), LEADS);
      const stop = new AbortController();
      const watcher = models.watch(positionAt(1), stop.signal)[Symbol.asyncIterator]();
      const told = watcher.next();
      await models.commit(batchOn(1, 'leads', [{ id: 'a' }]));
      expect((await told).value).toEqual({ position: positionAt(1), changes: [changeOf('a')] });
      const next = watcher.next();
      await models.commit(batchOn(1, 'leads', [{ id: 'b' }]));
      expect((await next).value).toEqual({ position: positionAt(1), changes: [changeOf('b')] });
      const last = watcher.next();
      await models.commit(batchAt(1, 'leads', [{ id: 'c' }]));
      expect((await last).value).toEqual({ position: positionAt(2), changes: [changeOf('c')] });
      stop.abort();
      const again = await noticesUntil(models, positionAt(1), positionAt(2));
      expect(again.flatMap((notice) => ('changes' in notice ? notice.changes : []))).toEqual(
        ['a', 'b', 'c'].map(changeOf),
      );
    });

    it('A watch loses and repeats nothing while commits come fast', async () => {
      const models = await built(store(), LEADS);
      const told = noticesUntil(models, positionAt(1), positionAt(60));
      for (let number = 1; number < 60; number++) await models.commit(batchAt(number, 'leads', [{ id: `d${number}` }]));
      const ids = (await told).flatMap((notice) => ('changes' in notice ? notice.changes.map(({ id }) => id) : []));
      expect(ids).toEqual(Array.from({ length: 59 }, (_, index) => `d${index + 1}`));
    });

    it('Many watchers are told, on other handles too', async () => {
      const models = await built(store(), LEADS);
      const other = await store().open(models.generation, [LEADS]);
      if (!other) throw new Error('The generation is not there.');
      const told = Array.from({ length: 50 }, (_, index) =>
        noticesUntil(index % 2 ? models : other, positionAt(1), positionAt(2)),
      );
      await models.commit(batchAt(1, 'leads', [{ id: 'a' }]));
      for (const notices of await Promise.all(told))
        expect(notices).toEqual([{ position: positionAt(2), changes: [changeOf('a')] }]);
    });

    it('A watch begins with a reset where a build holds no changes', async () => {
      const models = await built(store(), LEADS, [{ id: 'a' }]);
      expect(await noticesUntil(models, START, positionAt(1))).toEqual([{ position: positionAt(1), reset: true }]);
    });

    it('A watch begins with a reset on a gap, and holds the last changes', { tags: ['more'] }, async () => {
      const models = await built(store(), LEADS);
      const size = changesHeld / 20;
      const commits = changesHeld / size + 3;
      for (let number = 1; number <= commits; number++) {
        const documents = Array.from({ length: size }, (_, index) => ({ id: `d${index}`, number }));
        await models.commit(batchAt(number, 'leads', documents));
      }
      const head = positionAt(commits + 1);
      expect(await noticesUntil(models, positionAt(1), head)).toEqual([{ position: head, reset: true }]);
      const held = await noticesUntil(models, positionAt(5), head);
      expect(held.flatMap((notice) => ('changes' in notice ? notice.changes : []))).toHaveLength((commits - 4) * size);
    });

    it('A watch ends with its signal, and with its handle', async () => {
      const models = await built(store(), LEADS);
      const aborted = models.watch(positionAt(1), AbortSignal.abort())[Symbol.asyncIterator]();
      expect((await aborted.next()).done).toBe(true);
      const waiting = models.watch(positionAt(1), new AbortController().signal)[Symbol.asyncIterator]().next();
      await models.close();
      expect((await waiting).done).toBe(true);
    });
  });
}
