import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest';
import { PAGES as NAVIGATION } from '../../support/browser/console-routes.ts';
import { keptPaths } from '../../support/browser/crew-phone.ts';
import { DEMO_OWNER, PAGES, serveDemo } from '../../support/browser/demo-pages.ts';
import type { Driver, WalkedBrowser } from '../../support/browser/driver.ts';
import { firefox } from '../../support/browser/firefox.ts';
import { chromiumWithScrollbars } from '../../support/browser/scrollbars.ts';
import { ERROR_KEEPER, startWalker, type Walker } from '../../support/browser/walker.ts';
import { webkit } from '../../support/browser/webkit.ts';
import { isDeep } from '../../support/depth.ts';
import { pdfPages } from '../../support/pdf.ts';
import type { Client } from '../../support/requests/client.ts';
import { type Network, startNetwork } from '../../support/requests/network.ts';
import { expectStatus, type TestServer } from '../../support/server.ts';

// One walk through the product, by hand, in each engine that people have and the other tests do not.

/** If set, the folder for a picture of each page. */
const PICTURES = process.env['WALK_PICTURES'];

/** The pages that a click in the navigation opens. */
const IN_NAVIGATION = [
  'home',
  'the schedule',
  'leads',
  'a new quote',
  'jobs',
  'invoices',
  'customers',
  'crew',
  'equipment as cards',
  'reports',
  'accounting',
  'AI insights',
  'financial analytics',
  'costs',
  'external leads',
  'people',
  'outbox',
  'users',
  'security',
  'account',
];
const ELSEWHERE = Object.keys(PAGES).filter((name) => !IN_NAVIGATION.includes(name));

let server: TestServer;
let network: Network;
let owner: Client;
beforeAll(async () => {
  server = await serveDemo();
  owner = await server.signIn(DEMO_OWNER);
  network = await startNetwork(server.url, ERROR_KEEPER);
});
afterAll(async () => {
  await network.close();
  await server.close();
});

/** @param path of the job's page */
const statusOf = async (path: string) => (await owner.get(`/api${path}`).then(expectStatus(200))).body.status;

describe.each([firefox, webkit, chromiumWithScrollbars])('$name', { tags: ['deep'] }, walkIn);

function walkIn({ name, missing, cannotPrint, hasWideScrollbars, launch }: WalkedBrowser): void {
  if (missing !== null) {
    if (isDeep) process.stderr.write(`The walk in ${name} is left out: ${missing}\n`);
    test.skip(`The walk in ${name} is left out: ${missing}`, () => {});
    return;
  }

  let driver: Driver;
  let walker: Walker;
  beforeAll(start);
  afterAll(() => driver?.close());
  beforeEach(() => onTestFailed(() => tell(walker)));

  async function start(): Promise<void> {
    driver = await launch();
    walker = startWalker(driver, network.url);
    await signIn(walker);
  }

  async function expectWhole(page: string): Promise<void> {
    await keepPicture(driver, page);
    expect(await walker.text(), page).not.toContain('could not be loaded');
    if (hasWideScrollbars) expect(await sidewaysScroll(walker), page).toBe(0);
    expect(await walker.errors(), page).toEqual([]);
  }

  test(`In ${name}, every page of the navigation opens by a click, and has its heading`, async () => {
    await walker.open('/');
    for (const [path, heading] of NAVIGATION) {
      await walker.click({ role: 'link to', name: path, within: { role: 'navigation', name: 'Pages' } });
      await walker.sees({ role: 'heading', name: heading });
      await walker.isAtRest();
      await expectWhole(`${name}, ${heading}`);
    }
  });

  test.each(ELSEWHERE)(`In ${name}, %s opens by its address without an error`, async (page) => {
    await walker.open((await PAGES[page]?.()) as string);
    await walker.isAtRest();
    await expectWhole(`${name}, ${page}`);
  });

  test(`In ${name}, a lead becomes a quote that its customer approves, and a job whose clock starts and stops`, async () => {
    const customer = `Grace of ${name}`;
    await addLead(walker, customer);
    const link = await sendQuote(walker, customer);

    await walker.open(link);
    await walker.fill('Type your full name to sign', customer);
    await walker.click({ role: 'button', name: /^Approve/ });
    await walker.sees({ role: 'heading', name: 'Approved. Thank you!' });
    expect(await walker.errors()).toEqual([]);

    await walker.open('/jobs');
    const row = { role: 'row', name: new RegExp(customer) };
    await walker.click({ role: 'link', name: /^J-\d+$/, within: row });
    await walker.sees({ role: 'heading', name: customer });
    const clock = { role: 'region', name: 'Clock' };
    await walker.click({ role: 'button', name: 'Start', within: clock });
    await walker.click({ role: 'button', name: 'Pause', within: clock });
    await walker.click({ role: 'button', name: 'Resume', within: clock });
    await walker.click({ role: 'button', name: 'Finish', within: clock });
    await walker.reads(/^Finished /m);
    const { pathname } = new URL(await walker.evaluate<string>('location.href'));
    await expect.poll(() => statusOf(pathname)).toBe('completed');
    expect(await walker.errors()).toEqual([]);
  });

  test(`In ${name}, an act is undone in its dialog, which says before what goes back, and brought back`, async () => {
    const lead = await owner.post('/api/leads', { name: `Ida of ${name}` }).then(expectStatus(201));
    await walker.open(`/history?act=${lead.headers.get('x-command-id')}`);
    await walker.click({ role: 'button', name: 'Undo this act' });
    await walker.reads('It goes back, and can be brought back.');
    await expectWhole(`${name}, what an undo would do`);
    await walker.click({ role: 'button', name: 'Undo', within: { role: 'dialog', name: /^Undo/ } });
    await walker.reads('1 step went back.');
    await walker.click({ role: 'button', name: 'Bring it back' });
    await walker.reads('1 step went back again.');
    await expectWhole(`${name}, what was brought back`);
  });

  test(`In ${name}, a job opens without the network as it was read, which is said`, { timeout: 300_000 }, async () => {
    // Opened anew: a page that was left while it wrote can hold the device's store from then on, in WebKit.
    await driver.close();
    await start();
    const path = (await PAGES['a job']?.()) as string;
    await walker.open(path);
    await walker.isAtRest();
    const customer = await walker.evaluate<string>('document.querySelector("h1").innerText');
    await expect.poll(() => keeping(walker, path), { timeout: 150_000 }).toMatchObject({ active: 'activated' });
    await expect.poll(() => walker.evaluate(`(${keptPaths})()`)).toContain(`/api${path}`);
    await network.cut();
    try {
      await walker.open(path);
      await walker.sees({ role: 'heading', name: customer });
      await walker.sees({ role: 'button', name: /^Offline/ });
    } finally {
      await network.mend();
    }
  });

  const printing = `In ${name}, a page is printed with what it shows`;
  test.skipIf(cannotPrint)(cannotPrint ? `${printing}: left out, as ${cannotPrint}` : printing, async () => {
    await walker.open('/reports');
    await walker.isAtRest();
    const sheets = await pdfPages(await driver.print());
    expect(sheets[0]).toContain('Total Revenue');
  });
}

