import { describe, expect, it } from 'vitest';
import { type ReadModelStore, StaleCheckpoint } from '../../../store/read-models.ts';
import { batchAt, built, idsOf, newGeneration, pagesOf, positionAt } from '../../support/processes/read-models-feed.ts';

const LEADS = { collection: 'leads', indexes: [['status', 'rank']], search: ['name'] };
const JOBS = { collection: 'jobs', indexes: [['day']], search: [] };

function leads(count: number, round: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `l${String(index).padStart(3, '0')}`,
    status: (index + round) % 2 ? 'new' : 'won',
    rank: index % 7,
    name: `Lead ${index} of round ${round}`,
  }));
}

/** Generations: building, opening, dropping. */
export function buildContract(store: () => ReadModelStore): void {
  describe('a generation', () => {
    it('A generation answers alike whether it was built or fed live', async () => {
      const building = await store().create(newGeneration(), [LEADS, JOBS]);
      const live = await store().create(newGeneration(), [LEADS, JOBS]);
      await live.finishBuild();
      for (const models of [building, live]) {
        await models.claim(1);
        await models.commit(batchAt(0, 'leads', leads(60, 1)));
        await models.commit(batchAt(1, 'jobs', [{ id: 'j', day: '2026-01-01' }]));
        await models.commit(batchAt(2, 'leads', leads(30, 2)));
      }
      expect((await building.get('leads', ['l001'])).get('l001')?.['name']).toBe('Lead 1 of round 2');
      await building.finishBuild();
      for (const search of ['', 'round 2', 'lead 1']) {
        const query = {
          where: { status: 'new' },
          search,
          order: { field: 'rank', direction: 'desc' },
          limit: 100,
        } as const;
        expect(await building.find('leads', query)).toEqual(await live.find('leads', query));
        expect(await building.count('leads', { search })).toBe(await live.count('leads', { search }));
      }
      expect(await building.find('jobs', { limit: 5 })).toEqual(await live.find('jobs', { limit: 5 }));
      expect(await building.checkpoint()).toEqual(await live.checkpoint());
    });

    it('A generation tells all by id while it is built', async () => {
      const models = await store().create(newGeneration(), [LEADS]);
      await models.claim(1);
      await models.commit(batchAt(0, 'leads', leads(25, 1).toReversed()));
      const pages = await pagesOf(models, 'leads', { limit: 10 });
      expect(pages.map(({ documents }) => documents.length)).toEqual([10, 10, 5]);
      expect(pages.flatMap(({ documents }) => documents)).toEqual(leads(25, 1));
    });

    it('A generation goes on after its build', async () => {
      const models = await built(store(), LEADS, leads(5, 1));
      await models.commit(batchAt(1, 'leads', [{ id: 'x', status: 'new', rank: 1, name: 'Xavier' }]));
      expect(await idsOf(models, 'leads', { search: 'xavier' })).toEqual(['x']);
    });

    it('A generation is fenced while it is built', async () => {
      const models = await store().create(newGeneration(), [LEADS]);
      await models.claim(3);
      await models.commit(batchAt(0, 'leads', [{ id: 'a' }], { epoch: 3 }));
      await expect(models.commit(batchAt(1, 'leads', [{ id: 'b' }], { epoch: 2 }))).rejects.toThrow(StaleCheckpoint);
      await expect(models.commit(batchAt(0, 'leads', [{ id: 'b' }], { epoch: 3 }))).rejects.toThrow(StaleCheckpoint);
      expect([...(await models.get('leads', ['a', 'b'])).keys()]).toEqual(['a']);
      expect((await models.checkpoint()).position).toBe(positionAt(1));
    });

    it('A generation keeps the dead letters of its build', async () => {
      const letter = {
        projection: 'leads',
        position: positionAt(1),
        eventId: 'e',
        stream: 's-1',
        type: 'T',
        error: 'Bad.',
      };
      const models = await store().create(newGeneration(), [LEADS]);
      await models.claim(1);
      await models.commit(batchAt(0, 'leads', [], { deadLetters: [letter] }));
      await models.finishBuild();
      expect(await models.deadLetters()).toEqual([letter]);
    });

    it('A generation is not opened before it is whole, and replaced where its build never ended', async () => {
      const name = newGeneration();
      const unfinished = await store().create(name, [LEADS]);
      await unfinished.claim(1);
      await unfinished.commit(batchAt(0, 'leads', leads(3, 1)));
      expect(await store().open(name, [LEADS])).toBeNull();
      expect(await store().list()).toContain(name);

      const second = await store().create(name, [LEADS]);
      expect((await second.checkpoint()).epoch).toBe(0);
      await second.claim(1);
      await second.commit(batchAt(0, 'leads', [{ id: 'only' }]));
      await expect(unfinished.finishBuild()).rejects.toThrow(StaleCheckpoint);
      await second.finishBuild();
      const opened = await store().open(name, [LEADS]);
      expect(await opened?.count('leads', {})).toBe(1);
    });

    it('A generation is listed, and gone once it is dropped', async () => {
      const models = await built(store(), LEADS, leads(3, 1));
      const other = await built(store(), LEADS, leads(4, 1));
      expect(await store().list()).toEqual(expect.arrayContaining([models.generation, other.generation]));
      await models.close();
      await store().drop(models.generation);
      expect(await store().list()).not.toContain(models.generation);
      expect(await store().open(models.generation, [LEADS])).toBeNull();
      expect(await other.count('leads', {})).toBe(4);
      await store().drop('never-there');
    });

    it('A generation is not there where nobody made it', async () => {
      expect(await store().open('never-there', [LEADS])).toBeNull();
    });
  });
}
