import { describe, expect, test } from 'vitest';
import { asCustomer } from '../../support/insights/noted.ts';
import { LONG, serveRules } from '../../support/insights/rules-served.ts';
import { expectStatus } from '../../support/server.ts';

const OFFER = { detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' };
const JOB = { title: 'Hedge', address: '1 Elm St' };

// Nothing listens there: what is refused is not tried.
const served = serveRules({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Elm <elm@green.example>',
  PUBLIC_URL: 'http://office.green.example',
});
const { add, get, rule, customer, raise, runOf, undoRun } = served;

const mailOf = (run: { made: { id: string }[] }) => get(`/api/mails/${run.made[0]?.id}`);
const statusOf = (run: { made: { id: string }[] }) => async () => (await mailOf(run)).status;

describe('a message whose reason has passed while it waits', () => {
  test('It is taken back by itself once its customer has booked, and is in nobody’s way who takes back the run', async () => {
    const [one, other] = [await customer({ email: 'ada@example.com' }), await customer({ email: 'mary@example.com' })];
    const id = await rule(OFFER);
    await raise('customers_due', 'pruning', { evidence: [one, other].map(asCustomer) });
    const run = await runOf(id);
    await add('/api/jobs', { customerId: one, ...JOB });
    await expect.poll(statusOf(run), LONG).toBe('cancelled');
    const steps = await get(`/api/history/mail/${run.made[0].id}`);
    expect(steps.map(({ type, actor }: { type: string; actor: string }) => [type, actor])).toEqual([
      ['MailIntended', 'automation'],
      ['MailCancelled', 'mail'],
    ]);
    expect(await get(`/api/mails/${run.made[1].id}`)).toMatchObject({ status: 'prepared' });
    await undoRun(id).then(expectStatus(200));
    expect(await runOf(id)).toMatchObject({ isTakenBack: true, refused: [] });
    expect(await get(`/api/mails/${run.made[1].id}`)).toMatchObject({ status: 'cancelled' });
  });

  test('A person who sends it all the same is told why they should not', async () => {
    const one = await customer({ email: 'grace@example.com' });
    const id = await rule(OFFER);
    await raise('customers_due', 'removal', { evidence: [asCustomer(one)] });
    const run = await runOf(id);
    const job = await add('/api/jobs', { customerId: one, ...JOB });
    await expect.poll(statusOf(run), LONG).toBe('cancelled');
    const send = () => served.owner().post(`/api/mails/${run.made[0].id}/send-again`);
    const refused = { status: 409, body: { message: expect.stringContaining('has changed since this was written') } };
    expect(await send()).toMatchObject(refused);
    // Work that is done by now was no less a booking.
    for (const act of ['start', 'complete'])
      await served.owner().post(`/api/jobs/${job.id}/${act}`).then(expectStatus(200));
    expect(await send()).toMatchObject(refused);
    expect(await mailOf(run)).toMatchObject({ status: 'cancelled' });
  });

  test('A job that another rule put on the list is no booking', async () => {
    const one = await customer({ email: 'joan@example.com' });
    const work = await rule({ detectors: ['customers_due'], act: 'new_job' });
    const write = await rule(OFFER);
    await raise('customers_due', 'grinding', { evidence: [asCustomer(one)] });
    const [made] = (await runOf(work)).made;
    const run = await runOf(write);
    expect(run).toMatchObject({ made: [{ kind: 'mail' }], skipped: [] });
    expect(await get(`/api/jobs/${made.id}`)).toMatchObject({ status: 'unscheduled' });
    expect(await mailOf(run)).toMatchObject({ status: 'prepared' });
  });

  test('A lead that was answered, a quote that was sent and an invoice that was paid need no message any more', async () => {
    const lead = await add('/api/leads', { name: 'Hedy Kiesler', email: 'hedy@example.com' });
    const owing = await customer({ email: 'jean@example.com' });
    const { id: job } = await add('/api/jobs', { customerId: owing, ...JOB, amount: '400' });
    for (const act of ['start', 'complete'])
      await served.owner().post(`/api/jobs/${job}/${act}`).then(expectStatus(200));
    const invoice = await add('/api/invoices', { jobId: job });
    const settings = { act: 'message', subject: 'Hello', message: 'Are you still there?' };
    const [ofLeads, ofInvoices] = [
      await rule({ ...settings, detectors: ['slow_leads'] }),
      await rule({ detectors: ['receivables_aging'], act: 'message' }),
    ];
    await raise('slow_leads', lead.id, { evidence: [{ kind: 'lead', id: lead.id, why: 'Waits.' }] });
    await raise('receivables_aging', 'all', { evidence: [{ kind: 'invoice', id: invoice.id, why: 'Late.' }] });
    const runs = [await runOf(ofLeads), await runOf(ofInvoices)];
    for (const run of runs) expect(await mailOf(run)).toMatchObject({ status: 'prepared' });

    await served.owner().patch(`/api/leads/${lead.id}`, { status: 'Contacted' }).then(expectStatus(200));
    await add(`/api/invoices/${invoice.id}/payments`, { amount: '400', paymentMethod: 'check' });
    for (const run of runs) await expect.poll(statusOf(run), LONG).toBe('cancelled');
  });

  test('Who was archived is not asked back, nor who was given a day for what a rule put on the list', async () => {
    const [gone, booked] = [
      await customer({ email: 'mae@example.com' }),
      await customer({ email: 'sally@example.com' }),
    ];
    const work = await rule({ detectors: ['customers_due'], act: 'new_job' });
    const write = await rule(OFFER);
    await raise('customers_due', 'cabling', { evidence: [gone, booked].map(asCustomer) });
    const jobs = await Promise.all((await runOf(work)).made.map(({ id }: { id: string }) => get(`/api/jobs/${id}`)));
    const { made } = await runOf(write);
    const waiting = async () => {
      const mails = await Promise.all(made.map(({ id }: { id: string }) => get(`/api/mails/${id}`)));
      return mails.filter(({ status }) => status === 'prepared').map(({ to }) => to);
    };
    expect(await waiting()).toHaveLength(2);

    await served.owner().delete(`/api/customers/${gone}`).then(expectStatus(204));
    await expect.poll(waiting, LONG).toEqual(['sally@example.com']);

    const job = jobs.find(({ customerId }) => customerId === booked);
    await served.owner().post(`/api/jobs/${job?.id}/start`).then(expectStatus(200));
    await expect.poll(waiting, LONG).toEqual([]);
  });

  test('Nobody is asked by a rule for the deposit of work that was cancelled', async () => {
    const items = [{ service: 'tree_removal', description: 'Oak', unitPrice: 1000 }];
    const who = { customerName: 'Rosa Parks', customerEmail: 'rosa@example.com', propertyAddress: '3 Elm St' };
    const { id: quoteId } = await add('/api/quotes', { ...who, items, depositPercent: 30 });
    const { url } = (await served.owner().post(`/api/quotes/${quoteId}/send`).then(expectStatus(200))).body;
    const signed = { version: 1, signature: 'Rosa Parks' };
    const approve = `/api/public/quotes/${new URL(url).pathname.split('/').at(-1)}/approve`;
    await served.owner().post(approve, signed).then(expectStatus(200));
    const { jobId } = await get(`/api/quotes/${quoteId}`);
    const [invoice] = await get(`/api/invoices?quoteId=${quoteId}`);
    const evidence = [{ kind: 'invoice', id: invoice.id, why: 'Late.' }];
    const settings = { detectors: ['receivables_aging'], act: 'message' };
    const id = await rule(settings);
    await raise('receivables_aging', 'deposits', { evidence });
    const run = await runOf(id);
    expect(await mailOf(run)).toMatchObject({ status: 'prepared' });

    await served.owner().post(`/api/jobs/${jobId}/cancel`, { reason: 'Sold the house.' }).then(expectStatus(200));
    await expect.poll(statusOf(run), LONG).toBe('cancelled');
    const again = await rule(settings);
    await raise('receivables_aging', 'more deposits', { evidence });
    expect(await runOf(again)).toMatchObject({ made: [], skipped: [{ because: 'settled' }] });
  });
});
