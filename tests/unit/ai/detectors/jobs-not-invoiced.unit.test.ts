import { expect, test } from 'vitest';
import { jobsNotInvoiced } from '../../../../ai/detectors/jobs-not-invoiced.ts';
import type { InvoiceDocument } from '../../../../projections/invoices.ts';
import type { JobDocument } from '../../../../projections/jobs.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { expectFit, PERSONAL } from '../../../support/insights/finding-texts.ts';
import { ago, NOW, places } from '../../../support/insights/moments.ts';

/** A finished job. @param days since it was finished */
function finished(id: string, days: number, more: Partial<JobDocument> = {}): Partial<JobDocument> {
  const { address, said, firstName, lastName } = PERSONAL;
  return {
    id,
    status: 'completed',
    completedAt: ago(days),
    amount: 100_000,
    invoiceId: null,
    isToInvoice: true,
    title: said,
    description: said,
    address,
    customerFirstName: firstName,
    customerLastName: lastName,
    ...more,
  };
}

/** Jobs that were billed so many days after they were finished, one a week, the last one three weeks ago. */
function billed(count: number, days: number): { jobs: Partial<JobDocument>[]; invoices: Partial<InvoiceDocument>[] } {
  return {
    jobs: places(count).map((place) => {
      return finished(`done-${place}`, 21 + 7 * place, { invoiceId: `invoice-${place}`, isToInvoice: false });
    }),
    invoices: places(count).map((place) => ({
      id: `invoice-${place}`,
      kind: 'invoice',
      jobId: `done-${place}`,
      isCancelled: false,
      subtotal: 100_000,
      revenue: 100_000,
      month: ago(21 + 7 * place - days).slice(0, 7),
      createdAt: ago(21 + 7 * place - days),
    })),
  };
}

const factsOf = (
  jobs: Partial<JobDocument>[],
  { past = billed(30, 1), invoices = [] as Partial<InvoiceDocument>[], asOf = NOW } = {},
) => factsWith(asOf, { jobs: [...past.jobs, ...jobs], invoices: [...past.invoices, ...invoices] });

test('Finished work that waits longer than usual for its invoice is found, the most at stake first', () => {
  const facts = factsOf([finished('a', 14), finished('b', 20, { amount: 742_000 }), finished('new', 1)]);
  const found = jobsNotInvoiced.find(facts);
  expectFit(found);
  expect(found).toMatchObject([
    {
      subject: 'all',
      title: '2 finished jobs are not invoiced: $8,420.00',
      basis:
        '2 jobs finished by November 9, 2026 come to $8,420.00; 9 of 10 jobs here are invoiced within 1 working day, and these wait more than 3 working days.',
      evidence: [
        { kind: 'job', id: 'b', why: 'Finished November 3, 2026; $7,420.00 to invoice.' },
        { kind: 'job', id: 'a', why: 'Finished November 9, 2026; $1,000.00 to invoice.' },
      ],
      opens: 'invoice',
      worth: 842_000,
      severity: 'critical',
    },
  ]);
  expect(jobsNotInvoiced.find(facts)).toEqual(found);
});

test('A job is late after twice the usual working days, and the weekend is none of them', () => {
  // Friday's work has waited one working day on Monday; that of Tuesday four, and Wednesday's three.
  const late = (days: number) => jobsNotInvoiced.find(factsOf([finished('a', days)]))?.length;
  expect([late(3), late(5), late(6)]).toEqual([0, 0, 1]);
  const slow = billed(30, 14);
  const lateHere = (days: number) => jobsNotInvoiced.find(factsOf([finished('a', days)], { past: slow }))?.length;
  expect([lateHere(14), lateHere(28), lateHere(29)]).toEqual([0, 0, 1]);
});

test('Work that is invoiced as it always was, is for nothing, or was closed, is not told', () => {
  const healthy = [
    finished('today', 0),
    finished('free', 30, { amount: 0 }),
    finished('closed', 30, { isToInvoice: false }),
    finished('open', 30, { status: 'in_progress', completedAt: null, isToInvoice: false }),
    finished('removed', 30, { removed: true }),
    finished('erased', 30, { erased: true }),
    finished('small', 30, { amount: 20_000 }),
  ];
  expect(jobsNotInvoiced.find(factsOf(healthy))).toEqual([]);
});

test('What parts of a job have billed is no longer at stake', () => {
  const part = { id: 'part', kind: 'invoice', jobId: 'a', isCancelled: false, subtotal: 70_000, createdAt: ago(20) };
  const jobs = [finished('a', 30, { amount: 150_000 })];
  expect(jobsNotInvoiced.find(factsOf(jobs, { invoices: [part] }))).toMatchObject([{ worth: 80_000 }]);
  const whole = { ...part, subtotal: 150_000 };
  expect(jobsNotInvoiced.find(factsOf(jobs, { invoices: [whole] }))).toEqual([]);
});

test('A job without a price is told along with the others', () => {
  const jobs = [finished('a', 30), finished('b', 31, { amount: null })];
  const found = jobsNotInvoiced.find(factsOf(jobs));
  expectFit(found);
  expect(found?.[0]).toMatchObject({ worth: 100_000, evidence: [{ id: 'a' }, { id: 'b' }] });
});

test('Without twenty invoiced jobs, or where most work is billed elsewhere, it says nothing', () => {
  expect(jobsNotInvoiced.find(factsOf([finished('a', 30)], { past: billed(19, 1) }))).toBeNull();
  expect(jobsNotInvoiced.find(factsOf([finished('a', 30)], { past: billed(20, 1) }))).toHaveLength(1);
  const elsewhere = places(40).map((place) => finished(`elsewhere-${place}`, 30 + place));
  expect(jobsNotInvoiced.find(factsOf(elsewhere))).toBeNull();
});

test('It tells the same on the next day as long as nothing happens', () => {
  const jobs = [finished('a', 14), finished('b', 20)];
  const next = '2026-11-24T15:00:00.000Z';
  expect(jobsNotInvoiced.find(factsOf(jobs, { asOf: next }))).toEqual(jobsNotInvoiced.find(factsOf(jobs)));
});

test('It was right if the jobs were invoiced after all, and wrong if there was nothing to invoice', () => {
  const jobs = [finished('a', 14), finished('b', 20)];
  const [found] = jobsNotInvoiced.find(factsOf(jobs)) ?? [];
  if (!found) throw new Error('It found nothing.');
  const after = (change: Partial<JobDocument>) =>
    jobsNotInvoiced.provedRight(found, factsOf(jobs.map((job) => ({ ...job, ...change }))));
  expect(after({})).toBeNull();
  expect(after({ invoiceId: 'x', isToInvoice: false })).toBe(true);
  expect(after({ isToInvoice: false })).toBe(false);
  expect(after({ removed: true })).toBe(false);
});
