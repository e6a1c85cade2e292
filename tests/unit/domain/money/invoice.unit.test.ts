import { describe, expect, test } from 'vitest';
import { requiredAmount } from '../../../../api/kit/fields/fields.schema.ts';
import { due, givenBack } from '../../../../domain/invoice/allowances.ts';
import type { InvoiceDetails, InvoiceEvent } from '../../../../domain/invoice/events.ts';
import { type InvoiceCommand, type InvoiceState, invoice } from '../../../../domain/invoice/invoice.ts';
import { invoiceTotals, lineAmount } from '../../../../domain/invoice/lines.ts';
import { balanceOf, settled } from '../../../../domain/invoice/payments.ts';
import { INVOICE_LIMITS } from '../../../../domain/invoice/terms.ts';
import { fold } from '../../../../domain/kit/decider.ts';
import { addDays } from '../../../../domain/kit/times.ts';
import { specify } from '../../../support/decider-specification.ts';
import { PLAIN_INVOICE } from '../../../support/samples/invoices.ts';

const { given } = specify(invoice);
const DAY = '2026-06-20';
const NOW = '2026-06-20T12:00:00.000Z';

/** Its total is $108.00. */
const issue = (changes: Partial<InvoiceDetails> = {}): InvoiceCommand => ({
  type: 'IssueInvoice',
  details: { ...PLAIN_INVOICE, ...changes },
  now: NOW,
});
const issued = (changes: Partial<InvoiceDetails> = {}): InvoiceEvent =>
  invoice.decide(issue(changes), invoice.initial)[0] as InvoiceEvent;
const pay = (amount: number, more: Partial<Extract<InvoiceCommand, { type: 'RecordPayment' }>> = {}) =>
  ({
    type: 'RecordPayment',
    paymentId: 'p',
    amount,
    method: 'check',
    transactionId: null,
    day: DAY,
    now: NOW,
    ...more,
  }) as const;
const refund = (more: Partial<Extract<InvoiceCommand, { type: 'RefundPayment' }>> = {}): InvoiceCommand => ({
  type: 'RefundPayment',
  refundId: 'r',
  paymentId: 'p',
  amount: null,
  owed: 'still',
  method: null,
  reason: null,
  day: DAY,
  now: NOW,
  ...more,
});
const voided = (paymentId = 'p') => ({ type: 'VoidPayment', paymentId, reason: 'Bounced' }) as const;
const cancel: InvoiceCommand = { type: 'CancelInvoice', reason: 'Wrong', day: DAY };

/** The events of the commands, one after another. */
function having(...commands: InvoiceCommand[]): InvoiceEvent[] {
  return followed(issued(), commands);
}

/** The same on a deposit of $100. */
function ofDeposit(...commands: InvoiceCommand[]): InvoiceEvent[] {
  return followed(issued({ kind: 'deposit', taxRate: 0 }), commands);
}

function followed(first: InvoiceEvent, commands: readonly InvoiceCommand[]): InvoiceEvent[] {
  const events = [first];
  for (const command of commands) events.push(...invoice.decide(command, fold(invoice, events)));
  return events;
}

function stateOf(events: readonly InvoiceEvent[]): Extract<InvoiceState, { presence: 'present' }> {
  const state = fold(invoice, [...events]);
  if (state.presence === 'absent') throw new Error('There is no invoice.');
  return state;
}

/** Decides and returns the data of the single event. */
function dataOf(command: InvoiceCommand, events: readonly InvoiceEvent[]): object {
  const decided = invoice.decide(command, fold(invoice, [...events]));
  expect(decided).toHaveLength(1);
  return decided[0]?.data as object;
}

