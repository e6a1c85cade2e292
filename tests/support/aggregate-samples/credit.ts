import fc from 'fast-check';
import { credit } from '../../../domain/credit/credit.ts';
import { creditEvents } from '../../../domain/credit/events.ts';
import { credits } from '../../../projections/credits.ts';
import { AT, few, of, SAMPLE_ID, sample, TODAY, WHY } from './sample.ts';

export const creditSample = sample(credit, creditEvents, {
  first: { type: 'AddCredit', entryId: 'e', invoiceId: 'i', amount: 10_000, why: 'surplus' },
  commands: fc.oneof(
    fc.record({
      type: of('AddCredit'),
      entryId: few,
      invoiceId: few,
      amount: fc.constantFrom(-500, 7),
      why: of('voided'),
    }),
    fc.record({
      type: of('UseCredit'),
      useId: few,
      invoiceId: few,
      amount: fc.constantFrom(0, 1, 9_000),
      day: of(TODAY),
      now: of(AT),
    }),
    fc.record({
      type: of('RefundCredit'),
      refundId: few,
      amount: fc.constantFrom(1, 9_000),
      method: of('check'),
      transactionId: fc.constant(null),
      day: of(TODAY),
      now: of(AT),
    }),
  ) as fc.Arbitrary<never>,
  projection: credits,
  shows: ({ balance }) => ({ [SAMPLE_ID]: { balance } }),
  final: creditEvents.map(({ type }) => type),
  inClear: {
    [WHY.id]: [
      'CreditAdded.invoiceId',
      'CreditUsed.invoiceId',
      'CreditAdded.entryId',
      'CreditUsed.useId',
      'CreditRefunded.refundId',
    ],
    [WHY.choice]: ['CreditRefunded.method', 'CreditAdded.why'],
    [WHY.worth]: ['CreditAdded.amount', 'CreditUsed.amount', 'CreditRefunded.amount'],
    [WHY.entered]: ['CreditUsed.usedAt', 'CreditRefunded.refundedAt'],
    [WHY.money]: ['CreditUsed.day', 'CreditRefunded.day'],
    'by what a bank, or a check, tells a payment apart': ['CreditRefunded.transactionId'],
  },
});
