import { describe, expect, test } from 'vitest';
import { asCustomer } from '../../support/insights/noted.ts';
import { RULES, serveRules } from '../../support/insights/rules-served.ts';
import { expectStatus } from '../../support/server.ts';

const served = serveRules();
const { add, rule, customer, raise, runsOf, runOf } = served;

describe('which raises a rule acts on', () => {
  test('What has passed, or was dismissed, before its run does nothing, and says so', async () => {
    const one = await customer({ email: 'barbara@example.com' });
    const id = await rule({ detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' });
    const now = new Date().toISOString();
    const evidence = [asCustomer(one)];
    const dismiss = { type: 'DismissInsight', reason: 'not_true', note: null, now } as const;
    const dismissed = await raise('customers_due', 'lot_clearing', { evidence }, [dismiss]);
    expect(await runOf(id)).toMatchObject({
      made: [],
      undo: null,
      skipped: [{ kind: 'insight', id: dismissed, why: 'The insight was dismissed' }],
    });
    const passed = await raise('customers_due', 'hedge', { evidence }, [{ type: 'PassFinding', now }]);
    expect(await runOf(id, 2)).toMatchObject({ made: [], skipped: [{ id: passed, because: 'settled' }] });
  });

  test('Recent Activity tells of a run only to those who may read what rules did', async () => {
    const id = await rule({ detectors: ['cost_spike'], act: 'task' });
    await raise('cost_spike', 'told');
    const { undo } = await runOf(id);
    const told = async (role: string) => {
      const client = await served.signedIn(role);
      const acts = (await client.get('/api/activity?limit=20').then(expectStatus(200))).body;
      return acts.map(({ recordId }: { recordId: string }) => recordId).includes(undo.id);
    };
    expect(await told('office')).toBe(true);
    expect(await told('estimator')).toBe(false);
  });

  test('What was raised while a rule was off, before it was changed, or is milder, does nothing', async () => {
    const one = await customer({ email: 'kay@example.com' });
    const settings = { detectors: ['customers_due'], act: 'message', subject: 'Hello', message: 'It is time.' };
    const off = (await add(RULES, { name: 'Off', leastSeverity: 'info', ...settings })).id;
    const mild = await rule({ ...settings, leastSeverity: 'critical' });
    const other = await rule({ ...settings, detectors: ['slow_leads'] });
    const control = await rule(settings);
    await raise('customers_due', 'planting', { evidence: [asCustomer(one)] });
    await runOf(control);
    await served.owner().post(`${RULES}/${off}/turn-on`).then(expectStatus(200));
    await raise('customers_due', 'fertilizing', { evidence: [asCustomer(one)] });
    await runOf(control, 2);
    expect(await runsOf(off)).toHaveLength(1);
    expect(await runsOf(mild)).toEqual([]);
    expect(await runsOf(other)).toEqual([]);
  });
});
