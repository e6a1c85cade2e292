import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

interface Step {
  revision: number;
  type: string;
  commandId: string;
  position: string;
  category?: string;
  changes: { field: string; before: unknown; after: unknown }[];
}

const CHANGES = 250;

let server: TestServer;
let owner: Client;
let longId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  longId = (await owner.post('/api/leads', { name: 'Ada King' }).then(expectStatus(201))).body.id;
  await changeNotes(longId, CHANGES);
});
afterAll(() => server.close());

/** Sets the notes to `note 1`, `note 2`… */
async function changeNotes(id: string, times: number): Promise<void> {
  for (let change = 1; change <= times; change++) {
    await owner.patch(`/api/leads/${id}`, { notes: `note ${change}` }).then(expectStatus(200));
  }
}

/** Every page of a history, in reading order. */
async function pagesOf(path: string, limit?: number): Promise<Step[][]> {
  const pages: Step[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({
      ...(limit !== undefined && { limit: String(limit) }),
      ...(cursor !== '' && { cursor }),
    });
    const { body, headers }: Answer = await owner.get(`${path}?${query}`).then(expectStatus(200));
    pages.push(body);
    cursor = headers.get('x-next-cursor');
  }
  return pages;
}

const revisions = (steps: readonly Step[]) => steps.map(({ revision }) => revision);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const historyPath = () => `/api/history/lead/${longId}`;

describe('a long history', () => {
  test('A long history is answered in pages, the newest first, each in the order of its steps', async () => {
    const pages = await pagesOf(historyPath());
    expect(pages.map(revisions)).toEqual([range(51, 250), range(0, 50)]);
    for (const limit of [50, 100, 101]) {
      const all = (await pagesOf(historyPath(), limit)).reverse().flat();
      expect(all).toEqual(pages.toReversed().flat());
    }
  });

  test('A long history tells of each step what it changed, wherever its page begins', async () => {
    const all = (await pagesOf(historyPath(), 33)).reverse().flat();
    for (const { revision, changes } of all.slice(1)) {
      const before = revision === 1 ? null : `note ${revision - 1}`;
      expect(changes).toEqual([{ field: 'notes', before, after: `note ${revision}` }]);
    }
  });

  test('A long history does not move a later page where something happens meanwhile', async () => {
    const { body } = await owner.post('/api/leads', { name: 'Moving' }).then(expectStatus(201));
    await changeNotes(body.id, 9);
    const first = await owner.get(`/api/history/lead/${body.id}?limit=4`).then(expectStatus(200));
    await changeNotes(body.id, 2);
    const cursor = first.headers.get('x-next-cursor');
    const second = await owner.get(`/api/history/lead/${body.id}?limit=4&cursor=${cursor}`).then(expectStatus(200));
    expect([...revisions(second.body), ...revisions(first.body)]).toEqual(range(2, 9));
  });

  test('A long history does not divide what was done at once between two pages', async () => {
    const { body } = await owner.post('/api/leads', { name: 'Both' }).then(expectStatus(201));
    await owner.patch(`/api/leads/${body.id}`, { notes: 'gate', status: 'Contacted' }).then(expectStatus(200));
    const pages = await pagesOf(`/api/history/lead/${body.id}`, 1);
    expect(pages.map(revisions)).toEqual([[1, 2], [0]]);
  });

  test('A long history of long texts comes in shorter pages', async () => {
    const { body } = await owner.post('/api/leads', { name: 'Long' }).then(expectStatus(201));
    for (let change = 1; change <= 100; change++) {
      await owner
        .patch(`/api/leads/${body.id}`, { notes: `${change} ${'oak '.repeat(1_200)}` })
        .then(expectStatus(200));
    }
    const pages = await pagesOf(`/api/history/lead/${body.id}`);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(300_000);
    expect(revisions(pages.reverse().flat())).toEqual(range(0, 100));
  });

  test.each(['limit=0', 'limit=201', 'limit=many', 'limit=1.5', 'cursor=', 'cursor=x', 'cursor=-1', 'cursor=1.5'])(
    'A page of a long history asked for with %s is refused',
    async (query) => {
      const refused = await owner.get(`${historyPath()}?${query}`).then(expectStatus(400));
      expect(refused.body.message).toMatch(/limit|cursor/);
    },
  );

  test('A long history is empty before its first step, and the history of what is not there is 404', async () => {
    expect((await owner.get(`${historyPath()}?cursor=0`).then(expectStatus(200))).body).toEqual([]);
    await owner.get('/api/history/lead/nothing?cursor=5').then(expectStatus(404));
  });
});

