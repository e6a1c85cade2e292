import { unsubscribeToken } from '../../../api/suppressions/mailbox-key.ts';
import { CONTENT_TYPES, MARKETING_PLATFORMS } from '../../../domain/campaign/terms.ts';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { openStores } from '../../../platform/runtime/stores.ts';
import { CONSOLE_FOLDER } from '../../../scripts/build-console.ts';
import { DEMO_PASSWORD } from '../../../scripts/demo/accounts.ts';
import { fillDemo } from '../../../scripts/demo/fill.ts';
import { DEMO_MAILBOX_KEY } from '../../../scripts/demo/keys.ts';
import type { Client } from '../requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../server.ts';
import { type TempFolder, tempFolder } from '../temp-folder.ts';
import { openBrowser, type TestBrowser } from './browser.ts';

// Every page of the console, on a year of a company's work: for what holds for all of them.

export const DEMO_OWNER = { username: 'owner', password: DEMO_PASSWORD };

let owner: Client;

/** The demo in a browser; the addresses below are its. Ends with `close`. */
export async function openDemo(): Promise<TestBrowser> {
  const folder = await demoFolder();
  const browser = await openBrowser({ DATA_DIR: folder.path });
  owner = await browser.server.signIn(DEMO_OWNER);
  return { ...browser, close: () => browser.close().finally(folder.remove) };
}

/** The demo for browsers of other kinds; the addresses below are its. Ends with `close`. */
export async function serveDemo(): Promise<TestServer> {
  const folder = await demoFolder();
  const server = await startTestServer({ DATA_DIR: folder.path }, Date.now, { consoleFolder: CONSOLE_FOLDER });
  owner = await server.signIn(DEMO_OWNER);
  return { ...server, close: () => server.close().finally(folder.remove) };
}

async function demoFolder(): Promise<TempFolder> {
  const folder = await tempFolder();
  const stores = await openStores(parseConfig({ DATA_DIR: folder.path }), Date.now);
  await fillDemo(stores, { now: Date.now(), zone: 'America/New_York' }, { memory: 64, passes: 1 });
  await stores.close();
  return folder;
}

/** Makes the record that the page shows, if need be. */
type Addresses = Readonly<Record<string, () => Promise<string> | string>>;

