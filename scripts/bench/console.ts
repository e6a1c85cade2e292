import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { JOB_PRIORITIES, SERVICE_TYPES } from '../../domain/job/terms.ts';
import { LEAD_STATUSES } from '../../domain/lead/terms.ts';
import { chromiumOptions, installChromium } from '../../tests/support/browser/chromium.ts';
import { compressedBytes, startScripts } from '../console-scripts.ts';
import { DEMO_PASSWORD } from '../demo/accounts.ts';
import { startProcess, startProduct } from './support/processes.ts';
import { median, percentile, report, round } from './support/report.ts';

// npm run bench:console [-- ROUNDS LEADS JOBS VISITS]: the built console in a real browser, signed in to the demo. From
// a click to the next page's content, and to a saved change; then a board of LEADS leads, from its data to its cards,
// and the longest task while a card is dragged across it; then a list of JOBS jobs, read page by page: the longest task
// while scrolling to its end, and while sorting it there by each column; finally a month of VISITS visits: the longest
// task while it is drawn, and while one is dragged across it. Beside each, the least that the same browser and server
// need.

const rounds = Number(process.argv[2] ?? 10);
const leads = Number(process.argv[3] ?? 2_000);
const jobs = Number(process.argv[4] ?? 5_000);
const visits = Number(process.argv[5] ?? 2_000);
const SAVES = 4;
const CREWS = 12;
/** The month of the visits; it begins on a Sunday. */
const MONTH = '2036-06';
const AT_ONCE = 50;
/** A hand that is about to click a link rests on it first. */
const HAND_RESTS_MS = 250;
/** The test id in the menu, the page's title, and a selector for its content. */
const LEADS = { nav: 'leads', title: 'Lead Management Pipeline', content: 'article.hw-lead' };
const JOBS = { nav: 'jobs', title: 'Jobs Dashboard', content: '.hw-record-link' };
/** Columns of the list of jobs. */
const SORTED = ['Customer', 'Address', 'Scheduled', 'Status', 'Priority', 'Service', 'Job ID'];
const PAGES = [
  LEADS,
  { nav: 'customers', title: 'Customers', content: '.hw-record-link' },
  { nav: 'equipment', title: 'Equipment Management', content: '.hw-record-link' },
  { nav: 'crew', title: 'Crew Management', content: '.hw-record-link' },
  { nav: 'dashboard', title: 'Dashboard', content: '.hw-stat-value:not(.bp6-skeleton)' },
];

/** In each page: `timed` resolves to the milliseconds from the next click to the frame that shows what is awaited. */
const PROBE = `
  window.timed = (isShown) => new Promise((done) => {
    window.clickedAt = undefined;
    addEventListener('click', ({ timeStamp }) => { clickedAt = timeStamp; }, { capture: true, once: true });
    const look = () => {
      if (clickedAt === undefined || !isShown()) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      // Comes once the frame is drawn.
      port1.onmessage = () => { window.shownAt = performance.now(); done(shownAt - clickedAt); };
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
  window.rested = () => new Promise((done) => {
    let before = -1;
    const timer = setInterval(() => {
      const { length } = performance.getEntriesByType('resource');
      if (length === before) done(clearInterval(timer));
      before = length;
    }, 2_000);
  });
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ entryTypes: ['longtask'] });
`;
/** From the last of the board's responses, or from the click if they came earlier. */
const SINCE_DATA = `shownAt - Math.max(clickedAt, ...performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/api/leads-working')).map(({ responseEnd }) => responseEnd))`;
/** Proves that long tasks are noticed. */
const BUSY =
  'new Promise((done) => setTimeout(() => { const end = performance.now() + 120; while (performance.now() < end); done(); }))';
const POST = `(async () => {
  const from = performance.now();
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/api/leads', { method: 'POST', headers, body: JSON.stringify({ name: 'Bare', status: 'New' }) });
  await answer.json();
  return performance.now() - from;
})()`;

await installChromium();
const root = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
const browser = await chromium.launch(chromiumOptions());
try {
  const rows = [
    ...(await measureDemo()),
    ...(await measureBoard()),
    ...(await measureJobs()),
    ...(await measureSchedule()),
  ];
  const files = startScripts();
  report('console', rows, {
    rounds,
    leads,
    jobs,
    visits,
    load: round(loadavg()[0] ?? 0, 1),
    startScripts: { files: files.length, gzipBytes: compressedBytes(files) },
  });
} finally {
  await browser.close();
  rmSync(root, { recursive: true, force: true });
}

