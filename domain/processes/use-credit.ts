import type { CreditEvent } from '../credit/events.ts';
import type { InvoiceCommand } from '../invoice/invoice.ts';
import type { Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';

/**
 * Used credit pays for an invoice. The step is never refused: what the invoice cannot take, because it was paid or
 * cancelled in the meantime, is its surplus, and `carry-credit` brings it back.
 */
export const useCredit: Process = {
  name: 'use-credit',
  types: ['CreditUsed'],
  steps(event): Step<InvoiceCommand>[] {
    const fact = event as Recorded<CreditEvent>;
    if (fact.type !== 'CreditUsed') return [];
    const { useId: paymentId, invoiceId, amount, day, usedAt: now } = fact.data;
    return [
      {
        role: 'invoice',
        category: 'invoice',
        id: invoiceId,
        command: { type: 'ApplyCredit', paymentId, amount, day, now },
      },
    ];
  },
};
