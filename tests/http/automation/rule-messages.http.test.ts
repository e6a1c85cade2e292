import { describe, expect, test } from 'vitest';
import { asCustomer } from '../../support/insights/noted.ts';
import { LONG, serveRules } from '../../support/insights/rules-served.ts';
import { expectStatus } from '../../support/server.ts';
import { tracesIn } from '../../support/traces.ts';

const served = serveRules();
const { add, get, rule, customer, raise, runOf, told, undoRun } = served;

describe('messages that rules prepare', () => {
  test('A message waits for a person, goes to nobody who wants none, and one Undo takes all of it back', async () => {
    const [one, without, unwilling] = [
      await customer({ email: 'ada@example.com' }),
      await customer({ firstName: 'No', email: '' }),
      await customer({ firstName: 'Will', email: 'will@example.com' }),
    ];
    await add('/api/marketing/suppressions', { address: 'will@example.com', reason: 'by_hand' });
    const id = await rule({
      detectors: ['customers_due'],
      act: 'message',
      subject: 'It is time again, {name}',
      message: 'Your trees are due.',
    });
    await raise('customers_due', 'pruning', { evidence: [one, without, unwilling].map(asCustomer) });

    const run = await runOf(id);
    expect(run).toMatchObject({ ruleName: 'A rule', act: 'message', insightTitle: 'Customers who are due' });
    expect(run.made).toMatchObject([{ kind: 'mail' }]);
    expect(run.skipped).toMatchObject([
      { kind: 'customer', id: without, because: 'no_address' },
      { kind: 'customer', id: unwilling, because: 'suppressed' },
    ]);
    const mail = await get(`/api/mails/${run.made[0].id}`);
    expect(mail).toMatchObject({
      kind: 'rule_offer',
      status: 'prepared',
      to: 'ada@example.com',
      subject: 'It is time again, Ada',
      category: 'customer',
      recordId: one,
    });
    expect(mail.text).toMatch(/^Hi Ada,\n\nYour trees are due\./);
    expect(await told()).toMatchObject([{ category: 'batch', title: 'Prepared by a rule: 1 message' }]);

    await undoRun(id).then(expectStatus(200));
    expect(await get(`/api/mails/${run.made[0].id}`)).toMatchObject({ status: 'cancelled' });
    expect(await runOf(id)).toMatchObject({ isTakenBack: true });
  });

  test('Nobody has two messages of rules waiting, and a later raise says so', async () => {
    const one = await customer({ email: 'grace@example.com' });
    const id = await rule({ detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' });
    await raise('customers_due', 'removal', { evidence: [asCustomer(one)] });
    expect((await runOf(id)).made).toHaveLength(1);
    await raise('customers_due', 'grinding', { evidence: [asCustomer(one)] });
    expect(await runOf(id, 2)).toMatchObject({ made: [], skipped: [{ id: one, because: 'waiting' }] });
  });

  test('Nobody who has booked since is asked to come back', async () => {
    const one = await customer({ email: 'katherine@example.com' });
    await add('/api/jobs', { customerId: one, title: 'Hedge', address: '1 Elm St' });
    const id = await rule({ detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' });
    await raise('customers_due', 'trimming', { evidence: [asCustomer(one)] });
    expect(await runOf(id)).toMatchObject({ made: [], skipped: [{ id: one, because: 'open_work' }] });
  });

  test('A name in a message is written as it is, whatever it looks like', async () => {
    const one = await customer({ firstName: "$'", lastName: '$& {company}', email: 'odd@example.com' });
    const id = await rule({
      detectors: ['customers_due'],
      act: 'message',
      subject: 'For {name}',
      message: 'Dear {name}, it is time.',
    });
    await raise('customers_due', 'bracing', { evidence: [asCustomer(one)] });
    const { made } = await runOf(id);
    expect(await get(`/api/mails/${made[0].id}`)).toMatchObject({
      subject: "For $' $& {company}",
      text: expect.stringContaining("Dear $' $& {company}, it is time."),
    });
  });

  test('A message that a person passed on stays when the run is undone, with the reason', async () => {
    const [one, two] = [await customer({ email: 'mary@example.com' }), await customer({ email: 'jean@example.com' })];
    const id = await rule({ detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' });
    await raise('customers_due', 'mulching', { evidence: [one, two].map(asCustomer) });
    const { made } = await runOf(id);
    await served.owner().post(`/api/mails/${made[0].id}/mark-sent`).then(expectStatus(200));
    const undone = await undoRun(id).then(expectStatus(200));
    expect(JSON.stringify(undone.body)).toContain('It has changed since');
    expect(await get(`/api/mails/${made[0].id}`)).toMatchObject({ status: 'sent' });
    expect(await get(`/api/mails/${made[1].id}`)).toMatchObject({ status: 'cancelled' });
    expect((await runOf(id)).refused).toMatchObject([{ kind: 'mail', id: made[0].id }]);
  });

  test('What a rule prepared for somebody is erased with them', async () => {
    const one = await customer({ firstName: 'Hdvkqzm', lastName: 'Kwslrbt', email: 'pqzhdvk@example.com' });
    const id = await rule({
      detectors: ['customers_due'],
      act: 'message',
      subject: 'Hello {name}',
      message: 'It is time.',
    });
    await raise('customers_due', 'crown_reduction', { evidence: [asCustomer(one)] });
    const { made } = await runOf(id);
    expect(await get(`/api/mails/${made[0].id}`)).toMatchObject({ subject: 'Hello Hdvkqzm' });
    await served.owner().post(`/api/customers/${one}/erase`, { confirm: 'Hdvkqzm Kwslrbt' }).then(expectStatus(200));
    await expect.poll(async () => (await get(`/api/mails/${made[0].id}`)).status, LONG).toBe('cancelled');
    expect(JSON.stringify(await get(`/api/mails/${made[0].id}`))).not.toContain('Hdvkqzm');
    expect(JSON.stringify(await runOf(id))).not.toContain('Hdvkqzm');
    const words = ['Hdvkqzm', 'Kwslrbt', 'pqzhdvk'];
    await expect.poll(() => tracesIn(served.folder(), words), LONG).toEqual([]);
  });
});