/** Each page, by its name in the report; those that open a record find it when the test runs. */
export const PAGES: Addresses = {
  home: () => '/',
  'the schedule': () => '/schedule',
  'the schedule of a week': () => '/schedule?view=week',
  'a job of the schedule': async () => `/schedule?job=${await firstOf('jobs')}`,
  leads: () => '/leads',
  'a lead': async () => `/leads?lead=${await firstOf('leads-working')}`,
  'a lead, edited': async () => `/leads?lead=${await firstOf('leads-working')}&tab=edit`,
  "a lead's history": async () => `/leads?lead=${await changedLead()}&tab=history`,
  'a new lead': () => '/leads?new=true',
  'a new quote': () => '/quotes',
  quotes: () => '/quotes/list',
  'a quote': newQuote,
  customers: () => '/customers',
  'a customer': async () => `/customers/${await firstOf('customers')}`,
  jobs: () => '/jobs',
  'a job': async () => `/jobs/${await firstOf('jobs')}`,
  'equipment as cards': () => '/equipment',
  'a machine': async () => `/equipment?equipment=${await firstOf('equipment')}`,
  crew: () => '/crew',
  'a crew': async () => `/crew?crew=${await firstOf('crews')}`,
  'external leads': () => '/admin/external-leads',
  'an external lead': async () => `/admin/external-leads?lead=${await firstOf('admin/external-leads?status=pending')}`,
  people: () => '/people',
  'a person': async () => `/people/${await firstOf('staff')}`,
  outbox: () => '/outbox',
  users: () => '/users',
  'a user': () => '/users?user=owner',
  security: () => '/security',
  'the history': () => '/history',
  'two moments compared': async () => {
    const at = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString();
    return `/compare?of=job:${await firstOf('jobs')}&from=${encodeURIComponent(at)}`;
  },
  'the proof of the history': () => '/history/proof',
  'the erasures of people': () => '/history/erasures',
  settings: () => '/settings?edit=true',
  account: () => '/account',
  invoices: () => '/invoices',
  'an invoice': async () => `/invoices?invoice=${await firstOf('invoices')}`,
  'a new invoice': () => '/invoices?new=true',
  'financial analytics': () => '/financial-dashboard',
  costs: () => '/costs',
  reports: () => '/reports',
  accounting: () => '/accounting',
  'time off': () => '/hr-management',
  'performance reviews': () => '/hr-management?tab=performance',
  'held requests': () => '/held-requests',
  'the quote widget': () => '/settings/widget',
  'AI insights': () => '/ai-dashboard',
  'AI predictions': () => '/ai-dashboard?tab=predictions',
  'an AI insight': async () => `/ai-dashboard?insight=${await firstInsight()}`,
  'the analytics of AI insights': () => '/ai-dashboard?tab=analytics',
  'the raises of AI insights': () => '/ai-dashboard?tab=analytics&became=raised',
  'email campaigns': () => '/marketing-automation',
  'an email campaign': async () =>
    `/marketing-automation?campaign=${await firstOf('marketing/campaigns?kind=email&status=sent')}`,
  'an email campaign that has stopped': async () =>
    `/marketing-automation?campaign=${await firstOf('marketing/campaigns?kind=email&status=paused')}`,
  'a new email campaign': () => '/marketing-automation?new=true',
  'the analytics of email campaigns': () => '/marketing-automation?tab=analytics',
  'customer reviews': () => '/marketing-automation?tab=reviews',
  'a customer review': async () => `/marketing-automation?review=${await firstOf('marketing/reviews')}`,
  'a new customer review': () => '/marketing-automation?tab=reviews&new=true',
  campaigns: () => '/marketing',
  'a campaign': async () => `/marketing?campaign=${await firstOf('marketing/campaigns?kind=campaign')}`,
  'ideas for posts': ideasForPosts,
  'social posts': () => '/marketing?tab=social',
  'a social post': async () => `/marketing?post=${await firstOf('marketing/social-posts')}`,
  'a new campaign': () => '/marketing?new=true',
  'suppressed addresses': () => '/marketing-automation/suppressed',
  tasks: () => '/tasks',
  'no page': () => '/nowhere',
  'a public quote': sentQuote,
  'a public page of a review': askedReview,
  'a public page to unsubscribe': () => `/unsubscribe/${unsubscribeToken(DEMO_MAILBOX_KEY, 'ada@example.com')}`,
};

