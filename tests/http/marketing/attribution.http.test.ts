import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { tempConsole } from '../../support/console-folder.ts';
import type { Client } from '../../support/requests/client.ts';
import { portalForm, sendPortal, sendWidget, tokenFor } from '../../support/requests/intake-forms.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

let now = Date.now();
let folder: TempFolder;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  const pageOf = (name: string) => readFile(join(import.meta.dirname, `../../../console/public/${name}.html`), 'utf8');
  folder = await tempConsole({
    'public/portal.html': await pageOf('portal'),
    'public/widget.html': await pageOf('widget'),
  });
  const limits = { PUBLIC_REQUEST_LIMIT: '1000', PUBLIC_REQUEST_TOTAL_LIMIT: '1000' };
  server = await startTestServer(limits, () => now, { consoleFolder: folder.path });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const CAMPAIGNS = '/api/marketing/campaigns';
const NOBODY = '00000000-0000-4000-8000-000000000000';

const campaign = async (body: object = {}): Promise<string> =>
  (await owner.post(CAMPAIGNS, { name: 'Storm season', budget: 100, ...body }).then(expectStatus(201))).body.id;
const leadOf = async (id: string) => (await owner.get(`/api/leads/${id}`).then(expectStatus(200))).body;
const settled = async () => ({ 'x-min-position': (await owner.get('/api/health')).body.head as string });
const metricsOf = async (id: string) => (await owner.get(`${CAMPAIGNS}/${id}`, await settled())).body.metrics;
const rowsOf = async (path: string) => (await owner.get(path, await settled()).then(expectStatus(200))).body;

/** A visitor opens a form, and sends it a minute later. */
async function ask(page: 'portal' | 'widget', campaignId: string): Promise<string> {
  const formToken = await tokenFor(server, { page });
  now += 60_000;
  const said = { name: 'Ada King', phone: '555-0142', formToken, campaignId };
  const place = { email: 'ada@example.com', address: '12 Mill Lane, Amherst, MA 01002' };
  const sent =
    page === 'portal'
      ? sendPortal(server.stranger, portalForm({ ...said, serviceType: 'tree_removal' }))
      : sendWidget(server.stranger, { ...said, ...place });
  return (await sent.then(expectStatus(201))).body.id;
}

/** A quote of $1,000.00 for a lead, which its customer approves. */
async function approved(leadId: string): Promise<string> {
  const items = [{ service: 'tree_removal', unitPrice: '1000', quantity: 1, priority: 'medium' }];
  const body = { leadId, propertyAddress: '12 Mill Lane, Amherst', items, depositPercent: 0 };
  const { id } = (await owner.post('/api/quotes', body).then(expectStatus(201))).body;
  const { url } = (await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200))).body;
  const token = String(url).split('/').at(-1);
  const signed = { version: 1, signature: 'Ada King' };
  await server.stranger.post(`/api/public/quotes/${token}/approve`, signed).then(expectStatus(200));
  return (await rowsOf('/api/jobs')).find(({ quoteId }: { quoteId: string }) => quoteId === id).id;
}

/** The invoice of a job that is done. */
async function invoiced(jobId: string): Promise<{ id: string; totalAmount: string }> {
  for (const act of ['start', 'complete']) await owner.post(`/api/jobs/${jobId}/${act}`, {}).then(expectStatus(200));
  return (await owner.post('/api/invoices', { jobId }).then(expectStatus(201))).body;
}