describe('an invoice is issued', () => {
  test('An invoice is issued with tax on its total, half up to the cent', () => {
    expect(issued().data).toMatchObject({ subtotal: 10_000, tax: 800, total: 10_800, surplus: 0, issuedAt: NOW });
    // 8.5 % of $0.65 is 5.525 cents.
    expect(invoiceTotals([{ amount: 65 }], 8_500, [])).toMatchObject({ tax: 6, total: 71 });
    expect(invoiceTotals([{ amount: 50 }], 1_000, [])).toMatchObject({ tax: 1 });
    expect(invoiceTotals([{ amount: 49 }], 1_000, [])).toMatchObject({ tax: 0 });
    expect(lineAmount(1.5, 33)).toBe(50);
    expect(lineAmount(0.01, 49)).toBe(0);
    expect(lineAmount(1.5, -33)).toBe(-50);
  });

  test('An invoice is issued without the deposits that it deducts after tax; what they exceed it by is surplus', () => {
    const deduct = (amount: number) => issued({ deductions: [{ invoiceId: 'd', number: 1, amount }] }).data;
    expect(deduct(800)).toMatchObject({ tax: 800, total: 10_000, surplus: 0 });
    expect(deduct(10_800)).toMatchObject({ tax: 800, total: 0, surplus: 0 });
    expect(deduct(10_900)).toMatchObject({ tax: 800, total: 0, surplus: 100 });
  });

  test('An invoice is issued once: a second time is refused, as another may have made it', () => {
    given(issued()).when(issue()).thenRefused('conflict', 'This invoice already exists.');
    given(issued({ jobId: 'j' }))
      .when(issue({ jobId: 'j' }))
      .thenRefused('conflict', 'This job was invoiced at the same moment.');
  });

  test.each<[string, Partial<InvoiceDetails>, string]>([
    ['no line', { lines: [] }, 'Add at least one line.'],
    ['nothing to pay', { lines: linesOf(0) }, 'An invoice must come to more than 0.'],
    ['less than nothing', { lines: linesOf(-1) }, 'An invoice must come to more than 0.'],
    ['too much', { lines: linesOf(999_999_999) }, 'An invoice must come to less than 10 million.'],
    ['a due date before', { dueDate: '2026-06-14' }, 'The due date must not be before the issue date.'],
  ])('An invoice is not issued with %s', (_, changes, message) => {
    given().when(issue(changes)).thenRefused('invalid', message);
  });

  function linesOf(amount: number): InvoiceDetails['lines'] {
    return [{ id: 'l', description: 'Oak', quantity: 1, unitPrice: amount, amount }];
  }
});

describe('an amount that a person types', () => {
  const { given: amount } = requiredAmount('The amount', 'Enter the amount.');
  test.each(['1.005', '0.001', 10.125, '1e3', '1,5,0', 'ten', '', null, true, Number.NaN])(
    'An amount that a person types as %j is refused',
    (typed) => {
      expect(amount.safeParse(typed).success).toBe(false);
    },
  );
  test.each([
    ['1200.5', 120_050],
    [0.1, 10],
    ['0.29', 29],
    [19.99, 1_999],
  ])('An amount that a person types as %j is read to the cent', (typed, cents) => {
    expect(amount.parse(typed)).toBe(cents);
  });
});

