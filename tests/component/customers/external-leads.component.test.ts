import { afterAll, beforeAll, expect, test } from 'vitest';
import { externalLeadId, folderWithExternalLeads } from '../../support/samples/external-leads.ts';
import type { TempFolder } from '../../support/temp-folder.ts';
import { openConsole, type TestConsole } from '../page.ts';

let folder: TempFolder;
let heartwood: TestConsole;

beforeAll(async () => {
  folder = await folderWithExternalLeads([
    { name: 'Kim Fir', notes: '', serviceType: null, priority: 'low', description: null },
  ]);
  heartwood = await openConsole({ DATA_DIR: folder.path });
});
afterAll(async () => {
  await heartwood.close();
  await folder.remove();
});

test('An external lead without an analysis in its notes shows none, is taken into the pipeline, and that is undone', async () => {
  const page = await heartwood.open(`/admin/external-leads?lead=${externalLeadId(0)}`);
  const drawer = await page.partAt('.hw-drawer');
  await drawer.part('region', 'Customer');
  expect(drawer.screen.queryByRole('region', { name: 'AI Analysis' })).toBe(null);
  await drawer.click('button', 'Move to our pipeline');
  const moved = await page.toast('Lead Moved');
  await drawer.part('link', 'Open our lead');
  await moved.click('button', 'Undo');
  await drawer.click('button', 'Move to our pipeline');
  await drawer.click('link', 'Open our lead');
  await expect.poll(() => page.path()).toMatch(/^\/leads\?/);
  const lead = await page.partAt('.hw-drawer');
  expect(await lead.screen.findAllByText('Kim Fir', { exact: false })).not.toEqual([]);
});

test('The page of external leads says in words that they cannot be loaded', { tags: ['deep'] }, async () => {
  const page = await heartwood.open('/admin/external-leads');
  page.answer(/^GET \/api\/admin\/external-leads(\?|$)/, () =>
    Response.json({ message: 'Something went wrong.', code: 'internal' }, { status: 500 }),
  );
  await page.see('Failed to fetch external leads.');
});
