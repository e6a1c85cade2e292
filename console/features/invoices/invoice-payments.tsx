import { Button, Callout, Checkbox } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvoiceRecord, PaymentRecord } from '../../../api/invoices/schema.ts';
import { CREDIT_METHOD, knownReference, PAYMENT_METHOD_LABELS } from '../../../domain/invoice/terms.ts';
import { EMAIL_NOT_SET_UP } from '../../../domain/mail/terms.ts';
import { asksToConfirm } from '../../data/api.ts';
import { dropDraft, readDraft } from '../../data/drafts.ts';
import { useCommand } from '../../data/use-command.ts';
import { customerQuery } from '../../entities/customer/customer.ts';
import { creditText, owedCents, owedCreditText, surplusText } from '../../entities/invoice/credit-text.ts';
import { INVOICES, invoicePath, paymentsQuery } from '../../entities/invoice/invoice.ts';
import { emailQuery } from '../../entities/settings/email.ts';
import { WithCompanyZone } from '../../entities/settings/with-company-zone.tsx';
import { offerUndo } from '../../records/acts/undo.ts';
import { DraftBanner } from '../../records/edit/draft-banner.tsx';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { bodyOf, type Values } from '../../ui/inputs/fields.ts';
import type { OnSearch } from '../../ui/search.ts';
import { Failure, SkeletonLines } from '../../ui/status/data-area.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { knownCents, parseAmount } from '../../ui/values/amount.ts';
import { Day } from '../../ui/values/day.tsx';
import { formatMoney } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';
import {
  numberOfPayment,
  PAYMENT_FIELDS,
  paymentBegin,
  RefundDialog,
  refundable,
  UseCreditDialog,
  useCredit,
  VoidDialog,
} from './invoice-dialogs.tsx';
import type { InvoicesSearch } from './invoices-search.ts';

interface InvoicePaymentsProps {
  invoice: InvoiceRecord;
  canChange: boolean;
  search: InvoicesSearch;
  onSearch: OnSearch<InvoicesSearch>;
}

/** An invoice's payments, its balance, and the form for another payment. */
export function InvoicePayments({ invoice, canChange, search, onSearch }: InvoicePaymentsProps) {
  const { id, totalAmount, noLongerOwed, amountPaid, balance } = invoice;
  const query = useQuery(paymentsQuery(id));
  const payments = query.data;
  const credit = useCredit(invoice);
  const isOpen = knownCents(balance) > 0;
  const asked = payments?.find((payment) => payment.id === search.payment);
  const close = () => onSearch({ do: undefined, payment: undefined });
  const owed = owedCreditText(credit);
  const mayUseCredit = canChange && isOpen && knownCents(credit) > 0;
  return (
    <>
      <dl className="hw-details hw-amounts">
        <div className="hw-detail">
          <dt>Total</dt>
          <dd>
            <Money amount={totalAmount} />
          </dd>
        </div>
        {knownCents(noLongerOwed) > 0 && (
          <div className="hw-detail">
            <dt>{invoice.kind === 'deposit' ? 'Given back' : 'No longer owed'}</dt>
            <dd>
              <Money amount={`-${noLongerOwed}`} />
            </dd>
          </div>
        )}
        <div className="hw-detail">
          <dt>Amount Paid</dt>
          <dd>
            <Money amount={amountPaid} />
          </dd>
        </div>
        <div className="hw-detail">
          <dt>Remaining Balance</dt>
          <dd>
            <strong>
              <Money amount={balance} />
            </strong>
          </dd>
        </div>
      </dl>
      {owed !== null && (
        <Callout compact intent="warning">
          {owed}
        </Callout>
      )}
      {mayUseCredit && (
        <p className="hw-invoice-credit">
          {creditText(credit)} <Button text="Use credit…" onClick={() => onSearch({ do: 'credit' })} />
        </p>
      )}
      {canChange && (isOpen || owed !== null) && payments && (
        // What others record meanwhile changes the balance: the form then starts over.
        <WithCompanyZone>
          {(zone) => (
            <RecordPayment
              key={`${balance} ${credit} ${payments.length}`}
              invoice={invoice}
              payments={payments}
              credit={credit}
              zone={zone}
            />
          )}
        </WithCompanyZone>
      )}
      <section className="hw-drawer-section" aria-label="Payment History">
        <h3>Payment History</h3>
        {query.error && !payments && (
          <Failure error={query.error} text="Failed to fetch payments" retry={() => void query.refetch()} />
        )}
        {!payments && !query.error && <SkeletonLines lines={3} />}
        {payments?.length === 0 && <p className="hw-muted">No payments yet.</p>}
        <ul className="hw-entries">
          {payments?.map((payment) => (
            <PaymentRow
              key={payment.id}
              payment={payment}
              mayRefund={canChange && invoice.status !== 'cancelled'}
              mayVoid={canChange}
              onDo={(act) => onSearch({ do: act, payment: payment.id })}
            />
          ))}
        </ul>
      </section>
      {canChange && asked && search.do === 'refund' && (
        <RefundDialog invoice={invoice} payment={asked} onClose={close} />
      )}
      {canChange && asked && search.do === 'void' && <VoidDialog invoice={invoice} payment={asked} onClose={close} />}
      {mayUseCredit && search.do === 'credit' && <UseCreditDialog invoice={invoice} credit={credit} onClose={close} />}
    </>
  );
}