describe('a payment', () => {
  const MADE = 'manual-1789000000000-0badcafe';
  const asked = (what: string) =>
    `A payment like this is already recorded on this invoice: ${what}. Confirm it if it is another one.`;

  test('A payment pays the invoice, in part or whole', () => {
    expect(dataOf(pay(300), [issued()])).toMatchObject({ amount: 300, applied: 300, surplus: 0, day: DAY });
    expect(balanceOf(stateOf(having(pay(300))))).toBe(10_500);
    expect(balanceOf(stateOf(having(pay(300), pay(10_500, { paymentId: 'q' }))))).toBe(0);
  });

  test('A payment of more than is owed leaves the rest as credit', () => {
    expect(dataOf(pay(11_000), [issued()])).toMatchObject({ applied: 10_800, surplus: 200 });
    expect(dataOf(pay(1, { paymentId: 'q' }), having(pay(10_800)))).toMatchObject({ applied: 0, surplus: 1 });
  });

  test('A payment that comes with another on the last dollar is credit: one of both pays', () => {
    const open = having(pay(10_700));
    const [first, second] = [pay(100, { paymentId: 'q' }), pay(100, { paymentId: 'r', confirmed: true })];
    expect(dataOf(first, open)).toMatchObject({ applied: 100, surplus: 0 });
    const both = [...open, ...invoice.decide(first, fold(invoice, open))];
    expect(dataOf(second, both)).toMatchObject({ applied: 0, surplus: 100 });
  });

  test.each([0, -1])('A payment of %i cents is refused', (amount) => {
    given(issued()).when(pay(amount)).thenRefused('invalid', 'Enter an amount above 0.');
  });

  test('A payment said twice counts once: by its id, and by the number that its form made', () => {
    given(...having(pay(300)))
      .when(pay(300))
      .thenNothingHappens();
    const sent = pay(300, { transactionId: MADE });
    given(...having(sent))
      .when({ ...sent, paymentId: 'q', day: '2026-06-21' })
      .thenNothingHappens();
    const message = `The transaction ${MADE} is already recorded on this invoice, with $3.00 on ${DAY}. Check its number.`;
    for (const changes of [{ amount: 301 }, { method: 'cash' }]) {
      given(...having(sent))
        .when(pay(300, { paymentId: 'q', transactionId: MADE, ...changes }))
        .thenRefused('conflict', message);
    }
  });

  test('A payment of the reference of another is asked about, on whatever day, and counts when it is confirmed', () => {
    const events = having(pay(300, { transactionId: '17' }));
    const other = pay(300, { paymentId: 'q', transactionId: '17', day: '2026-06-21' });
    for (const changes of [{}, { amount: 301 }, { method: 'cash' }]) {
      given(...events)
        .when({ ...other, ...changes } as InvoiceCommand)
        .thenRefused('conflict', asked(`$3.00 by check on ${DAY}, number 17`));
    }
    given(...events)
      .when({ ...other, confirmed: true } as InvoiceCommand)
      .then({
        type: 'PaymentRecorded',
        data: {
          paymentId: 'q',
          customerId: 'c',
          amount: 300,
          applied: 300,
          surplus: 0,
          method: 'check',
          transactionId: '17',
          day: '2026-06-21',
          recordedAt: NOW,
        },
      });
  });

  test('A payment of as much, as paid, on the same day is asked about, unless the references say that it is another', () => {
    for (const transactionId of [null, '17', MADE]) {
      given(...having(pay(300)))
        .when(pay(300, { paymentId: 'q', transactionId }))
        .thenRefused('conflict', asked(`$3.00 by check on ${DAY}`));
    }
    const others = [{ amount: 301 }, { method: 'cash' }, { day: '2026-06-21' }];
    for (const changes of others) {
      expect(dataOf(pay(300, { paymentId: 'q', ...changes }), having(pay(300)))).toMatchObject({ paymentId: 'q' });
    }
    const eighteenth = pay(300, { paymentId: 'q', transactionId: '18' });
    expect(dataOf(eighteenth, having(pay(300, { transactionId: '17' })))).toMatchObject({ transactionId: '18' });
  });

  test('A payment of long before its invoice is asked about, and counts when it is confirmed', () => {
    const { issuedOn } = PLAIN_INVOICE;
    const early = pay(300, { day: addDays(issuedOn, -61) });
    given(issued())
      .when(early)
      .thenRefused(
        'conflict',
        `The payment is of ${early.day}, long before this invoice, which is of ${issuedOn}. Confirm it if the date is right.`,
      );
    expect(dataOf({ ...early, confirmed: true }, [issued()])).toMatchObject({ day: early.day, applied: 300 });
    expect(dataOf(pay(300, { day: addDays(issuedOn, -60) }), [issued()])).toMatchObject({ applied: 300 });
  });

  test('A payment of long before its invoice that looks like another is asked about both at once, as one answer counts for both', () => {
    const { issuedOn } = PLAIN_INVOICE;
    const day = addDays(issuedOn, -61);
    const early = pay(300, { day, transactionId: '17', confirmed: true });
    const again = pay(300, { day, transactionId: '17', paymentId: 'q' });
    given(...having(early))
      .when(again)
      .thenRefused(
        'conflict',
        `A payment like this is already recorded on this invoice: $3.00 by check on ${day}, number 17. The payment is of ${day}, long before this invoice, which is of ${issuedOn}. Confirm it if it is another one and the date is right.`,
      );
    expect(dataOf({ ...again, confirmed: true }, having(early))).toMatchObject({ paymentId: 'q', day });
  });

  test('A payment is repeated harmlessly also where its invoice was cancelled since; one that was voided is recorded anew', () => {
    const sent = pay(300, { transactionId: MADE });
    const again = { ...sent, paymentId: 'q' };
    given(...having(sent, cancel))
      .when(again)
      .thenNothingHappens();
    expect(dataOf(again, having(sent, voided()))).toMatchObject({ paymentId: 'q', transactionId: MADE, applied: 300 });
    const check = pay(300, { transactionId: '17' });
    expect(dataOf({ ...check, paymentId: 'q' }, having(check, voided()))).toMatchObject({ transactionId: '17' });
  });

  test('A payment on a cancelled invoice is asked about, and is the customer’s credit when it is confirmed', () => {
    const events = having(pay(300), cancel);
    const asked =
      'This invoice is cancelled: what is paid on it is customer credit, and settles what the customer owes.';
    const other = pay(300, { paymentId: 'q', day: '2026-06-21' });
    given(...events)
      .when(other)
      .thenRefused('conflict', `${asked} Confirm it if it was paid all the same.`);
    const confirmed = { ...other, confirmed: true };
    expect(dataOf(confirmed, events)).toMatchObject({ paymentId: 'q', amount: 300, applied: 0, surplus: 300 });
    given(...events)
      .when({ ...other, day: DAY } as InvoiceCommand)
      .thenRefused(
        'conflict',
        `${asked} A payment like this is already recorded on this invoice: $3.00 by check on ${DAY}. Confirm it if it was paid all the same and it is another one.`,
      );
    // A check that bounces again is voided like any other.
    expect(dataOf(voided('q'), having(pay(300), cancel, confirmed))).toMatchObject({ surplus: 300, released: 0 });
  });

  test('A payment is taken by no invoice that is not there, nor beyond the limit', () => {
    given().when(pay(1)).thenRefused('not_found', 'There is no such invoice.');
    const many = Array.from({ length: INVOICE_LIMITS.payments }, (_, index) =>
      pay(1, { paymentId: `p${index}`, confirmed: true }),
    );
    given(...having(...many))
      .when(pay(1, { paymentId: 'one more' }))
      .thenRefused('conflict', 'An invoice can have at most 500 payments.');
  });
});

