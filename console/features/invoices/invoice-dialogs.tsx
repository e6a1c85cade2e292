import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { InvoiceRecord, PaymentRecord } from '../../../api/invoices/schema.ts';
import {
  CREDIT_METHOD,
  INVOICE_LIMITS,
  MADE_NUMBER,
  PAYMENT_METHOD_LABELS,
  PAYMENT_METHODS,
  REFUND_OWED,
} from '../../../domain/invoice/terms.ts';
import { customerQuery } from '../../entities/customer/customer.ts';
import { creditText, owedAfterText } from '../../entities/invoice/credit-text.ts';
import { INVOICES, INVOICES_AND_JOBS, invoicePath } from '../../entities/invoice/invoice.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import type { Field, Values } from '../../ui/inputs/fields.ts';
import { knownCents, typedAmount } from '../../ui/values/amount.ts';
import { formatMoney } from '../../ui/values/format.ts';

interface DialogOf {
  invoice: InvoiceRecord;
  onClose(): void;
}

const REASON: Field = { name: 'reason', label: 'Reason', kind: 'multiline', maxLength: INVOICE_LIMITS.reason };

/** No reason is stored if the invoice's customer was erased. */
function reasonOf({ erased }: InvoiceRecord): readonly Field[] {
  return erased ? [] : [REASON];
}

/** The credit of an invoice's customer as decimal text; below nothing, they owe it. */
export function useCredit({ customerId }: InvoiceRecord): string {
  return useQuery(customerQuery(customerId)).data?.creditBalance ?? '0.00';
}

/** Cancels an invoice, after explaining what happens to its payments. */
export function CancelInvoiceDialog({ invoice, onClose }: DialogOf) {
  const credit = useCredit(invoice);
  const { id, invoiceNumber, amountPaid, jobId } = invoice;
  const paid = knownCents(amountPaid);
  // What the deposits exceeded the work by had become credit.
  const surplus = knownCents(invoice.deducted) - knownCents(invoice.amount) - knownCents(invoice.taxAmount);
  const owed = owedAfterText(credit, Math.max(0, surplus) - paid);
  return (
    <NewRecordDialog<InvoiceRecord>
      title={`Cancel ${invoiceNumber ?? 'the invoice'}`}
      submitText="Cancel invoice"
      kind={{ category: 'invoice', collections: INVOICES_AND_JOBS, fields: reasonOf(invoice) }}
      draftOf={`cancel/${id}`}
      path={`${invoicePath(id)}/cancel`}
      canUndo={false}
      saved={() => ({
        title: 'Invoice Cancelled',
        text: paid > 0 ? 'What was paid is now customer credit.' : 'Nothing is owed on it.',
      })}
      onClose={onClose}
    >
      {() => (
        <p>
          Nothing more is owed on it.{' '}
          {paid > 0 && `The ${formatMoney(amountPaid)} that was paid becomes customer credit. `}
          {jobId !== null && 'Its job can be invoiced again. '}
          It stays in the list and cannot be reopened. {owed}
        </p>
      )}
    </NewRecordDialog>
  );
}

interface PaymentDialogOf extends DialogOf {
  payment: PaymentRecord;
}

type OwedTexts = Readonly<Record<(typeof REFUND_OWED)[number], string>>;

const STILL_OWED = 'Yes: the customer has to pay it again';
const OWED_LABELS: OwedTexts = { still: STILL_OWED, forgiven: 'No: the customer no longer owes it' };
const DEPOSIT_OWED_LABELS: OwedTexts = { still: STILL_OWED, forgiven: 'No: the deposit is given back' };

/** What follows from a refund that is no longer owed. */
function ofNoLongerOwed({ kind, deductedBy, taxAmount }: InvoiceRecord): string | null {
  if (kind === 'deposit') {
    return deductedBy === null
      ? 'The final invoice deducts only what is not given back.'
      : 'The final invoice deducts this deposit, so it cannot be given back. Cancel the final invoice first.';
  }
  return knownCents(taxAmount) > 0 ? 'What is no longer owed lowers the sales tax in proportion.' : null;
}

/** How much of a payment can still be refunded, in cents. */
export function refundable({ applied, refunded, status, paymentMethod }: PaymentRecord): number {
  return status === 'voided' || paymentMethod === 'credit' ? 0 : knownCents(applied) - knownCents(refunded);
}