/** What opens on a page, and looks like what opens on others. */
const FURTHER: Addresses = {
  'an act of the history': async () => `/history?act=${await actOf('QuoteApproved')}`,
  'an event of the history': async () => `/history?event=job-${await firstOf('jobs')}@0`,
  'the schedule of the crews': () => '/schedule?view=crews',
  'the calendar feeds of the schedule': () => '/schedule?feeds=true',
  'the time off of the schedule': () => '/schedule?off=true',
  'a job that is moved': async () => `/schedule?move=${await firstOf('jobs?unscheduled=true')}`,
  'a quote, edited': async () => `${await newQuote()}?edit=true`,
  'a customer, edited': async () => `/customers/${await firstOf('customers')}?edit=true`,
  'a new customer': () => '/customers?new=true',
  'a job, edited': async () => `/jobs/${await firstOf('jobs')}?edit=true`,
  'a new job': () => '/jobs?new=true',
  'a finished job': async () => `/jobs/${await firstOf('jobs?status=completed')}`,
  'equipment as a list': () => '/equipment?view=list',
  'a new machine': () => '/equipment?new=true',
  'an external lead that is assigned': async () =>
    `/admin/external-leads?assign=${await firstOf('admin/external-leads?status=pending')}`,
  'a person, edited': async () => `/people?person=${await firstOf('staff')}&tab=edit`,
  'the payments of an invoice': async () => `/invoices?invoice=${await firstOf('invoices')}&tab=payments`,
  'the payments of financial analytics': () => '/financial-dashboard?rows=payments',
  'the costs of financial analytics': () => '/financial-dashboard?rows=costs',
  'job profitability': () => '/financial-dashboard?tab=profitability',
  'the trends': () => '/financial-dashboard?tab=trends',
  'the forecast': () => '/financial-dashboard?tab=forecast',
  'a cost': async () => `/costs?cost=${await firstOf('costs')}`,
  'a new cost': () => '/costs?new=true',
  'a quick report': () => '/reports?report=jobs',
  'the report of the crews': () => '/reports?report=crews',
  'an email': async () => `/outbox?mail=${await firstOf('mails')}`,
  'a new person': () => '/people?new=true',
  'a new user': () => '/users?new=true',
  'a request for time off': async () => `/hr-management?request=${await firstOf('hr/time-off?status=pending')}`,
  'time off that is approved': async () => `/hr-management?approve=${await firstOf('hr/time-off?status=pending')}`,
  'a new request for time off': () => '/hr-management?new=true',
  'a performance review': async () => `/hr-management?review=${await firstOf('hr/performance-reviews')}`,
  'a performance review, edited': async () =>
    `/hr-management?review=${await firstOf('hr/performance-reviews')}&part=edit`,
  'a new performance review': () => '/hr-management?tab=performance&new=true',
  'an email campaign, edited': async () =>
    `/marketing-automation?campaign=${await firstOf('marketing/campaigns?kind=email&status=draft')}&part=edit`,
  'the analytics of campaigns': () => '/marketing?tab=analytics',
  'the days off of a year': () => '/hr-management?tab=analytics',
  'the balances of time off': () => '/hr-management?tab=balances',
  hours: () => '/timesheets',
  'the hours of a person': async () => `/timesheets?sheet=${await firstOf('staff')}_2026-01-05`,
  'a suppressed address': async () =>
    `/marketing-automation/suppressed?suppression=${await firstOf('marketing/suppressions')}`,
  'a task': async () => `/tasks?task=${await firstOf('tasks?status=overdue')}`,
  'a new task': () => '/tasks?new=true',
  'a new suppressed address': () => '/marketing-automation/suppressed?new=true',
  'the rules of the automation': () => '/ai-dashboard?tab=automation',
  'a rule of the automation': async () => `/ai-dashboard?tab=automation&rule=${await aRule()}`,
  'a new rule of the automation': () => '/ai-dashboard?tab=automation&new=true',
  'the dry run of a rule': async () => `/ai-dashboard?tab=automation&dryRun=${await aRule()}`,
  'the action on an AI insight': async () => `/ai-dashboard?act=${await firstInsight()}`,
  'the dismissal of an AI insight': async () => `/ai-dashboard?dismiss=${await firstInsight()}`,
  'an answer to a question': () => '/ai-dashboard?ask=Who%20owes%20us%20money%3F',
  'a question that is not clear': () => '/ai-dashboard?ask=What%20did%20we%20spend%20on%20fuel%3F',
  'the optimizer of the schedule': () => '/schedule?optimize=true',
};

export const ALL_PAGES: Addresses = { ...PAGES, ...FURTHER };

/** Pixels of a desk's screen, and of a phone's. */
export const WIDE = 1440;
export const NARROW = 390;

/** The pages that `npm test` opens on a wide screen. */
export const ON_A_DESK = ['home', 'the schedule', 'leads', 'a quote', 'invoices'];

