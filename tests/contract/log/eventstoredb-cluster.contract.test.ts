import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Batch, type EventStore, START, StoreUnavailable } from '../../../store/event-store.ts';
import { openEventStoreDB } from '../../../store/eventstoredb/event-store.ts';
import { idsOf, note, notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { type EventStoreCluster, startEventStoreCluster } from '../../support/servers/eventstoredb-server/cluster.ts';
import { freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import { collectUntil } from '../../support/stores/log-under-test.ts';

/** The deadline of a call, short so that a frozen node is noticed soon: silence after a fifth of it. */
const DEADLINE_MS = 1_000;

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

  const isReachable = () => store.health().isReachable;

  async function lose(how: 'killed' | 'frozen'): Promise<void> {
    if (how === 'killed') await cluster.kill(0);
    else cluster.freeze(0);
  }

  test.each(['killed', 'frozen'] as const)('A leader that is %s is left for the one after it', async (how) => {
    const before = note('before');
    await store.append('note-1', [before], 'none');
    const stop = new AbortController();
    const batches = store.subscribe(START, stop.signal)[Symbol.asyncIterator]();
    while (!((await batches.next()).value as Batch).live);
    const next = batches.next().catch((cause: unknown) => cause);

    // Its followers name it as a live leader, then nobody.
    await lose(how);
    await expect(store.append('note-1', [note('lost')], 0n)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.readStream('note-1')).rejects.toBeInstanceOf(StoreUnavailable);
    cluster.elect(null);
    await expect(store.append('note-1', [note('lost')], 0n)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.readStream('note-1')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(isReachable()).toBe(false);

    cluster.elect(1);
    const after = notes(2, 'after');
    await appendUntilTaken('note-2', after);
    expect(idsOf(await store.readStream('note-1'))).toEqual([before.id]);
    expect(isReachable()).toBe(true);
    // A broken connection ends a subscription; that a node is frozen only the connection finds out, and moves it.
    if (how === 'killed') return expect(await next).toBeInstanceOf(StoreUnavailable);
    const rest = [((await next) as IteratorResult<Batch>).value as Batch];
    while (rest.flatMap(({ entries }) => entries).length < after.length)
      rest.push((await batches.next()).value as Batch);
    expect(idsOf(rest.flatMap(({ entries }) => entries))).toEqual(idsOf(after));
    stop.abort();
    await batches.next();
  });

  test.each(['killed', 'frozen'] as const)('That a leader is %s is noticed without a call', async (how) => {
    await store.append('note-1', [note('before')], 'none');
    await lose(how);
    await expect.poll(isReachable).toBe(false);
    const { since } = store.health();
    cluster.elect(null);
    cluster.elect(2);
    await expect.poll(isReachable).toBe(true);
    expect(store.health()).toMatchObject({ lastError: expect.any(String), since: expect.not.stringMatching(since) });
  });

  test('A leader that has become a follower is left for the one after it', async () => {
    await store.append('note-1', [note('before')], 'none');
    cluster.elect(1);
    await appendUntilTaken('note-2', notes(1));
    cluster.elect(2);
    await expect.poll(() => store.health().lastErrorAt).not.toBeNull();
    await appendUntilTaken('note-3', notes(1));
  });

  test('What is asked while there is no leader waits for the next one, and so does a subscription', async () => {
    const patient = await openEventStoreDB({
      url: cluster.url,
      namespace: freshNamespace(),
      codec: sampleCodec().codec,
    });
    const before = note('before');
    await patient.append('note-1', [before], 'none');
    cluster.elect(null);
    await cluster.kill(0);
    await expect(patient.readStream('note-1')).rejects.toBeInstanceOf(StoreUnavailable);
    await expect.poll(() => patient.health().isReachable).toBe(false);
    const asked = [
      patient.append('note-2', notes(1), 'none'),
      patient.readStream('note-1'),
      collectUntil(patient, START, ({ entries }) => entries.length > 0),
    ] as const;
    cluster.elect(1);
    const [, read, collected] = await Promise.all(asked);
    expect(idsOf(read)).toEqual([before.id]);
    expect(idsOf(collected.entries)).toContain(before.id);
    await patient.close();
  });

  test('Many calls on a frozen leader all end, and one new client serves them all', async () => {
    await store.append('note-1', [note('before')], 'none');
    cluster.freeze(0);
    // More than its connection takes.
    const large = 'x'.repeat(100_000);
    const calls = Array.from({ length: 40 }, (_, index) => store.append(`late-${index}`, [note(large)], 'none'));
    for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
    cluster.elect(2);
    await Promise.all(Array.from({ length: 20 }, (_, index) => appendUntilTaken(`again-${index}`, notes(1))));
  });
});