interface PaymentRowProps {
  payment: PaymentRecord;
  mayRefund: boolean;
  mayVoid: boolean;
  onDo(act: 'refund' | 'void'): void;
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  voided: 'Voided',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
};

function PaymentRow({ payment, mayRefund, mayVoid, onDo }: PaymentRowProps) {
  const { amount, paymentMethod, processedDate, credited, status, reason, refunds } = payment;
  const method = PAYMENT_METHOD_LABELS[paymentMethod] ?? paymentMethod;
  const isVoided = status === 'voided';
  const reference = knownReference(payment.transactionId);
  const what = `${formatMoney(amount)} by ${method.toLowerCase()}`;
  const canVoid = mayVoid && !isVoided && refunds.length === 0;
  return (
    <li>
      <span>
        {method}
        <span className="hw-muted">
          {' · '}
          <Day iso={processedDate} />
          {reference !== null && ` · ${reference}`}
        </span>
        {STATUS_WORDS[status] && (
          <>
            <br />
            {STATUS_WORDS[status]}
            {reason && `: ${reason}`}
          </>
        )}
        {knownCents(credited) > 0 && (
          <>
            <br />
            <span className="hw-muted">{formatMoney(credited)} of it became credit</span>
          </>
        )}
        {refunds.map((refund) => (
          <span key={refund.id} className="hw-muted">
            <br />
            {formatMoney(refund.amount)} refunded <Day iso={refund.processedDate} />
            {refund.owed === 'still' ? ', still owed' : ', no longer owed'}
            {refund.reason && `: ${refund.reason}`}
          </span>
        ))}
      </span>
      {isVoided ? (
        <s>
          <Money amount={amount} />
        </s>
      ) : (
        <Money amount={amount} />
      )}
      {mayRefund && paymentMethod !== CREDIT_METHOD && refundable(payment) > 0 && (
        <Button
          size="small"
          variant="minimal"
          text="Refund"
          aria-label={`Refund ${what}`}
          onClick={() => onDo('refund')}
        />
      )}
      {canVoid && (
        <Button size="small" variant="minimal" text="Void" aria-label={`Void ${what}`} onClick={() => onDo('void')} />
      )}
    </li>
  );
}

interface RecordPaymentProps {
  invoice: InvoiceRecord;
  payments: readonly PaymentRecord[];
  /** The customer's, decimal text; below nothing, they owe it. */
  credit: string;
  /** The company's time zone. */
  zone: string | undefined;
}

