import { expect } from 'vitest';
import type { Answer, Client } from '../requests/client.ts';
import { expectStatus } from '../server.ts';

const RULES = '/api/ai/automation-rules';
const LONG = { timeout: 60_000 };

/** Adds customers with an address and a place each. @returns their ids */
export async function addDue(owner: Client, count: number, name: string): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const told = { firstName: 'Ada', lastName: 'Byron', address: '1 Elm St', email: `${name}-${at}@example.com` };
    ids.push((await owner.post('/api/customers', told).then(expectStatus(201))).body.id);
  }
  return ids;
}

/** Turns on two rules for customers who are due: one writes to them, one adds a job for each. @returns their ids */
export async function addDueRules(owner: Client): Promise<string[]> {
  const settings = { detectors: ['customers_due'], leastSeverity: 'info', dailyLimit: 100 };
  const texts = { subject: 'It is time', message: 'Your trees are due.' };
  const rules = [
    { name: 'Write', act: 'message', ...settings, ...texts },
    { name: 'Work', act: 'new_job', ...settings },
  ];
  const ids: string[] = [];
  for (const rule of rules) {
    const { id } = (await owner.post(RULES, rule).then(expectStatus(201))).body;
    await owner.post(`${RULES}/${id}/turn-on`).then(expectStatus(200));
    ids.push(id);
  }
  return ids;
}

/** What a rule did, the newest first. */
export async function runsOf(owner: Client, rule: string): Promise<Answer['body'][]> {
  const { status, body } = await owner.get(`/api/ai/automation-runs?ruleId=${rule}&limit=100`);
  return status === 200 ? body : [];
}

/** Waits until a customer has just these messages, by their states but those taken back, and so many jobs. */
export async function expectMade(
  owner: Client,
  customerId: string,
  mails: readonly string[],
  jobs: number,
): Promise<void> {
  const statuses = async () => {
    const { body } = await owner.get(`/api/mails?category=customer&recordId=${customerId}`).then(expectStatus(200));
    return body.map(({ status }: Answer['body']) => status).filter((status: string) => status !== 'cancelled');
  };
  await expect.poll(statuses, LONG).toEqual(mails);
  const count = async () => (await owner.get(`/api/jobs?customerId=${customerId}`).then(expectStatus(200))).body.length;
  await expect.poll(count, LONG).toBe(jobs);
}
