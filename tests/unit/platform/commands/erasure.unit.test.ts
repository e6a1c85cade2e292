import { expect, test } from 'vitest';
import { followers } from '../../../../api/areas.ts';
import { Rejection } from '../../../../domain/kit/decider.ts';
import type { RecordedEvent } from '../../../../domain/kit/event.ts';
import type { CommandHandler } from '../../../../platform/commands/command-handler.ts';
import { createErasure, type Follower } from '../../../../platform/commands/erasure.ts';

type Parts = Parameters<typeof createErasure>[0];

const erased = {
  type: 'CustomerErased',
  stream: 'customer-a',
  position: '1',
  revision: 1n,
  id: '4f3a3a6e-6f0f-4b0e-9d4e-0d5c2f1b7a10',
  data: { leadId: null, propertyIds: [] },
  metadata: { subject: 'ada', recordedAt: '2026-06-15T12:00:00.000Z', correlationId: 'c' },
} as unknown as RecordedEvent;

/** Made for nobody who was known at the time. */
const analyzed = {
  type: 'ImageAnalyzed',
  data: { quoteId: null, customerId: null, leadId: null },
  metadata: { subject: 'own' },
};

/** @param find the matching documents of a collection */
function erasureOf(
  kinds: readonly Follower[],
  find: (collection: string, where: object) => { id: string }[],
  told: (id: string) => void,
  scrubbed: () => boolean = () => true,
  destroyed: (subject: string) => void = () => undefined,
) {
  const pages = {
    find: async (collection: string, { where }: { where: object }) => ({
      documents: find(collection, where),
      cursor: null,
    }),
    count: async (collection: string, { where }: { where: object }) => find(collection, where).length,
    get: async (_: string, ids: string[]) => new Map(ids.map((id) => [id, { id }])),
    isScrubbed: async () => scrubbed(),
  };
  const handle = async (_: unknown, id: string) => {
    told(id);
    return { position: '1' };
  };
  return createErasure({
    followers: kinds,
    keys: {
      erase: async (subject: string) => destroyed(subject),
      get: async () => new Map([['ada', { erasedAt: '2026-06-15T12:00:00.000Z' }]]),
    },
    streams: { forget: () => undefined, load: async () => ({ subject: 'ada' }) },
    log: { readStream: async () => [analyzed] },
    commands: { handle } as unknown as CommandHandler,
    readModels: { peek: () => pages, current: () => pages, position: () => '1' },
    files: { delete: async (name: string) => told(name) },
    heldFiles: { isHeld: async (name: string) => name === 'held' },
  } as unknown as Parts);
}

test.each(['jobs', 'photos'])('Whoever has waited long enough does not wait for all %s', async (collection) => {
  const stop = new AbortController();
  const documents = Array.from({ length: 50 }, (_, index) => ({ id: `${index}` }));
  const asked: string[] = [];
  const erasure = erasureOf(
    followers,
    (of) => (of === collection ? documents : []),
    (id) => {
      asked.push(id);
      if (asked.length === 3) stop.abort();
    },
  );
  await expect(erasure.finish([erased], stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toEqual(['0', '1', '2']);
});

test('What follows a record that follows is erased too, and the erasure’s own events begin no other', async () => {
  const of = (category: string, followed: string): Follower => ({
    decider: { category } as Follower['decider'],
    whose: { begins: 'Made', follows: [{ category: followed, by: 'of' }], erase: { type: 'Erase' } },
    collection: category,
    files: [],
  });
  const asked: string[] = [];
  const erasure = erasureOf(
    [of('invoice', 'job'), of('job', 'customer')],
    (collection, where) => [{ id: `${collection} of ${(where as { of: string }).of}` }],
    (id) => asked.push(id),
  );
  const { signal } = new AbortController();
  expect([...(await erasure.finish([erased], signal))]).toEqual([
    ['job', 1],
    ['invoice', 1],
  ]);
  expect(asked).toEqual(['job of a', 'invoice of job of a']);
  const own = { ...erased, metadata: { ...erased.metadata, actor: 'erasure' } };
  expect(await erasure.finish([own], signal)).toEqual(new Map());
});

test('What cannot be erased keeps nothing else of the person, and is told once all others are', async () => {
  const refusal = new Rejection('conflict', 'Not this one.');
  const asked: string[] = [];
  let looks = 0;
  const erasure = erasureOf(
    followers,
    (collection) =>
      ['jobs', 'photos'].includes(collection) ? [{ id: `${collection} 1` }, { id: `${collection} 2` }] : [],
    (id) => {
      asked.push(id);
      if (id === 'jobs 1') throw refusal;
    },
    () => ++looks > 0,
  );
  await expect(erasure.finish([erased], new AbortController().signal)).rejects.toBe(refusal);
  expect(new Set(asked)).toEqual(new Set(['jobs 1', 'jobs 2', 'photos 1', 'photos 2']));
  expect(looks, 'how often the files of the read models were looked at').toBe(1);

  const down = new Error('The disk is full.');
  const stopped = erasureOf(
    followers,
    (of) => (of === 'jobs' ? [{ id: '1' }, { id: '2' }] : []),
    (id) => {
      if (id === '1') throw down;
      throw new Error('not reached');
    },
  );
  await expect(stopped.finish([erased], new AbortController().signal)).rejects.toBe(down);
});

test('What another process made meanwhile is erased too, and no file holds it then', async () => {
  const asked: string[] = [];
  let looks = 0;
  const erasure = erasureOf(
    followers,
    () => [],
    (id) => asked.push(id),
    () => ++looks === 2,
  );
  const made = { ...erased, type: 'JobCreated', stream: 'job-late', data: { customerId: 'a' } };
  expect([...(await erasure.finish([made], new AbortController().signal))]).toEqual([['job', 1]]);
  expect({ asked, looks }).toEqual({ asked: ['late'], looks: 2 });
});

test('What comes to follow somebody who was erased by then is erased too, with the key of its own', async () => {
  const asked: string[] = [];
  const destroyed: string[] = [];
  const erasure = erasureOf(
    followers,
    () => [],
    (id) => asked.push(id),
    () => true,
    (subject) => destroyed.push(subject),
  );
  const metadata = { ...erased.metadata, subject: 'own', actor: 'claim-analysis' };
  const claimed = { ...erased, type: 'AnalysisClaimed', stream: 'analysis-late', data: { quoteId: 'q' }, metadata };
  expect([...(await erasure.finish([claimed], new AbortController().signal))]).toEqual([['analysis', 1]]);
  expect({ asked, destroyed }).toEqual({ asked: ['late'], destroyed: ['own'] });
  const released = { ...claimed, data: { quoteId: null } };
  expect(await erasure.finish([released], new AbortController().signal)).toEqual(new Map());
});

test('A file that a record names or somebody holds is not deleted', async () => {
  const deleted: string[] = [];
  const isNamed = (where: object) => Object.values(where).includes('named');
  const erasure = erasureOf(
    followers,
    (_, where) => (isNamed(where) ? [{ id: 'photo' }] : []),
    (name) => deleted.push(name),
  );
  await erasure.deleteUnused(['named', 'held', 'unused', 'unused']);
  expect(deleted).toEqual(['unused']);
});
