import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '../../../api/kit/company-time.ts';
import { COMPANY_DEFAULTS } from '../../../domain/company/terms.ts';
import { addDays } from '../../../domain/kit/times.ts';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Page, type PageOptions, type Part, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
let priyaId: string;
let jobNumber: string;

const PATH = '/api/hr/performance-reviews';
const TAB = '/hr-management?tab=performance';
const PERIOD = { reviewPeriodStart: '2026-01-01', reviewPeriodEnd: '2026-03-31' };
const PRIYA = { username: 'priya', password: PASSWORD };

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  const { id: auditorId } = await addSignedIn(heartwood.server, owner, 'priya', { role: 'auditor' });
  priyaId = auditorId;
  const { body: job } = await owner.post('/api/jobs', { title: 'Rowan', address: '3 Elm St' }).then(expectStatus(201));
  jobNumber = job.jobNumber;
  const personId = await addPerson('Mary');
  for (const [day, hours] of [
    ['2026-02-02', 4],
    ['2026-02-03', 2.5],
  ]) {
    await owner.post(`/api/jobs/${job.id}/hours`, { personId, day, hours }).then(expectStatus(200));
  }
});
afterAll(() => heartwood.close());

async function addPerson(firstName: string): Promise<string> {
  return (await owner.post('/api/staff', { firstName }).then(expectStatus(201))).body.id;
}

async function review(employeeId: string, changes: object = {}): Promise<string> {
  const body = { employeeId, ...PERIOD, overallRating: 4, strengths: 'Rigging', ...changes };
  return (await owner.post(PATH, body).then(expectStatus(201))).body.id;
}

const openTab = (search = '', options: PageOptions = {}) => heartwood.open(`${TAB}${search}`, options);
const drawer = (page: Part, name: string) => page.part('dialog', `Review of ${name}`);
const buttons = ({ screen }: Part) => screen.queryAllByRole('button').map(({ textContent }) => textContent);

async function pick(dialog: Part, page: Page, name: string): Promise<void> {
  await page.user.type(await dialog.screen.findByRole('combobox', { name: /Person/ }), name);
  await page.user.click(await page.screen.findByRole('option', { name: new RegExp(name) }));
}