/** Records a payment. Its number is kept until the server has responded, so that no retry counts twice. */
function RecordPayment({ invoice, payments, credit, zone }: RecordPaymentProps) {
  const { id, balance } = invoice;
  const draftKey = `invoice/${id}/payment`;
  // Spent credit is paid with any invoice, also a cancelled one: whatever is above its balance goes toward it.
  const due = knownCents(balance) || owedCents(credit);
  useState(() => forgetRecorded(draftKey, payments));
  const draft = useDraft(draftKey, PAYMENT_FIELDS, () => paymentBegin(due, todayIn(zone)));
  const { values } = draft;
  const record = useCommand<object, unknown>({
    command: (body) => ({ method: 'POST', path: `${invoicePath(id)}/payments`, body }),
    collections: [...INVOICES, 'mails'],
    draftKey,
    onSuccess({ commandId }) {
      void showToast({
        title: 'Payment Processed',
        text: 'Payment has been successfully recorded.',
        intent: 'success',
        ...offerUndo({ category: 'invoice', id, commandId }, INVOICES),
      });
    },
    onError(error) {
      if (asksToConfirm(error)) return;
      const text = 'Failed to process payment. Please try again.';
      void showToast({ title: 'Payment Failed', text, intent: 'danger' });
    },
  });
  const [receipt, setReceipt] = useState(false);
  const { email } = useQuery(customerQuery(invoice.customerId)).data ?? {};
  const address = invoice.erased ? null : (email ?? invoice.customerEmail);
  const isEmailSetUp = useQuery(emailQuery).data?.setBy !== null;
  const why = whyNoReceipt(invoice, address, isEmailSetUp);
  const surplus = surplusText(values['amount'] ?? '', balance, credit);

  function send(confirmed = false): void {
    const amount = parseAmount(values['amount'] ?? '');
    record.mutate({
      ...bodyOf(PAYMENT_FIELDS, values),
      amount: amount === null ? values['amount'] : Number(amount),
      transactionId: numberOfPayment(values),
      ...(receipt && why === null && { receipt }),
      ...(confirmed && { confirmed }),
    });
  }

  return (
    <section className="hw-drawer-section" aria-label="Record Payment">
      <h3>Record Payment</h3>
      <RecordForm
        fields={PAYMENT_FIELDS}
        values={values}
        onChange={draft.change}
        autoFocus={false}
        onSubmit={() => send()}
        onConfirm={() => send(true)}
        submitText="Record Payment"
        canSubmit={values['amount']?.trim() !== ''}
        isBusy={record.isPending}
        error={record.error}
        below={
          <>
            {surplus && <p role="status">{surplus}</p>}
            <Checkbox
              checked={receipt && why === null}
              disabled={why !== null || record.isPending}
              label={why === null ? `Email a receipt to ${address}` : `Email a receipt (${why})`}
              onChange={({ currentTarget }) => setReceipt(currentTarget.checked)}
            />
          </>
        }
      >
        {draft.found && <DraftBanner typedAt={draft.found.typedAt} onDiscard={draft.discard} />}
      </RecordForm>
    </section>
  );
}

/** Null if one can go. */
function whyNoReceipt({ status }: InvoiceRecord, address: string | null, isEmailSetUp: boolean): string | null {
  if (status === 'cancelled') return 'the invoice is cancelled';
  if (!address) return 'the customer has no email address';
  return isEmailSetUp ? null : EMAIL_NOT_SET_UP;
}

/** A payment whose response was lost may have been recorded: then its number is used up, and the form starts over. */
function forgetRecorded(draftKey: string, payments: readonly PaymentRecord[]): void {
  const held = readDraft<Values>(draftKey)?.held;
  const number = held && numberOfPayment(held);
  if (number && payments.some(({ transactionId }) => transactionId === number)) dropDraft(draftKey);
}
