import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Batch, type EventStore, START, StoreUnavailable } from '../../store/event-store.ts';
import { openEventStoreDB } from '../../store/eventstoredb/event-store.ts';
import { idsOf, note, notes, sampleCodec } from '../support/event-samples.ts';
import { freshNamespace } from '../support/eventstoredb-log.ts';
import { type EventStoreCluster, startEventStoreCluster } from '../support/eventstoredb-server/cluster.ts';

/** The deadline of a call, short so that a frozen node is noticed soon. */
const DEADLINE_MS = 400;

describe.skipIf(process.env['EVENTSTORE_URL'] !== undefined)('a cluster of three (stand-ins)', () => {
  let cluster: EventStoreCluster;
  let store: EventStore;

  beforeEach(async () => {
    cluster = await startEventStoreCluster();
    const namespace = freshNamespace();
    store = await openEventStoreDB({
      url: cluster.url,
      namespace,
      codec: sampleCodec().codec,
      deadlineMs: DEADLINE_MS,
    });
  });
  afterEach(async () => {
    await store.close();
    await cluster.stop();
  });

  /** Sends an append again until it is accepted, as a command's sender does; each try ends by itself. */
  async function appendUntilTaken(stream: string, events: ReturnType<typeof notes>): Promise<void> {
    for (;;) {
      const outcome = await store.append(stream, events, 'none').catch((cause: unknown) => cause);
      if (!(outcome instanceof Error)) return;
      expect(outcome).toBeInstanceOf(StoreUnavailable);
    }
  }

  test('A cluster of three is found by any of its nodes, and written at its leader', async () => {
    cluster.elect(2);
    const { position } = await store.append('note-1', notes(2), 'none');
    expect(await store.head()).toBe(position);
  });

  test.each(['killed', 'frozen'] as const)('A leader that is %s is left for the one after it', async (how) => {
    const before = note('before');
    await store.append('note-1', [before], 'none');
    const stop = new AbortController();
    const batches = store.subscribe(START, stop.signal)[Symbol.asyncIterator]();
    const taken: Batch[] = [];
    while (!taken.at(-1)?.live) taken.push((await batches.next()).value as Batch);

    if (how === 'killed') await cluster.kill(0);
    else cluster.freeze(0);
    await expect(store.append('note-1', [note('lost')], 0n)).rejects.toBeInstanceOf(StoreUnavailable);
    cluster.elect(1);
    const after = notes(2, 'after');
    await appendUntilTaken('note-2', after);

    expect(idsOf(await store.readStream('note-1'))).toEqual([before.id]);
    if (how === 'killed') return;
    // Nothing tells the subscription that its node is frozen: the new client does.
    const rest: Batch[] = [];
    while (rest.flatMap(({ entries }) => entries).length < after.length)
      rest.push((await batches.next()).value as Batch);
    expect(idsOf(rest.flatMap(({ entries }) => entries))).toEqual(idsOf(after));
    stop.abort();
    await batches.next();
  });

  test('Many calls on a frozen leader all end, and one new client serves them all', async () => {
    await store.append('note-1', [note('before')], 'none');
    cluster.freeze(0);
    const calls = Array.from({ length: 20 }, (_, index) => store.append(`late-${index}`, [note('late')], 'none'));
    for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
    cluster.elect(2);
    await Promise.all(Array.from({ length: 20 }, (_, index) => appendUntilTaken(`again-${index}`, notes(1))));
  });
});
