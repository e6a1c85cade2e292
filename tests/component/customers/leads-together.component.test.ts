import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { addLead } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';
import { card, cardsOf, column, moveByMenu, openPipeline } from '../pipeline.ts';

// Several people at once.

let heartwood: TestConsole;
let other: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  other = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const open = (path?: string) => openPipeline(heartwood, path);

test('What another browser does is seen without a reload, and marked', async () => {
  const page = await open();
  const id = await addLead(other, 'Seen at once');
  await (await column(page, 'New')).see('Seen at once');
  await other.patch(`/api/leads/${id}`, { status: 'Quoting' }).then(expectStatus(200));
  await (await column(page, 'Quoting')).see('Seen at once');
  const seen = await page.screen.findByRole('article', { name: /Seen at once/ });
  expect(seen.className).toContain('hw-touched');
});

test('A lead that somebody else has converted meanwhile is said to be, without an Undo', {
  tags: ['deep'],
}, async () => {
  const id = await addLead(other, 'Converted twice');
  const page = await open();
  await page.user.hover(await page.screen.findByRole('article', { name: /Converted twice/ }));
  await other.post(`/api/leads/${id}/convert`).then(expectStatus(200));
  await page.part('button', '1 change by others');
  await (await card(page, 'Converted twice')).click('button', 'Convert Converted twice');
  const toast = await page.toast('Already Converted');
  expect(toast.screen.queryByRole('button', { name: /Undo/ })).toBeNull();
});

