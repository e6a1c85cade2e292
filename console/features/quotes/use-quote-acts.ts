import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { useCommand } from '../../data/use-command.ts';
import { QUOTES, quotePath } from '../../entities/quote/quote.ts';
import { useRevokeLink } from '../../entities/quote/revoke-link.ts';
import { toldOfSending } from '../../entities/settings/email.ts';
import { whenTold } from '../../entities/settings/first-send.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { tellRefused, useAct } from '../../records/acts/use-act.ts';
import { showToast, type Toast } from '../../ui/status/toaster.tsx';
import { copyText } from '../../ui/values/copy.ts';

/** The collections that acts on a quote change. */
const ALL = [...QUOTES, 'leads', 'mails'];

export interface QuoteActs {
  send(validUntil?: string): void;
  revoke(): void;
  remove(): void;
  isBusy: boolean;
}

/** Acts on a quote; each shows a toast with its Undo, or why it was refused. */
export function useQuoteActs(quote: QuoteRecord): QuoteActs {
  const path = quotePath(quote.id);
  const undoOf = (commandId: string | null) => offerUndo({ category: 'quote', id: quote.id, commandId }, ALL);

  const send = useCommand<{ validUntil?: string }, QuoteRecord>({
    command: (body) => ({ method: 'POST', path: `${path}/send`, body }),
    collections: ALL,
    onSuccess({ data, commandId }) {
      if (data.customerEmail !== null) {
        void toldOfSending(sentTo(data.customerEmail)).then((told) => showToast({ ...told, ...undoOf(commandId) }));
        return;
      }
      void copyText(data.url ?? '').then((isCopied) =>
        showToast({ ...(isCopied ? COPIED_INSTEAD : LINK_INSTEAD), ...undoOf(commandId) }),
      );
    },
    onError: tellRefused,
  });
  const { revoke, isBusy: isRevoking } = useRevokeLink(quote);
  const remove = useAct<null, unknown>({
    command: () => ({ method: 'DELETE', path }),
    collections: ALL,
    done: () => ({ title: 'Quote Removed', text: 'The history is kept.' }),
    undoneOn: () => ({ category: 'quote', id: quote.id }),
  });
  return {
    send: (validUntil) => whenTold(() => send.mutate(validUntil ? { validUntil } : {})),
    revoke: () => revoke(),
    remove: () => remove.mutate(null),
    isBusy: send.isPending || isRevoking || remove.isPending,
  };
}

function sentTo(email: string): Toast {
  return { title: 'Quote Sent', text: `It goes to ${email} in a few seconds.`, intent: 'success' };
}

const COPIED_INSTEAD: Toast = {
  title: 'Link Copied',
  text: 'There is no email address on file. Paste the link into a message to the customer.',
  intent: 'success',
};

const LINK_INSTEAD: Toast = {
  title: 'Link Made',
  text: 'There is no email address on file. Give the customer the link below.',
  intent: 'success',
};
