import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isDeep } from '../support/depth.ts';
import { copyWhileRunning } from '../support/processes/kill-image.ts';
import { runScript, spawnServer } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import { type Client, createClient } from '../support/requests/client.ts';
import { inCompany } from '../support/samples/company.ts';
import { appendTo, captured } from '../support/samples/lead-events.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { captureLog } from '../support/stores/captured-log.ts';
import {
  alterText,
  empty,
  flipBytes,
  halve,
  leafPages,
  readModelsFile,
  remove,
  replaceByText,
} from '../support/stores/damage.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

// Read models are made from the log: whatever happens to their file, the lists come back by themselves.

/** More than one page of a list that is sent as a stream. */
const LEADS = 700;
/** The longest everything may take when all processors are busy. */
const PATIENCE = { timeout: 30_000, interval: 50 };

/** A folder whose server was killed: the last changes are only in the WAL. */
let template: TempFolder;
let before: unknown;
beforeAll(async () => {
  template = await tempFolder();
  const filled = await tempFolder();
  await inCompany(filled.path, async ({ stores }) => {
    const leads = Array.from({ length: LEADS }, (_, number) => captured(`Beech ${number}`));
    await Promise.all(leads.map((lead, number) => appendTo(stores.log, `lead-${number}`, lead)));
  });
  await whileServing({ DATA_DIR: filled.path }, async (owner) => {
    await vi.waitUntil(async () => (await namesShown(owner)).length === LEADS, PATIENCE);
    for (const name of ['Elm', 'Oak', 'Yew']) await owner.post('/api/leads', { name }).then(expectStatus(201));
    before = await lists(owner);
    copyWhileRunning(filled.path, template.path);
  });
  await filled.remove();
});
afterAll(() => template.remove());

async function copied(): Promise<string> {
  const folder = await tempFolder();
  onTestFinished(folder.remove);
  await cp(template.path, folder.path, { recursive: true });
  return folder.path;
}

/** What people see: all leads, a page through another index, search results, and the users. */
async function lists(owner: Client): Promise<unknown> {
  const paths = [
    '/api/leads-working',
    '/api/leads-working?limit=100&sort=createdAt',
    '/api/leads-working?search=beech%2012',
  ];
  const answers = await Promise.all([...paths, '/api/users'].map((path) => owner.get(path)));
  return answers.map(({ status, body }) => (status === 200 ? body : { status, code: body?.code }));
}

/** The names on the list of leads; none if the server says it is being rebuilt, or the answer is visibly cut off. */
async function namesShown(owner: Client): Promise<string[]> {
  const answer = await owner.get('/api/leads-working').catch(() => null);
  if (answer?.status === 200) return answer.body.map((lead: { name: string }) => lead.name);
  if (answer) expect(answer).toMatchObject({ status: 503, body: { code: 'rebuilding' } });
  return [];
}

async function untilAsBefore(owner: Client, expected: unknown = before): Promise<void> {
  await expect
    .poll(async () => ((await owner.get('/api/health')).body.ok ? await lists(owner) : null), PATIENCE)
    .toEqual(expected);
}

type Damage = (path: string) => Promise<void>;
const middleOf = async (path: string, name: RegExp, at: number, count: number) => {
  const pages = leafPages(path, name);
  await flipBytes(path, (pages[Math.floor(pages.length / 2)] as number) + at, count);
};

/** What was added last is at an end of it, so that no page of its middle is in the WAL, which would mend it. */
const INDEX = /^leads by removed createdAt$/;

const DAMAGES: [string, Damage][] = [
  ['a byte of the header', (path) => flipBytes(path, 3)],
  ['the schema', (path) => flipBytes(path, 100, 20)],
  ['a page of an index', (path) => middleOf(path, INDEX, 0, 12)],
  ['a page of documents', (path) => middleOf(path, /^documents leads/, 0, 12)],
  ['a letter of a document', (path) => alterText(path, 'Beech 123"')],
  ['half of it lost', halve],
  ['all of it lost', empty],
  ['the file removed', remove],
  ['the file replaced by text', replaceByText],
];