describe('far down in a long history', () => {
  test('A step far down in a long history is undone, once what came after it is', async () => {
    const { body } = await owner.post('/api/leads', { name: 'Deep' }).then(expectStatus(201));
    const moved = await owner.patch(`/api/leads/${body.id}`, { status: 'Quoting' }).then(expectStatus(200));
    const noted = await owner.patch(`/api/leads/${body.id}`, { notes: 'gate' }).then(expectStatus(200));
    const act = (answer: Answer) => ({
      category: 'lead',
      id: body.id,
      commandId: answer.headers.get('x-command-id'),
    });
    // An undo and its own undo, sixty times: the step is over a hundred events back.
    let last = noted;
    for (let turn = 0; turn < 121; turn++) last = await owner.post('/api/undo', act(last)).then(expectStatus(200));
    const undone = await owner.post('/api/undo', act(moved)).then(expectStatus(200));
    expect(undone.body.record).toMatchObject({ status: 'New', notes: null });
  });

  test('Who stands in the way of an undo far down in a long history is told, of very many the newest', async () => {
    const [first] = (await pagesOf(historyPath())).at(-1) as [Step, Step];
    const { commandId } = first;
    const refused = await owner.post('/api/undo', { category: 'lead', id: longId, commandId }).then(expectStatus(409));
    expect(refused.body.code).toBe('changed_since');
    expect(revisions(refused.body.changes)).toEqual(range(51, 250));
  });

  test('Who changed what since is told to an edit that is far behind in a long history', async () => {
    const stale = (expectedRevision: number) =>
      owner.patch(`/api/leads/${longId}`, { notes: 'mine', expectedRevision }).then(expectStatus(409));
    const { body } = await stale(130);
    expect(body).toMatchObject({ code: 'stale', record: { notes: `note ${CHANGES}`, revision: CHANGES } });
    expect(revisions(body.changes)).toEqual(range(131, 250));
    expect(revisions((await stale(3)).body.changes)).toEqual(range(51, 250));
  });
});

test('The history of a crew is its own, however much the others of the roster did', async () => {
  const form = async (name: string) => (await owner.post('/api/crews', { name }).then(expectStatus(201))).body.id;
  const [quiet, busy] = [await form('Quiet'), await form('Busy')];
  const rename = (id: string, name: string) => owner.patch(`/api/crews/${id}`, { name }).then(expectStatus(200));
  for (let round = 0; round < 3; round++) {
    await rename(quiet, `Quiet ${round}`);
    for (let change = 0; change < 70; change++) await rename(busy, `Busy ${round} ${change}`);
  }
  const pages = await pagesOf(`/api/history/crew/${quiet}`, 2);
  expect(pages.map((page) => page.length)).toEqual([2, 2]);
  expect(
    pages
      .toReversed()
      .flat()
      .map(({ changes }) => changes.find(({ field }) => field === 'name')?.after),
  ).toEqual(['Quiet', 'Quiet 0', 'Quiet 1', 'Quiet 2']);
  const all = (await pagesOf(`/api/history/crew/${busy}`, 50)).reverse().flat();
  expect(all).toHaveLength(211);
  expect(all.at(-1)?.changes).toEqual([{ field: 'name', before: 'Busy 2 68', after: 'Busy 2 69' }]);
});

test('A timeline of customer and lead is the same in pages as in one', async () => {
  const lead = (await owner.post('/api/leads', { name: 'Bea Lead' }).then(expectStatus(201))).body;
  await changeNotes(lead.id, 5);
  const { customerId } = (await owner.post(`/api/leads/${lead.id}/convert`).then(expectStatus(200))).body;
  for (let round = 0; round < 6; round++) {
    await owner.patch(`/api/customers/${customerId}`, { notes: `customer ${round}` }).then(expectStatus(200));
    if (round % 2 === 0) await changeNotes(lead.id, 2);
  }
  const path = `/api/customers/${customerId}/timeline`;
  const [all, ...rest] = await pagesOf(path);
  expect(rest).toEqual([]);
  const told = (all as Step[]).map(({ category, revision, position }) => ({ category, revision, position }));
  expect(told).toHaveLength(20);
  expect(told.map(({ position }) => position)).toEqual(
    told
      .map(({ position }) => position)
      .sort()
      .reverse(),
  );
  for (const limit of [1, 2, 3, 5, 19, 20]) {
    const pages = await pagesOf(path, limit);
    expect(pages.flat()).toEqual(all);
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(limit + 1);
  }
  for (const query of ['cursor=x', 'cursor=1.2.3', 'limit=0']) {
    await owner.get(`${path}?${query}`).then(expectStatus(400));
  }
});
