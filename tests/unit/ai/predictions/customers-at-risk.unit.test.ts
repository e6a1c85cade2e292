import { expect, test } from 'vitest';
import { customersAtRisk } from '../../../../ai/predictions/customers-at-risk.ts';
import type { JobDocument } from '../../../../projections/jobs.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { ago, NOW, places } from '../../../support/insights/moments.ts';
import { expectNameless, figureOf } from '../../../support/insights/predicted.ts';

function visits(customerId: string, days: readonly number[]): Partial<JobDocument>[] {
  return days.map((day) => ({
    id: `${customerId}-${day}`,
    customerId,
    status: 'completed',
    createdAt: ago(day + 10),
    completedAt: ago(day),
    serviceType: 'pruning',
    amount: 80_000,
  }));
}

/** Customers who come every year, and last came within it. */
const yearly = places(30).flatMap((place) =>
  visits(
    `regular-${place}`,
    [30, 395, 760, 1_125, 1_490].map((day) => day + place * 8),
  ),
);
/** Who should have been back some months ago. */
const due = places(4).flatMap((place) => visits(`due-${place}`, [480 + place, 850 + place]));
/** Who was due two years ago: half of them never came back, the others did within the year. */
const past = places(6).flatMap((place) =>
  visits(`past-${place}`, place % 2 === 0 ? [1_100, 1_465] : [400, 1_100, 1_465]),
);

const told = (jobs: Partial<JobDocument>[], more: object = {}, asOf = NOW) => {
  const ids = [...new Set(jobs.map(({ customerId }) => customerId ?? ''))];
  const customers = ids.map((id) => ({ id, leadId: null, firstName: 'Zoraida', lastName: 'Quillfeather' }));
  return customersAtRisk(factsWith(asOf, { jobs, customers, ...more }));
};
const figure = (id: string, ...given: Parameters<typeof told>) => figureOf(told(...given), id);

test('Customers who are well beyond their usual interval with nothing open are at risk', () => {
  const all = told([...yearly, ...due]);
  expectNameless(all);
  const risk = figureOf(all, 'at_risk');
  expect(risk).toMatchObject({ value: 4, total: 4, needs: null });
  expect(risk.rows.map(({ id }) => id).sort()).toEqual(places(4).map((place) => `due-${place}`));
  expect(risk.rows[0]?.why).toMatch(/^Last here for pruning on .* for \$800\.00; usually back after 365 days\.$/);

  const open = { ...visits('due-0', [1])[0], id: 'open', status: 'scheduled', completedAt: null, serviceType: null };
  expect(figure('at_risk', [...yearly, ...due, open])).toMatchObject({ value: 3 });
});

test('How many of those at risk a year and more ago did not come back is counted, and gives the range', () => {
  const risk = figure('at_risk', [...yearly, ...due, ...past]);

  expect(risk.offBy).toBe(
    'Of 6 customers at risk by the same rule a year and more ago, 3 did not come back within a year.',
  );
  // Of four, by Wilson's interval around one half of six.
  expect(risk.range).toEqual({ low: 1, high: 3, says: 'of them may not come back' });
});

test('Without a past to hold it against, there is no range and no claim', () => {
  expect(figure('at_risk', [...yearly, ...due])).toMatchObject({ range: null, offBy: null });
});

test('Too few who came back say what is needed, and a company without finished work has no card', () => {
  const few = visits('one', [30, 400]);
  expect(figure('at_risk', few)).toMatchObject({
    value: null,
    needs: 'A service for which customers came back twenty times, at about the same interval.',
  });
  expect(figure('retention', few)).toMatchObject({
    value: null,
    needs: '20 customers with finished work in the year before last; so far there is 1.',
  });
  expect(figure('lifetime', few)).toMatchObject({ value: null, rows: [] });
  expect(told([])).toBeNull();
});

test('Retention is the share of last year’s customers who came back, held against the years before', () => {
  const stay = places(30).flatMap((place) =>
    visits(
      `stay-${place}`,
      [100, 465, 830].map((day) => day + place),
    ),
  );
  const left = places(10).flatMap((place) => visits(`left-${place}`, [500 + place]));
  const retention = figure('retention', [...stay, ...left]);

  expect(retention).toMatchObject({ value: 75, total: 10 });
  // The year before, all thirty came back.
  expect(retention.offBy).toBe('From one year to the next it was off by 25 points on average, over 1 try.');
  expect(retention.range).toMatchObject({ low: 50, high: 100 });
  expect(retention.rows.every(({ id }) => id.startsWith('left-'))).toBe(true);
});

test('The average lifetime is from first work to last, of those with more than one', () => {
  const twice = places(20).flatMap((place) => visits(`two-${place}`, [10, 10 + 730]));
  const once = places(10).flatMap((place) => visits(`once-${place}`, [900]));
  expect(figure('lifetime', [...twice, ...once])).toMatchObject({ value: 2, unit: 'years', total: 20, offBy: null });
});

test('Whoever was erased is neither listed nor counted among those at risk', () => {
  const jobs = [...yearly, ...due];
  const ids = [...new Set(jobs.map(({ customerId }) => customerId ?? ''))];
  const customers = ids.map((id) => ({ id, leadId: null, ...(id === 'due-0' && { erased: true as const }) }));
  const risk = figure('at_risk', jobs, { customers });

  expect(risk).toMatchObject({ value: 3 });
  expect(risk.rows.map(({ id }) => id)).not.toContain('due-0');
});

test.each(['Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago'])('The days are those of %s', (timeZone) => {
  const company = [{ id: 'main', timeZone }];
  expect(figure('at_risk', [...yearly, ...due], { company })).toMatchObject({ value: 4 });
});