describe('credit that is used', () => {
  const apply = (amount: number, paymentId = 'u'): InvoiceCommand => ({
    type: 'ApplyCredit',
    paymentId,
    amount,
    day: DAY,
    now: NOW,
  });

  test('Credit that is used pays what is open, and leaves the rest; a repeat does nothing, and a cancelled invoice takes nothing', () => {
    expect(dataOf(apply(500), [issued()])).toMatchObject({ applied: 500, surplus: 0 });
    expect(dataOf(apply(500), having(pay(10_700)))).toMatchObject({ applied: 100, surplus: 400 });
    expect(dataOf(apply(500), having(cancel))).toMatchObject({ applied: 0, surplus: 500 });
    given(...having(apply(500)))
      .when(apply(500))
      .thenNothingHappens();
  });

  test('Credit that is used is not paid back but voided, and comes back whole', () => {
    given(...having(apply(500)))
      .when(refund({ paymentId: 'u' }))
      .thenRefused('conflict', 'This was paid from credit. Void it: the credit can then be refunded to the customer.');
    expect(dataOf(voided('u'), having(apply(500)))).toMatchObject({ isCredit: true, applied: 500, released: 0 });
    // The cancellation turned it back into credit.
    given(...having(apply(500), cancel))
      .when(voided('u'))
      .thenNothingHappens();
  });
});