describe('what a campaign brought in', () => {
  test("A lead that came by a campaign's link shows up as its revenue after its invoice is paid", async () => {
    const id = await campaign();
    const lead = await ask('portal', id);
    await owner.post('/api/leads', { name: 'Lin Park', campaignId: id }).then(expectStatus(201));
    await owner.post('/api/leads', { name: 'Ash Wood' }).then(expectStatus(201));
    const none = { quotes: 0, wonJobs: 0, revenue: '0.00', costPerJob: null };
    expect(await metricsOf(id)).toEqual({ leads: 2, costPerLead: '50.00', ...none });

    const jobId = await approved(lead);
    const invoice = await invoiced(jobId);
    const won = { leads: 2, costPerLead: '50.00', quotes: 1, wonJobs: 1, costPerJob: '100.00' };
    expect(await metricsOf(id)).toEqual({ ...won, revenue: '0.00' });

    const pay = (amount: string) =>
      owner.post(`/api/invoices/${invoice.id}/payments`, { amount, paymentMethod: 'check' }).then(expectStatus(201));
    const { body: first } = await pay('400.10');
    const { body: second } = await pay('99.90');
    expect(await metricsOf(id)).toEqual({ ...won, revenue: '500.00' });
    await owner.post(`/api/invoices/${invoice.id}/payments/${first.id}/void`).then(expectStatus(200));
    expect(await metricsOf(id)).toEqual({ ...won, revenue: '99.90' });
    await owner
      .post(`/api/invoices/${invoice.id}/payments/${second.id}/refund`, { amount: '9.89' })
      .then(expectStatus(200));
    expect(await metricsOf(id)).toEqual({ ...won, revenue: '90.01' });

    expect(await rowsOf(`/api/leads-working?campaignId=${id}`)).toHaveLength(2);
    for (const path of ['/api/quotes', '/api/jobs', '/api/invoices'])
      expect(await rowsOf(`${path}?campaignId=${id}`), path).toHaveLength(1);
    expect(await rowsOf(`/api/leads/figures?campaignId=${id}`)).toMatchObject({ count: 2 });
    expect(await rowsOf(`/api/leads/figures?campaignId=${id}&source=Customer%20Portal`)).toMatchObject({ count: 1 });

    // Other work for the same customer came of no campaign.
    const { customerId } = await leadOf(lead);
    await owner.post('/api/jobs', { customerId, title: 'Hedge', address: '12 Mill Lane' }).then(expectStatus(201));
    // Where somebody corrects which campaign it was, or takes it out, all that followed from the lead follows.
    const other = await campaign({ name: 'Neighbors', budget: null });
    const corrected = await owner.patch(`/api/leads/${lead}`, { campaignId: other }).then(expectStatus(200));
    const moved = { leads: 1, quotes: 1, wonJobs: 1, revenue: '90.01', costPerLead: null, costPerJob: null };
    expect(await metricsOf(other)).toEqual(moved);
    expect(await metricsOf(id)).toEqual({ leads: 1, costPerLead: '100.00', ...none });
    const correction = { category: 'lead', id: lead, commandId: corrected.headers.get('x-command-id') };
    await owner.post('/api/undo', correction).then(expectStatus(200));
    expect(await metricsOf(id)).toEqual({ ...won, revenue: '90.01' });
    await owner.patch(`/api/leads/${lead}`, { campaignId: null }).then(expectStatus(200));
    expect(await metricsOf(id)).toEqual({ leads: 1, costPerLead: '100.00', ...none });
    await owner.patch(`/api/leads/${lead}`, { campaignId: other }).then(expectStatus(200));

    await owner.delete(`/api/leads/${lead}`).then(expectStatus(204));
    expect(await metricsOf(other)).toEqual({ ...moved, leads: 0 });
    // What was paid on it is the customer's credit now.
    await owner.post(`/api/invoices/${invoice.id}/cancel`).then(expectStatus(200));
    expect(await metricsOf(other)).toEqual({ ...moved, leads: 0, revenue: '0.00' });
  });

  test('The figures of all campaigns add up what each brought in, and leave out removed ones', async () => {
    const { body: before } = await owner.get(`${CAMPAIGNS}/figures`, await settled()).then(expectStatus(200));
    const id = await campaign({ name: 'Spring pruning' });
    await owner.patch(`${CAMPAIGNS}/${id}`, { status: 'active' }).then(expectStatus(200));
    await owner.post('/api/leads', { name: 'Lin Park', campaignId: id }).then(expectStatus(201));
    const scheduledDate = new Date(now + 86_400_000).toISOString();
    const post = { platform: 'facebook', content: 'Prune now.', scheduledDate };
    await owner.post('/api/marketing/social-posts', post).then(expectStatus(201));
    const figures = await rowsOf(`${CAMPAIGNS}/figures`);
    expect(figures).toMatchObject({
      total: before.total + 1,
      active: before.active + 1,
      scheduledPosts: before.scheduledPosts + 1,
      leads: before.leads + 1,
    });
    expect(figures.campaigns).toHaveLength(before.total + 1);
    const metrics = await metricsOf(id);
    expect(figures.campaigns).toContainEqual({ id, name: 'Spring pruning', status: 'active', budget: 100, metrics });
    await owner.delete(`${CAMPAIGNS}/${id}`).then(expectStatus(204));
    const { scheduledPosts } = figures;
    expect(await rowsOf(`${CAMPAIGNS}/figures`)).toEqual({ ...before, scheduledPosts });
  });
});

