import { randomUUID } from 'node:crypto';
import { customer } from '../../../domain/customer/customer.ts';
import type { InvoiceDetails } from '../../../domain/invoice/events.ts';
import { type InvoiceCommand, invoice } from '../../../domain/invoice/invoice.ts';
import { openProductStores } from '../stores/product-stores.ts';
import { PLAIN_INVOICE } from './invoices.ts';

/** An invoice with its payments. */
interface LeftInvoice {
  details?: Partial<InvoiceDetails>;
  paid?: readonly {
    /** `YYYY-MM-DD` */
    day: string;
    /** Cents. */
    amount: number;
    /** The part paid back, in cents, and on which day. */
    refund?: { day: string; amount: number };
    isVoided?: boolean;
  }[];
}

/** Leaves invoices, $108.00 each unless given otherwise, in the log of a folder that no server is using. */
export async function leaveInvoices(folder: string, invoices: readonly LeftInvoice[]): Promise<void> {
  const stores = await openProductStores({ folder });
  const commands = stores.commandHandler();
  const now = new Date().toISOString();
  const sender = () => {
    const commandId = randomUUID();
    return { actor: 'system', commandId, body: commandId, correlationId: commandId, causationId: null };
  };
  const customerId = randomUUID();
  const name = { leadId: null, lastName: 'King', address: null, city: null, state: null, zipCode: null };
  await commands.handle(customer, customerId, [{ type: 'RegisterCustomer', details: name, now }], sender());
  for (const { details, paid = [] } of invoices) {
    const told = { ...PLAIN_INVOICE, customerId, ...details };
    const body: InvoiceCommand[] = [{ type: 'IssueInvoice', details: told, now }];
    for (const { day, amount, refund, isVoided } of paid) {
      const paymentId = randomUUID();
      body.push({ type: 'RecordPayment', paymentId, amount, method: 'check', transactionId: null, day, now });
      if (isVoided) body.push({ type: 'VoidPayment', paymentId, reason: null });
      if (!refund) continue;
      const back = { refundId: randomUUID(), paymentId, owed: 'forgiven', method: null, reason: null } as const;
      body.push({ type: 'RefundPayment', ...back, ...refund, now });
    }
    await commands.handle(invoice, randomUUID(), body, sender());
  }
  await stores.close();
}
