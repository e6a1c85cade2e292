import { formatCents } from '../../domain/kit/money.ts';
import { pay } from '../../domain/pay/pay.ts';
import { type PayDocument, pay as pays } from '../../projections/pay.ts';
import { recordKind } from '../kit/records.ts';
import type { PayRecord } from './schema.ts';

/**
 * What people are paid, with an area of its own: whoever has no right to it reads neither rates nor when one was set.
 */
export const payKind = recordKind({
  decider: pay,
  projection: pays,
  area: 'pay',
  title: (_: PayDocument) => 'Pay',
  present: ({ id, rates, revision }: PayDocument): PayRecord => ({
    id,
    rates: rates.toReversed().map(({ from, centsPerHour }) => ({
      from,
      rate: centsPerHour === null ? null : formatCents(centsPerHour),
    })),
    revision,
  }),
  partOf: ({ id }) => ({ category: 'staff', id }),
});