describe('the campaign that a lead came by', () => {
  test('The campaign that a link names comes along through each form, also into an external lead that is taken', async () => {
    const id = await campaign();
    await owner.patch('/api/settings', { serviceArea: { zipCodes: ['01002'] } }).then(expectStatus(200));
    for (const page of ['portal', 'widget'] as const)
      expect(await leadOf(await ask(page, id))).toMatchObject({ campaignId: id });
    await owner.patch('/api/settings', { serviceArea: { zipCodes: ['90210'] } }).then(expectStatus(200));
    const external = await ask('widget', id);
    const { body } = await owner.post(`/api/admin/external-leads/${external}/take`).then(expectStatus(200));
    expect(await leadOf(body.leadId)).toMatchObject({ campaignId: id });
  });

  test('The campaign of a stranger that is unknown, removed or malformed is left out, and the request is taken', async () => {
    const gone = await campaign();
    await owner.delete(`${CAMPAIGNS}/${gone}`).then(expectStatus(204));
    for (const wrong of [NOBODY, gone, '<script>', 'x'.repeat(3_000), ''])
      expect(await leadOf(await ask('portal', wrong)), wrong).toMatchObject({ campaignId: null });
  });

  test('The campaign in the address of a form stays in it, also where the form is refused without scripts', async () => {
    const id = await campaign();
    const field = `name="campaignId" value="${id}"`;
    for (const path of ['/customer-portal', '/public-quote'])
      expect((await server.stranger.get(`${path}?c=${id}`)).body).toContain(field);
    expect((await server.stranger.get('/customer-portal?c=%22%3E%3Cscript%3E')).body).toContain(
      'name="campaignId" value=""',
    );
    const refused = await sendPortal(server.stranger, portalForm({ name: 'Ada', campaignId: id }), {
      accept: 'text/html',
    });
    expect(refused).toMatchObject({ status: 400, body: expect.stringContaining(field) });
    const widget = (await server.stranger.get(`/widget?c=${id}`)).body;
    expect(widget).toContain(`data-campaign="${id}"`);
    expect(widget).toContain(`href="/customer-portal?c=${id}"`);
  });

  test('The campaign that staff name must be there, and an estimator neither sees nor sets it', async () => {
    const id = await campaign();
    const { body: lead } = await owner.post('/api/leads', { name: 'Ada', campaignId: id }).then(expectStatus(201));
    for (const refused of [
      await owner.post('/api/leads', { name: 'Ada', campaignId: NOBODY }),
      await owner.patch(`/api/leads/${lead.id}`, { campaignId: NOBODY }),
    ])
      expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'campaignId' }] } });
    // What was named before stays, although the campaign is gone since.
    await owner.delete(`${CAMPAIGNS}/${id}`).then(expectStatus(204));
    await owner.patch(`/api/leads/${lead.id}`, { notes: 'Called', campaignId: id }).then(expectStatus(200));

    const { client } = await addSignedIn(server, owner, 'estimator-of-leads', { role: 'estimator' });
    expect((await client.get(`/api/leads/${lead.id}`)).body).toMatchObject({ campaignId: null });
    expect((await client.patch(`/api/leads/${lead.id}`, { campaignId: id })).status).toBe(403);
    for (const path of ['/api/leads-working', '/api/leads/figures', '/api/jobs', '/api/quotes'])
      expect((await client.get(`${path}?campaignId=${id}`)).status, path).toBe(403);
  });
});