async function measureDemo() {
  const demo = await startProcess('../demo.ts', [], { DATA_DIR: join(root, 'demo'), PORT: '0', LOG_LEVEL: 'warn' });
  const times = { bare: [], first: [], rested: [], again: [], posted: [], added: [], edited: [] } as Record<
    string,
    Took[]
  >;
  try {
    for (let at = 0; at < rounds; at++) {
      const page = await openDemo(demo.url);
      for (const each of PAGES) times['first']?.push(await timeToPage(page, each));
      for (const each of PAGES) times['again']?.push(await timeToPage(page, each));
      await timeToPage(page, LEADS);
      for (let save = 0; save < SAVES; save++) {
        const name = `Bench ${at} ${save}`;
        times['added']?.push(await timeToAdded(page, name));
        times['edited']?.push(await timeToEdited(page, name, `555-01${at}${save}`));
        times['posted']?.push({ ms: await page.evaluate<number>(POST) });
      }
      times['bare']?.push(...(await bareTimes(page)));
      await page.context().close();
      const another = await openDemo(demo.url);
      for (const each of PAGES) times['rested']?.push(await timeToPage(another, each, HAND_RESTS_MS));
      await another.context().close();
    }
  } finally {
    await demo.stop();
  }
  return [
    row('bare: a click that changes a word', times['bare']),
    row('click to the next page, opened for the first time', times['first']),
    row(`the same, the mouse ${HAND_RESTS_MS} ms on the link before`, times['rested']),
    row('click to the next page, again', times['again']),
    row('bare: POST of a lead from the page', times['posted']),
    row('click to a lead that is added', times['added']),
    row('click to an edit that is saved', times['edited']),
  ];
}

/** A fresh browser each time, signed in and idle: nothing is cached. */
async function openDemo(url: string): Promise<Page> {
  const page = await open(url);
  const signedIn = await page.request.post('/api/auth/login', { data: { username: 'owner', password: DEMO_PASSWORD } });
  if (!signedIn.ok()) throw new Error(`Signing in was answered with ${signedIn.status()}.`);
  await page.goto('/');
  await page.evaluate('rested()');
  return page;
}

async function measureBoard() {
  const product = await startProduct(join(root, 'board'), { console: true });
  const drawn: Took[] = [];
  const dragged: Took[] = [];
  try {
    const cookie = await product.signIn();
    await fill(leads, (index) => addLead(product.url, cookie, index));
    for (let at = 0; at < rounds; at++) {
      const page = await openSignedIn(product.url, cookie);
      await timeToPage(page, LEADS);
      drawn.push({ ms: await page.evaluate<number>(SINCE_DATA) });
      await page.evaluate('rested()');
      await requireSeen(page);
      dragged.push({ ms: Math.max(0, ...(await longTasksOf(page, () => drag(page)))) });
      await page.context().close();
    }
  } finally {
    await product.stop();
  }
  return [
    row(`board of ${leads} leads, from its data to its cards`, drawn),
    row('longest task over 50 ms of a drag', dragged),
  ];
}

async function measureJobs() {
  const product = await startProduct(join(root, 'jobs'), { console: true });
  const scrolled: Took[] = [];
  const sorted: Took[] = [];
  try {
    const cookie = await product.signIn();
    await fill(jobs, (index) => addJob(product.url, cookie, index));
    for (let at = 0; at < rounds; at++) {
      const page = await openSignedIn(product.url, cookie);
      await timeToPage(page, JOBS);
      await requireSeen(page);
      scrolled.push({ ms: Math.max(0, ...(await longTasksOf(page, () => scrollToEnd(page)))) });
      for (const column of SORTED) {
        const tasks = await longTasksOf(page, () => page.getByRole('button', { name: column, exact: true }).click());
        sorted.push({ ms: Math.max(0, ...tasks) });
        await page.mouse.wheel(0, 2_000);
      }
      await page.context().close();
    }
  } finally {
    await product.stop();
  }
  return [
    row(`longest task over 50 ms while ${jobs} jobs are scrolled through`, scrolled),
    row('the same while they are sorted by a column', sorted),
  ];
}

