import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Page, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const PATH = '/ai-dashboard';

const SAID = {
  insightType: 'anomaly',
  category: 'financial',
  severity: 'warning',
  description: 'Fuel was $2,140 in October and $1,510 a year before.',
  confidence: '0.7',
  actionItems: ['Compare two more suppliers'],
};

async function entered(title: string, details: object = {}): Promise<string> {
  const { body } = await owner.post('/api/ai/insights', { ...SAID, ...details, title }).then(expectStatus(201));
  return body.id;
}

const stored = async (id: string) => (await owner.get(`/api/ai/insights/${id}`).then(expectStatus(200))).body;

/** The card of an insight. */
async function cardOf(page: Page, title: string) {
  const cards = await page.part('list', 'Insights');
  return cards.partWith('listitem', title);
}

describe('the list', () => {
  test('A list without insights says so, and one that cannot be read says that', async () => {
    const page = await heartwood.open(PATH);
    await page.see('No AI insights available');
    await page.see(/Press Generate Insights to look through your records now/);
    const failing = await heartwood.open(PATH, { expectedErrors: [/500/] });
    const again = await failing.reload();
    again.answer(/^GET \/api\/ai\/insights\?/, () => new Response('{}', { status: 500 }));
    await again.see('Failed to fetch AI insights');
  });

  test('An unread insight is highlighted with all it says, and Mark Read takes that away, with an Undo', async () => {
    const id = await entered('Fuel costs more');
    const page = await heartwood.open(PATH);
    const card = await cardOf(page, 'Fuel costs more');
    await card.see('Unread');
    await card.see('Warning');
    await card.see('Financial · Anomaly');
    await card.see('70%, as entered');
    await card.see('Compare two more suppliers');
    await card.click('button', 'Mark Read');
    const told = await page.toast('Marked as Read');
    await card.gone('Unread');
    expect(await stored(id)).toMatchObject({ isRead: true });
    await told.click('button', 'Undo');
    await card.see('Unread');
    expect(await stored(id)).toMatchObject({ isRead: false });
  });

  test('Filters and the search leave the insights that match, and say so where none does', async () => {
    await entered('Chipper repairs', { severity: 'critical', category: 'operational' });
    const page = await heartwood.open(PATH);
    await cardOf(page, 'Chipper repairs');
    await page.choose('Severity', 'Critical');
    await page.gone('Fuel costs more');
    await page.choose('Category', 'Customer');
    await page.see('No AI insights available');
    const [clear] = await page.screen.findAllByRole('button', { name: 'Clear filters' });
    await page.user.click(clear as HTMLElement);
    await cardOf(page, 'Fuel costs more');
    await page.user.type(page.screen.getByPlaceholderText('Search insights...'), 'chipper');
    await page.gone('Fuel costs more');
    await cardOf(page, 'Chipper repairs');
  });

  test('Each card at the top counts what it opens', async () => {
    const page = await heartwood.open(PATH);
    await page.click('link', /^Critical/);
    await expect.poll(page.path).toBe('/ai-dashboard?severity=critical');
    await cardOf(page, 'Chipper repairs');
    await page.gone('Fuel costs more');
  });
});

describe('Record Action Taken', () => {
  test('Blank notes cannot be recorded; others are shown with the insight, until they are undone', async () => {
    const id = await entered('Stump grinder idle');
    const page = await heartwood.open(PATH);
    const card = await cardOf(page, 'Stump grinder idle');
    await card.click('button', 'Take Action');
    const dialog = await page.part('dialog', 'Record Action Taken');
    const button = dialog.screen.getByRole('button', { name: 'Record Action' });
    expect(button.hasAttribute('disabled')).toBe(true);
    const notes = dialog.screen.getByRole('textbox', { name: /Action notes/ });
    await page.user.type(notes, '   ');
    expect(button.hasAttribute('disabled')).toBe(true);
    await page.user.type(notes, 'Rented it out  ');
    await dialog.click('button', 'Record Action');
    const told = await page.toast('Action Recorded');
    await card.see('Rented it out');
    expect(await stored(id)).toMatchObject({ isActionTaken: true, actionNotes: 'Rented it out' });
    await told.click('button', 'Undo');
    await card.gone('Rented it out');
    expect(await stored(id)).toMatchObject({ isActionTaken: false, actionNotes: null });
  });

  test('What somebody else records meanwhile is shown in the dialog, and kept unless one goes on', async () => {
    const id = await entered('Two at once');
    const page = await heartwood.open(`${PATH}?act=${id}`);
    const dialog = await page.part('dialog', 'Record Action Taken');
    await page.user.type(await dialog.screen.findByRole('textbox', { name: /Action notes/ }), 'Mine');
    await owner.post(`/api/ai/insights/${id}/action`, { actionNotes: 'Called them' }).then(expectStatus(200));
    await dialog.see('Somebody recorded an action meanwhile');
    await dialog.see(/They wrote: “Called them”/);
    await dialog.click('button', 'Record Action');
    await page.toast('Action Recorded');
    expect(await stored(id)).toMatchObject({ actionNotes: 'Mine' });
  });
});

