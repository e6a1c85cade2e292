import { expect } from 'vitest';
import { addDue, addDueRules, expectMade, runsOf } from '../support/insights/due-rules.ts';
import { testDeaths } from '../support/processes/deaths.ts';
import { runScript } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import type { Answer } from '../support/requests/client.ts';
import { expectStatus } from '../support/server.ts';

const CUSTOMERS = 2;
const LONG = { timeout: 60_000 };
/** Of both rules: the items, the start, the run, each step with what follows from it, and the end. */
const POINTS = Array.from({ length: 18 }, (_, survived) => survived);

interface Raised {
  survived: number;
  service: string;
  customerIds: string[];
}

testDeaths(
  'A death after each append of what rules do finds each run once, with one message and one job each',
  { every: POINTS, some: [3, 5] },
  async (env, points) => {
    const { raised, rules } = await whileServing(env, async (owner) => {
      const all: Raised[] = [];
      for (const survived of points) {
        const customerIds = await addDue(owner, CUSTOMERS, `c${survived}`);
        all.push({ survived, service: `service ${survived}`, customerIds });
      }
      return { raised: all, rules: await addDueRules(owner) };
    });

    for (const { service, survived, customerIds } of raised) {
      await runScript('tests/support/processes/automate-and-die.ts', [service, String(survived), ...customerIds], env);
    }
    await whileServing(env, async (owner) => {
      for (const rule of rules) {
        await expect.poll(async () => (await runsOf(owner, rule)).length, LONG).toBe(points.length);
        for (const { made, skipped } of await runsOf(owner, rule)) {
          expect(made).toHaveLength(CUSTOMERS);
          expect(skipped).toEqual([]);
        }
      }
      for (const each of raised.flatMap(({ customerIds }) => customerIds))
        await expectMade(owner, each, ['prepared'], 1);
      const acts = (await owner.get('/api/activity?limit=100').then(expectStatus(200))).body;
      const ofRules = acts.filter(({ actor }: Answer['body']) => actor === 'automation');
      expect(ofRules).toHaveLength(points.length * rules.length);
    });
  },
);
