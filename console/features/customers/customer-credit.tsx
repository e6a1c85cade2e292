import { Button, Callout, Classes } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { INVOICE_LIMITS, PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '../../../domain/invoice/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import type { Account } from '../../entities/account/session.ts';
import { customerPath } from '../../entities/customer/customer.ts';
import { owedCreditText } from '../../entities/invoice/credit-text.ts';
import { INVOICES } from '../../entities/invoice/invoice.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import type { AnyRecord } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { Section } from '../../ui/layout/section.tsx';
import { knownCents } from '../../ui/values/amount.ts';
import { formatMoney } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';

interface CustomerCreditProps {
  customer: CustomerRecord;
  account: Account;
}

/** A customer's credit with a way to refund it, or the credit they owe with one to pay it; nothing if there is neither. */
export function CustomerCredit({ customer, account }: CustomerCreditProps) {
  const [isOpen, setOpen] = useState(false);
  // Also of those who are archived or erased: money is set right for all.
  const canChange = may(account.role, 'invoices:change');
  const { id, creditBalance, owedInvoiceId } = customer;
  if (creditBalance === null) return null;
  const owed = owedCreditText(creditBalance);
  if (owed !== null) {
    return (
      <Section
        title="Credit"
        actions={
          canChange &&
          owedInvoiceId && (
            <Link
              to="/invoices"
              search={{ invoice: owedInvoiceId, tab: 'payments' }}
              className={`${Classes.BUTTON} ${Classes.SMALL}`}
            >
              Record payment…
            </Link>
          )
        }
      >
        <Callout compact intent="warning">
          {owed} Whatever they pay above the balance of an invoice, or on one that is paid or cancelled, goes toward it.
        </Callout>
      </Section>
    );
  }
  if (knownCents(creditBalance) === 0) return null;
  const fields: readonly Field[] = [
    { name: 'amount', label: 'Amount', kind: 'money', required: true, help: `At most ${formatMoney(creditBalance)}` },
    {
      name: 'paymentMethod',
      label: 'Payment Method',
      kind: 'choice',
      required: true,
      choices: PAYMENT_METHODS,
      labels: PAYMENT_METHOD_LABELS,
    },
    {
      name: 'transactionId',
      label: 'Reference',
      kind: 'text',
      maxLength: INVOICE_LIMITS.transactionId,
      help: 'The number of the check or the transfer',
    },
  ];
  return (
    <Section
      title="Credit"
      actions={canChange && <Button size="small" text="Refund credit…" onClick={() => setOpen(true)} />}
    >
      <p>
        <strong>
          <Money amount={creditBalance} />
        </strong>{' '}
        that was overpaid. To use it, open another invoice and go to its Payments tab.
      </p>
      {isOpen && (
        <NewRecordDialog<AnyRecord>
          title="Refund credit"
          submitText="Refund"
          kind={{ category: 'credit', collections: [...INVOICES, 'customers'], fields }}
          initial={{ amount: creditBalance.replace(/\.00$/, ''), paymentMethod: 'check', transactionId: '' }}
          draftOf={id}
          path={`${customerPath(id)}/credit/refund`}
          canUndo={false}
          canSubmit={({ amount }) => amount?.trim() !== ''}
          saved={() => ({ title: 'Credit Refunded', text: 'It is recorded. Giving the money back is up to you.' })}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