describe('a refund', () => {
  test('A refund is of all that is left where no amount is said, by the same method', () => {
    expect(dataOf(refund(), having(pay(300)))).toMatchObject({ amount: 300, method: 'check', owed: 'still' });
    const half = having(pay(300), refund({ amount: 100, method: 'cash' }));
    expect(dataOf(refund({ refundId: 's' }), half)).toMatchObject({ amount: 200 });
  });

  test('A refund is owed again, or forgiven', () => {
    expect(balanceOf(stateOf(having(pay(10_800), refund({ amount: 800 }))))).toBe(800);
    expect(balanceOf(stateOf(having(pay(10_800), refund({ amount: 800, owed: 'forgiven' }))))).toBe(0);
    expect(settled(stateOf(having(pay(10_800), refund({ owed: 'forgiven' }))).payments)).toBe(10_800);
  });

  test('A refund said twice counts once', () => {
    given(...having(pay(300), refund({ amount: 100 })))
      .when(refund({ amount: 100 }))
      .thenNothingHappens();
  });

  test('A refund that looks like another of the payment is asked about, and counts when it is confirmed', () => {
    const half = having(pay(300), refund({ amount: 150 }));
    const rest = { refundId: 's' };
    given(...half)
      .when(refund(rest))
      .thenRefused(
        'conflict',
        'A refund like this is already recorded on this payment: $1.50 by check on 2026-06-20. Confirm it if it is another one.',
      );
    expect(dataOf(refund({ ...rest, confirmed: true }), half)).toMatchObject({ amount: 150 });
    expect(dataOf(refund({ ...rest, method: 'cash' }), half)).toMatchObject({ amount: 150 });
    expect(dataOf(refund({ ...rest, day: '2026-06-21' }), half)).toMatchObject({ amount: 150 });
  });

  test('A refund is refused before the day of its payment', () => {
    given(...having(pay(300)))
      .when(refund({ day: '2026-06-19' }))
      .thenRefused('invalid', 'The payment was received on 2026-06-20: it cannot be refunded before that.');
  });

  test('A refund is never more than the company still holds of the payment', () => {
    given(...having(pay(300)))
      .when(refund({ amount: 301 }))
      .thenRefused('invalid', 'At most $3.00 of this payment can be refunded.');
    given(...having(pay(300), refund({ amount: 100 })))
      .when(refund({ refundId: 's', amount: 201 }))
      .thenRefused('invalid', 'At most $2.00 of this payment can be refunded.');
    given(...having(pay(300), refund()))
      .when(refund({ refundId: 's', amount: 1 }))
      .thenRefused('conflict', 'All of this payment is already refunded.');
    given(...having(pay(11_000)))
      .when(refund({ amount: 10_801 }))
      .thenRefused('invalid', 'At most $108.00 of this payment can be refunded: $2.00 of it became customer credit.');
    given(...having(pay(10_800), pay(1, { paymentId: 'q' })))
      .when(refund({ paymentId: 'q' }))
      .thenRefused('conflict', 'All of this payment is customer credit. Refund the credit.');
  });

  test.each([0, -1])('A refund of %i cents is refused', (amount) => {
    given(...having(pay(300)))
      .when(refund({ amount }))
      .thenRefused('invalid', 'Enter an amount above 0.');
  });

  test('A refund of what is voided, cancelled or not there is refused', () => {
    given(...having(pay(300), voided()))
      .when(refund())
      .thenRefused('conflict', 'This payment is voided: there is nothing to refund.');
    given(...having(pay(300), cancel))
      .when(refund())
      .thenRefused('conflict', 'This invoice is cancelled: what was paid on it is customer credit. Refund the credit.');
    given(issued()).when(refund()).thenRefused('not_found', 'This invoice has no such payment.');
  });
});

