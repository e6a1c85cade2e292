import type { Payment } from '../../domain/invoice/payments.ts';
import { isAskedFor } from '../../domain/invoice/reminders.ts';
import type { InvoiceStatus } from '../../domain/invoice/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import type { InvoiceRecord } from '../invoices/schema.ts';
import type { PublicInvoice } from './schema.ts';

// An invoice as its customer sees it. Fields are listed one by one: what is not listed stays in the office.

/** @param told what the company prints on its invoices */
export function presentPublicInvoice(
  invoice: InvoiceRecord,
  payments: readonly Payment[],
  told: Pick<PublicInvoice, 'company' | 'paymentInstructions'>,
): PublicInvoice {
  const { invoiceNumber, kind, isOverdue, customer, billingAddress, job, notes, issuedOn, dueDate, taxRate } = invoice;
  const status = invoice.status as InvoiceStatus;
  return {
    invoiceNumber,
    kind,
    status,
    isOverdue,
    ofCancelledJob: invoice.ofCancelledJob,
    company: told.company,
    paymentInstructions: isAskedFor(invoice, invoice.ofCancelledJob) ? told.paymentInstructions : null,
    customerName: customer,
    billingAddress,
    job,
    notes,
    issuedOn,
    dueDate,
    lines: invoice.lines.map(({ description, quantity, unitPrice, amount }) => ({
      description,
      quantity,
      unitPrice,
      amount,
    })),
    subtotal: invoice.amount,
    taxRate,
    tax: invoice.taxAmount,
    deductions: invoice.deductions.map(({ invoiceNumber: number, amount, open }) => ({
      invoiceNumber: number,
      amount,
      open,
    })),
    total: invoice.totalAmount,
    paid: invoice.amountPaid,
    balance: invoice.balance,
    payments: payments.filter(({ isVoided }) => !isVoided).map(presentPaid),
  };
}

function presentPaid({ method, day, applied, surplus, refunds }: Payment): PublicInvoice['payments'][number] {
  return {
    paymentMethod: method,
    processedDate: day,
    amount: formatCents(applied),
    credited: formatCents(surplus),
    refunds: refunds.map(({ day: on, amount, owed }) => ({
      processedDate: on,
      amount: formatCents(amount),
      isOwed: owed === 'still',
    })),
  };
}
