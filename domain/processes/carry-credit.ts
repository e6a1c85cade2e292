import type { CreditCommand } from '../credit/credit.ts';
import type { CreditReason } from '../credit/terms.ts';
import type { InvoiceEvent } from '../invoice/events.ts';
import { partsOfStream, type Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';

/**
 * What an invoice leaves over becomes the customer's credit, and what it takes back comes out of it. The step is never
 * refused: if the credit has been used in the meantime, the customer owes it.
 */
export const carryCredit: Process = {
  name: 'carry-credit',
  types: ['InvoiceIssued', 'InvoiceCancelled', 'DepositDeducted', 'PaymentRecorded', 'CreditApplied', 'PaymentVoided'],
  steps(event): Step<CreditCommand>[] {
    const fact = event as Recorded<InvoiceEvent>;
    switch (fact.type) {
      case 'InvoiceIssued':
        return added(fact, fact.data, fact.data.surplus, 'deposit');
      case 'InvoiceCancelled':
        return added(fact, fact.data, fact.data.released - fact.data.surplus, 'cancelled');
      case 'DepositDeducted': {
        const { reinstated } = fact.data;
        return reinstated ? added(fact, reinstated, reinstated.surplus, 'deposit') : [];
      }
      case 'PaymentRecorded':
      case 'CreditApplied':
        return added(fact, fact.data, fact.data.surplus, 'surplus');
      case 'PaymentVoided': {
        const { isCredit, applied, surplus, released } = fact.data;
        return added(fact, fact.data, isCredit ? applied : -surplus - released, 'voided');
      }
      default:
        return [];
    }
  },
};

function added(
  { id: entryId, stream }: Recorded<InvoiceEvent>,
  { customerId: id }: { customerId: string | null },
  amount: number,
  why: CreditReason,
): Step<CreditCommand>[] {
  if (amount === 0 || id === null) return [];
  const { id: invoiceId } = partsOfStream(stream);
  return [{ role: 'credit', category: 'credit', id, command: { type: 'AddCredit', entryId, invoiceId, amount, why } }];
}