describe('a refund that is no longer owed', () => {
  const forgiven = (amount: number, refundId = 'r') => refund({ amount, refundId, owed: 'forgiven' });
  const loweredBy = (amount: number, events: InvoiceEvent[]) =>
    (dataOf(forgiven(amount, 'last'), events) as { lowered: unknown }).lowered;

  test('A refund that is no longer owed lowers the sales tax in proportion, half up to the cent', () => {
    expect(loweredBy(1_080, having(pay(10_800)))).toEqual({ deposits: 0, tax: 80, refunds: 1_000 });
    // 8 of 108 parts of 7 cents are half a cent and more.
    expect(loweredBy(7, having(pay(10_800)))).toEqual({ deposits: 0, tax: 1, refunds: 6 });
    expect(loweredBy(6, having(pay(10_800)))).toEqual({ deposits: 0, tax: 0, refunds: 6 });
  });

  test('A refund that is still owed lowers nothing', () => {
    const { lowered } = dataOf(refund({ amount: 1_080 }), having(pay(10_800))) as { lowered: unknown };
    expect(lowered).toEqual({ deposits: 0, tax: 0, refunds: 0 });
  });

  test('A refund of everything that is no longer owed takes off all of the sales tax, in whatever parts it is given', () => {
    const parts = [6, 7, 8, 3_000, 1, 7_778];
    expect(parts.reduce((sum, each) => sum + each, 0)).toBe(10_800);
    const events = having(pay(10_800), ...parts.map((each, at) => forgiven(each, `r${at}`)));
    expect(due(stateOf(events).payments)).toEqual({ deposits: 0, tax: 800, refunds: 10_000 });
  });

  test('A refund of a deposit that is no longer owed gives the deposit back', () => {
    expect(loweredBy(4_000, ofDeposit(pay(10_000)))).toEqual({ deposits: 4_000, tax: 0, refunds: 0 });
    expect(balanceOf(stateOf(ofDeposit(pay(10_000), forgiven(4_000))))).toBe(0);
    // What was never paid of it is still owed.
    expect(balanceOf(stateOf(ofDeposit(pay(4_000), forgiven(4_000))))).toBe(6_000);
  });

  test('A deposit that a later invoice deducts is not given back; a refund that is still owed is recorded', () => {
    const deducted: InvoiceCommand = { type: 'DeductDeposit', by: 'later', day: DAY };
    const events = ofDeposit(pay(10_000), deducted);
    given(...events)
      .when(forgiven(1))
      .thenRefused(
        'conflict',
        'A later invoice deducts this deposit, so it cannot be given back. Cancel that invoice first, or say that the customer still owes it.',
      );
    expect(dataOf(refund({ amount: 1 }), events)).toMatchObject({ amount: 1, owed: 'still' });
    expect(
      dataOf(forgiven(1), ofDeposit(pay(10_000), deducted, { type: 'ReleaseDeposit', by: 'later' })),
    ).toBeDefined();
  });

  test('A deposit that is given back at the moment in which an invoice deducts it is owed again', () => {
    const back = [pay(10_000), forgiven(1_000, 'r'), forgiven(3_000, 's')];
    const known = (givenBack: number): InvoiceCommand => ({ type: 'DeductDeposit', by: 'later', day: DAY, givenBack });
    const open = (givenBack: number) => balanceOf(stateOf(ofDeposit(...back, known(givenBack))));
    expect([open(4_000), open(1_000), open(0)]).toEqual([0, 3_000, 4_000]);
    expect(dataOf(known(1_000), ofDeposit(...back))).toMatchObject({
      reinstated: null,
      givenBack: 1_000,
      lowered: { deposits: -3_000, tax: 0, refunds: 0 },
    });
  });

  test('A deposit that was given back in part and cancelled stands again without what was given back', () => {
    const again: InvoiceCommand = { type: 'DeductDeposit', by: 'later', day: DAY, givenBack: 4_000 };
    const state = stateOf(ofDeposit(pay(10_000), forgiven(4_000), cancel, again));
    expect([balanceOf(state), givenBack(state.payments)]).toEqual([6_000, 4_000]);
  });

  test('A refund that is booked as it should be is not booked anew', () => {
    given(...having(pay(10_800), forgiven(1_080)))
      .when({ type: 'RebookRefunds' })
      .thenNothingHappens();
  });
});

