import { z } from 'zod';
import { INVOICE_KIND_LABELS, INVOICE_STATUSES, PAYMENT_METHOD_LABELS } from '../../domain/invoice/terms.ts';
import { errorBody, errors } from '../kit/fields/common.schema.ts';

/** Dollars as decimal text. */
const dollars = z.string();
/** `YYYY-MM-DD` */
const day = z.string();

/** An invoice as its customer sees it: what was charged and paid, and nothing of the office's internal work. */
export const publicInvoice = z
  .object({
    /** `INV-1001` */
    invoiceNumber: z.string().nullable(),
    kind: z.string().meta({ 'x-labels': INVOICE_KIND_LABELS }),
    status: z.enum(INVOICE_STATUSES).describe('Nothing is owed on a cancelled one.'),
    isOverdue: z.boolean().describe('Something is open, and was due before today.'),
    ofCancelledJob: z.boolean().describe('A deposit whose job is cancelled or removed: nobody is asked to pay it.'),
    company: z.object({
      name: z.string().nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      postalAddress: z.string().nullable(),
    }),
    /** As the owner wrote it; null if there are none, or nothing is asked for. */
    paymentInstructions: z.string().nullable(),
    customerName: z.string().nullable(),
    billingAddress: z.string().nullable(),
    /** What it is for. */
    job: z.string().nullable(),
    notes: z.string().nullable(),
    issuedOn: day,
    dueDate: day,
    lines: z.array(
      z.object({ description: z.string().nullable(), quantity: z.number(), unitPrice: dollars, amount: dollars }),
    ),
    subtotal: dollars,
    /** Percent as decimal text. */
    taxRate: z.string(),
    tax: dollars,
    /** Deposits that were invoiced earlier. */
    deductions: z.array(
      z.object({
        invoiceNumber: z.string().nullable(),
        amount: dollars,
        open: dollars.describe('What is still to be paid of the deposit itself.'),
      }),
    ),
    /** The amount to pay, after subtracting deposits. */
    total: dollars,
    /** Oldest first, without voided ones. */
    payments: z.array(
      z.object({
        paymentMethod: z.string().meta({ 'x-labels': PAYMENT_METHOD_LABELS }),
        processedDate: day,
        amount: dollars.describe('What of it pays for this invoice.'),
        credited: dollars.describe('What of it was more than was owed, and is credit.'),
        refunds: z.array(
          z.object({
            processedDate: day,
            amount: dollars,
            isOwed: z.boolean().describe('It is to be paid again.'),
          }),
        ),
      }),
    ),
    paid: dollars,
    balance: dollars.describe('What is still to be paid.'),
  })
  .meta({ id: 'PublicInvoice' });

export const invoiceLinkErrors = {
  404: errorBody.describe('No link of ours.'),
  410: errorBody.describe('The link was replaced (`revoked`), or the personal data of its customer erased (`erased`).'),
  ...errors,
};

export type PublicInvoice = z.output<typeof publicInvoice>;