/** What the page shows, for whoever investigates a failed test. */
async function tell(walker: Walker): Promise<void> {
  console.error((await walker.text()).slice(0, 2_000));
  console.error((await walker.errors()).join('\n'));
}

/** How far what keeps the console is. Where that failed, the next visit tries again. */
async function keeping(walker: Walker, path: string) {
  const state = await walker.evaluate<{ installing?: string; active?: string }>(`(${keeperState})()`);
  if (!state.installing && !state.active) await walker.open(path);
  return state;
}

/** In the page: how far what keeps the console is. */
async function keeperState() {
  const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  return { installing: installing?.state, waiting: waiting?.state, active: active?.state };
}

async function signIn(walker: Walker): Promise<void> {
  await walker.open('/');
  await walker.fill('Email or Username', DEMO_OWNER.username);
  await walker.fill('Password', DEMO_OWNER.password);
  await walker.click({ role: 'button', name: 'Sign In' });
  await walker.sees({ role: 'heading', name: 'Dashboard' });
}

let leads = 0;

/** Nobody else has the phone or the address: what is said of others would move the button. */
async function addLead(walker: Walker, name: string): Promise<void> {
  leads += 1;
  await walker.open('/leads');
  await walker.click({ role: 'button', name: 'Add Lead' });
  const dialog = { role: 'dialog', name: 'Add New Lead' };
  await walker.fill(/^Name/, name, dialog);
  await walker.fill(/^Phone/, `413-555-910${leads}`, dialog);
  await walker.fill(/^Address/, `${leads} Walkers Lane, Amherst, MA 01002`, dialog);
  await walker.choose(/^Lead Source/, 'Referral', dialog);
  await walker.fill(/^Description/, 'Dead oak beside the garage', dialog);
  await walker.click({ role: 'button', name: 'Add Lead', within: dialog });
  await walker.reads('New lead has been added to the pipeline.');
}

/** @returns the path of the customer's link */
async function sendQuote(walker: Walker, customer: string): Promise<string> {
  await walker.click({ role: 'button', name: `Create Quote for ${customer}` });
  await walker.sees({ role: 'heading', name: 'Create New Quote' });
  const service = { role: 'region', name: 'Service 1' };
  await walker.choose(/^Service/, 'Tree Removal', service);
  await walker.fill(/^Unit Price/, '1200', service);
  await walker.click({ role: 'button', name: 'Create Quote' });
  await walker.click({ role: 'button', name: 'Send' });
  const link = { role: 'textbox', name: "Customer's link" };
  await walker.sees(link);
  const url = await walker.evaluate<string>(`document.querySelector('input[readonly][value*="/quote/"]').value`);
  return new URL(url).pathname;
}

/** How many pixels the page is wider than its window. */
const sidewaysScroll = (walker: Walker) =>
  walker.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

async function keepPicture(driver: Driver, title: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await writeFile(join(PICTURES, `${title}.png`), await driver.picture());
}
