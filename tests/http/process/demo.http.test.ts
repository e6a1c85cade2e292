import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditActTree, AuditLink } from '../../../api/audit/acts.schema.ts';
import type { AuditEvent } from '../../../api/audit/schema.ts';
import { type BookedCost, costEntries, costIdOf, evolveCost, isCostFact } from '../../../domain/books/costs.ts';
import { earnedOf } from '../../../domain/books/earned.ts';
import { type Entry, entryOf } from '../../../domain/books/postings.ts';
import { credit } from '../../../domain/credit/credit.ts';
import type { CreditEvent } from '../../../domain/credit/events.ts';
import type { InvoiceEvent } from '../../../domain/invoice/events.ts';
import { invoice } from '../../../domain/invoice/invoice.ts';
import { partsOfStream } from '../../../domain/kit/event.ts';
import { type Certification, certificationState } from '../../../domain/staff/terms.ts';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores } from '../../../platform/runtime/stores.ts';
import { DEMO_PASSWORD } from '../../../scripts/demo/accounts.ts';
import { DISPUTED } from '../../../scripts/demo/dispute.ts';
import { fillDemo } from '../../../scripts/demo/fill.ts';
import { type EventStore, isDecoded, START } from '../../../store/event-store.ts';
import { runScript } from '../../support/processes/process.ts';
import type { Client } from '../../support/requests/client.ts';
import { inCompany } from '../../support/samples/company.ts';
import { companyDay } from '../../support/samples/company-day.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let served: TestServer;
let office: Client;
/** What the demo has in its books, from its log alone. */
let entries: readonly Entry[];

beforeAll(async () => {
  folder = await tempFolder();
  const stores = await openStores(parseConfig({ DATA_DIR: folder.path }), systemClock);
  await fillDemo(stores, { now: Date.now(), zone: 'America/New_York' }, { memory: 64, passes: 1 });
  entries = await entriesOf(stores.log);
  await stores.close();
  served = await startTestServer({ DATA_DIR: folder.path });
  office = await served.signIn({ username: 'office', password: DEMO_PASSWORD });
});
afterAll(async () => {
  await served.close();
  await folder.remove();
});

async function entriesOf(log: EventStore): Promise<Entry[]> {
  const costs = new Map<string, BookedCost | null>();
  const events = (await log.readAll(START, 100_000)).filter(isDecoded);
  return events.flatMap((event) => {
    if (isCostFact(event)) {
      const before = costs.get(costIdOf(event)) ?? null;
      const after = evolveCost(before, event);
      costs.set(costIdOf(event), after);
      return costEntries(before, after);
    }
    const { category } = partsOfStream(event.stream);
    if (category !== invoice.category && category !== credit.category) return [];
    return entryOf(event as unknown as InvoiceEvent | CreditEvent) ?? [];
  });
}

interface Lead {
  id: string;
  name: string;
  status: string;
  customerId: string | null;
  createdAt: string;
  request: { page: string } | null;
}

interface Step {
  type: string;
  actor: string;
  actorName: string | null;
  commandId: string;
  undoes: string | null;
}

const leads = async (): Promise<Lead[]> => (await office.get('/api/leads-working')).body;
const historyOf = async ({ id }: Lead): Promise<Step[]> => (await office.get(`/api/history/lead/${id}`)).body;

/** The first lead with such a history. */
async function leadWith(isLike: (steps: Step[]) => boolean): Promise<{ lead: Lead; steps: Step[] }> {
  for (const lead of await leads()) {
    const steps = await historyOf(lead);
    if (isLike(steps)) return { lead, steps };
  }
  throw new Error('There is no such lead.');
}

