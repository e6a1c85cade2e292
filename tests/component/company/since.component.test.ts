import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SinceAnswer } from '../../../api/since/schema.ts';
import { openConsole, type Page, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
beforeAll(async () => {
  heartwood = await openConsole();
});
afterAll(() => heartwood.close());

const lead = (id: string, title: string) => ({ category: 'lead', id, title });
const NIGHT: SinceAnswer = {
  since: '2026-11-29T17:00:00.000Z',
  count: 6,
  more: false,
  groups: [
    {
      category: 'lead',
      types: ['LeadCaptured'],
      status: 'New',
      isUndo: false,
      count: 4,
      records: [lead('a', 'Ada'), lead('b', 'Bea'), lead('c', 'Cem')],
    },
    { category: 'lead', types: ['LeadCaptured'], status: null, isUndo: false, count: 1, records: [lead('a', 'Ada')] },
    {
      category: 'invoice',
      types: ['PaymentRecorded'],
      status: null,
      isUndo: false,
      count: 1,
      records: [{ category: 'invoice', id: 'i', title: 'Dan Oak' }],
    },
  ],
};

/** The first page, for somebody who was away. */
async function backFrom(answer: SinceAnswer): Promise<Page> {
  const page = await heartwood.open('/account');
  page.answer(/GET \/api\/since$/, () => Response.json(answer));
  await page.click('link', /^Dashboard$/);
  return page;
}

test('Whoever comes back sees what others did, by what it was, with links to the records', async () => {
  const page = await backFrom(NIGHT);
  const card = await page.part('region', /^Since you were last here/);
  expect(card.screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '5 New leadAda, Bea, Cem and 2 more',
    '1 Payment recordedDan Oak',
  ]);
  expect(card.screen.getByRole('link', { name: 'Bea' }).getAttribute('href')).toBe('/leads?lead=b');
  expect(card.screen.getByRole('link', { name: 'All of it' }).getAttribute('href')).toMatch(/^\/history\?from=/);
});

test('Where there was more than could be looked at, it says so', async () => {
  const page = await backFrom({ ...NIGHT, count: 1_000, more: true });
  await page.see(/There was more than the last 1,000\./);
});

test('Where nothing happened, and on a first visit, there is nothing', async () => {
  const page = await backFrom({ ...NIGHT, count: 0, groups: [] });
  await page.see('Recent Activity');
  expect(page.screen.queryByText(/Since you were last here/)).toBe(null);
});
