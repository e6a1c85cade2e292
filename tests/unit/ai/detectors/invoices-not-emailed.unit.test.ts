import { expect, test } from 'vitest';
import { invoicesNotEmailed } from '../../../../ai/detectors/invoices-not-emailed.ts';
import type { InvoiceDocument } from '../../../../projections/invoices.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { expectFit, PERSONAL } from '../../../support/insights/finding-texts.ts';
import { ago, dayAgo, NOW, places } from '../../../support/insights/moments.ts';

/** An open invoice that nobody emailed. @param days since its issue */
function invoice(id: string, days: number, more: Partial<InvoiceDocument> = {}): Partial<InvoiceDocument> {
  const { name, email, address, said } = PERSONAL;
  return {
    id,
    kind: 'invoice',
    customerId: `customer of ${id}`,
    customerName: name,
    customerEmail: email,
    billingAddress: address,
    job: said,
    jobId: null,
    status: 'pending',
    isCancelled: false,
    balance: 90_000,
    revenue: 90_000,
    paidOn: null,
    sendings: [],
    issuedOn: dayAgo(days),
    month: dayAgo(days).slice(0, 7),
    createdAt: ago(days),
    ...more,
  };
}

function emailed(id: string, days: number, more: Partial<InvoiceDocument> = {}): Partial<InvoiceDocument> {
  return invoice(id, days, {
    status: 'paid',
    balance: 0,
    paidOn: dayAgo(days - 10),
    sendings: [{ id: `mail of ${id}`, to: PERSONAL.email, message: null, at: ago(days) }],
    ...more,
  });
}

const past = (count: number) => places(count).map((place) => emailed(`past-${place}`, 21 + 7 * place));

function factsOf(
  invoices: Partial<InvoiceDocument>[],
  more: Partial<Parameters<typeof factsWith>[1]> = {},
  asOf = NOW,
) {
  return factsWith(asOf, { invoices, ...more });
}

test('Open invoices that were never emailed are found, the largest first', () => {
  const rows = [...past(30), invoice('a', 14), invoice('b', 20, { balance: 310_000 }), invoice('new', 1)];
  const found = invoicesNotEmailed.find(factsOf(rows));
  expectFit(found);
  expect(found).toMatchObject([
    {
      subject: 'all',
      title: '2 open invoices were never emailed: $4,000.00',
      basis:
        '2 invoices issued by November 9, 2026 have $4,000.00 open; 9 of 10 emailed invoices here go out on the same day, and these wait more than 3 working days.',
      evidence: [
        { kind: 'invoice', id: 'b', why: 'Issued November 3, 2026, not emailed; $3,100.00 open.' },
        { kind: 'invoice', id: 'a', why: 'Issued November 9, 2026, not emailed; $900.00 open.' },
      ],
      opens: 'message',
      worth: 400_000,
    },
  ]);
  expect(invoicesNotEmailed.find(factsOf(rows))).toEqual(found);
  expect(invoicesNotEmailed.find(factsOf(rows, {}, ago(-1)))).toEqual(found);
});

test('An invoice counts as emailed while its mail is on its way, and not once it was refused', () => {
  const sending = { balance: 90_000, status: 'pending', paidOn: null } as const;
  const rows = [...past(30), emailed('a', 14, sending)];
  const mail = (status: string) => ({ mails: [{ id: 'mail of a', status }] });
  expect(invoicesNotEmailed.find(factsOf(rows, mail('sent')))).toEqual([]);
  expect(invoicesNotEmailed.find(factsOf(rows, mail('delayed')))).toEqual([]);
  const found = invoicesNotEmailed.find(factsOf(rows, mail('failed')));
  expect(found?.[0]?.evidence).toEqual([
    { kind: 'invoice', id: 'a', why: 'Issued November 9, 2026, its email was not delivered; $900.00 open.' },
  ]);
});

test('Invoices that nobody is to be sent by email are not told', () => {
  const onPaper = { customerId: 'on paper' };
  const healthy = [
    ...past(60),
    invoice('fresh', 5),
    invoice('paid', 30, { status: 'paid', balance: 0, paidOn: dayAgo(30) }),
    invoice('cancelled', 30, { status: 'cancelled', isCancelled: true, balance: 0 }),
    invoice('no address', 30, { customerEmail: null }),
    invoice('erased', 30, { erased: true }),
    invoice('deposit', 30, { kind: 'deposit', jobId: 'off' }),
    invoice('paper 1', 90, { ...onPaper, status: 'paid', balance: 0, paidOn: dayAgo(60) }),
    invoice('paper 2', 60, { ...onPaper, status: 'paid', balance: 0, paidOn: dayAgo(30) }),
    invoice('paper 3', 30, onPaper),
  ];
  const jobs = [{ id: 'off', status: 'cancelled', standing: 'cancelled' }];
  expect(invoicesNotEmailed.find(factsOf(healthy, { jobs }))).toEqual([]);
});

test('Without twenty emailed invoices, or where many are handed over, it says nothing', () => {
  expect(invoicesNotEmailed.find(factsOf([...past(19), invoice('a', 30)]))).toBeNull();
  expect(invoicesNotEmailed.find(factsOf([...past(20), invoice('a', 30)]))).toHaveLength(1);
  const paper = places(10).map((place) => {
    return invoice(`paper-${place}`, 40 + place, { status: 'paid', balance: 0, paidOn: dayAgo(20) });
  });
  expect(invoicesNotEmailed.find(factsOf([...past(30), ...paper, invoice('a', 30)]))).toBeNull();
});

test('It was right if the invoices were emailed after all, and wrong if they were paid without', () => {
  const [found] = invoicesNotEmailed.find(factsOf([...past(30), invoice('a', 14)])) ?? [];
  if (!found) throw new Error('It found nothing.');
  const after = (row: Partial<InvoiceDocument>) => invoicesNotEmailed.provedRight(found, factsOf([row]));
  expect(after(invoice('a', 14))).toBeNull();
  expect(after(emailed('a', 14))).toBe(true);
  expect(after(invoice('a', 14, { status: 'paid', balance: 0 }))).toBe(false);
  expect(after(invoice('a', 14, { isCancelled: true }))).toBe(false);
});
