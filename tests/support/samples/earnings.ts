import type { Client } from '../requests/client.ts';
import { expectStatus } from '../server.ts';

/** The last two show no profit. */
const JOBS = [
  ['tree_removal', '900', '2'],
  ['pruning', '100', '1'],
  ['pruning', null, '1'],
  ['pruning', '50', null],
] as const;

/** The cost of the jobs' hours, at $65. */
export const LABOR = 4 * 65;

/** All in one month, so that the turn of the month does not matter: the customers paid $1,000 of $1,500. */
export async function addEarnings(owner: Client): Promise<void> {
  const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  await owner.patch('/api/settings', { taxRate: '0' }).then(expectStatus(200));
  const customerId = await add('/api/customers', { firstName: 'Robin', lastName: 'Reed' });
  const invoice = (unitPrice: string) =>
    add('/api/invoices', { customerId, lines: [{ description: 'Prune the oak', unitPrice }] });
  const [paid, partly] = [await invoice('800'), await invoice('700')];
  const pay = (id: string, amount: string) => add(`/api/invoices/${id}/payments`, { amount, paymentMethod: 'check' });
  await pay(paid, '800');
  await pay(partly, '200');
  await add('/api/costs', { category: 'other', amount: '250', description: 'Chipper rental' });
  const personId = await add('/api/staff', { firstName: 'Ada', lastName: 'Hall' });
  for (const [serviceType, amount, hours] of JOBS) {
    const job = await add('/api/jobs', { customerId, address: '3 Elm St', serviceType, amount });
    await owner.post(`/api/jobs/${job}/start`).then(expectStatus(200));
    await owner.post(`/api/jobs/${job}/complete`).then(expectStatus(200));
    if (hours) await owner.post(`/api/jobs/${job}/hours`, { personId, hours }).then(expectStatus(200));
  }
}