async function measureSchedule() {
  const product = await startProduct(join(root, 'schedule'), { console: true });
  const drawn: Took[] = [];
  const dragged: Took[] = [];
  try {
    const cookie = await product.signIn();
    const crews = await Promise.all(
      Array.from({ length: CREWS }, (_, at) =>
        send(product.url, cookie, 'POST', '/api/crews', { name: `Crew ${at + 1}` }),
      ),
    );
    await fill(visits, (index) => addVisit(product.url, cookie, index, crews[index % CREWS]?.id));
    for (let at = 0; at < rounds; at++) {
      const page = await openSignedIn(product.url, cookie);
      await requireSeen(page);
      const open = async () => {
        await page.goto(`/schedule?date=${MONTH}-15`);
        await page.locator('.hw-visit-button').first().waitFor();
      };
      await open();
      drawn.push({
        ms: Math.max(0, ...(await longTasksOf(page, () => page.getByRole('button', { name: 'Next month' }).click()))),
      });
      await open();
      await page.evaluate('rested()');
      dragged.push({ ms: Math.max(0, ...(await longTasksOf(page, () => dragVisit(page)))) });
      await page.context().close();
    }
  } finally {
    await product.stop();
  }
  return [
    row(`longest task over 50 ms from a month of ${visits} visits to the next`, drawn),
    row('the same of a drag over such a month', dragged),
  ];
}

/** Within the month, equally many on each day and for each crew. */
async function addVisit(url: string, cookie: string, index: number, crewId: string | undefined): Promise<void> {
  const day = String(1 + (index % 30)).padStart(2, '0');
  await send(url, cookie, 'POST', '/api/jobs', {
    title: `Maple ${index}`,
    address: `${index} Elm Street, Amherst, MA 01002`,
    serviceType: SERVICE_TYPES[index % SERVICE_TYPES.length],
    priority: JOB_PRIORITIES[index % JOB_PRIORITIES.length],
    estimatedDuration: 1 + (index % 4),
    crewId,
    scheduledDate: `${MONTH}-${day}`,
  });
}

/** Drags a visit of the first week across the month and drops it in the third; conflicts are shown on the way. */
async function dragVisit(page: Page): Promise<void> {
  const visit = await page.locator('.hw-visit-button').nth(3).boundingBox();
  const target = await page.locator('.rbc-day-bg').nth(17).boundingBox();
  if (!visit || !target) throw new Error('There is nothing to drag.');
  await page.mouse.move(visit.x + 20, visit.y + 8);
  await page.mouse.down();
  for (const row of [10, 30, 13, 24]) {
    const over = await page.locator('.rbc-day-bg').nth(row).boundingBox();
    if (over) await page.mouse.move(over.x + 40, over.y + 60, { steps: 20 });
  }
  await page.mouse.move(target.x + 40, target.y + 60, { steps: 20 });
  await page.mouse.up();
  const isDone = page.getByText('Job scheduled successfully!');
  // If two jobs of a crew overlap, it asks for a reason.
  await isDone.or(page.getByRole('dialog')).first().waitFor();
}

/** Makes this many, a few at a time. */
async function fill(count: number, add: (index: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => add(from + at)));
}

/** A page of its own with a session, idle. */
async function openSignedIn(url: string, cookie: string): Promise<Page> {
  const page = await open(url);
  const [name = '', value = ''] = cookie.split('=', 2);
  await page.context().addCookies([{ name, value, url }]);
  await page.goto('/');
  await page.evaluate('rested()');
  return page;
}

/** @throws if a long task goes unnoticed */
async function requireSeen(page: Page): Promise<void> {
  const [made = 0] = await longTasksOf(page, () => page.evaluate(BUSY));
  if (made < 100) throw new Error('A task that was made to last 120 ms was not seen.');
}

/** With the wheel, continuing whenever more is loaded, until the first job made is in view. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.locator('.hw-table-frame').hover();
  const last = page.getByRole('link', { name: 'J-1001', exact: true });
  while (!(await last.isVisible())) await page.mouse.wheel(0, 2_000);
}

interface Took {
  ms: number;
  /** CPU time of the page's thread. */
  thread?: number;
}

function row(what: string, took: readonly Took[] = []) {
  const times = took.map(({ ms }) => ms);
  const at = (share: number) => round(percentile(times, share));
  const threads = took.flatMap(({ thread }) => (thread === undefined ? [] : [thread]));
  const thread = threads.length === 0 ? '' : round(median(threads));
  return {
    what,
    times: times.length,
    'p50, ms': at(0.5),
    'p95, ms': at(0.95),
    'worst, ms': at(1),
    'thread, ms': thread,
  };
}

async function open(baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(PROBE);
  return context.newPage();
}

/** @param isShown runs in the page */
async function timed(page: Page, isShown: string, click: () => Promise<void>): Promise<Took> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const threadMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  await page.evaluate(`void (window.timing = timed(() => ${isShown}))`);
  const before = await threadMs();
  await click();
  const ms = await page.evaluate<number>('timing');
  const thread = (await threadMs()) - before;
  await devtools.detach();
  return { ms, thread };
}

