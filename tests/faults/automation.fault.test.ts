import { expect } from 'vitest';
import { testDeaths } from '../support/processes/deaths.ts';
import { runScript } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import type { Answer, Client } from '../support/requests/client.ts';
import { expectStatus } from '../support/server.ts';

const RULES = '/api/ai/automation-rules';
const RUNS = '/api/ai/automation-runs';
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
        const customerIds: string[] = [];
        for (let at = 0; at < CUSTOMERS; at++)
          customerIds.push(await addCustomer(owner, `c${survived}-${at}@example.com`));
        all.push({ survived, service: `service ${survived}`, customerIds });
      }
      const settings = { detectors: ['customers_due'], leastSeverity: 'info', dailyLimit: 100 };
      const texts = { subject: 'It is time', message: 'Your trees are due.' };
      const write = await addRule(owner, { name: 'Write', act: 'message', ...settings, ...texts });
      const work = await addRule(owner, { name: 'Work', act: 'new_job', ...settings });
      return { raised: all, rules: [write, work] };
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
      for (const customerId of raised.flatMap(({ customerIds }) => customerIds)) await expectOnce(owner, customerId);
      const acts = (await owner.get('/api/activity?limit=100').then(expectStatus(200))).body;
      const ofRules = acts.filter(({ actor }: Answer['body']) => actor === 'automation');
      expect(ofRules).toHaveLength(points.length * rules.length);
    });
  },
);

async function addCustomer(owner: Client, email: string): Promise<string> {
  const told = { firstName: 'Ada', lastName: 'Byron', address: '1 Elm St', email };
  return (await owner.post('/api/customers', told).then(expectStatus(201))).body.id;
}

async function addRule(owner: Client, rule: object): Promise<string> {
  const { id } = (await owner.post(RULES, rule).then(expectStatus(201))).body;
  await owner.post(`${RULES}/${id}/turn-on`).then(expectStatus(200));
  return id;
}

async function runsOf(owner: Client, rule: string): Promise<Answer['body'][]> {
  const { status, body } = await owner.get(`${RUNS}?ruleId=${rule}&limit=100`);
  return status === 200 ? body : [];
}

async function expectOnce(owner: Client, customerId: string): Promise<void> {
  const about = `category=customer&recordId=${customerId}`;
  const waiting = async () => {
    const { body } = await owner.get(`/api/mails?${about}`).then(expectStatus(200));
    return body.map(({ status }: Answer['body']) => status);
  };
  await expect.poll(waiting, LONG).toEqual(['prepared']);
  const jobs = async () => (await owner.get(`/api/jobs?customerId=${customerId}`).then(expectStatus(200))).body.length;
  await expect.poll(jobs, LONG).toBe(1);
}