describe('a payment that is voided', () => {
  test('A payment that is voided never was: it is owed again, and takes its credit back', () => {
    const events = having(pay(11_000));
    expect(dataOf(voided(), events)).toEqual({
      paymentId: 'p',
      customerId: 'c',
      isCredit: false,
      amount: 11_000,
      applied: 10_800,
      surplus: 200,
      released: 0,
      day: DAY,
      reason: 'Bounced',
    });
    expect(balanceOf(stateOf(having(pay(11_000), voided())))).toBe(10_800);
  });

  test('A payment that is voided twice is voided once', () => {
    given(...having(pay(300), voided()))
      .when(voided())
      .thenNothingHappens();
  });

  test('A payment of a cancelled invoice that is voided takes back what had become credit', () => {
    expect(dataOf(voided(), having(pay(300), cancel))).toMatchObject({ applied: 300, surplus: 0, released: 300 });
  });

  test('A payment of which money was paid back is not voided', () => {
    given(...having(pay(300), refund({ amount: 1 })))
      .when(voided())
      .thenRefused('conflict', 'Part of this payment was refunded, so it cannot be voided. Refund the rest.');
    given(issued()).when(voided()).thenRefused('not_found', 'This invoice has no such payment.');
  });
});

describe('an invoice that is cancelled', () => {
  test('An invoice that is cancelled is owed no more; what was paid on it and not given back is credit', () => {
    const events = having(
      pay(1_000),
      refund({ amount: 100 }),
      refund({ refundId: 's', amount: 50, owed: 'forgiven' }),
      pay(300, { paymentId: 'q' }),
      voided('q'),
    );
    expect(dataOf(cancel, events)).toMatchObject({
      released: 850,
      total: 10_800,
      day: DAY,
      forgiven: { deposits: 0, tax: 4, refunds: 46 },
    });
    expect(balanceOf(stateOf(having(pay(1_000), cancel)))).toBe(0);
  });

  test('An invoice that is cancelled twice is cancelled once', () => {
    given(...having(cancel))
      .when(cancel)
      .thenNothingHappens();
  });

  test('An invoice that is cancelled by undoing its issue is taken back on the day of issue', () => {
    const undo = invoice.inverse(issued(), invoice.initial) as InvoiceCommand;
    expect(dataOf(undo, [issued()])).toMatchObject({ day: PLAIN_INVOICE.issuedOn, reason: 'Issued by mistake' });
  });

  test('An invoice that is cancelled is taken back on no day before that of its issue, its payments and what was paid back', () => {
    const early = { ...cancel, day: '2026-06-14' } as const;
    expect(dataOf(early, [issued()])).toMatchObject({ day: PLAIN_INVOICE.issuedOn });
    expect(dataOf(early, having(pay(300)))).toMatchObject({ day: DAY });
    expect(dataOf(early, having(pay(300), voided()))).toMatchObject({ day: PLAIN_INVOICE.issuedOn });
    expect(dataOf(early, having(pay(300), refund({ amount: 100, day: '2026-06-22' })))).toMatchObject({
      day: '2026-06-22',
    });
    expect(dataOf({ ...cancel, day: '2026-06-25' }, having(pay(300)))).toMatchObject({ day: '2026-06-25' });
  });

  test('An invoice that a later one takes off is not cancelled', () => {
    const deducted: InvoiceCommand = { type: 'DeductDeposit', by: 'later', day: DAY };
    given(...having(deducted))
      .when(cancel)
      .thenRefused('conflict', 'A later invoice deducts this invoice. Cancel the later one first.');
    expect(dataOf(cancel, having(deducted, { type: 'ReleaseDeposit', by: 'later' }))).toMatchObject({ released: 0 });
    // Only the invoice that deducted it can release it.
    given(...having(deducted))
      .when({ type: 'ReleaseDeposit', by: 'another' })
      .thenNothingHappens();
    given(...having(deducted))
      .when(deducted)
      .thenNothingHappens();
  });

  test('An invoice that the next one takes off already is not cancelled, whichever of both is heard of first', () => {
    const [first, next] = ['first', 'next'].map((by): InvoiceCommand => ({ type: 'DeductDeposit', by, day: DAY }));
    const release = (by: string): InvoiceCommand => ({ type: 'ReleaseDeposit', by });
    const releasedLate = [first, next, release('first')] as InvoiceCommand[];
    const releasedBefore = [first, release('first'), next] as InvoiceCommand[];
    for (const commands of [releasedLate, releasedBefore]) {
      given(...having(...commands))
        .when(cancel)
        .thenRefused('conflict');
      expect(dataOf(cancel, having(...commands, release('next')))).toMatchObject({ released: 0 });
    }
  });

  test('An invoice that is cancelled at the moment in which another deducts it stands again, and is owed whole', () => {
    const again: InvoiceCommand = { type: 'DeductDeposit', by: 'later', day: '2026-06-18' };
    const events = having(pay(300), refund({ amount: 100 }), cancel);
    expect(dataOf(again, events)).toMatchObject({
      // Only after it was cancelled.
      by: 'later',
      day: DAY,
      reinstated: { kind: 'invoice', customerId: 'c', subtotal: 10_000, tax: 800, total: 10_800, surplus: 0 },
    });
    const state = stateOf(having(pay(300), refund({ amount: 100 }), cancel, again));
    expect(balanceOf(state)).toBe(10_800);
    // What was paid on it is now credit, and is paid back from there.
    given(...having(pay(300), cancel, again))
      .when(refund())
      .thenRefused('conflict', 'All of this payment is customer credit. Refund the credit.');
  });

  test('An invoice that is cancelled is not sent, and nobody is reminded of it', () => {
    given(...having(cancel))
      .when({ type: 'SendInvoice', sendingId: 's', to: 'ada@example.com', message: null, now: NOW })
      .thenRefused('conflict');
    given(...having(cancel))
      .when({ type: 'RemindOfInvoice', days: 7, now: NOW })
      .thenNothingHappens();
  });
});

