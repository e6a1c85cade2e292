import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { useAct } from '../../records/acts/use-act.ts';
import { QUOTES, quotePath } from './quote.ts';

const CHANGED = [...QUOTES, 'leads', 'mails'];

/** Ends the customer's link, of one version or of the newest that was sent; a toast has its Undo, or why it was refused. */
export function useRevokeLink({ id }: Pick<QuoteRecord, 'id'>): { revoke(version?: number): void; isBusy: boolean } {
  const { mutate, isPending } = useAct<{ version?: number }, QuoteRecord>({
    command: (body) => ({ method: 'POST', path: `${quotePath(id)}/revoke`, body }),
    collections: CHANGED,
    done: () => ({ title: 'Link Revoked', text: 'It no longer works.' }),
    undoneOn: () => ({ category: 'quote', id }),
  });
  return { revoke: (version) => mutate(version === undefined ? {} : { version }), isBusy: isPending };
}
