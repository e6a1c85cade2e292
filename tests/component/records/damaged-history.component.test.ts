import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { expectStatus, startTestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';
import { openConsole, type TestConsole } from '../page.ts';

const SAM = { username: 'sam', password: PASSWORD };
const TITLE = 'The history is damaged';

let folder: TempFolder;
let heartwood: TestConsole;
/** Of an old event, which nothing reads any more. */
let position: string;

beforeEach(async () => {
  folder = await tempFolder();
  // A day before, so that the check is due.
  const before = await startTestServer({ DATA_DIR: folder.path }, () => Date.now() - 25 * 60 * 60_000);
  const owner = await before.signIn();
  await addSignedIn(before, owner, SAM.username);
  const lead = await owner.post('/api/leads', { name: 'Old oak' }).then(expectStatus(201));
  position = lead.headers.get('x-position') ?? '';
  for (const name of ['Elm', 'Ash']) await owner.post('/api/leads', { name }).then(expectStatus(201));
  await before.close();
  const db = new DatabaseSync(join(folder.path, 'log.db'));
  db.prepare("UPDATE events SET data = replace(data, '{', '{ ') WHERE position = ?").run(Number(position));
  db.close();
  heartwood = await openConsole({ DATA_DIR: folder.path });
});
afterEach(async () => {
  await heartwood.close();
  await folder.remove();
});

test('A damaged history is told the owner on every page with what to do, others on the first page', async () => {
  const { stranger } = heartwood.server;
  await expect.poll(async () => (await stranger.get('/api/health')).body.ok, { timeout: 30_000 }).toBe(false);
  for (const path of ['/', '/equipment']) {
    const page = await heartwood.open(path);
    const notice = await page.partWith('status', TITLE);
    await notice.see(position);
    await notice.see('npm run restore');
  }
  const others = await heartwood.open('/', { as: SAM });
  const notice = await others.partWith('status', TITLE);
  await notice.see('please tell them');
  expect(notice.screen.queryByText('backup', { exact: false })).toBeNull();
  await others.user.click(others.screen.getByTestId('nav-equipment'));
  await others.gone(TITLE);
});
