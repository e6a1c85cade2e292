import { Button, Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvoiceRecord, SentInvoices } from '../../../api/invoices/schema.ts';
import { INVOICE_LIMITS } from '../../../domain/invoice/terms.ts';
import { MAIL_LIMITS } from '../../../domain/mail/terms.ts';
import { useCommand } from '../../data/use-command.ts';
import { customerQuery } from '../../entities/customer/customer.ts';
import { INVOICES, invoicePath } from '../../entities/invoice/invoice.ts';
import { isLinkReplaced, useReplaceLink } from '../../entities/invoice/replace-link.ts';
import { toldOfSending } from '../../entities/settings/email.ts';
import { whenTold } from '../../entities/settings/first-send.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { tellRefused } from '../../records/acts/use-act.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import type { Field } from '../../ui/inputs/fields.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { Day } from '../../ui/values/day.tsx';
import { formatMoney } from '../../ui/values/format.ts';
import { isSameAddress } from '../../ui/values/same-address.ts';

/** The other collections that sending changes. */
const CHANGED = [...INVOICES, 'mails'] as const;

const FIELDS: readonly Field[] = [
  { name: 'to', label: 'To', kind: 'email', required: true, maxLength: MAIL_LIMITS.address },
  {
    name: 'message',
    label: 'Message',
    kind: 'multiline',
    maxLength: INVOICE_LIMITS.message,
    help: 'Optional: goes at the top of the email',
  },
];

interface EmailInvoiceProps {
  invoice: InvoiceRecord;
  onClose(): void;
}

/** Emails an invoice, after showing the recipient and the content. */
export function EmailInvoiceDialog({ invoice, onClose }: EmailInvoiceProps) {
  const customer = useQuery(customerQuery(invoice.customerId));
  if (!customer.data && !customer.error) return null;
  return <EmailForm to={customer.data?.email ?? invoice.customerEmail ?? ''} invoice={invoice} onClose={onClose} />;
}

function EmailForm({ invoice, to, onClose }: EmailInvoiceProps & { to: string }) {
  const { id, invoiceNumber, balance, sentAt, sentTo } = invoice;
  const [initial] = useState({ to, message: '' });
  return (
    <NewRecordDialog<InvoiceRecord>
      title={`Email ${invoiceNumber ?? 'the invoice'}`}
      submitText="Send"
      kind={{ category: 'invoice', collections: CHANGED, fields: FIELDS }}
      initial={initial}
      draftOf={`send/${id}`}
      path={`${invoicePath(id)}/send`}
      canSubmit={({ to: address }) => Boolean(address?.trim())}
      saved={(sent) => toldOfSending({ title: 'Invoice Sent', text: `It goes to ${sent.sentTo} in a few seconds.` })}
      send={whenTold}
      onClose={onClose}
    >
      {({ to: address }) => (
        <>
          <p>
            {invoiceNumber ?? 'The invoice'} goes as a PDF, with a link to its page, where the customer sees the balance
            ({formatMoney(balance)}) and how to pay it.
          </p>
          {sentAt !== null && (
            <p className="hw-muted">
              It was sent to {sentTo} <Day iso={sentAt} />.
            </p>
          )}
          {sentTo !== null && !isSameAddress(address, sentTo) && <SentElsewhere invoice={invoice} />}
        </>
      )}
    </NewRecordDialog>
  );
}

/** Before it goes to another address: whoever has the email that went before can open the same link. */
function SentElsewhere({ invoice }: { invoice: InvoiceRecord }) {
  const { replace, isBusy } = useReplaceLink(invoice);
  if (isLinkReplaced(invoice)) return null;
  return (
    <Callout compact intent="warning">
      <p>
        Was {invoice.sentTo} a wrong address? Whoever has that email can open the invoice until its link is replaced.
      </p>
      <Button size="small" text="Replace link" loading={isBusy} onClick={replace} />
    </Callout>
  );
}

/**
 * Emails several invoices to their customers as one act, and reports which were refused, and why.
 * @param onUndone called with those that are not sent after all
 */
export function useSendInvoices(onUndone?: (ids: readonly string[]) => void) {
  const command = useCommand<readonly string[], SentInvoices>({
    command: (ids) => ({ method: 'POST', path: '/api/invoices/send', body: { ids } }),
    collections: CHANGED,
    onSuccess({ data: { sent, refused, undo } }) {
      const told = refused.map(({ invoiceNumber, message }) => `${invoiceNumber ?? 'An invoice'}: ${message}`);
      const toast = {
        title: sent.length === 0 ? 'Nothing Sent' : sent.length === 1 ? 'Invoice Sent' : 'Invoices Sent',
        text: [wordsOf(sent.length), ...told].filter(Boolean).join(' '),
        intent: refused.length > 0 ? 'warning' : 'success',
      } as const;
      void (sent.length === 0 ? Promise.resolve(toast) : toldOfSending(toast, told)).then((said) =>
        showToast({ ...said, ...(undo && offerUndo(undo, CHANGED, () => onUndone?.(sent))) }),
      );
    },
    onError: tellRefused,
  });
  const mutate: typeof command.mutate = (...asked) => void whenTold(() => command.mutate(...asked));
  return { ...command, mutate };
}

function wordsOf(count: number): string {
  if (count === 0) return '';
  return `${count === 1 ? 'One invoice goes' : `${count} invoices go`} out in a few seconds.`;
}
