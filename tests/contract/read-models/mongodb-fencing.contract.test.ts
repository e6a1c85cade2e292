import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START, StoreUnavailable } from '../../../store/event-store.ts';
import { connectMongo } from '../../../store/mongodb/client.ts';
import { mongoReadModels } from '../../../store/mongodb/read-models/store.ts';
import { type CommitBatch, type ReadModelStore, type ReadModels, StaleCheckpoint } from '../../../store/read-models.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';

const COLLECTIONS = [{ collection: 'leads', indexes: [['status']], search: ['name'] }];
const DEAD_RUNNER = join(import.meta.dirname, '../../support/processes/mongodb-dead-runner.ts');

function batch(previous: string, position: string, epoch: number, status: string): CommitBatch {
  const documents = [{ collection: 'leads', document: { id: 'a', status, name: 'Ada' } }];
  return { previous, position, epoch, eventId: `event-${position}`, documents, deadLetters: [] };
}

describe.skipIf(!mongoAvailable())('Runners of the MongoDB read models', () => {
  let server: MongoServer;
  let client: MongoClient;
  let store: ReadModelStore;
  let generations = 0;

  beforeAll(async () => {
    server = await startMongoServer();
    client = await connectMongo(server.url);
    store = mongoReadModels({ client, prefix: server.prefix });
  });

  afterAll(async () => {
    await client?.close();
    await server?.stop();
  });

  /** A finished generation with the document `a` as status `first`, at position 1 of epoch 1, and a second handle on it. */
  async function twoHandles(): Promise<{ first: ReadModels; second: ReadModels }> {
    generations += 1;
    const first = await store.create(`g${generations}`, COLLECTIONS);
    await first.claim(1);
    await first.finishBuild();
    await first.commit(batch(START, '1', 1, 'first'));
    const second = await store.open(first.generation, COLLECTIONS);
    if (!second) throw new Error('The generation is not there.');
    return { first, second };
  }

  async function status(models: ReadModels): Promise<unknown> {
    return (await models.get('leads', ['a'])).get('a')?.['status'];
  }

  test('A runner that lost its epoch writes nothing to MongoDB, and the new one goes on from where it was', async () => {
    const { first, second } = await twoHandles();
    expect(await second.claim(2)).toEqual({ position: '1', eventId: 'event-1', epoch: 2 });
    await expect(first.commit(batch('1', '2', 1, 'stale'))).rejects.toThrow(StaleCheckpoint);
    await second.commit(batch('1', '2', 2, 'second'));
    await expect(first.commit(batch('2', '3', 1, 'stale'))).rejects.toThrow(StaleCheckpoint);
    expect(await status(first)).toBe('second');
    expect(await first.checkpoint()).toEqual({ position: '2', eventId: 'event-2', epoch: 2 });
  });

  test('Of two runners that commit to MongoDB at once with one epoch, one writes', async () => {
    const { first, second } = await twoHandles();
    const outcomes = await Promise.allSettled([
      first.commit(batch('1', '2', 1, 'left')),
      second.commit(batch('1', '2', 1, 'right')),
    ]);
    const winner = outcomes.findIndex((outcome) => outcome.status === 'fulfilled');
    const loser = outcomes[1 - winner] as PromiseRejectedResult;
    expect(loser.reason).toBeInstanceOf(StaleCheckpoint);
    expect(await status(first)).toBe(['left', 'right'][winner]);
  });

  test('What a runner had in an open transaction when it was killed is never seen and stops nobody', async () => {
    const { first, second } = await twoHandles();
    const database = `${server.prefix}_${first.generation}`;
    const runner = spawn(process.execPath, [DEAD_RUNNER, server.url, database, '2', 'leads', 'a'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(runner, 'exit');
    const [said] = await Promise.race([once(runner.stdout, 'data'), exited]);
    expect(String(said)).toBe('open\n');
    runner.kill('SIGKILL');
    await exited;

    expect(await second.claim(3)).toEqual({ position: '1', eventId: 'event-1', epoch: 3 });
    await second.commit(batch('1', '2', 3, 'second'));
    expect(await status(second)).toBe('second');
    await expect(first.commit(batch('1', '2', 1, 'stale'))).rejects.toThrow(StaleCheckpoint);
  });

  test('A builder whose generation another one builds anew writes where nobody reads', async () => {
    const first = await store.create('rebuilt', COLLECTIONS);
    await first.claim(1);
    await first.commit(batch(START, '1', 1, 'first'));
    const second = await store.create('rebuilt', COLLECTIONS);
    await second.claim(2);
    await expect(first.commit(batch('1', '2', 1, 'stale'))).rejects.toThrow(StaleCheckpoint);
    await expect(first.finishBuild()).rejects.toThrow(StaleCheckpoint);
    await second.commit(batch(START, '1', 2, 'second'));
    await second.finishBuild();
    expect(await status(second)).toBe('second');
  });

  test('A MongoDB server that is gone is StoreUnavailable', async () => {
    await expect(connectMongo('mongodb://127.0.0.1:1/?replicaSet=none', { selectionMs: 300 })).rejects.toThrow(
      StoreUnavailable,
    );
  });
});
