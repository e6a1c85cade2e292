import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { InsightCommand } from '../../../domain/insight/insight.ts';
import { asCustomer, noteOf } from '../../support/insights/noted.ts';
import { LONG, RULES, RUNS, serveRules } from '../../support/insights/rules-served.ts';
import { expectStatus } from '../../support/server.ts';

const served = serveRules();
const { add, get, customer, raise, runsOf } = served;

describe('the dry run of a rule', () => {
  test('A dry run says what a rule that is off would have done in the last 90 days, and changes nothing', async () => {
    const [one, two] = [
      await customer({ email: 'joan@example.com', lastName: 'Clarke' }),
      await customer({ email: '' }),
    ];
    const settings = { detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' };
    const { id } = await add(RULES, { name: 'Off', leastSeverity: 'critical', dailyLimit: 1, ...settings });
    const insight = await raise('customers_due', 'watering', {
      severity: 'critical',
      title: '{0} is due',
      evidence: [one, two].map(asCustomer),
    });
    await expect.poll(async () => (await served.owner().get(RUNS)).status, LONG).toBe(200);
    const before = (await get('/api/activity?limit=1'))[0].id;
    const asked = await served.owner().post(`${RULES}/${id}/dry-run`);
    const { revision, made, raises, runs, note } = expectStatus(200)(asked).body;
    expect(revision).toBe((await get(`${RULES}/${id}`)).revision);
    const own = runs.find(({ insightId: of }: { insightId: string }) => of === insight);
    expect(own).toMatchObject({
      insightTitle: 'Ada Clarke is due',
      act: 'Prepare a message',
      would: [{ kind: 'customer', id: one, label: 'Ada Clarke' }],
      skipped: [{ id: two, because: 'no_address', why: 'There is no email address' }],
    });
    expect(made).toBe(1);
    expect(raises).toBe(runs.length);
    expect(note).toContain('as nobody can tell what they were then');
    expect((await get('/api/activity?limit=1'))[0].id).toBe(before);
    expect(await runsOf(id)).toEqual([]);
    expect(await get(`/api/mails?category=customer&recordId=${one}`)).toEqual([]);
    await served.owner().post(`${RULES}/${randomUUID()}/dry-run`).then(expectStatus(404));
  });

  test('A dry run of many raises holds up nobody', async () => {
    const evidence = [asCustomer(await customer({ email: 'many@example.com' }))];
    const settings = { detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' };
    const { id } = await add(RULES, { name: 'Off', leastSeverity: 'info', dailyLimit: 100, ...settings });
    const now = new Date().toISOString();
    const again = Array.from({ length: 150 }, (): InsightCommand[] => [
      { type: 'PassFinding', now },
      { ...noteOf('customers_due', 'often', { evidence }), now },
    ]);
    await raise('customers_due', 'often', { evidence }, again.flat());
    await expect.poll(async () => (await served.owner().get(RULES)).status, LONG).toBe(200);
    const ended: string[] = [];
    const dryRun = served
      .owner()
      .post(`${RULES}/${id}/dry-run`)
      .finally(() => ended.push('dry run'));
    await served
      .owner()
      .get(`${RULES}/acts`)
      .finally(() => ended.push('another call'));
    const { runs, made } = expectStatus(200)(await dryRun).body;
    expect(ended).toEqual(['another call', 'dry run']);
    expect(runs.length).toBeGreaterThan(150);
    expect(made).toBe(100);
  });
});