describe('the open insight', () => {
  test('An insight is dismissed with a reason in its drawer, and comes back by Undo', async () => {
    const id = await entered('We know this');
    const page = await heartwood.open(`${PATH}?insight=${id}`);
    const drawer = await page.part('dialog', 'We know this');
    await drawer.click('button', 'Dismiss…');
    const dialog = await page.part('dialog', 'Dismiss Insight');
    expect(dialog.screen.getByRole('button', { name: 'Dismiss' }).hasAttribute('disabled')).toBe(true);
    await dialog.choose(/Why/, 'We know');
    await page.user.type(dialog.screen.getByRole('textbox', { name: /Note/ }), 'On order');
    await dialog.click('button', 'Dismiss');
    const told = await page.toast('Insight Dismissed');
    await drawer.see(/We know\. On order/);
    expect(await stored(id)).toMatchObject({ status: 'dismissed', dismissed: { reason: 'known', note: 'On order' } });
    await told.click('button', 'Undo');
    await drawer.gone(/We know\. On order/);
    expect(await stored(id)).toMatchObject({ status: 'open', dismissed: null });
    await drawer.click('tab', 'History');
    await drawer.see('Entered');
  });
});

describe('what was found', () => {
  test('A finding shows how often its kind was right, what is at stake, and opens the records that it rests on', async () => {
    const machine = { name: 'Chipper 9', category: 'Chippers', purchasePrice: '10000' };
    const { id } = (await owner.post('/api/equipment', machine).then(expectStatus(201))).body;
    const doneOn = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
    for (const cost of ['3000', '2500'])
      await owner.post(`/api/equipment/${id}/maintenance`, { doneOn, cost }).then(expectStatus(200));
    await owner.post('/api/ai/insights/generate').then(expectStatus(200));
    const page = await (await heartwood.open(PATH)).reload();
    page.answer(/^GET \/api\/ai\/insights\?/, async ({ send }) => {
      const answer = await send();
      const list: { detector: string | null }[] = await answer.json();
      const checked = list.map((each) => (each.detector ? { ...each, track: { right: 17, of: 21 } } : each));
      return Response.json(checked, { headers: answer.headers });
    });
    const card = await cardOf(page, 'Repairs of Chipper 9 came to $5,500.00');
    await card.see('at stake');
    await card.see('Right 17 of 21 times');
    await card.see('Financial · Recommendation · Repairs near the price');
    const records = await card.part('list', 'Records');
    await records.see(/of maintenance since/);
    await card.click('link', /^Open the equipment/);
    await expect.poll(page.path).toBe(`/equipment?equipment=${id}`);
    await page.part('dialog', 'Chipper 9');
  });

  test('The history of a finding offers to undo what people did, not that it was found', async () => {
    const { body } = await owner.get('/api/ai/insights?detector=equipment_repairs').then(expectStatus(200));
    const [{ id, title }] = body;
    await owner.post(`/api/ai/insights/${id}/read`).then(expectStatus(200));
    const page = await heartwood.open(`${PATH}?insight=${id}&part=history`);
    const drawer = await page.part('dialog', title);
    const read = await drawer.partWith('listitem', 'Marked as read');
    await read.click('button', 'Undo');
    await expect.poll(async () => (await stored(id)).isRead).toBe(false);
    const found = await drawer.partWith('listitem', 'Found in your data');
    expect(found.screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('From any page, the palette generates insights', async () => {
    const page = await heartwood.open('/leads');
    await page.screen.findByRole('button', { name: 'Add Lead' });
    await page.user.keyboard('{Control>}k{/Control}');
    await page.user.type(await page.screen.findByRole('combobox', { name: 'Find, go to or add' }), 'generate ins');
    await page.click('option', 'Generate Insights');
    await page.toast('AI Insights Generated');
    await expect.poll(page.path).toBe(PATH);
  });
});

describe('who sees insights', () => {
  test('An auditor reads them and changes none', async () => {
    const id = await entered('For the auditor');
    await addSignedIn(heartwood.server, owner, 'audrey', { role: 'auditor' });
    const page = await heartwood.open(`${PATH}?insight=${id}`, { as: { username: 'audrey', password: PASSWORD } });
    await page.part('dialog', 'For the auditor');
    for (const name of [/Generate Insights/, /Mark Read/, /Take Action/, /Dismiss/])
      expect(page.screen.queryByRole('button', { name })).toBeNull();
  });

  test('An estimator has no such page, and nothing of it at home', async () => {
    await addSignedIn(heartwood.server, owner, 'ash', { role: 'estimator' });
    const page = await heartwood.open('/', { as: { username: 'ash', password: PASSWORD } });
    await page.see('Recent Activity');
    expect(page.screen.queryByRole('link', { name: 'AI Dashboard' })).toBeNull();
    expect(page.screen.queryByText('AI Insights')).toBeNull();
  });

  test('Home shows the two most severe that nobody has read', async () => {
    for (const { id } of (await owner.get('/api/ai/insights').then(expectStatus(200))).body)
      await owner.post(`/api/ai/insights/${id}/read`).then(expectStatus(200));
    await entered('An info', { severity: 'info' });
    await entered('A critical one', { severity: 'critical' });
    await entered('A warning');
    const page = await heartwood.open('/');
    const card = await page.part('region', 'AI Insights');
    const shown = card.screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(shown).toEqual(['Critical A critical one', 'Warning A warning']);
    await card.click('link', 'A critical one');
    await page.part('dialog', 'A critical one');
  });
});