describe('performance reviews', () => {
  test('A list without performance reviews says so, and one that cannot be read says that', async () => {
    const page = await openTab();
    await page.see('No performance reviews found');
    const failing = await openTab('', { expectedErrors: [/500/] });
    failing.answer(/^GET \/api\/hr\/performance-reviews/, () => new Response('{}', { status: 500 }));
    const again = await failing.reload();
    again.answer(/^GET \/api\/hr\/performance-reviews/, () => new Response('{}', { status: 500 }));
    await again.see('Failed to fetch performance reviews');
  });

  test('A performance review is created beside the figures of its period, which open their rows', async () => {
    let page = await openTab('&new=true');
    let dialog = await page.part('dialog', /^Create Review$/);
    await page.user.click(await dialog.screen.findByRole('combobox', { name: /Person/ }));
    await page.screen.findByRole('option', { name: /priya/ });
    // Nobody reviews themselves.
    expect(page.screen.queryByRole('option', { name: /owner/ })).toBe(null);
    await dialog.see('Choose a person and a period to see what the records say.');
    await dialog.click('button', 'Create Review');
    await page.toast('Failed to create performance review');
    await dialog.see('Choose a rating.');

    await pick(dialog, page, 'Mary');
    await dialog.fill('Period from', '2026-01-01');
    await dialog.fill('Period to', '2026-03-31');
    const figures = await dialog.part('region', 'Figures of the period');
    const hours = await figures.partWith('group', /^Hours/);
    await hours.see('6.5 h');
    await hours.see('All hours entered for them on jobs, by the day worked');
    await hours.see('Feb 3, 2026: 2.5 h');
    expect((await hours.screen.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
      `${jobNumber} Rowan`,
      `${jobNumber} Rowan`,
    ]);
    await figures.see('None on file');

    await dialog.choose('Overall rating', '4 · Exceeds Expectations');
    await dialog.fill('Strengths', 'Rigging');
    await dialog.fill('Goals', 'Crane signals');
    page = await page.reload();
    dialog = await page.part('dialog', /^Create Review$/);
    await dialog.see(/^Draft from/);
    await dialog.click('button', 'Create Review');
    await (await page.toast('Review Created')).see('Mary has no account to read it with.');
    const row = await page.partWith('row', 'Mary');
    await row.see('4 · Exceeds Expectations');
    await row.see('Jan 1, 2026 to Mar 31, 2026');
    await row.see('owner');
    await row.see('No account');
    await (await page.toast('Review Created')).click('button', 'Undo');
    await page.see('No performance reviews found');
  });

  test('A performance review of a period backwards is refused where that is typed, and created once it is put right', async () => {
    const page = await openTab('&new=true');
    const dialog = await page.part('dialog', /^Create Review$/);
    await addPerson('Ada');
    await pick(dialog, page, 'Ada');
    await dialog.fill('Period from', '2026-03-31');
    await dialog.fill('Period to', '2026-01-01');
    await dialog.choose('Overall rating', 'Outstanding');
    await dialog.click('button', 'Create Review');
    await page.toast('Failed to create performance review');
    const end = await dialog.screen.findByLabelText('Period to');
    await expect.poll(() => end.getAttribute('aria-invalid')).toBe('true');
    await dialog.fill('Period to', '2026-04-30');
    await dialog.click('button', 'Create Review');
    await (await page.partWith('row', 'Ada')).see('5 · Outstanding');
  });

  test('A performance review is corrected, removed and brought back from its drawer', async () => {
    const id = await review(await addPerson('Grace'));
    const page = await openTab(`&review=${id}`);
    let open = await drawer(page, 'Grace');
    await open.see('Rigging');
    await open.see('Figures of the period');
    await open.click('button', 'Edit');
    await open.choose('Overall rating', '3 · Meets Expectations');
    await open.click('button', 'Save');
    await page.toast('Review Updated');
    await open.see('3 · Meets Expectations');
    await open.click('tab', 'History');
    await open.see('Corrected');
    await open.click('tab', 'Details');
    await open.click('button', 'Remove');
    await page.toast('Review of Grace is out of the list');
    open = await drawer(page, 'Grace');
    await open.click('button', 'Restore');
    await page.toast('Review Restored');
  });

  test('A performance review is acknowledged by the person it is about, and then stays as it is', async () => {
    const id = await review(priyaId);
    const page = await openTab(`&review=${id}`, { as: PRIYA });
    const open = await drawer(page, 'priya');
    await open.see('This review is about you.');
    expect(buttons(open)).not.toContain('Edit');
    await open.click('button', 'Acknowledge');
    const dialog = await page.part('dialog', /^Acknowledge Review$/);
    await dialog.fill('Your comment', 'Agreed');
    await dialog.click('button', 'Acknowledge');
    await page.toast('Review Acknowledged');
    await open.gone('This review is about you.');
    await open.see('Agreed');

    const others = await drawer(await openTab(`&review=${id}`), 'priya');
    await others.see('Agreed');
    expect(buttons(others)).toContain('Remove');
    expect(buttons(others)).not.toContain('Edit');
    expect(buttons(others)).not.toContain('Acknowledge');
  });

  test('A performance review is acknowledged only as the person has read it', async () => {
    const id = await review(priyaId);
    const page = await openTab(`&review=${id}`, { as: PRIYA, expectedErrors: [/409/] });
    const open = await drawer(page, 'priya');
    await open.click('button', 'Acknowledge');
    const dialog = await page.part('dialog', /^Acknowledge Review$/);
    await owner.patch(`${PATH}/${id}`, { overallRating: 1 }).then(expectStatus(200));
    await dialog.click('button', 'Acknowledge');
    await dialog.see('Look at it again, then try again.');
    await page.toast('It may have been corrected meanwhile: read it again.');
    await dialog.click('button', 'Cancel');
    await open.see('1 · Needs Improvement');
    await open.click('button', 'Acknowledge');
    await (await page.part('dialog', /^Acknowledge Review$/)).click('button', 'Acknowledge');
    await page.toast('Review Acknowledged');
  });

  test('Performance reviews of somebody else are not there for who writes none', async () => {
    await review(await addPerson('Lois'));
    const page = await openTab('', { as: PRIYA });
    await page.screen.findByRole('tab', { name: 'Performance' });
    await expect.poll(() => page.screen.queryByText('Loading')).toBe(null);
    expect(page.screen.queryByText(/Lois/)).toBe(null);
    expect(page.screen.queryByRole('button', { name: 'Create Review' })).toBe(null);
  });

  test('The analytics show the ratings of each quarter with its reviews, and the certificates that run out', async () => {
    const inDays = (days: number) => addDays(dayOf(Date.now(), COMPANY_DEFAULTS.timeZone), days);
    const certifications = [
      { name: 'Aerial rescue', expiresOn: inDays(-3) },
      { name: 'First aid', expiresOn: inDays(80) },
      { name: 'Crane signals', expiresOn: inDays(120) },
    ];
    const { body } = await owner.post('/api/staff', { firstName: 'Nell', certifications }).then(expectStatus(201));
    const job = await owner.post('/api/jobs', { title: 'Elm', address: '3 Elm St' }).then(expectStatus(201));
    const hours = { personId: body.id, day: inDays(-1), hours: 3 };
    await owner.post(`/api/jobs/${job.body.id}/hours`, hours).then(expectStatus(200));
    await review(body.id, { overallRating: 2, reviewPeriodEnd: inDays(-1) });
    const page = await heartwood.open('/hr-management?tab=analytics');
    const expiring = await page.part('region', 'Certificates that expire within 90 days');
    await (await expiring.partWith('row', 'Aerial rescue')).see('Expired');
    await (await expiring.partWith('row', 'First aid')).see('80 days');
    expect(expiring.screen.queryByText('Crane signals')).toBe(null);
    const worked = await (await page.part('region', 'Hours by person')).partWith('row', 'Nell');
    await worked.see('100%');
    await worked.screen.findAllByText(/^\d+:\d\d$/);
    const ratings = await page.part('region', 'Quarter by quarter');
    const [quarter] = await ratings.screen.findAllByRole('link', { name: /^Q\d \d{4}$/ });
    if (quarter) await page.user.click(quarter);
    await expect.poll(() => page.path()).toMatch(/tab=performance&from=\d{4}-\d\d-01&to=/);
    await (await page.partWith('row', 'Nell')).see('2 · Below Expectations');
  });
});
