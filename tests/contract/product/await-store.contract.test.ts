import { afterEach, describe, expect, test } from 'vitest';
import { awaitStore } from '../../../platform/runtime/await-store.ts';
import { START, StoreRefused } from '../../../store/event-store.ts';
import { openEventStoreDB, whyUnreachable } from '../../../store/eventstoredb/index.ts';
import { note, sampleCodec } from '../../support/samples/event-samples.ts';
import {
  AUTHORITY,
  type EventStoreServer,
  startEventStoreServer,
} from '../../support/servers/eventstoredb-server/server.ts';
import { collectUntil } from '../../support/stores/log-under-test.ts';

const ACCOUNT = { name: 'heartwood', password: 'p@ss' };
const QUICK = { waitMs: 1_200, sayEveryMs: 300 };
/** The deadline of a call, short so that one without an answer ends before the patience does. */
const DEADLINE_MS = 500;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(options: Parameters<typeof startEventStoreServer>[0]): Promise<EventStoreServer> {
  const server = await startEventStoreServer(options);
  closing.push(() => server.kill());
  return server;
}

/** The first call of a start, and what was printed meanwhile. */
async function start(url: string, patience = QUICK, said: string[] = []): Promise<{ said: string[]; result: unknown }> {
  const { codec } = sampleCodec();
  const store = await openEventStoreDB({ url, namespace: 'abc', codec, deadlineMs: DEADLINE_MS });
  closing.push(() => store.close());
  const awaited = { variable: 'EVENTSTORE_URL', name: 'EventStoreDB', url, why: () => whyUnreachable(url) } as const;
  const look = () => store.look();
  const result = await awaitStore(awaited, look, (line) => said.push(line), patience).catch(
    (cause: Error) => cause.message,
  );
  return { said, result };
}

describe('an EventStoreDB with TLS and accounts', () => {
  async function open(options: Parameters<typeof startEventStoreServer>[0]) {
    const { port } = await serve(options);
    const url = `esdb://heartwood:p%40ss@localhost:${port}?tls=true&tlsCAFile=${AUTHORITY}`;
    const store = await openEventStoreDB({ url, namespace: 'abc', codec: sampleCodec().codec });
    closing.push(() => store.close());
    return store;
  }

  test.each([true, false])(
    'An EventStoreDB with TLS and accounts is written, read and followed (batch append: %s)',
    async (batchAppend) => {
      const store = await open({ secure: ACCOUNT, batchAppend });
      const { position } = await store.append('note-1', [note('one')], 'none');
      expect(await store.head()).toBe(position);
      const { entries } = await collectUntil(store, START, ({ entries }) => entries.length > 0);
      expect(entries).toHaveLength(1);
    },
  );

  test.each([true, false])(
    'An EventStoreDB with TLS and accounts refuses an append that the account may not make (batch append: %s)',
    async (batchAppend) => {
      const store = await open({ secure: { ...ACCOUNT, refused: ['append'] }, batchAppend });
      const refused = await store.append('note-1', [note('one')], 'none').catch((cause: unknown) => cause);
      expect(refused).toBeInstanceOf(StoreRefused);
      expect(await store.head()).toBe(START);
    },
  );
});

describe('a start on an EventStoreDB', () => {
  test('A start waits for an EventStoreDB that is not there yet, and says for whom', async () => {
    const first = await startEventStoreServer();
    await first.kill();
    const said: string[] = [];
    const starting = start(`esdb://127.0.0.1:${first.port}?tls=false`, { waitMs: 30_000, sayEveryMs: 300 }, said);
    await expect.poll(() => said.length).toBeGreaterThan(0);
    await first.restart();
    closing.push(() => first.kill());
    expect((await starting).result).toBeUndefined();
    expect(said[0]).toBe(
      `Waiting for EventStoreDB at 127.0.0.1:${first.port}: 127.0.0.1:${first.port}: nothing is listening there`,
    );
  });

  test('A start without its EventStoreDB gives up in the end, and says which variable, which server and what is wrong', async () => {
    const gone = await startEventStoreServer();
    await gone.kill();
    const { result } = await start(`esdb://name:secret@localhost:${gone.port}?tls=false`);
    expect(result).toContain(`EVENTSTORE_URL (localhost:${gone.port}): EventStoreDB was not there within`);
    expect(result).toContain('nothing is listening there');
    expect(result).not.toContain('secret');
  });

  test('A start reaches an EventStoreDB with TLS, by name, with an account and the authority of its certificate', async () => {
    const { port } = await serve({ secure: ACCOUNT });
    const { result } = await start(`esdb://heartwood:p%40ss@localhost:${port}?tls=true&tlsCAFile=${AUTHORITY}`);
    expect(result).toBeUndefined();
  });

  test('A wrong password for EventStoreDB ends the start at once, with what to do', async () => {
    const { port } = await serve({ secure: ACCOUNT });
    const { result, said } = await start(`esdb://heartwood:wrong@localhost:${port}?tls=true&tlsCAFile=${AUTHORITY}`);
    expect(result).toMatch(/^EVENTSTORE_URL \(localhost:\d+\): EventStoreDB does not know this name and password\./);
    expect(said).toEqual([]);
  });

  test.each([
    ['its streams', 'read'],
    ['$all, as only administrators do by default', 'read $all'],
  ] as const)(
    'An account that may not read %s ends the start at once, with the rights that it needs',
    async (_, right) => {
      const { port } = await serve({ secure: { ...ACCOUNT, refused: [right] } });
      const { result } = await start(`esdb://heartwood:p%40ss@localhost:${port}?tls=true&tlsCAFile=${AUTHORITY}`);
      expect(result).toMatch(/does not allow this account to do that\. It must be able to read \$all/);
    },
  );

  test('A certificate of an unknown authority is named as such', async () => {
    const { port } = await serve({ secure: ACCOUNT });
    const { result } = await start(`esdb://heartwood:p%40ss@localhost:${port}?tls=true`);
    expect(result).toMatch(/its certificate is not trusted \(.*\): name the certificate authority with tlsCAFile/);
  });

  test('An address that the client does not take is refused without repeating its password', async () => {
    const opening = openEventStoreDB({
      url: 'esdb://name:secret@host?tls',
      namespace: 'abc',
      codec: sampleCodec().codec,
    });
    await expect(opening).rejects.toThrow(/The EventStoreDB client does not accept the address/);
    await expect(opening).rejects.not.toThrow(/secret/);
  });
});
