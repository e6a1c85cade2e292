import { NOTHING, refundsOwedAgain } from './allowances.ts';
import type { InvoiceEvent } from './events.ts';
import { lastOf } from './open-amounts.ts';
import { type Billed, held, type Payment, refunded } from './payments.ts';

// What becomes of an invoice and its payments when a later one deducts it, or when it is cancelled: the same in the
// rules and in the read model.

/** A payment on an invoice that is cancelled: the books have taken back what its refunds took off. */
export function takenBack(payment: Payment): Payment {
  return { ...payment, refunds: payment.refunds.map((refund) => ({ ...refund, booked: NOTHING })) };
}

/**
 * The payments of an invoice that a later one deducts. What was given back of a deposit without that one's knowledge is
 * owed again. If the invoice was cancelled at the same moment, what was paid on it is the customer's credit.
 * @param invoice before it was deducted
 */
export function deductedPayments(
  { payments, isCancelled }: Pick<Billed, 'payments' | 'isCancelled'>,
  { givenBack: known, lowered, day }: Extract<DeductionEvent, { type: 'DepositDeducted' }>['data'],
): readonly Payment[] {
  const again = new Set(refundsOwedAgain(payments, known).map(({ place }) => place));
  const told = payments.map((payment) => ({
    ...payment,
    refunds: payment.refunds.map((refund) => {
      if (!again.has(refund.place)) return refund;
      const owedOn = lastOf([day, refund.day]);
      return { ...refund, ...OWED, owedOn, booked: lowered === null ? refund.booked : NOTHING };
    }),
  }));
  return isCancelled ? told.map(unapplied) : told;
}

const OWED = { owed: 'still', due: NOTHING } as const;

/**
 * A payment that became credit when its invoice was cancelled: none of it settles the reinstated invoice. What was
 * given back of a deposit stays given back.
 */
function unapplied(payment: Payment): Payment {
  const gone = refunded(payment);
  const refunds = payment.refunds.map((refund) =>
    refund.due.deposits > 0 ? { ...refund, booked: refund.due } : { ...refund, ...OWED, booked: NOTHING },
  );
  return { ...payment, applied: gone, surplus: payment.surplus + held(payment), released: 0, refunds };
}

export type DeductionEvent = Extract<InvoiceEvent, { type: 'DepositDeducted' | 'DepositReleased' }>;

/** The later invoices that deduct it. */
export function evolveDeductors(deductors: readonly string[], { type, data }: DeductionEvent): readonly string[] {
  const others = deductors.filter((by) => by !== data.by);
  return type === 'DepositDeducted' ? [...others, data.by] : others;
}
