import { afterEach, beforeEach, expect, test } from 'vitest';
import { isDeep } from '../support/depth.ts';
import { type ServerProcess, spawnServer } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import { type Answer, type Client, createClient } from '../support/requests/client.ts';
import { openEvents } from '../support/requests/event-stream.ts';
import { listNow } from '../support/requests/load.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

const CLIENTS = 40;
const STREAMS = 25;
const SESSIONS = 5;
const LEADS = isDeep ? 1_000 : 200;

let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder.remove());

async function signedIn({ url }: ServerProcess): Promise<Client> {
  const client = createClient(url);
  await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  return client;
}

/** The results of a crowd's work. */
interface Crowd {
  /** Names of leads whose creation was acknowledged. */
  made: Set<string>;
  statuses: Map<number, number>;
  /** Resolves when all have stopped working. */
  done: Promise<unknown>;
}

/**
 * Many clients that make leads and read lists, each one request after another, until told to stop or the server is
 * gone.
 */
function crowd(client: Client, prefix: string, goesOn: () => boolean): Crowd {
  const made = new Set<string>();
  const statuses = new Map<number, number>();
  const note = ({ status }: Answer) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const work = async (worker: number) => {
    for (let count = 0; goesOn(); count++) {
      const name = `${prefix} ${worker} ${count}`;
      const added = await client.post('/api/leads', { name });
      note(added);
      if (added.status === 201) made.add(name);
      note(await client.get('/api/leads-working?limit=20'));
    }
  };
  const gone = () => undefined; // the connection ended with the server
  const done = Promise.all(Array.from({ length: CLIENTS }, (_, worker) => work(worker).catch(gone)));
  return { made, statuses, done };
}

test('Many clients and streams are all served, and a stop in the midst of them loses nothing', {
  tags: ['deep'],
}, async () => {
  const server = await spawnServer({ DATA_DIR: folder.path });
  const client = await signedIn(server);
  // A session may have fewer streams than that.
  const watchers = await Promise.all(Array.from({ length: SESSIONS }, () => signedIn(server)));
  const streams = await Promise.all(
    watchers.flatMap((each) =>
      Array.from({ length: STREAMS / SESSIONS }, () => openEvents(server.url, '/api/changes', each)),
    ),
  );
  let asked = 0;
  const { made, statuses, done } = crowd(client, 'Served', () => asked++ < LEADS);
  await done;
  expect([...statuses.keys()].toSorted()).toEqual([200, 201]);
  expect(made.size).toBe(LEADS);
  const last = await client.post('/api/leads', { name: 'The last one' }).then(expectStatus(201));
  const isLast = ({ changes }: { changes?: { id: string }[] }) => changes?.some(({ id }) => id === last.body.id);
  await Promise.all(streams.map((stream) => stream.next((data) => isLast(data) ?? false)));

  let begun = 0;
  const stopped = crowd(client, 'Stopped', () => ++begun > 0);
  await expect.poll(() => stopped.made.size).toBeGreaterThan(20);
  const { code, took } = await server.stop();
  expect(code).toBe(0);
  expect(took).toBeLessThan(5_000);
  await Promise.all([stopped.done, ...streams.map((stream) => stream.ended)]);

  await whileServing({ DATA_DIR: folder.path }, async (owner) => {
    const kept = new Set((await listNow(owner, '/api/leads-working')).map(({ name }) => name));
    expect([...made, ...stopped.made].filter((name) => !kept.has(name))).toEqual([]);
  });
});
