import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCrew } from '../../support/browser/board.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { openAtRest } from '../../support/browser/checks.ts';
import { cases } from '../../support/depth.ts';
import { pdfFill, pdfPages } from '../../support/pdf.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

// What comes out of a printer. As Chromium prints it: that Firefox does so too was looked at (docs/design/console.md#paper).

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;

/** As somebody prints it who changes nothing in the dialog of the browser. */
const SHEET = { format: 'Letter', margin: { top: '0.4in', bottom: '0.4in', left: '0.4in', right: '0.4in' } };

function print(page: Page, landscape: boolean): Promise<Buffer> {
  return page.pdf({ ...SHEET, landscape });
}

test.each(cases([1440, 'week'], [1440, 'month'], [1440, 'day'], [1440, 'crews'], [820, 'week'], [820, 'month']))(
  'From a window of %i pixels the %s of the schedule is printed on one page, which says when it is, with all its visits',
  {
    tags: ['more'],
  },
  async (width, view) => {
    const crewId = (await addCrew(owner, `Crew ${width} ${view}`, 'Grace')).id;
    const trees = ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir'].map((tree) => `${tree}${width}${view}`);
    const scheduledDate = `2036-0${width === 820 ? 7 : 6}-1${6 + ['week', 'month', 'day', 'crews'].indexOf(view)}`;
    for (const title of trees)
      await add('/api/jobs', { title, address: '3 Elm St', scheduledDate, crewId, amount: '1734' });
    const page = await browser.newPage({ signedIn: true, width, height: 1180, touch: width < 1000 });
    await openAtRest(page, `/schedule?view=${view}&date=${scheduledDate}`);
    for (const landscape of [false, true]) {
      const pages = await pdfPages(await print(page, landscape));
      expect(pages.length, 'Pages').toBe(1);
      const text = pages[0]?.replaceAll(' ', '') ?? '';
      // A narrow visit may have the beginning of its name alone.
      for (const title of trees) expect(text).toContain(title.slice(0, 3));
      expect(text).toMatch(view === 'month' ? /Ju(ne|ly)2036/ : /Ju(ne?|ly?)1\d/);
      if (view === 'week' || view === 'month') expect(text, 'The figures of the day').toContain('6·24h·$10.4K');
      expect(text, 'What is clicked').not.toMatch(/\+\dmore|Dragjobs/);
    }
    // The screen is as it was.
    await page.locator(`.hw-calendar-${view}`).waitFor();
  },
);

test('The board of leads is printed from the first page on, with all columns, and cuts no card', async () => {
  for (let number = 10; number < 40; number++) {
    const status = ['New', 'Contacted', 'Quoting'][number % 3];
    const id = await add('/api/leads', { name: `Lead${number}`, description: 'Take down the oak at the gate.' });
    if (status !== 'New') await owner.patch(`/api/leads/${id}`, { status }).then(expectStatus(200));
  }
  const page = await browser.newPage({ signedIn: true });
  await openAtRest(page, '/leads');
  await page.getByText('Lead10').first().waitFor();
  for (const landscape of [false, true]) {
    const bytes = await print(page, landscape);
    const pages = await pdfPages(bytes);
    expect(pages[0]).toMatch(/Pipeline.*Lead\d\d/);
    const text = pages.join(' ');
    for (const status of ['New', 'Contacted', 'Quoting', 'Won', 'Lost']) expect(text).toContain(status);
    for (let number = 10; number < 40; number++) expect(text).toContain(`Lead${number}`);
    expect(text.match(/the oak at the gate\./g), 'Whole cards').toHaveLength(30);
    for (const fill of (await pdfFill(bytes)).slice(0, -1)) expect(fill).toBeGreaterThan(0.7);
  }
});

test('A job is printed without a page that is nearly empty', async () => {
  const id = await add('/api/jobs', {
    title: 'Hedge',
    address: '3 Elm St',
    description: 'Cut the hedge along the drive.',
    hazards: ['Wires near the crown'],
    requiredSkills: ['climbing'],
    estimatedDuration: 4,
  });
  for (let step = 0; step < 12; step++)
    await owner.put(`/api/jobs/${id}`, { description: `Cut the hedge to ${step} feet.` }).then(expectStatus(200));
  const page = await browser.newPage({ signedIn: true });
  await openAtRest(page, `/jobs/${id}`);
  for (const landscape of [false, true]) {
    const fill = await pdfFill(await print(page, landscape));
    expect(fill.length).toBeGreaterThan(1);
    for (const each of fill.slice(0, -1)) expect(each, `of ${fill}`).toBeGreaterThan(0.6);
  }
});
