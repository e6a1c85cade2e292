import type { Client } from '../requests/client.ts';
import { expectStatus } from '../server.ts';

const add = async (owner: Client, path: string, body: object): Promise<string> =>
  (await owner.post(path, body).then(expectStatus(201))).body.id;

/** Does work and completes it. @param amount in dollars */
export async function finishJob(owner: Client, customerId: string, amount: string): Promise<string> {
  const job = await add(owner, '/api/jobs', { customerId, address: '3 Elm St', serviceType: 'pruning', amount });
  await owner.post(`/api/jobs/${job}/start`).then(expectStatus(200));
  await owner.post(`/api/jobs/${job}/complete`).then(expectStatus(200));
  return job;
}

/** A company that invoices its work on the day it is finished, as often as it takes to know that. @returns a customer */
export async function addBilledWork(owner: Client): Promise<string> {
  const customerId = await add(owner, '/api/customers', { firstName: 'Robin', lastName: 'Reed' });
  for (let count = 0; count < 20; count++)
    await add(owner, '/api/invoices', { jobId: await finishJob(owner, customerId, '400') });
  return customerId;
}
