import { describe, expect, test } from 'vitest';
import { START } from '../../../store/event-store.ts';
import { idsOf, note, notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { startEventStoreServer } from '../../support/servers/eventstoredb-server/server.ts';
import { eventStoreDBLog, freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import { collectUntil, type LogUnderTest } from '../../support/stores/log-under-test.ts';
import { eventStoreContract } from './event-store.suite.ts';
import { appending } from './event-store-appending.suite.ts';

const realUrl = process.env['EVENTSTORE_URL'];

/** A namespace of its own on the server at EVENTSTORE_URL, otherwise on a stand-in. */
async function open(): Promise<LogUnderTest> {
  return realUrl === undefined ? openStandIn() : eventStoreDBLog(realUrl);
}

async function openStandIn(options?: { batchAppend: boolean }): Promise<LogUnderTest> {
  const server = await startEventStoreServer(options);
  const log = await eventStoreDBLog(server.url);
  return {
    ...log,
    async close() {
      await log.close();
      await server.kill();
    },
  };
}

eventStoreContract('EventStoreDB', open);

describe.skipIf(realUrl !== undefined)('on a server without batch append (a stand-in)', () => {
  appending(() => openStandIn({ batchAppend: false }));
});

describe('a server that others use too', () => {
  async function twoNamespaces(): Promise<{ first: LogUnderTest; second: LogUnderTest; close(): Promise<void> }> {
    const server = realUrl === undefined ? await startEventStoreServer() : null;
    const url = realUrl ?? server?.url ?? '';
    // One name is a prefix of the other.
    const namespace = freshNamespace();
    const first = await eventStoreDBLog(url, namespace);
    const second = await eventStoreDBLog(url, `${namespace}2`);
    return {
      first,
      second,
      async close() {
        await first.close();
        await second.close();
        await server?.kill();
      },
    };
  }

  test('Two namespaces do not see each other', async () => {
    const { first, second, close } = await twoNamespaces();
    const { codec } = sampleCodec();
    const [one, other] = [await first.openStore(codec), await second.openStore(codec)];
    const [own, foreign] = [notes(3, 'own'), notes(200, 'foreign')];
    await other.append('note-1', foreign, 'none');
    expect(await one.head()).toBe(START);
    expect(await one.readAll(START, 10)).toEqual([]);
    expect(await one.readStream('note-1')).toEqual([]);

    const { position } = await one.append('note-1', own, 'none');
    await other.append('note-1', notes(200, 'more'), 199n);
    expect(await one.head()).toBe(position);
    expect(idsOf(await one.readAll(START, 1_000))).toEqual(idsOf(own));
    expect(idsOf(await one.readStream('note-1'))).toEqual(idsOf(own));
    expect(await other.readAll(START, 1_000)).toHaveLength(400);
    const { entries, batches } = await collectUntil(one, START, ({ batches }) => batches.at(-1)?.live === true);
    expect(idsOf(entries)).toEqual(idsOf(own));
    expect(batches.at(-1)?.position).toBe(position);
    await close();
  });

  test('The head is found again after others have written much', async () => {
    const { first, second, close } = await twoNamespaces();
    const { codec } = sampleCodec();
    const [one, other] = [await first.openStore(codec), await second.openStore(codec)];
    const { position } = await one.append('note-1', [note('one')], 'none');
    for (let page = 0; page < 5; page += 1) await other.append(`note-${page}`, notes(500), 'none');
    expect(await one.head()).toBe(position);
    expect(await one.head()).toBe(position);
    const next = await one.append('note-1', [note('two')], 0n);
    expect(await one.head()).toBe(next.position);
    expect(await one.readAll(position, 1)).toHaveLength(1);
    await close();
  });
});
