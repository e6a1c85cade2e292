import type { CreditEvent } from '../credit/events.ts';
import type { InvoiceEvent } from '../invoice/events.ts';
import { PAYMENT_METHOD_LABELS } from '../invoice/terms.ts';

// What the journal says about an entry. None of it is about a person, so an export stays the same after an erasure.

/** What an event of an invoice or of a customer's credit was: `Payment: Check`. */
export function memoOf(event: InvoiceEvent | CreditEvent): string {
  switch (event.type) {
    case 'InvoiceIssued':
      return event.data.kind === 'deposit' ? 'Deposit invoiced' : 'Invoice issued';
    case 'InvoiceCancelled':
      return event.data.kind === 'deposit' ? 'Deposit cancelled' : 'Invoice cancelled';
    case 'DepositDeducted':
      return event.data.reinstated ? 'Cancellation taken back' : 'Deposit given back is owed again';
    case 'PaymentRecorded':
      return `Payment: ${methodLabel(event.data.method)}`;
    case 'CreditApplied':
      return 'Paid from customer credit';
    case 'PaymentRefunded': {
      const { method, owed, lowered } = event.data;
      const what = lowered.deposits > 0 ? 'Deposit given back' : 'Refund';
      return `${what}: ${methodLabel(method)}${owed === 'still' ? ', still owed' : ''}`;
    }
    case 'RefundRebooked':
      return 'Refund booked anew';
    case 'PaymentVoided':
      return event.data.isCredit ? 'Use of customer credit voided' : 'Payment voided';
    case 'CreditRefunded':
      return `Customer credit paid back: ${methodLabel(event.data.method)}`;
    default:
      return event.type;
  }
}

/** What a cost entry is: the cost, or the reversal of one that was changed or removed. */
export function costMemo(isTakenBack: boolean): string {
  return isTakenBack ? 'Cost taken back' : 'Cost';
}

function methodLabel(method: string): string {
  return PAYMENT_METHOD_LABELS[method] ?? method;
}