test('An undo takes back a payment, and no refund, no voided payment and no cancellation', () => {
  const inverse = (events: InvoiceEvent[]) => invoice.inverse(events.at(-1) as InvoiceEvent, invoice.initial);
  expect(inverse(having(pay(300)))).toEqual({ type: 'VoidPayment', paymentId: 'p', reason: 'Recorded by mistake' });
  for (const events of [having(pay(300), refund()), having(pay(300), voided()), having(cancel)]) {
    expect(inverse(events)).toBeNull();
  }
});

test('The link of an invoice is replaced as often as a person says, and no undo brings one back', () => {
  const replaced: InvoiceEvent = { type: 'InvoiceLinkReplaced', data: { replacedAt: NOW } };
  const replace = (version: number) => ({ type: 'ReplaceLink', version, now: NOW }) as const;
  given(issued()).when(replace(1)).then(replaced);
  given(issued(), replaced).when(replace(2)).then(replaced);
  // Two people at once replace one link.
  given(issued(), replaced).when(replace(1)).thenNothingHappens();
  given(...having(cancel))
    .when(replace(1))
    .then(replaced);
  given(issued(), { type: 'InvoiceErased', data: {} }).when(replace(1)).thenRefused('erased');
  given().when(replace(1)).thenRefused('not_found');
  expect(invoice.inverse(replaced, stateOf([issued()]))).toBeNull();
});
