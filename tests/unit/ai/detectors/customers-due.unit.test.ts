import { expect, test } from 'vitest';
import { customersDue } from '../../../../ai/detectors/customers-due.ts';
import type { JobDocument } from '../../../../projections/jobs.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { expectFit, PERSONAL } from '../../../support/insights/finding-texts.ts';
import { ago, NOW, places } from '../../../support/insights/moments.ts';

/** A customer's finished jobs, so many days ago each. */
function visits(customerId: string, days: readonly number[], more: Partial<JobDocument> = {}): Partial<JobDocument>[] {
  return days.map((day) => ({
    id: `${customerId}-${day}`,
    customerId,
    status: 'completed',
    completedAt: ago(day),
    serviceType: 'pruning',
    amount: 80_000,
    title: PERSONAL.said,
    address: PERSONAL.address,
    ...more,
  }));
}

/** Customers who come every year, three weeks earlier or later, and last came within the year. */
const yearly = (count: number) =>
  places(count).flatMap((place) => {
    const shift = (place * 5) % 21;
    return visits(`regular-${place}`, [30 + place * 8 + shift, 395 + place * 8, 760 + place * 8 + shift]);
  });
const due = places(4).flatMap((place) => visits(`due-${place}`, [480 + place, 850 + place]));

type More = Partial<Parameters<typeof factsWith>[1]>;
function factsOf(jobs: Partial<JobDocument>[], more: More = {}, asOf = NOW) {
  const { firstName, lastName, email, phone } = PERSONAL;
  const ids = [...new Set(jobs.map(({ customerId }) => customerId ?? ''))];
  const customers = ids.map((id) => ({ id, leadId: null, firstName, lastName, email, phone }));
  return factsWith(asOf, { jobs, customers, ...more });
}

test('Customers who came back every year and are well beyond it are found', () => {
  const facts = factsOf([...yearly(30), ...due]);
  const found = customersDue.find(facts);
  expectFit(found);
  expect(found).toMatchObject([
    {
      subject: 'pruning',
      title: '4 customers should be back for pruning by now',
      opens: 'message',
      measure: 4,
      worth: 320_000,
    },
  ]);
  expect(found?.[0]?.evidence[0]).toEqual({
    kind: 'customer',
    id: 'due-3',
    why: 'Came 2 times, last on July 28, 2025 for $800.00.',
  });
  expect(customersDue.find(facts)).toEqual(found);
  expect(customersDue.find(factsOf([...yearly(30), ...due], {}, ago(-1)))).toEqual(found);
});

test('Who has something open, is gone, or came only once, is not due', () => {
  const open = visits('due-0', [1], { id: 'open', status: 'scheduled', completedAt: null, serviceType: null });
  const quotes = [{ id: 'q', customerId: 'due-1', status: 'sent', versions: [], items: [] }];
  const leads = [{ id: 'l', customerId: 'due-2', status: 'New' }];
  expect(customersDue.find(factsOf([...yearly(30), ...due, ...open], { quotes, leads }))).toEqual([]);
  const once = places(6).flatMap((place) => visits(`once-${place}`, [480]));
  const gone = places(6).flatMap((place) => visits(`gone-${place}`, [800, 1_165]));
  expect(customersDue.find(factsOf([...yearly(30), ...once, ...gone]))).toEqual([]);
});

test('Nobody is due for work that comes back at any time', () => {
  const anyTime = places(40).flatMap((place) =>
    visits(`any-${place}`, [450 + place, 450 + place + 30 + ((place * 97) % 700)]),
  );
  expect(customersDue.find(factsOf(anyTime))).toBeNull();
});

test('Visits of one piece of work are one, and a healthy company has nobody due', () => {
  const twice = yearly(30).map((job) => ({ ...job, id: `${job.id} again` }));
  expect(customersDue.find(factsOf([...yearly(30), ...twice]))).toEqual([]);
});

test('With fewer than twenty returns it says nothing', () => {
  expect(customersDue.find(factsOf([...yearly(7), ...due]))).toBeNull();
  expect(customersDue.find(factsOf([...yearly(8), ...due]))).toHaveLength(1);
});

test('It was right if most of them stayed away for another month, and wrong if they were only late', () => {
  const [found] = customersDue.find(factsOf([...yearly(30), ...due])) ?? [];
  if (!found) throw new Error('It found nothing.');
  const after = (...back: string[]) => {
    const jobs = back.flatMap((id) => visits(id, [-20]));
    return customersDue.provedRight(found, factsOf([...yearly(30), ...due, ...jobs], {}, ago(-30)));
  };
  expect([after(), after('due-0'), after('due-0', 'due-1', 'due-2')]).toEqual([true, true, false]);
});
