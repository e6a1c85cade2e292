import type { MailRecord } from '../../../api/mail/schema.ts';
import type { ApiError } from '../../data/api.ts';
import { useCommand } from '../../data/use-command.ts';
import { mailKind } from '../../entities/mail/mail-kind.ts';
import { offerUndo } from '../../records/undo.ts';
import { showToast } from '../../ui/toaster.tsx';

export interface MailActs {
  cancel(mail: MailRecord): void;
  sendAgain(again: { mail: MailRecord; to: string }): void;
  markSent(mail: MailRecord): void;
}

const { category, collections, path } = mailKind;
const onError = (error: ApiError) => void showToast({ title: 'Error', text: error.message, intent: 'danger' });

/** What a person does with an email that waits or went wrong. */
export function useMailActs(): MailActs {
  const cancel = useCommand<MailRecord, MailRecord>({
    command: ({ id }) => ({ method: 'POST', path: `${path(id)}/cancel` }),
    collections,
    onSuccess: ({ data: { toName, to } }) =>
      void showToast({ title: 'Taken back', text: `Nothing is sent to ${toName ?? to}.` }),
    onError,
  });
  const sendAgain = useCommand<{ mail: MailRecord; to: string }, MailRecord>({
    command: ({ mail, to }) => ({ method: 'POST', path: `${path(mail.id)}/send-again`, body: { to } }),
    collections,
    onSuccess: ({ data }) =>
      void showToast({
        title: 'Sending again',
        text: `It goes to ${data.to} in a moment.`,
        intent: 'success',
        action: { text: 'Undo', run: () => cancel.mutate(data) },
      }),
    onError,
  });
  const markSent = useCommand<MailRecord, MailRecord>({
    command: ({ id }) => ({ method: 'POST', path: `${path(id)}/mark-sent` }),
    collections,
    onSuccess: ({ data, commandId }) =>
      void showToast({
        title: 'Marked as sent',
        text: 'It needs nobody any more.',
        intent: 'success',
        ...offerUndo({ category, id: data.id, commandId }, collections),
      }),
    onError,
  });
  return { cancel: cancel.mutate, sendAgain: sendAgain.mutate, markSent: markSent.mutate };
}
