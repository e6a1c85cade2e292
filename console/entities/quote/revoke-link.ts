import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { useCommand } from '../../data/use-command.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { QUOTES, quotePath } from './quote.ts';

const CHANGED = [...QUOTES, 'leads', 'mails'];

/** Ends the customer's link, of one version or of the newest that was sent; a toast has its Undo, or why it was refused. */
export function useRevokeLink({ id }: Pick<QuoteRecord, 'id'>): { revoke(version?: number): void; isBusy: boolean } {
  const { mutate, isPending } = useCommand<{ version?: number }, QuoteRecord>({
    command: (body) => ({ method: 'POST', path: `${quotePath(id)}/revoke`, body }),
    collections: CHANGED,
    onSuccess({ commandId }) {
      const undo = offerUndo({ category: 'quote', id, commandId }, CHANGED);
      void showToast({ title: 'Link Revoked', text: 'It no longer works.', ...undo });
    },
    onError: ({ message }) => void showToast({ title: 'Error', text: message, intent: 'danger' }),
  });
  return { revoke: (version) => mutate(version === undefined ? {} : { version }), isBusy: isPending };
}
