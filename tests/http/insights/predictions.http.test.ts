import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const PATH = '/api/ai/predictions';

// In the future, because past sessions are swept. June 15, 2099 is a Monday.
const NOW = '2099-06-15';
let now: number;
let server: TestServer;
let owner: Client;
beforeEach(async () => {
  at(NOW);
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
});
afterEach(() => server.close());

/** Sets the clock. @param day `YYYY-MM-DD` */
function at(day: string): void {
  now = Date.parse(`${day}T16:00:00Z`);
}

interface Figure {
  id: string;
  value: number | null;
  rows: { kind: string; id: string; label: string; why: string; removed: boolean }[];
  [name: string]: unknown;
}
interface Card {
  id: string;
  isSample: boolean;
  figures: Figure[];
}

async function cards(client = owner): Promise<Card[]> {
  const { body } = await client.get(PATH).then(expectStatus(200));
  return body.cards;
}
async function figure(cardId: string, id: string): Promise<Figure> {
  const card = (await cards()).find((each) => each.id === cardId);
  const found = card?.figures.find((each) => each.id === id);
  if (!found) throw new Error(`There is no figure ${id}.`);
  return found;
}

const add = async (path: string, body: object): Promise<string> =>
  (await owner.post(path, body).then(expectStatus(201))).body.id;

describe('GET /api/ai/predictions', () => {
  test('Without any data the samples stand in, labelled: next month $45,000; next quarter $135,000 at 87% confidence; 3 upcoming maintenance items, 1 critical, $2,500 savings; 4 at-risk customers, 92% retention, 2.3 years average lifetime; 15% route improvement, 78% crew utilization, 12% time reduction', async () => {
    const all = await cards();

    expect(all.map(({ isSample }) => isSample)).toEqual([true, true, true, true]);
    expect(all.map(({ figures }) => figures.map(({ label, value, unit }) => `${label}: ${value} ${unit}`))).toEqual([
      ['Next month: 45000 dollars', 'Next quarter: 135000 dollars'],
      ['Upcoming maintenance: 3 count', 'Critical: 1 count', 'Savings: 2500 dollars'],
      ['At-risk customers: 4 count', 'Retention: 92 percent', 'Average lifetime: 2.3 years'],
      ['Route improvement: 15 percent', 'Crew utilization: 78 percent', 'Time reduction: 12 percent'],
    ]);
    expect(all[0]?.figures[1]).toMatchObject({ offBy: 'At 87% confidence.' });
  });

  test('A card whose records are there is no sample, names them as they are called today, and says what is missing', async () => {
    const chipper = await add('/api/equipment', {
      name: 'Chipper',
      category: 'Chippers',
      nextMaintenance: '2099-06-01',
      maintenanceInterval: 90,
    });
    const upcoming = await figure('maintenance', 'upcoming_maintenance');
    expect(upcoming).toMatchObject({ value: 1, total: 1 });
    expect(upcoming.rows).toMatchObject([{ kind: 'equipment', id: chipper, label: 'Chipper', removed: false }]);
    expect(await figure('maintenance', 'critical_maintenance')).toMatchObject({ value: 1 });
    expect(await figure('maintenance', 'maintenance_savings')).toMatchObject({
      value: null,
      needs: '8 services on time and 8 late ones, with costs; so far there are 0 and 0.',
    });
    expect((await cards()).map(({ isSample }) => isSample)).toEqual([true, false, true, true]);

    const { body } = await owner.get(`/api/equipment/${chipper}`).then(expectStatus(200));
    await owner
      .patch(`/api/equipment/${chipper}`, { name: 'Old chipper', expectedRevision: body.revision })
      .then(expectStatus(200));
    expect((await figure('maintenance', 'upcoming_maintenance')).rows).toMatchObject([{ label: 'Old chipper' }]);
    await owner.delete(`/api/equipment/${chipper}`).then(expectStatus(204));
    expect((await cards())[1]).toMatchObject({ isSample: true });
  });

  test('Next month is the forecast’s, and with too few months it says how many are needed', async () => {
    const customerId = await add('/api/customers', { firstName: 'Robin', lastName: 'Reed' });
    const payOn = async (day: string, amount: number) => {
      at(day);
      owner = await server.signIn();
      const invoice = await add('/api/invoices', {
        customerId,
        lines: [{ description: 'Pruning', unitPrice: amount }],
      });
      await owner
        .post(`/api/invoices/${invoice}/payments`, { amount: String(amount), paymentMethod: 'check' })
        .then(expectStatus(201));
    };
    await payOn('2099-06-15', 300);
    at('2099-07-15');
    owner = await server.signIn();
    expect(await figure('revenue', 'next_month')).toMatchObject({
      value: null,
      needs: '10 full months since the first payment; so far there is 1.',
    });
    await payOn('2100-05-10', 100);
    at('2100-06-15');
    owner = await server.signIn();
    const { body: forecast } = await owner.get('/api/analytics/forecast?months=6').then(expectStatus(200));
    const [, july, august, september] = forecast.months;
    const month = await figure('revenue', 'next_month');
    expect(month).toMatchObject({ label: 'Next month, Jul 2100', value: july.revenue });
    expect(month['range']).toMatchObject({ low: july.low, high: july.high });
    expect((await figure('revenue', 'next_quarter')).value).toBeCloseTo(
      july.revenue + august.revenue + september.revenue,
      2,
    );
  });

  test('Owner, office and auditor read predictions; estimators and crews do not', async () => {
    for (const [role, status] of [
      ['office', 200],
      ['auditor', 200],
      ['estimator', 403],
      ['crew', 403],
    ] as const) {
      const { client } = await addSignedIn(server, owner, `${role}-reads`, { role });
      await client.get(PATH).then(expectStatus(status));
    }
  });
});
