import { describe, expect, test } from 'vitest';
import { COMPANY_DEFAULTS } from '../../../domain/company/terms.ts';
import { addDays, instantOf } from '../../../domain/kit/times.ts';
import { serveRules } from '../../support/insights/rules-served.ts';
import { companyDay } from '../../support/samples/company-day.ts';

let ahead = 0;
const { rule, raise, runOf, undoRun } = serveRules({}, () => Date.now() + ahead);

const HOUR_MS = 3_600_000;

describe('the daily limit of a rule', () => {
  test('The daily limit is of the day of the company, also for what was taken back, and is new from its midnight on', async () => {
    const tomorrow = addDays(companyDay(), 1);
    const midnight = Date.parse(instantOf(`${tomorrow}T00:00`, COMPANY_DEFAULTS.timeZone) ?? '');
    const id = await rule({ detectors: ['cost_spike'], act: 'task', dailyLimit: 1 });
    const runAt = async (at: number, count: number) => {
      ahead = at - Date.now();
      await raise('cost_spike', `costs ${count}`);
      return runOf(id, count);
    };
    expect((await runAt(midnight - 2 * HOUR_MS, 1)).made).toHaveLength(1);
    await undoRun(id);
    expect(await runAt(midnight - HOUR_MS, 2)).toMatchObject({ made: [], skipped: [{ because: 'daily_limit' }] });
    const next = await runAt(midnight, 3);
    expect(next.day).toBe(tomorrow);
    expect(next.made).toHaveLength(1);
  });
});