describe('a demo that is served', () => {
  test('The demo lets the owner, the office and the estimator sign in, by name or email', async () => {
    for (const username of ['owner', 'estimator', 'office@example.com']) {
      await served.signIn({ username, password: DEMO_PASSWORD });
    }
  });

  test('The demo has a pipeline and customers', async () => {
    const all = await leads();
    const counts = Object.fromEntries([...Map.groupBy(all, ({ status }) => status)].map(([s, of]) => [s, of.length]));
    expect(counts).toEqual({ New: 17, Contacted: 12, Quoting: 13, Won: 63, Lost: 50 });
    expect(all.filter(({ customerId }) => customerId !== null)).toHaveLength(41);
    expect((await office.get('/api/customers')).body).toHaveLength(67);
    const now = new Date().toISOString();
    expect(all.every(({ createdAt }) => createdAt < now)).toBe(true);
  });

  test('The demo has requests of strangers: near ones in the pipeline, far ones in each state', async () => {
    const requested = (await leads()).filter(({ request }) => request !== null);
    expect(requested.map(({ request }) => request?.page).sort()).toEqual(['portal', 'portal', 'portal', 'widget']);
    const { body: far } = await office.get('/api/admin/external-leads');
    const counts = Object.fromEntries(
      [...Map.groupBy(far as { status: string }[], ({ status }) => status)].map(([s, of]) => [s, of.length]),
    );
    expect(counts).toEqual({ pending: 4, assigned_external: 3, completed: 6 });
    expect((await office.get('/api/admin/local-pros')).body).toHaveLength(3);
    const { body: attention } = await office.get('/api/dashboard/attention');
    const ids = attention.groups.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(['pending-external-leads', 'overdue-invoices']));
  });

  test('The demo has quotes of every kind, and each approved one has the job that came of it', async () => {
    const { body: quotes } = await office.get('/api/quotes');
    const byStatus = Map.groupBy(quotes as { status: string }[], ({ status }) => status);
    expect([...byStatus.keys()].sort()).toEqual(['approved', 'declined', 'draft', 'expired', 'sent']);
    const approved = quotes.filter(({ status }: { status: string }) => status === 'approved');
    expect(approved.length).toBeGreaterThan(20);
    const { body: jobs } = await office.get('/api/jobs');
    const ids = new Set(jobs.map(({ id }: { id: string }) => id));
    for (const { jobId } of approved) expect(ids).toContain(jobId);
    expect((await office.get('/api/quotes?questions=true')).body.length).toBeGreaterThan(0);
    expect((await office.get('/api/price-catalog')).body.items.length).toBeGreaterThan(5);
  });

  test('The demo has insights of at least eight kinds, of every severity and category, with records that open', async () => {
    await office.post('/api/ai/insights/generate').then(expectStatus(200));
    const { body: open } = await office.get('/api/ai/insights').then(expectStatus(200));
    const valuesOf = (field: string) => new Set(open.map((each: Record<string, string>) => each[field]));
    expect(valuesOf('detector').size).toBeGreaterThanOrEqual(8);
    expect(valuesOf('severity')).toEqual(new Set(['info', 'warning', 'critical']));
    expect(valuesOf('category')).toEqual(new Set(['financial', 'operational', 'customer']));
    for (const { isSample, evidence } of open) {
      expect(isSample).toBe(false);
      expect(evidence.length).toBeGreaterThan(0);
      for (const { label, removed } of evidence) expect([label, removed]).toEqual([expect.stringMatching(/\w/), false]);
    }
    const urgent = open.filter((each: Record<string, unknown>) => each['severity'] === 'critical' && !each['isRead']);
    expect(urgent.length).toBeGreaterThanOrEqual(2);
    expect(open.some((each: Record<string, unknown>) => each['isActionTaken'])).toBe(true);
  });

  test('The demo has months of analytics of insights: read, acted on, proved right, and followed by money', async () => {
    const { total, months } = (await office.get('/api/ai/insights/analytics').then(expectStatus(200))).body;
    expect(months.length).toBeGreaterThanOrEqual(4);
    for (const became of ['read', 'acted', 'right']) expect(total[became]).toBeGreaterThan(0);
    expect(Number(total.money)).toBeGreaterThan(0);
  });

  test('The demo has invoices that name the deposits which they deduct', async () => {
    const { body: invoices } = await office.get('/api/invoices?limit=200');
    const deductions = invoices.flatMap((invoice: { deductions: object[] }) => invoice.deductions);
    expect(deductions.length).toBeGreaterThan(5);
    for (const { invoiceNumber } of deductions) expect(invoiceNumber).toMatch(/^INV-1\d{3}$/);
  });

  test('The demo has the mails that were sent, one that failed, and reminders of overdue invoices that wait', async () => {
    const mails = async (status: string): Promise<{ kind: string; reason: string | null }[]> =>
      (await office.get(`/api/mails?status=${status}`)).body;
    // Mails due today are written when the office opens.
    await expect
      .poll(async () => new Set((await mails('prepared')).map(({ kind }) => kind)), { timeout: 30_000 })
      .toEqual(new Set(['invoice_reminder']));
    expect((await mails('sent')).length).toBeGreaterThan(20);
    // What came due since then is not delivered either, as the demo itself has no mail server.
    const failed = (await mails('failed')).filter(({ reason }) => reason !== 'email is not set up');
    expect(failed).toMatchObject([{ reason: expect.stringContaining('550') }]);
    for (const status of ['held', 'uncertain']) expect(await mails(status)).toEqual([]);
    const { body: toSend } = await office.get('/api/invoices?toSend=true&limit=200');
    const { body: all } = await office.get('/api/invoices?limit=200');
    expect(toSend.length).toBeGreaterThan(0);
    expect(toSend.length).toBeLessThan(all.length / 5);
  });

  test('Profit before tax and deposits is what the books have for the same days, on each page', async () => {
    const get = async (path: string) => (await office.get(`/api/${path}`).then(expectStatus(200))).body;
    const profitOf = (isIn: (day: string) => boolean) => {
      const postings = entries.filter(({ day }) => isIn(day)).flatMap((entry) => entry.postings);
      return (earnedOf(postings).profit / 100).toFixed(2);
    };
    const today = companyDay();
    const days = [...new Set(entries.map(({ day }) => day))].filter((day) => day <= today).sort();
    expect(days.length).toBeGreaterThan(100);
    const [first, late] = [days[0], days[Math.floor(days.length * 0.8)]] as [string, string];
    for (const [from, to] of [
      [first, today],
      [late, today],
      [first, late],
      [late, late],
    ] as [string, string][]) {
      const isIn = (day: string) => from <= day && day <= to;
      const figures = await get(`analytics/financial?startDate=${from}&endDate=${to}`);
      expect([from, to, figures.profitBeforeTax.toFixed(2)]).toEqual([from, to, profitOf(isIn)]);
      expect((await get(`reports/revenue?from=${from}&to=${to}`)).profitBeforeTax).toBe(profitOf(isIn));
      expect(figures.invoicedBeforeTax - figures.totalCosts).toBeCloseTo(figures.profitBeforeTax, 2);
      for (const path of ['cash-flow', 'trends']) {
        const { months } = await get(`analytics/${path}?startDate=${from}&endDate=${to}`);
        for (const { month, profitBeforeTax } of months) {
          const expected = profitOf((day) => isIn(day) && day.startsWith(month));
          expect([path, month, profitBeforeTax.toFixed(2)]).toEqual([path, month, expected]);
        }
      }
    }
    const { totalRevenue, profitBeforeTax, months } = await get('reports/summary');
    expect(profitBeforeTax).toMatchObject({
      value: profitOf(() => true),
      thisMonth: profitOf((day) => months.thisMonth.from <= day && day <= months.thisMonth.to),
      lastMonth: profitOf((day) => months.lastMonth.from <= day && day <= months.lastMonth.to),
    });
    // Tax and deposits make it another amount than what is told beside it.
    expect(profitBeforeTax.value).not.toBe(totalRevenue.value);
    for (const { month, profitBeforeTax } of (await get('reports/revenue-trend')).months)
      expect([month, profitBeforeTax]).toEqual([month, profitOf((day) => day.startsWith(month))]);
  });

  test('The demo has three crews of people, whose certificates are not all valid', async () => {
    const { body: crews } = await office.get('/api/crews');
    expect(crews.map(({ name }: { name: string }) => name).sort()).toEqual(['Pruning', 'Removal 1', 'Stumps']);
    expect(crews.flatMap(({ memberIds }: { memberIds: string[] }) => memberIds)).toHaveLength(8);
    const { body: people } = await office.get('/api/staff?status=all');
    expect(people.filter(({ removed }: { removed: boolean }) => removed)).toHaveLength(1);
    const states = people.flatMap(({ certifications }: { certifications: Certification[] }) =>
      certifications.map((each) => certificationState(each, companyDay())),
    );
    expect(new Set(states)).toEqual(new Set(['valid', 'expires soon', 'expired']));
    const { body: settings } = await office.get('/api/settings');
    expect(settings).toMatchObject({ name: 'Hampshire Tree Care', taxRate: '6.25', timeZone: 'America/New_York' });
  });

  test('The demo has a schedule with pinned visits, a locked day, people off and three who asked to be', async () => {
    const days = [-7, 14].map((days) => companyDay(days));
    const { body: schedule } = await office.get(`/api/schedule?from=${days[0]}&to=${days[1]}`);
    const pins = schedule.jobs.map(({ pinned }: { pinned: boolean }) => pinned);
    expect(new Set(pins)).toEqual(new Set([true, false]));
    expect(schedule.locks).toHaveLength(1);
    expect(schedule.timeOff.length).toBeGreaterThan(0);
    const { body: asked } = await office.get('/api/hr/time-off?status=pending');
    expect(asked).toHaveLength(3);
    const beyond = asked.find(({ reason }: { reason: string }) => reason === 'Moving a parent');
    const { body: effects } = await office.get(`/api/hr/time-off/${beyond.id}/effects`);
    expect(effects.balance.beyond).toBeGreaterThan(0);
  });

  test('The demo has reviews of several people’s work, one of them acknowledged', async () => {
    const { body: reviews } = await office.get('/api/hr/performance-reviews').then(expectStatus(200));
    expect(new Set(reviews.map(({ overallRating }: { overallRating: number }) => overallRating)).size).toBe(4);
    const read = reviews.filter(({ acknowledgedAt }: { acknowledgedAt: string | null }) => acknowledgedAt !== null);
    expect(read).toMatchObject([{ employee: 'estimator', acknowledgement: expect.any(String) }]);
  });

  test('The demo shows three people at work on one lead', async () => {
    const { steps } = await leadWith((each) => new Set(each.map(({ actor }) => actor)).size === 3);
    const names = new Set(steps.map(({ actorName }) => actorName));
    expect(names).toEqual(new Set(['Owner', 'Office', 'Estimator']));
  });

  test('The demo has a conversion that was undone and done again', async () => {
    const { lead, steps } = await leadWith((each) => each.some(({ type }) => type === 'LeadConversionReverted'));
    const types = steps.map(({ type }) => type).filter((type) => type.startsWith('LeadConver'));
    expect(types).toEqual(types.toReversed());
    expect(types).toHaveLength(3);
    expect(lead).toMatchObject({ status: 'Won', customerId: expect.any(String) });
    const undoing = steps.find(({ type }) => type === 'LeadConversionReverted');
    expect(steps.some(({ commandId }) => commandId === undoing?.undoes)).toBe(true);
  });

  test('The demo has leads that were removed and restored', async () => {
    const { steps } = await leadWith((each) => each.some(({ type }) => type === 'LeadRestored'));
    expect(steps.some(({ type }) => type === 'LeadRemoved')).toBe(true);
  });

  test('The demo has a dispute that can be followed: what was signed, what the schedule said, and how it ended', async () => {
    const owner = await served.signIn({ username: 'owner', password: DEMO_PASSWORD });
    const read = async (path: string) => (await owner.get(path).then(expectStatus(200))).body;
    const asOf = (path: string, { recordedAt }: AuditEvent) => read(`${path}asOf=${recordedAt}`);
    const stepsOf = (record: string): Promise<AuditEvent[]> => read(`/api/audit/events?order=oldest&record=${record}`);
    const bills = await read('/api/invoices');
    const bill = bills.find(
      (each: Record<string, string>) => each['customer'] === DISPUTED.customerName && each['kind'] === 'invoice',
    );
    expect(bill).toMatchObject({ balance: '0.00' });

    const [made] = await stepsOf(`invoice:${bill.id}`);
    const tree: AuditActTree = await read(`/api/audit/acts/${made?.correlationId}`);
    const beyond = (links: readonly AuditLink[]): string[] =>
      links.flatMap(({ types, links }) => [...types, ...beyond(links)]);
    expect(beyond(tree.from)).toEqual(expect.arrayContaining(['QuoteApproved', 'LeadCaptured']));
    expect(beyond(tree.followed)).toEqual(expect.arrayContaining(['PaymentRecorded', 'PaymentRefunded']));

    const quoted = await stepsOf(`quote:${bill.quoteId}`);
    const [sent, again] = quoted.filter(({ type }) => type === 'QuoteSent');
    const itemsAt = async (step: AuditEvent) =>
      (await asOf(`/api/quotes/${bill.quoteId}?`, step)).items.map(({ unitPrice }: { unitPrice: string }) => unitPrice);
    expect(await itemsAt(sent as AuditEvent)).toEqual(['1850.00', '280.00']);
    expect(await itemsAt(again as AuditEvent)).toEqual(['1850.00']);

    const [planned, moved] = (await stepsOf(`job:${bill.jobId}`)).filter(({ type }) => type === 'JobScheduled');
    const { latestDate: promised, scheduledDate: done } = await read(`/api/jobs/${bill.jobId}`);
    const dayAt = async (step: AuditEvent, day: string) =>
      (await asOf(`/api/schedule?from=${day}&to=${day}&`, step)).jobs.some(
        ({ id }: { id: string }) => id === bill.jobId,
      );
    expect(await dayAt(planned as AuditEvent, promised)).toBe(true);
    expect(await dayAt(moved as AuditEvent, promised)).toBe(false);
    expect(await dayAt(moved as AuditEvent, done.slice(0, 10))).toBe(true);
  });

  test('The demo goes on: the processes take what is there, and a step of it can be undone', async () => {
    const customers = () => office.get('/api/customers').then(({ body }) => body as { id: string }[]);
    // Depending on the day, customers of its own conversions may have jobs by now and would be kept.
    const lead = (await leads()).find(({ customerId, status }) => customerId === null && status !== 'Lost');
    const conversion = `/api/leads/${lead?.id}/convert`;
    const converted = await office.post(conversion).then(expectStatus(200));
    expect(await customers()).toHaveLength(68);
    const act = { category: 'lead', id: lead?.id, commandId: converted.headers.get('x-command-id') };
    expect(await office.post('/api/undo', act)).toMatchObject({ status: 200, body: { kept: [] } });
    expect(await customers()).toHaveLength(67);
    expect(await office.post(conversion)).toMatchObject({ status: 200 });
    expect(await customers()).toHaveLength(68);
    const health = await (await served.signIn({ username: 'owner', password: DEMO_PASSWORD })).get('/api/health');
    expect(health.body.ok).toBe(true);
    expect(health.body.loops).toEqual(health.body.loops.map((loop: object) => ({ ...loop, restarts: 0 })));
  });
});

test('The demo is not written into a folder with another company', async () => {
  const other = await tempFolder();
  await inCompany(other.path, ({ register }) => register('ada', 'office', 'a long enough password'));
  const { code, output } = await runScript('scripts/demo.ts', [], { DATA_DIR: other.path, PORT: '0' });
  expect(output).toContain(`${join(other.path, 'log.db')}, and it is not the demo's. Nothing was written.`);
  expect(code).toBe(1);
  await other.remove();
});
