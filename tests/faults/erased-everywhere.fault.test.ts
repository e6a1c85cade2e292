import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeep } from '../support/depth.ts';
import { spawnServer } from '../support/processes/process.ts';
import { createClient } from '../support/requests/client.ts';
import {
  folderWithOutsiders,
  leftOf,
  lookAtAll,
  MAILING,
  PEOPLE,
  type Planted,
  plantingIn,
} from '../support/samples/planted-people.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { startVisionService, type VisionService } from '../support/servers/vision-service.ts';
import type { TempFolder } from '../support/temp-folder.ts';

/** How long after the calls the process is killed, in milliseconds. */
const KILLED_AFTER_MS = isDeep ? [0, 20, 100] : [20];

let folder: TempFolder;
let vision: VisionService;
beforeAll(async () => {
  vision = await startVisionService();
  folder = await folderWithOutsiders(KILLED_AFTER_MS.map((each) => `killed ${each}`));
});
afterAll(() => Promise.all([vision.close(), folder.remove()]));

test('Everybody who is being erased as the process is killed is in no file after the next start has finished', {
  tags: ['deep'],
  timeout: 60_000 + KILLED_AFTER_MS.length * 60_000,
}, async () => {
  // Views of earlier moments, and whatever else is written beside the data, are looked through too.
  const env = { ...MAILING, ...vision.env, DATA_DIR: folder.path, TMPDIR: folder.path };
  for (const [index, afterMs] of KILLED_AFTER_MS.entries()) {
    const server = await spawnServer(env);
    const owner = createClient(server.url);
    await owner.post('/api/auth/login', OWNER).then(expectStatus(200));
    const stranger = createClient(server.url);
    const reached = { url: server.url, stranger };
    const planting = await plantingIn({ server: reached, owner, vision, of: `killed ${afterMs}` });
    const people: Planted[] = [];
    for (const plant of Object.values(PEOPLE)) people.push(await plant(planting, index));
    for (const person of people) await lookAtAll(owner, person);
    const erase = (by = owner) =>
      people.map(({ path, confirm }) => by.post(`${path}/erase`, { confirm }).catch(() => null));
    const erasing = erase();
    await Promise.race([Promise.all(erasing), new Promise((resolve) => setTimeout(resolve, afterMs))]);
    await server.kill();

    const again = await spawnServer(env);
    const after = createClient(again.url, owner);
    for (const answer of await Promise.all(erase(after))) expect(answer).toMatchObject({ status: 200 });
    await expect.poll(() => leftOf(people, folder.path), { timeout: 30_000, interval: 200 }).toEqual([]);
    await again.stop();
    expect(await leftOf(people, folder.path)).toEqual([]);
  }
});