/** `tests/contract/read-models/embedded-read-models-damage.contract.test.ts` shows that the others are noticed on opening. */
const BEFORE_A_START: [string, Damage][] = [
  ['half of it lost', halve],
  ['the file removed', remove],
  ['the file replaced by text', replaceByText],
  ['a letter of a document', (path) => alterText(path, 'Beech 123"')],
  ['a value in an index', (path) => middleOf(path, INDEX, 4_000, 1)],
  ['a byte of the WAL', (path) => flipBytes(`${path}-wal`, 32 + 24 + 2_000)],
  ['the WAL removed', (path) => remove(`${path}-wal`)],
  ['the shared memory replaced by text', (path) => replaceByText(`${path}-shm`)],
];
/** A lost WAL leaves an older file, which the log brings up to date; SQLite rebuilds the shared memory. */
const UNTOLD = ['the file removed', 'the WAL removed', 'the shared memory replaced by text'];
/** What only a check of the whole file finds, and what leaves an older file. */
const ALWAYS_TRIED = ['a value in an index', 'the WAL removed'];

describe('before a start', () => {
  for (const [what, damage] of BEFORE_A_START) {
    const title = `${what}: the lists are as before, and health says what was found`;
    test(title, { tags: ALWAYS_TRIED.includes(what) ? [] : ['deep'] }, () => comesBack(what, damage));
  }

  async function comesBack(what: string, damage: Damage): Promise<void> {
    const folder = await copied();
    await damage(await readModelsFile(folder));
    const { log, text } = captureLog();
    const work = async (owner: Client) => {
      const told = async () => (await owner.get('/api/health')).body.readModels.damage;
      if (!UNTOLD.includes(what)) {
        const repaired = { foundAt: expect.any(String), repairedAt: expect.any(String) };
        await expect.poll(told, PATIENCE).toMatchObject(repaired);
        expect(text()).toContain('the read models are damaged');
      }
      await untilAsBefore(owner);
    };
    await whileServing({ DATA_DIR: folder }, work, { log });
    const kept = (await readdir(folder)).filter((name) => name.endsWith('.damaged'));
    expect(kept.length).toBe(UNTOLD.includes(what) ? 0 : 1);
  }
});

test('Under a running server the lists come back by themselves, whatever is done to the file', {
  tags: ['more'],
}, async () => {
  const folder = await copied();
  // In a process of its own, because on POSIX closing a file drops SQLite's locks on it.
  const server = await spawnServer({ DATA_DIR: folder });
  const owner = createClient(server.url);
  await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
  await untilAsBefore(owner);
  let count = LEADS + 3;
  const generations = new Set<string>();
  for (const [what, damage] of isDeep ? DAMAGES : DAMAGES.slice(-4)) {
    const { generation } = (await owner.get('/api/health').then(expectStatus(200))).body.readModels;
    generations.add(generation);
    await damage(join(folder, `read-models-${generation}.db`));
    // A commit makes readers look into the file again.
    await owner.post('/api/leads', { name: what }).then(expectStatus(201));
    count += 1;
    await expect.poll(() => namesShown(owner), PATIENCE).toHaveLength(count);
    await expect.poll(async () => (await owner.get('/api/health')).body.ok, PATIENCE).toBe(true);
    expect(await namesShown(owner)).toEqual(expect.arrayContaining([what, 'Beech 123', 'Elm']));
  }
  // Not every damage is noticed before its pages are rewritten.
  expect(generations.size).toBeGreaterThan(isDeep ? 4 : 1);
  expect(await server.stop()).toMatchObject({ code: 0 });
});

test('"npm run rebuild" works with a damaged file, and leaves none', async () => {
  const folder = await copied();
  await replaceByText(await readModelsFile(folder));
  const { code, output } = await runScript('scripts/rebuild.ts', [], { DATA_DIR: folder });
  expect(output).toContain('Rebuilt ');
  expect(code).toBe(0);
  await readModelsFile(folder);
  await whileServing({ DATA_DIR: folder }, (owner) => untilAsBefore(owner));
});
