import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { momentOf } from '../../../scripts/replay/asked.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';

let stores: ProductStores;
beforeEach(async () => {
  stores = await openProductStores();
});
afterEach(() => stores.close());

async function moveTo(timeZone: string, recordedAt: string): Promise<void> {
  const [last] = await stores.log.readStream('company-main', { backwards: true, limit: 1 });
  const event = { type: 'CompanySettingsRevised', data: { timeZone }, id: randomUUID() };
  await stores.log.append(
    'company-main',
    [{ ...event, metadata: { ...metadata(), recordedAt } }],
    last?.revision ?? 'none',
  );
}

test('A day and a time are by the company’s clock of then, an instant by none', async () => {
  await moveTo('Pacific/Kiritimati', '2026-01-05T12:00:00.000Z');
  await moveTo('Pacific/Honolulu', '2026-06-05T12:00:00.000Z');
  const moments = {
    '2026-03-03': '2026-03-03T09:59:59.999Z',
    '2026-03-03T12:00': '2026-03-02T22:00:00.000Z',
    '2026-09-03': '2026-09-04T09:59:59.999Z',
    '2026-09-03T12:00': '2026-09-03T22:00:00.000Z',
    '2026-03-03T12:00:00Z': '2026-03-03T12:00:00.000Z',
  };
  for (const [text, instant] of Object.entries(moments))
    expect(await momentOf(text, stores.log), text).toEqual({ instant });
});