test('A list that was still loading when somebody else moved a lead shows it where it is now', {
  tags: ['deep'],
}, async () => {
  const id = await addLead(other, 'Moved while loading');
  const page = await heartwood.open('/leads');
  const [told, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isLate = true;
  const answered = { lists: 0, figures: 0 };
  page.answer(/GET \/api\/leads-working\?status=/, async ({ send }) => {
    if (!isLate) return send();
    const response = await send();
    answered.lists += 1;
    await loaded.promise;
    return response;
  });
  page.answer(/GET \/api\/changes/, async ({ send }) => {
    const response = await send();
    told.resolve();
    return response;
  });
  page.answer(/GET \/api\/leads\/figures/, async ({ send }) => {
    const response = await send();
    answered.figures += 1;
    return response;
  });
  await told.promise;
  await expect.poll(() => answered.lists).toBe(5);
  await expect.poll(() => answered.figures).toBeGreaterThan(0);
  const before = answered.figures;
  await other.patch(`/api/leads/${id}`, { status: 'Quoting' }).then(expectStatus(200));
  await expect.poll(() => answered.figures).toBeGreaterThan(before);
  isLate = false;
  loaded.resolve();
  await (await column(page, 'Quoting')).see('Moved while loading');
  await expect.poll(() => cardsOf(page, 'Moved while loading')).toBe(1);
});

test('A page that was told of an older history reads all anew, and waits for no position of before', {
  tags: ['deep'],
}, async () => {
  const page = await open();
  const asked: (string | null)[] = [];
  page.answer(/GET \/api\/leads-working/, ({ headers, send }) => {
    asked.push(headers.get('x-min-position'));
    return send();
  });
  const position = '0000000000000001';
  const told = `data: ${JSON.stringify({ position, history: 'another', reset: true })}\n\n`;
  const comesBack = Promise.withResolvers<void>();
  let isFirst = true;
  page.answer(/GET \/api\/changes/, ({ path, send }) => {
    if (path === `/api/changes?after=${position}&history=another`) comesBack.resolve();
    if (!isFirst) return send();
    isFirst = false;
    return new Response(told, { headers: { 'content-type': 'text/event-stream' } });
  });
  page.window.dispatchEvent(new page.window.Event('online'));
  await comesBack.promise;
  await expect.poll(() => asked[0]).toBe(position);
  await addLead(other, 'After the reset');
  await (await column(page, 'New')).see('After the reset');
});

test('The second of two who edit a lead sees field by field what changed, and loses nothing', async () => {
  const id = await addLead(other, 'Edited by two', { phone: '555-0100', notes: 'First notes' });
  const page = await open(`/leads?lead=${id}&tab=edit`);
  await page.fill('Phone', '555-0111');
  await page.fill('Description', 'Typed by the second');

  await other.patch(`/api/leads/${id}`, { phone: '555-0122', notes: 'Other notes' }).then(expectStatus(200));
  await page.see('This lead was changed while you were editing');
  const changed = await page.partAt('.hw-differences');
  await changed.see('555-0122');
  await changed.see('Other notes');
  const textIn = async (name: RegExp) => (await page.screen.findByRole<HTMLTextAreaElement>('textbox', { name })).value;
  expect(await textIn(/Phone/)).toBe('555-0111');
  expect(await textIn(/Notes/)).toBe('Other notes');

  await changed.click('radio', 'Phone, yours: 555-0111');
  await page.click('button', 'Save');
  await page.toast('Lead Updated');
  const [lead] = (await other.get('/api/leads-working?search=Edited')).body;
  expect(lead).toMatchObject({ phone: '555-0111', notes: 'Other notes', description: 'Typed by the second' });
});

test('A value of before comes back from the history, and a step is undone there', async () => {
  const id = await addLead(other, 'Has a history', { phone: '555-0101' });
  await other.patch(`/api/leads/${id}`, { phone: '555-0199' }).then(expectStatus(200));
  const page = await open(`/leads?lead=${id}&tab=history`);
  await page.click('button', 'Restore this value');
  await page.toast('Lead Updated');
  await page.click('tab', 'Details');
  await page.part('link', '555-0101');

  await page.click('tab', 'History');
  await page.partAt('.hw-step:nth-child(3)'); // the restored value is a step of its own
  await (await page.partAt('.hw-step:nth-child(1)')).click('button', 'Undo');
  await page.toast('The change has been undone.');
  await page.click('tab', 'Details');
  await page.part('link', '555-0199');
});

const statusOf = async (id: string) => (await other.get(`/api/leads/${id}`).then(expectStatus(200))).body.status;

test('Two quick moves of a lead arrive in their order, however slow the first is', async () => {
  const id = await addLead(other, 'Moved twice');
  const page = await open();
  const sent: unknown[] = [];
  const slow = Promise.withResolvers<void>();
  let isFirstUnderWay = true;
  page.answer(new RegExp(`PATCH /api/leads/${id}$`), async ({ body, send }) => {
    sent.push({ ...(body as object), isFirstUnderWay });
    if (sent.length === 1) await slow.promise;
    return send();
  });
  for (const status of ['Contacted', 'Quoting']) {
    await moveByMenu(page, 'Moved twice', status);
    await (await column(page, status)).see('Moved twice');
  }
  isFirstUnderWay = false;
  slow.resolve();
  await expect
    .poll(() => sent)
    .toEqual([
      { status: 'Contacted', isFirstUnderWay: true },
      { status: 'Quoting', isFirstUnderWay: false },
    ]);
  await expect.poll(() => statusOf(id)).toBe('Quoting');
  await (await column(page, 'Quoting')).see('Moved twice');
});

test('A move that fails does not take back another one that waits for its answer', { tags: ['deep'] }, async () => {
  const [failing, slow] = [await addLead(other, 'Fails'), await addLead(other, 'Answered late')];
  const page = await open();
  const [refused, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  page.answer(new RegExp(`PATCH /api/leads/${failing}$`), async () => {
    await refused.promise;
    return Response.json({ error: 'Broken' }, { status: 500 });
  });
  page.answer(new RegExp(`PATCH /api/leads/${slow}$`), async ({ send }) => {
    await saved.promise;
    return send();
  });
  await moveByMenu(page, 'Fails', 'Contacted');
  await moveByMenu(page, 'Answered late', 'Quoting');
  await (await column(page, 'Quoting')).see('Answered late');
  refused.resolve();
  await page.toast('Failed to update lead status.');
  await (await column(page, 'New')).see('Fails');
  // What has arrived is drawn.
  await new Promise((drawn) => page.window.requestAnimationFrame(() => setTimeout(drawn)));
  expect((await column(page, 'Quoting')).screen.queryAllByText('Answered late')).toHaveLength(1);
  saved.resolve();
  await expect.poll(() => statusOf(slow)).toBe('Quoting');
  await (await column(page, 'Quoting')).see('Answered late');
});

test('An auditor sees everything and changes nothing', async () => {
  const id = await addLead(other, 'Only looked at');
  await addSignedIn(heartwood.server, other, 'auditor', { role: 'auditor' });
  const page = await heartwood.open(`/leads?lead=${id}&tab=history`, {
    as: { username: 'auditor', password: PASSWORD },
  });
  await page.see('Lead added');
  for (const name of [/^Add Lead/, /^Convert/, /^Move to/, /^Delete/, /^Undo/, /^Edit/]) {
    expect(page.screen.queryAllByRole('button', { name }), String(name)).toEqual([]);
  }
});
