import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
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
import type { TempFolder } from '../../support/temp-folder.ts';

const PATIENCE = { timeout: 20_000, interval: 100 };

let folder: TempFolder;
let server: TestServer;
let owner: Client;
let planting: Planting;
const all: Planted[] = [];
beforeAll(async () => {
  folder = await folderWithOutsiders(['one']);
  // Versions of the past are kept, as of a long history.
  server = await startTestServer({ ...MAILING, DATA_DIR: folder.path }, Date.now, { versionsFrom: 1 });
  owner = await server.signIn();
  planting = await plantingIn(server, owner, 'one');
});
afterAll(() => folder.remove());

test.each(Object.entries(PEOPLE))(
  'Nothing of somebody erased, %s, is in any file, in any spelling',
  async (_, plant) => {
    const person = await plant(planting);
    all.push(person);
    await lookAtAll(owner, person);
    expect(await absentOf(person, folder.path)).toEqual([]);
    await expect.poll(() => readdir(join(folder.path, 'past')), PATIENCE).not.toEqual([]);
    const { body } = await owner.post(`${person.path}/erase`, { confirm: person.confirm }).then(expectStatus(200));
    expect(body).toMatchObject({ isComplete: true });
    expect(await leftOf([person], folder.path)).toEqual([]);
  },
);

test('Nor is it once the process has ended', async () => {
  await server.close();
  expect(all).toHaveLength(Object.keys(PEOPLE).length);
  expect(await leftOf(all, folder.path)).toEqual([]);
});
