import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { addLead } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

const AUDITOR = { as: { username: 'auditor', password: PASSWORD } };

let heartwood: TestConsole;
let owner: Client;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  await addSignedIn(heartwood.server, owner, 'auditor', { role: 'auditor' });
});
afterAll(() => heartwood.close());

const text = async (path: string): Promise<string> =>
  (await owner.get(`/api/audit/${path}`).then(expectStatus(200))).body;
const sizeNow = async () => (await text('checkpoint')).split('\n')[1];

test('The newest checkpoint and the key are at hand, and everything so far is signed by a button', async () => {
  const before = await sizeNow();
  const page = await heartwood.open('/history/proof', AUDITOR);
  await page.screen.findAllByText(`${before} events`);
  const [key] = await page.screen.findAllByRole('textbox', { name: 'The key that checks signatures' });
  expect((key as HTMLInputElement).value).toBe((await text('key')).trim());
  await addLead(owner, 'Grace Hopper');
  await page.click('button', 'Sign everything so far');
  await page.toast('Signed');
  const after = await sizeNow();
  expect(Number(after)).toBeGreaterThan(Number(before));
  const [download] = await page.screen.findAllByRole('button', { name: 'Download' });
  await expect.poll(() => download?.getAttribute('href')).toBe(`/api/audit/checkpoint?size=${after}`);
});

test('Between two checkpoints there is a file that shows that nothing was changed', async () => {
  const sizes: (string | undefined)[] = [];
  for (const name of ['Ada', 'Bea']) {
    await addLead(owner, name);
    sizes.push(await sizeNow());
  }
  const page = await heartwood.open('/history/proof');
  const link = await page.screen.findByRole('button', { name: 'Download consistency' });
  expect(link.getAttribute('href')).toMatch(new RegExp(`from=\\d+&to=${sizes[1]}$`));
  await page.user.selectOptions(page.screen.getByLabelText('Earlier'), sizes[0] ?? '');
  expect(link.getAttribute('href')).toBe(`/api/audit/consistency?from=${sizes[0]}&to=${sizes[1]}`);
});

test('The owner names who keeps checkpoints, and can take it back', async () => {
  const page = await heartwood.open('/history/proof');
  await page.see('Nobody yet.');
  await page.click('button', 'Change');
  await page.user.type(await page.screen.findByLabelText('Email addresses'), 'keeper@lawyer.example{Enter}');
  await page.click('button', 'Save');
  await page.toast('Saved');
  await page.see('keeper@lawyer.example');
  await page.see(/email is not set up/);
  const others = await heartwood.open('/history/proof', AUDITOR);
  await others.see('keeper@lawyer.example');
  expect(others.screen.queryByRole('button', { name: 'Change' })).toBe(null);
});

test('An address that nobody can be reached at is refused where it stands', async () => {
  const page = await heartwood.open('/history/proof');
  await page.click('button', 'Change');
  await page.user.type(await page.screen.findByLabelText('Email addresses'), 'nobody{Enter}');
  await page.click('button', 'Save');
  await page.see(/must be like name@example\.com/);
});

test('A history that is not what was signed says so, and what to do', async () => {
  const page = await heartwood.open('/history/proof');
  const message = 'The history is not what the checkpoint of its first 7 events says.';
  page.answer(/GET \/api\/audit\/checkpoint$/, () =>
    Response.json({ message, code: 'history_changed' }, { status: 409 }),
  );
  await page.click('button', 'Sign everything so far');
  await page.see(message);
  await page.see(/Copy the data folder before anything else/);
});

test('While the log is away it says that nothing was signed', async () => {
  const page = await heartwood.open('/history/proof');
  page.answer(/GET \/api\/audit\/checkpoint$/, () =>
    Response.json({ message: 'This cannot be shown right now.', code: 'store_unavailable' }, { status: 503 }),
  );
  await page.click('button', 'Sign everything so far');
  await page.see('Nothing was signed');
});

test('The history of a record has its evidence for whoever may read the whole history', async () => {
  const id = await addLead(owner, 'Hedy Lamarr');
  const page = await heartwood.open(`/leads?lead=${id}&tab=history`);
  const link = await page.screen.findByRole('link', { name: 'Download evidence' });
  expect(link.getAttribute('href')).toBe(`/api/audit/records/lead/${id}/evidence`);
  expect(link.hasAttribute('download')).toBe(true);
});
