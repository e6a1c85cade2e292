import type { InvoiceRecord } from '../../../api/invoices/schema.ts';
import { useCommand } from '../../data/use-command.ts';
import { tellRefused } from '../../records/acts/use-act.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { copyText } from '../../ui/values/copy.ts';
import { INVOICES, invoicePath } from './invoice.ts';

/** Gives an invoice another link for its customer; a toast copies it, or says why it was refused. It has no Undo. */
export function useReplaceLink({ id }: Pick<InvoiceRecord, 'id'>): { replace(): void; isBusy: boolean } {
  const { mutate, isPending } = useCommand<null, InvoiceRecord>({
    command: () => ({ method: 'POST', path: `${invoicePath(id)}/replace-link` }),
    collections: INVOICES,
    onSuccess({ data: { url } }) {
      void showToast({
        title: 'Link Replaced',
        text: 'The old one no longer works. Copy the new one, or email the invoice again.',
        intent: 'success',
        ...(url !== undefined && { action: { text: 'Copy link', run: () => void copyText(url) } }),
      });
    },
    onError: tellRefused,
  });
  return { replace: () => mutate(null), isBusy: isPending };
}

/** Whether the link that an invoice was last sent with was replaced since. */
export function isLinkReplaced({ sentAt, linkReplacedAt }: InvoiceRecord): boolean {
  return linkReplacedAt !== null && (sentAt ?? '') <= linkReplacedAt;
}