/** The first open insight, or one that somebody enters. */
async function firstInsight(): Promise<string> {
  const { body } = await owner.get('/api/ai/insights').then(expectStatus(200));
  if (body.length > 0) return body[0].id;
  const insight = {
    insightType: 'anomaly',
    category: 'financial',
    severity: 'warning',
    title: 'Fuel costs more than last year',
    description: 'Fuel was $2,140 in October and $1,510 a year before.',
    confidence: '0.7',
    actionItems: ['Compare the prices of two more suppliers.'],
  };
  return (await owner.post('/api/ai/insights', insight).then(expectStatus(201))).body.id;
}

/** The first rule, or one that the owner makes. */
async function aRule(): Promise<string> {
  const { body } = await owner.get('/api/ai/automation-rules').then(expectStatus(200));
  if (body.length > 0) return body[0].id;
  const rule = { name: 'Invoice what is done', detectors: ['jobs_not_invoiced'], leastSeverity: 'info', act: 'task' };
  return (await owner.post('/api/ai/automation-rules', rule).then(expectStatus(201))).body.id;
}

/** The act of the newest event of a type. */
async function actOf(type: string): Promise<string> {
  const { body } = await owner.get(`/api/audit/events?type=${type}&limit=1`).then(expectStatus(200));
  return body[0].correlationId;
}

/** The first record of a list. */
async function firstOf(path: string): Promise<string> {
  const { body } = await owner.get(`/api/${path}`).then(expectStatus(200));
  return (Array.isArray(body) ? body : body.items)[0].id;
}

async function ideasForPosts(): Promise<string> {
  const { body } = await owner.get('/api/marketing/content-ideas').then(expectStatus(200));
  const asked = { businessType: 'tree service company', targetAudience: 'homeowners' };
  const forAll = { platforms: MARKETING_PLATFORMS, contentTypes: CONTENT_TYPES };
  if (body.generatedAt === null)
    await owner.post('/api/marketing/generate-content', { ...asked, ...forAll }).then(expectStatus(200));
  return `/marketing?tab=content&campaign=${await firstOf('marketing/campaigns?kind=campaign')}`;
}

async function changedLead(): Promise<string> {
  const id = await firstOf('leads-working');
  await owner.patch(`/api/leads/${id}`, { phone: '555-0111' }).then(expectStatus(200));
  return id;
}

/** The page on which a customer approves a quote. */
async function sentQuote(): Promise<string> {
  const items = [{ service: 'tree_removal', description: 'The oak at the gate', unitPrice: '1200', quantity: 1 }];
  const quote = { customerName: 'Ada Lovelace', propertyAddress: '3 Elm St, Hadley, MA 01035', items };
  const { id } = (await owner.post('/api/quotes', quote).then(expectStatus(201))).body;
  const { body } = await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200));
  return new URL(body.url).pathname;
}

/** The page on which the customer of a paid job reviews it. */
async function askedReview(): Promise<string> {
  for (const { id } of (await owner.get('/api/jobs?status=completed').then(expectStatus(200))).body) {
    if ((await owner.post(`/api/jobs/${id}/request-review`)).status !== 200) continue;
    for (;;) {
      const [mail] = (await owner.get(`/api/mails?category=job&recordId=${id}`).then(expectStatus(200))).body;
      const link = mail && (await owner.get(`/api/mails/${mail.id}/by-hand`).then(expectStatus(200))).body;
      if (link) return new URL(link.url).pathname;
    }
  }
  throw new Error('Nobody of the demo may be asked for a review.');
}

/** The address of a quote that still lacks a price. */
async function newQuote(): Promise<string> {
  const items = [
    { service: 'tree_removal', unitPrice: '1200' },
    { description: 'Stump', isOptional: true },
  ];
  const details = { customerName: 'Ada Lovelace', propertyAddress: '12 Elm St, Amherst', items, depositPercent: 25 };
  return `/quotes/${(await owner.post('/api/quotes', details).then(expectStatus(201))).body.id}`;
}
