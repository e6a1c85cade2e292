import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { descriptionOf, operationsOf } from '../../support/requests/described.ts';
import {
  absentOf,
  folderWithOutsiders,
  leftOf,
  lookAtAll,
  MAILING,
  PEOPLE,
  type Planted,
  type Planting,
  plantingIn,
} from '../../support/samples/planted-people.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startVisionService, type VisionService } from '../../support/servers/vision-service.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const PATIENCE = { timeout: 20_000, interval: 100 };

let folder: TempFolder;
let server: TestServer;
let owner: Client;
let planting: Planting;
let vision: VisionService;
let answers: TempFolder;
/** With a moment at which they were there, ISO UTC. */
const all: (Planted & { before: string })[] = [];
const LONG = { timeout: 120_000 };
beforeAll(async () => {
  [folder, answers] = [await folderWithOutsiders(['one']), await tempFolder()];
  // Versions of the past are kept, as of a long history.
  vision = await startVisionService();
  const env = { ...MAILING, ...vision.env, DATA_DIR: folder.path };
  server = await startTestServer(env, Date.now, { versionsFrom: 1 });
  owner = await server.signIn();
  planting = await plantingIn({ server, owner, vision, of: 'one' });
});
afterAll(() => Promise.all([vision.close(), folder.remove(), answers.remove()]));

test.each(Object.entries(PEOPLE))(
  'Nothing of somebody erased, %s, is in any file, in any spelling',
  async (_, plant) => {
    const person = await plant(planting);
    await lookAtAll(owner, person);
    all.push({ ...person, before: new Date().toISOString() });
    expect(await absentOf(person, folder.path)).toEqual([]);
    await expect.poll(() => readdir(join(folder.path, 'past')), PATIENCE).not.toEqual([]);
    const { body } = await owner.post(`${person.path}/erase`, { confirm: person.confirm }).then(expectStatus(200));
    expect(body).toMatchObject({ isComplete: true });
    expect(await leftOf([person], folder.path)).toEqual([]);
  },
);

/** Saves an answer as it came, whatever it is, asked again as long as an earlier moment is being put together. */
async function save(path: string): Promise<number> {
  const answer = await fetch(server.url + path, { headers: { cookie: owner.cookies() } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status === 503 && bytes.includes('still_making')) return save(path);
  expect({ path, isServed: answer.status < 500 }).toEqual({ path, isServed: true });
  await writeFile(join(answers.path, `${saved++} ${encodeURIComponent(path).slice(0, 200)}`), bytes);
  return answer.status;
}
let saved = 0;

test('Nobody erased is told by any view or proof of theirs, now or as of when they were there', LONG, async () => {
  const erased = (await owner.get('/api/erasures?limit=100').then(expectStatus(200))).body;
  expect(erased).toHaveLength(all.length);
  for (const { event, act, recordId } of erased) {
    const category = event.slice(0, event.indexOf('-'));
    const { path = '', before = '' } = all.find((each) => each.path.includes(recordId)) ?? {};
    // Accounts are told in their list alone.
    const record = category === 'user' ? '/api/users' : path.replace(/\/pro$/, '');
    const events = (await owner.get(`/api/audit/events?stream=${category}-${recordId}`).then(expectStatus(200))).body;
    expect(events.length).toBeGreaterThan(1);
    const [position, first] = [events[0].position, events.at(-1).correlationId];
    for (const view of [
      record,
      `${record}?asOf=${before}`,
      `${path}/erasure`,
      `/api/history/${category}/${recordId}`,
      `/api/history/${category}/${recordId}?asOf=${before}`,
      `/api/audit/events?stream=${category}-${recordId}&asOf=${before}`,
      `/api/audit/events?stream=${category}-${recordId}&format=csv`,
      `/api/audit/events?stream=${category}-${recordId}&format=jsonl`,
      `/api/audit/events/${position}/leaf`,
      `/api/audit/events/${position}/proof`,
      ...[act, first].flatMap((each) => [`/api/audit/acts/${each}`, `/api/audit/acts/${each}/undo`]),
      `/api/audit/records/${category}/${recordId}/evidence`,
      `/api/compare?${new URLSearchParams({ path: record, from: before })}`,
    ])
      expect({ view, status: await save(view) }).toEqual({ view, status: 200 });
  }
  for (const { words } of all)
    for (const word of [...words.all.keys()].slice(0, 3)) await save(`/api/search?q=${word}`);
  expect(await leftOf(all, answers.path)).toEqual([]);
});

test('Nobody erased is told by any list, file or figure, now or as of when they were there', LONG, async () => {
  const before = all.at(-1)?.before;
  const calls = operationsOf((await descriptionOf(server.url)).document).map(({ name }) => name);
  for (const call of calls.filter((each) => each.startsWith('GET ') && !/\{|logout|GET \/api\/changes/.test(each))) {
    const path = call.slice('GET '.length);
    await save(path);
    await save(`${path}?asOf=${before}`);
  }
  for (const list of ['customers', 'leads-working', 'jobs', 'quotes', 'invoices', 'staff', 'mails', 'tasks'])
    await save(`/api/${list}?format=csv`);
  expect(await leftOf(all, answers.path)).toEqual([]);
});

test('Nor is it once the process has ended', async () => {
  await server.close();
  expect(all).toHaveLength(Object.keys(PEOPLE).length);
  expect(await leftOf(all, folder.path)).toEqual([]);
});
