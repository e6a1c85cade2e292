import { expect, onTestFinished, test } from 'vitest';
import { spawnServer } from '../support/processes/process.ts';
import { createClient } from '../support/requests/client.ts';
import { OWNER, startTestServer } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('A restart, even by kill -9, gives nobody more tries', async () => {
  const folder = await tempFolder();
  onTestFinished(folder.remove);
  const statuses = async (url: string, tries: number) => {
    const wrong = () => createClient(url).post('/api/auth/login', { ...OWNER, password: 'not this one' });
    return (await Promise.all(Array.from({ length: tries }, wrong))).map(({ status }) => status).sort();
  };
  const before = await spawnServer({ DATA_DIR: folder.path });
  expect(await statuses(before.url, 3)).toEqual([401, 401, 401]);
  await before.kill();
  const after = await startTestServer({ DATA_DIR: folder.path });
  onTestFinished(after.close);
  expect(await statuses(after.url, 4)).toEqual([401, 401, 429, 429]);
});
