import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spawnServer } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import { createClient } from '../support/requests/client.ts';
import { listNow } from '../support/requests/load.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A server whose files may not grow beyond a limit, as on a full disk, with its owner signed in. */
async function serveLimited() {
  const folder = await tempFolder();
  onTestFinished(folder.remove);
  const server = await spawnServer({ DATA_DIR: folder.path });
  const owner = createClient(server.url);
  await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
  const limit = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`]);
  return { folder, server, owner, limit };
}

test.skipIf(process.platform !== 'linux')(
  'A full disk is told without the place of the files, and left again',
  async () => {
    const { folder, server, owner, limit } = await serveLimited();
    const stranger = createClient(server.url);
    const wrong = { username: 'nobody', password: 'a long wrong password' };

    limit(Math.min(...['log.db-wal', 'state.db'].map((name) => statSync(join(folder.path, name)).size)) - 1);
    const refusals = [
      await stranger.post('/api/auth/login', wrong).then(expectStatus(503)),
      await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(503)),
    ];
    for (const { body } of refusals) {
      expect(body.code).toBe('store_unavailable');
      expect(JSON.stringify(body)).not.toMatch(/heartwood-|\/|SQLite|I\/O/);
    }

    // The folder and SQLite's message are for whoever runs the server, under the answer's reference.
    await expect
      .poll(() => server.output())
      .toMatch(/"status":503.*"type":"WriteFailure","message":"The data folder [^"]*heartwood-/);

    limit('unlimited');
    await stranger.post('/api/auth/login', wrong).then(expectStatus(401));
    await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201));
    expect(await server.stop()).toMatchObject({ code: 0 });
  },
);

test.skipIf(process.platform !== 'linux')(
  'Signing in on a full disk is told what to do, and whoever is signed in stays so',
  async () => {
    const { folder, server, owner, limit } = await serveLimited();
    limit(statSync(join(folder.path, 'state.db')).size - 1);
    for (const client of [createClient(server.url), owner]) {
      const { body } = await client.post('/api/auth/login', OWNER).then(expectStatus(503));
      expect(body).toEqual({
        message:
          'Nothing could be saved right now: The disk could not be written. Try again in a few minutes. ' +
          'If that does not help, tell whoever runs Heartwood: its log says why.',
        code: 'store_unavailable',
      });
    }
    await owner.get('/api/auth/user-working').then(expectStatus(200));
    await owner.get('/api/leads-working').then(expectStatus(200));
    await expect.poll(() => server.output()).toMatch(/"status":503.*"message":"The data folder [^"]*heartwood-/);

    limit('unlimited');
    await createClient(server.url).post('/api/auth/login', OWNER).then(expectStatus(200));
    expect(await server.stop()).toMatchObject({ code: 0 });
  },
);

test.skipIf(process.platform !== 'linux')(
  'A disk that fills under load keeps what it acknowledged, takes nothing half, and goes on once it is free',
  async () => {
    const { folder, server, owner, limit } = await serveLimited();

    const statuses = new Map<string, number>();
    let isOver = false;
    const work = async (worker: number) => {
      for (let count = 0; !isOver; count++) {
        const name = `Lead ${worker} ${count}`;
        statuses.set(name, (await owner.post('/api/leads', { name })).status);
      }
    };
    const seen = (status: number) => [...statuses].filter(([, each]) => each === status).map(([name]) => name);
    const working = Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)));
    await expect.poll(() => seen(201).length).toBeGreaterThan(20);
    limit(statSync(join(folder.path, 'log.db-wal')).size + 64 * 1024);
    await expect.poll(() => seen(503).length).toBeGreaterThan(20);
    limit('unlimited');
    const before = seen(201).length;
    await expect.poll(() => seen(201).length).toBeGreaterThan(before + 20);
    isOver = true;
    await working;
    expect(new Set(statuses.values())).toEqual(new Set([201, 503]));
    expect(await server.stop()).toMatchObject({ code: 0 });

    await whileServing({ DATA_DIR: folder.path }, async (client) => {
      const kept = (await listNow(client, '/api/leads-working')).map(({ name }) => name);
      expect(kept.toSorted()).toEqual(seen(201).toSorted());
    });
  },
);
