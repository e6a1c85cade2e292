import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { copyWhileRunning } from '../support/processes/kill-image.ts';
import type { Answer, Client } from '../support/requests/client.ts';
import { upload } from '../support/requests/upload.ts';
import { samplePhoto } from '../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../support/server.ts';
import { empty, flipBytes, halve, remove } from '../support/stores/damage.ts';
import {
  DAMAGES,
  type Damage,
  type DamagedFile,
  damageTable,
  MATRIX,
  type Outcome,
} from '../support/stores/damage-matrix.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

// Each file of the data folder, damaged in each way: the result must be what docs/damaged-files.md says. `npm test`
// does one kind of damage per file, `npm run test:deep` all.

const LEADS = 60;
const PATIENCE = { timeout: 30_000, interval: 50 };
const DAMAGE: Record<Damage, (path: string) => Promise<void>> = {
  flipped: (path) => flipBytes(path, Math.floor(statSync(path).size / 2), Math.min(20, statSync(path).size)),
  halved: halve,
  emptied: empty,
  removed: remove,
};

const images: Record<DamagedFile['after'], TempFolder | null> = { stop: null, kill: null };
let data: TempFolder;
let photo: string;
let names: string[];

beforeAll(async () => {
  const [stopped, killed] = [await tempFolder(), await tempFolder()];
  Object.assign(images, { stop: stopped, kill: killed });
  const server = await startTestServer({ DATA_DIR: stopped.path });
  const owner = await server.signIn();
  const made = Array.from({ length: LEADS }, (_, number) => owner.post('/api/leads', { name: `Beech ${number}` }));
  const leads = await Promise.all(made.map((answer) => answer.then(expectStatus(201))));
  names = leads.map(({ body }) => body.name).sort();
  const sent = await upload(owner, `lead/${leads[0]?.body.id}`, await samplePhoto({ width: 64, height: 48 }));
  photo = expectStatus(201)(sent).body.id;
  const head = sent.headers.get('x-position') ?? '';
  await vi.waitUntil(async () => (await health(owner)).readModels.position >= head, PATIENCE);
  const mark = join(stopped.path, 'files', 'log-seen.json');
  await vi.waitUntil(() => existsSync(mark) && readFileSync(mark, 'utf8').includes(head), PATIENCE);
  copyWhileRunning(stopped.path, killed.path);
  await server.close();
});
afterAll(async () => {
  for (const image of Object.values(images)) await image?.remove();
});

beforeEach(async () => {
  data = await tempFolder();
});
afterEach(() => data.remove());

const health = async (client: Client): Promise<Answer['body']> => (await client.get('/api/health')).body;

function firstFile(pattern: RegExp): string {
  const found = readdirSync(data.path, { recursive: true, encoding: 'utf8' })
    .sort()
    .find((name) => pattern.test(name));
  if (found === undefined) throw new Error(`No file ${pattern}.`);
  return join(data.path, found);
}

/** The server on the damaged folder; the error message if it does not start. */
async function start(): Promise<TestServer | string> {
  return startTestServer({ DATA_DIR: data.path }).catch((error: Error) => error.message);
}

/** The sizes of files with data; -shm is SQLite's memory, and the lock is empty. */
function contents(): string[] {
  const files = readdirSync(data.path, { recursive: true, encoding: 'utf8' });
  const kept = files.filter((name) => !/-shm$|^lock\.db/.test(name) && statSync(join(data.path, name)).isFile());
  return kept.map((name) => `${name} ${statSync(join(data.path, name)).size}`).sort();
}

async function leadsOf(owner: Client): Promise<string[] | null> {
  const answer = await owner.get('/api/leads-working').catch(() => null);
  return answer?.status === 200 ? answer.body.map((lead: { name: string }) => lead.name).sort() : null;
}

async function expectWhole(server: TestServer, ok = true): Promise<void> {
  const owner = await server.signIn();
  await expect.poll(async () => (await leadsOf(owner)) ?? [], PATIENCE).toEqual(names);
  const picture = await owner.get(`/api/photos/${photo}/image`);
  const thumbnail = await owner.get(`/api/photos/${photo}/thumbnail`);
  expect([picture.status, thumbnail.status].sort()).toEqual(ok ? [200, 200] : [200, 404]);
  await expect.poll(async () => (await health(owner)).ok, PATIENCE).toBe(ok);
}

/** Whatever is answered is what was there before, or an error. */
async function expectNothingSilent(server: TestServer): Promise<void> {
  const owner = await server.signIn().catch(() => null);
  if (!owner) return;
  const shown = await leadsOf(owner);
  if (shown !== null && (await health(owner)).ok) expect(shown).toEqual(names);
  const { body: leads, status } = await owner.get('/api/leads-working');
  if (status !== 200) return;
  for (const { id, name } of leads) {
    const history = await owner.get(`/api/history/lead/${id}`);
    if (history.status === 200) expect(JSON.stringify(history.body)).toContain(name);
    else expect(history.status).toBeGreaterThanOrEqual(500);
  }
}

const EXPECT: Record<Outcome, (started: TestServer | string, before: string[]) => Promise<void>> = {
  async whole(started) {
    if (typeof started === 'string') throw new Error(started);
    await expectWhole(started);
  },
  async refused(started, before) {
    expect(started).toMatch(/npm run restore|[Pp]ut back/);
    expect(contents()).toEqual(before);
  },
  async 'never silent'(started) {
    if (typeof started === 'string') expect(started).toMatch(/npm run restore|[Pp]ut back/);
    else await expectNothingSilent(started);
  },
  async 'photo gone'(started) {
    if (typeof started === 'string') throw new Error(started);
    await expectWhole(started, false);
  },
};

describe.each(MATRIX)('$name', ({ file, after, outcomes }) => {
  const first = DAMAGES[MATRIX.findIndex((row) => row.file === file) % DAMAGES.length];

  for (const damage of DAMAGES)
    test(
      `A file of the data folder ${damage} after a ${after} ends as docs/damaged-files.md says`,
      { tags: damage === first ? [] : ['deep'] },
      () => damaged(damage),
    );

  async function damaged(damage: Damage): Promise<void> {
    cpSync(images[after]?.path ?? '', data.path, { recursive: true });
    await DAMAGE[damage](firstFile(file));
    const before = contents();
    const started = await start();
    try {
      await EXPECT[outcomes[damage]](started, before);
    } finally {
      if (typeof started !== 'string') await started.close();
    }
  }
});

test('The table that a person reads is the one that is tested', () => {
  const told = readFileSync(join(import.meta.dirname, '../../docs/damaged-files.md'), 'utf8');
  expect(told).toContain(damageTable());
});
