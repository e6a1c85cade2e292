import { describe, expect, it } from 'vitest';
import { START } from '../../../store/event-store.ts';
import { type DeadLetter, type ReadModelStore, type ReadModels, StaleCheckpoint } from '../../../store/read-models.ts';
import { batchAt, batchOn, built, idsOf, newGeneration, positionAt } from '../../support/processes/read-models-feed.ts';

const LEADS = { collection: 'leads', indexes: [['status']], search: ['name'] };

function letterAt(number: number): DeadLetter {
  return {
    projection: 'leads',
    position: positionAt(number),
    eventId: `event-${number}`,
    stream: 'lead-a',
    type: 'LeadCaptured',
    error: 'It has no name.',
  };
}

/** The fenced commit. */
export function commitContract(store: () => ReadModelStore): void {
  describe('commit', () => {
    async function handleOn(models: ReadModels): Promise<ReadModels> {
      const other = await store().open(models.generation, [LEADS]);
      if (!other) throw new Error('The generation is not there.');
      return other;
    }

    it('A commit writes documents, dead letters and the checkpoint together', async () => {
      const models = await built(store(), LEADS, [{ id: 'a', status: 'new', name: 'Ada' }]);
      const documents = [
        { id: 'a', status: 'won', name: 'Ada' },
        { id: 'b', status: 'won', name: 'Bob', nested: { list: [1, { deep: null }], text: 'x' } },
      ];
      await models.commit(batchAt(1, 'leads', documents, { deadLetters: [letterAt(2)] }));
      expect(await models.checkpoint()).toEqual({ position: positionAt(2), eventId: 'event-2', epoch: 1 });
      expect(await models.get('leads', ['a', 'b'])).toEqual(new Map(documents.map((each) => [each.id, each])));
      expect(await idsOf(models, 'leads', { where: { status: 'won' } })).toEqual(['a', 'b']);
      expect(await idsOf(models, 'leads', { where: { status: 'new' } })).toEqual([]);
      expect(await models.deadLetters()).toEqual([letterAt(2)]);
    });

    it('A commit moves on without documents', async () => {
      const models = await built(store(), LEADS);
      await models.commit(batchAt(1, 'leads', []));
      expect((await models.checkpoint()).position).toBe(positionAt(2));
    });

    it('A commit takes the last form of a document that is there twice', async () => {
      const models = await built(store(), LEADS);
      await models.commit(
        batchAt(1, 'leads', [
          { id: 'a', status: 'new', name: 'First' },
          { id: 'a', status: 'won', name: 'Last' },
        ]),
      );
      expect(await idsOf(models, 'leads', { where: { status: 'won' }, search: 'last' })).toEqual(['a']);
      expect(await models.count('leads', {})).toBe(1);
      expect(await models.count('leads', { search: 'first' })).toBe(0);
    });

    it('A commit is seen by other handles', async () => {
      const models = await built(store(), LEADS);
      const other = await handleOn(models);
      await models.commit(batchAt(1, 'leads', [{ id: 'a', status: 'new' }]));
      expect(await idsOf(other, 'leads', { where: { status: 'new' } })).toEqual(['a']);
      expect((await other.checkpoint()).position).toBe(positionAt(2));
    });

    it.each([
      ['an earlier checkpoint', 0, 1],
      ['a later checkpoint', 2, 1],
      ['a lower epoch', 1, 0],
      ['a higher epoch', 1, 2],
    ])('A commit of %s writes nothing', async (_, number, epoch) => {
      const models = await built(store(), LEADS, [{ id: 'a', status: 'new', name: 'Ada' }]);
      const stale = batchAt(number, 'leads', [{ id: 'a', status: 'stale' }, { id: 'b' }], {
        epoch,
        deadLetters: [letterAt(2)],
      });
      await expect(models.commit(stale)).rejects.toThrow(StaleCheckpoint);
      expect(await models.checkpoint()).toEqual({ position: positionAt(1), eventId: 'event-1', epoch: 1 });
      expect([...(await models.get('leads', ['a', 'b'])).values()]).toEqual([{ id: 'a', status: 'new', name: 'Ada' }]);
      expect(await idsOf(models, 'leads', { where: { status: 'stale' } })).toEqual([]);
      expect(await models.deadLetters()).toEqual([]);

      await models.commit(batchAt(1, 'leads', [{ id: 'c' }]));
      const told = await models.watch(positionAt(1), AbortSignal.timeout(30_000))[Symbol.asyncIterator]().next();
      expect(told.value).toEqual({ position: positionAt(2), changes: [{ collection: 'leads', id: 'c' }] });
    });

    it('A commit of a runner that was overtaken writes nothing', async () => {
      const first = await built(store(), LEADS);
      const second = await handleOn(first);
      expect(await second.claim(5)).toEqual({ position: positionAt(1), eventId: 'event-1', epoch: 5 });
      await expect(first.commit(batchAt(1, 'leads', [{ id: 'a' }]))).rejects.toThrow(StaleCheckpoint);
      await second.commit(batchAt(1, 'leads', [{ id: 'b' }], { epoch: 5 }));
      expect([...(await first.get('leads', ['a', 'b'])).keys()]).toEqual(['b']);
    });

    it('A claim is refused to an epoch that is not above the present one', async () => {
      const models = await built(store(), LEADS);
      await expect(models.claim(1)).rejects.toThrow(StaleCheckpoint);
      await expect(models.claim(0)).rejects.toThrow(StaleCheckpoint);
      expect((await models.checkpoint()).epoch).toBe(1);
      expect((await models.claim(2)).epoch).toBe(2);
    });

    it('A commit may stay at its position, and is fenced there too', async () => {
      const first = await built(store(), LEADS, [{ id: 'a', status: 'new' }]);
      await first.commit(batchOn(1, 'leads', [{ id: 'a', status: 'won' }]));
      await first.commit(batchOn(1, 'leads', [{ id: 'b', status: 'won' }]));
      expect(await first.checkpoint()).toEqual({ position: positionAt(1), eventId: 'event-1', epoch: 1 });
      expect(await idsOf(first, 'leads', { where: { status: 'won' } })).toEqual(['a', 'b']);
      const second = await handleOn(first);
      await second.claim(2);
      await expect(first.commit(batchOn(1, 'leads', [{ id: 'c' }]))).rejects.toThrow(StaleCheckpoint);
      await second.commit(batchAt(1, 'leads', [{ id: 'd' }], { epoch: 2 }));
      await expect(second.commit(batchOn(1, 'leads', [{ id: 'e' }], 2))).rejects.toThrow(StaleCheckpoint);
      expect([...(await first.get('leads', ['c', 'd', 'e'])).keys()]).toEqual(['d']);
    });

    it('A commit keeps the work list with the documents, in a build and live', async () => {
      const item = (id: string, after: string | null) => ({ id, after, nested: { list: [1] } });
      const models = await store().create(newGeneration(), [LEADS]);
      await models.claim(1);
      await models.commit({ ...batchAt(0, 'leads', []), work: { put: [item('early', null)], done: [] } });
      await models.finishBuild();
      expect(await models.work(10)).toEqual([item('early', null)]);
      const put = [item('c', null), item('b', null), item('a', null)];
      await models.commit({ ...batchAt(1, 'leads', []), work: { put, done: ['early'] } });
      expect(await models.work(2)).toEqual([item('a', null), item('b', null)]);
      await models.commit({ ...batchOn(2, 'leads', []), work: { put: [item('b', 'x')], done: ['a', 'never-there'] } });
      expect(await (await handleOn(models)).work(10)).toEqual([item('b', 'x'), item('c', null)]);
      const stale = { ...batchAt(1, 'leads', []), work: { put: [item('d', null)], done: ['b'] } };
      await expect(models.commit(stale)).rejects.toThrow(StaleCheckpoint);
      expect(await models.work(10)).toEqual([item('b', 'x'), item('c', null)]);
    });

    it('A new generation starts at the start', async () => {
      const models = await store().create('at-the-start', [LEADS]);
      expect(await models.checkpoint()).toEqual({ position: START, eventId: '', epoch: 0 });
      await models.finishBuild();
      expect(await models.checkpoint()).toEqual({ position: START, eventId: '', epoch: 0 });
      await models.claim(1);
      await models.commit(batchAt(0, 'leads', [{ id: 'a' }]));
      expect(await models.count('leads', {})).toBe(1);
    });
  });
}