/** Records a refund of a payment. */
export function RefundDialog({ invoice, payment, onClose }: PaymentDialogOf) {
  const most = typedAmount(refundable(payment));
  const isDeposit = invoice.kind === 'deposit';
  const choices = isDeposit && invoice.deductedBy !== null ? (['still'] as const) : REFUND_OWED;
  const labels = isDeposit ? DEPOSIT_OWED_LABELS : OWED_LABELS;
  const follows = ofNoLongerOwed(invoice);
  const fields: readonly Field[] = [
    { name: 'amount', label: 'Amount', kind: 'money', required: true, help: `At most ${formatMoney(most)}` },
    {
      name: 'owed',
      label: 'Does the customer still owe it?',
      kind: 'choice',
      required: true,
      choices,
      labels,
      placeholder: 'Choose',
      ...(follows !== null && { help: follows }),
    },
    ...reasonOf(invoice),
  ];
  return (
    <NewRecordDialog<InvoiceRecord>
      title="Refund"
      submitText="Refund"
      kind={{ category: 'invoice', collections: INVOICES, fields }}
      initial={{ amount: most, owed: '', reason: '' }}
      draftOf={`refund/${payment.id}`}
      path={`${invoicePath(invoice.id)}/payments/${payment.id}/refund`}
      canUndo={false}
      canSubmit={({ amount, owed }) => Boolean(amount?.trim() && owed)}
      saved={() => ({ title: 'Refund Recorded', text: 'It is in the payment history.' })}
      onClose={onClose}
    >
      {() => (
        <p className="hw-muted">
          Of {formatMoney(payment.amount)} by {methodOf(payment)}. This only records it. Giving the money back is up to
          you.
        </p>
      )}
    </NewRecordDialog>
  );
}

/** Voids a payment that was never made. */
export function VoidDialog({ invoice, payment, onClose }: PaymentDialogOf) {
  const credit = useCredit(invoice);
  const released = invoice.status === 'cancelled' ? knownCents(payment.applied) : 0;
  const taken = payment.paymentMethod === CREDIT_METHOD ? 0 : knownCents(payment.credited) + released;
  const owed = owedAfterText(credit, taken);
  return (
    <NewRecordDialog<InvoiceRecord>
      title="Void Payment"
      submitText="Void"
      kind={{ category: 'invoice', collections: INVOICES, fields: reasonOf(invoice) }}
      draftOf={`void/${payment.id}`}
      path={`${invoicePath(invoice.id)}/payments/${payment.id}/void`}
      canUndo={false}
      saved={() => ({ title: 'Payment Voided', text: `${formatMoney(payment.amount)} counts as never paid.` })}
      onClose={onClose}
    >
      {() => (
        <>
          <p>
            {formatMoney(payment.amount)} by {methodOf(payment)} counts as never paid. Use this for a bounced check or a
            typing mistake. To give money back, record a refund instead.
          </p>
          {owed && (
            <Callout compact intent="warning">
              {owed}
            </Callout>
          )}
        </>
      )}
    </NewRecordDialog>
  );
}

function methodOf({ paymentMethod }: PaymentRecord): string {
  return (PAYMENT_METHOD_LABELS[paymentMethod] ?? paymentMethod).toLowerCase();
}

/** Pays from the customer's credit. @param credit decimal text */
export function UseCreditDialog({ invoice, credit, onClose }: DialogOf & { credit: string }) {
  const most = typedAmount(Math.min(knownCents(credit), knownCents(invoice.balance)));
  const fields: readonly Field[] = [
    { name: 'amount', label: 'Amount', kind: 'money', required: true, help: `At most ${formatMoney(most)}` },
  ];
  return (
    <NewRecordDialog<InvoiceRecord>
      title="Use Credit"
      submitText="Use credit"
      kind={{ category: 'invoice', collections: INVOICES, fields }}
      initial={{ amount: most }}
      draftOf={`credit/${invoice.id}`}
      path={`${invoicePath(invoice.id)}/credit`}
      canUndo={false}
      canSubmit={({ amount }) => amount?.trim() !== ''}
      saved={() => ({ title: 'Credit Used', text: 'It is in the payment history.' })}
      onClose={onClose}
    >
      {() => <p className="hw-muted">{creditText(credit)}</p>}
    </NewRecordDialog>
  );
}

/** The fields of a payment. */
export const PAYMENT_FIELDS: readonly Field[] = [
  { name: 'amount', label: 'Amount', kind: 'money', required: true },
  {
    name: 'paymentMethod',
    label: 'Payment Method',
    kind: 'choice',
    required: true,
    choices: PAYMENT_METHODS,
    labels: PAYMENT_METHOD_LABELS,
  },
  { name: 'processedDate', label: 'Date', kind: 'date', required: true, isOfNow: true },
  {
    name: 'transactionId',
    label: 'Reference',
    kind: 'text',
    maxLength: INVOICE_LIMITS.transactionId,
    help: 'The number of the check or the transfer',
  },
];

/** A unique number for a payment; kept until the server has responded. */
function newTransactionId(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0'));
  return `${MADE_NUMBER}${Date.now()}-${random.join('')}`;
}

/** The initial values of a payment. @param due cents */
export function paymentBegin(due: number, today: string): Values {
  return {
    amount: typedAmount(due),
    paymentMethod: 'check',
    processedDate: today,
    transactionId: '',
    madeNumber: newTransactionId(),
  };
}

/** The number a payment is sent with: the typed one, or else the generated one. */
export function numberOfPayment({ transactionId = '', madeNumber = '' }: Values): string {
  return transactionId.trim() || madeNumber;
}