/** @param restMs how long the mouse rests on the link before the click that counts */
async function timeToPage(page: Page, { nav, title, content }: typeof LEADS, restMs = 0): Promise<Took> {
  const isTitle = `document.querySelector('h1')?.textContent === ${JSON.stringify(title)}`;
  const isContent = `document.querySelector('main ${content}') !== null`;
  const link = page.getByTestId(`nav-${nav}`).first();
  if (restMs > 0) {
    await link.hover();
    await page.waitForTimeout(restMs);
  }
  const took = await timed(page, `${isTitle} && ${isContent}`, () => link.click());
  await page.evaluate('rested()');
  return took;
}

async function timeToAdded(page: Page, name: string): Promise<Took> {
  await page.getByRole('button', { name: 'Add Lead' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
  await dialog.getByLabel('Name').fill(name);
  const isShown = `document.querySelector('article[aria-label="${name}, New"]') !== null`;
  const took = await timed(page, isShown, () => dialog.getByRole('button', { name: 'Add Lead' }).click());
  await dialog.waitFor({ state: 'detached' });
  return took;
}

async function timeToEdited(page: Page, name: string, phone: string): Promise<Took> {
  await page.getByRole('link', { name }).click();
  const drawer = page.locator('.hw-drawer');
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByLabel('Phone').fill(phone);
  const isShown = `document.querySelector('.hw-drawer .hw-details')?.textContent.includes('${phone}')`;
  const took = await timed(page, isShown, () => drawer.getByRole('button', { name: 'Save' }).click());
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'detached' });
  return took;
}

/** How long a click takes on a page without any of the console. */
async function bareTimes(page: Page): Promise<Took[]> {
  await page.goto('about:blank');
  await page.setContent('<button>Write</button><p></p>');
  await page.evaluate(
    `document.querySelector('button').onclick = () => { document.querySelector('p').textContent += 'x'; }`,
  );
  const times: Took[] = [];
  for (let length = 1; length <= PAGES.length; length++)
    times.push(
      await timed(page, `document.querySelector('p').textContent.length === ${length}`, () =>
        page.getByRole('button').click(),
      ),
    );
  return times;
}

async function send(url: string, cookie: string, method: string, path: string, body: object): Promise<{ id: string }> {
  const headers = { cookie, 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}.`);
  return (await answer.json()) as { id: string };
}

/** Every status gets equally many. */
async function addLead(url: string, cookie: string, index: number): Promise<void> {
  const { id } = await send(url, cookie, 'POST', '/api/leads', {
    name: `Lead ${index}`,
    phone: `555-${index}`,
    description: 'Silver maple over the garage',
    estimatedValue: 900,
  });
  const status = LEAD_STATUSES[index % LEAD_STATUSES.length];
  if (status !== 'New') await send(url, cookie, 'PATCH', `/api/leads/${id}`, { status });
}

async function addJob(url: string, cookie: string, index: number): Promise<void> {
  await send(url, cookie, 'POST', '/api/jobs', {
    title: `Maple ${(index * 7919) % jobs}`,
    address: `${index} Elm Street, Amherst, MA 01002`,
    serviceType: SERVICE_TYPES[index % SERVICE_TYPES.length],
    priority: JOB_PRIORITIES[index % JOB_PRIORITIES.length],
    estimatedDuration: 1 + (index % 8),
    ...(index % 3 > 0 && { scheduledDate: new Date(Date.UTC(2036, 0, 1 + (index % 365), 13)).toISOString() }),
  });
}

/** @returns the milliseconds of each task over 50 ms during an act and for a second after it: a drop reloads data */
async function longTasksOf(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate('longTasks.length = 0');
  await act();
  await page.waitForTimeout(1_000);
  return page.evaluate<number[]>('longTasks');
}

/** Lifts the first card, drags it across all columns and drops it on the second. */
async function drag(page: Page): Promise<void> {
  const card = await page.getByTestId('column-new').getByRole('article').first().boundingBox();
  const target = await page.getByTestId('column-contacted').boundingBox();
  if (!card || !target) throw new Error('There is nothing to drag.');
  await page.mouse.move(card.x + 40, card.y + 40);
  await page.mouse.down();
  for (const x of [600, 900, 1200, 1400, 900]) await page.mouse.move(x, 500, { steps: 20 });
  await page.mouse.move(target.x + 150, target.y + 150, { steps: 20 });
  await page.mouse.up();
  await page.getByText('Lead status has been updated successfully.').waitFor();
}
