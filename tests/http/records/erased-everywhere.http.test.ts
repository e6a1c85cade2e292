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

/** Views of earlier moments go a moment after all else: a file that is still open for one is not yet gone. */
const PATIENCE = { timeout: 10_000, interval: 100 };

let folder: TempFolder;
let server: TestServer;
let owner: Client;
let planting: Planting;
const all: Planted[] = [];
beforeAll(async () => {
  folder = await folderWithOutsiders(['one']);
  server = await startTestServer({ ...MAILING, DATA_DIR: folder.path });
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
    const { body } = await owner.post(`${person.path}/erase`, { confirm: person.confirm }).then(expectStatus(200));
    expect(body).toMatchObject({ isComplete: true });
    await expect.poll(() => leftOf([person], folder.path), PATIENCE).toEqual([]);
  },
);

test('Nor is it once the process has ended', async () => {
  await server.close();
  expect(all).toHaveLength(Object.keys(PEOPLE).length);
  expect(await leftOf(all, folder.path)).toEqual([]);
});
