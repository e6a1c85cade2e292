import type { MailRecord, ReleasedMails, SentUndelivered } from '../../../api/mail/schema.ts';
import { useCommand } from '../../data/use-command.ts';
import { mailKind } from '../../entities/mail/mail-kind.ts';
import { whenTold } from '../../entities/settings/first-send.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { tellRefused, useAct } from '../../records/acts/use-act.ts';
import { showToast } from '../../ui/status/toaster.tsx';

export interface MailActs {
  cancel(mail: MailRecord): void;
  /** Sends one that is waiting. */
  release(mail: MailRecord): void;
  /** All or nothing. */
  releaseAll(mails: readonly MailRecord[]): void;
  /** Those that are still to be sent, each once. */
  sendUndelivered(ids: readonly string[]): void;
  sendAgain(again: { mail: MailRecord; to: string }): void;
  markSent(mail: MailRecord): void;
}

const { category, collections, path } = mailKind;
const undoneOn = ({ id }: MailRecord) => ({ category, id });

/** Acts on an email that is waiting or failed. */
export function useMailActs(): MailActs {
  const cancel = useAct<MailRecord, MailRecord>({
    command: ({ id }) => ({ method: 'POST', path: `${path(id)}/cancel` }),
    collections,
    done: ({ toName, to }) => ({ title: 'Cancelled', text: `Nothing goes to ${toName ?? to}.` }),
    // What was under way does not come under way again by itself.
    undoneOn: (mail, { status }) => (status === 'prepared' ? undoneOn(mail) : null),
  });
  const release = useAct<MailRecord, MailRecord>({
    command: ({ id }) => ({ method: 'POST', path: `${path(id)}/release` }),
    collections,
    done: ({ toName, to }) => ({
      title: 'Sending',
      text: `It goes to ${toName ?? to} in a moment.`,
      intent: 'success',
    }),
    undoneOn,
  });
  const releaseAll = useCommand<readonly MailRecord[], ReleasedMails>({
    command: (mails) => ({ method: 'POST', path: '/api/mails/release', body: { ids: mails.map(({ id }) => id) } }),
    collections,
    onSuccess: ({ data: { released, ...act } }) =>
      void showToast({
        title: 'Sending',
        text: inWords(released),
        intent: 'success',
        ...offerUndo(act, collections),
      }),
    onError: tellRefused,
  });
  const sendUndelivered = useAct<readonly string[], SentUndelivered>({
    command: (ids) => ({ method: 'POST', path: '/api/mails/undelivered/send', body: { ids } }),
    collections,
    done: ({ sent }) => ({ title: 'Sending', text: inWords(sent), intent: 'success' }),
  });
  const sendAgain = useAct<{ mail: MailRecord; to: string }, MailRecord>({
    command: ({ mail, to }) => ({ method: 'POST', path: `${path(mail.id)}/send-again`, body: { to } }),
    collections,
    done: (mail) => ({
      title: 'Sending again',
      text: `It goes to ${mail.to} in a moment.`,
      intent: 'success',
      action: { text: 'Undo', run: () => cancel.mutate(mail) },
    }),
  });
  const markSent = useAct<MailRecord, MailRecord>({
    command: ({ id }) => ({ method: 'POST', path: `${path(id)}/mark-sent` }),
    collections,
    done: () => ({ title: 'Marked as sent', text: 'It no longer needs attention.', intent: 'success' }),
    undoneOn,
  });
  return {
    cancel: cancel.mutate,
    release: (mail) => void whenTold(() => release.mutate(mail)),
    releaseAll: (mails) => void whenTold(() => releaseAll.mutate(mails)),
    sendUndelivered: (ids) => void whenTold(() => sendUndelivered.mutate(ids)),
    sendAgain: (again) => void whenTold(() => sendAgain.mutate(again)),
    markSent: markSent.mutate,
  };
}

/** Reports the emails that go out, without those that somebody else sent a moment before. */
function inWords(released: number): string {
  if (released === 0) return 'Someone else already sent these.';
  return `${released === 1 ? 'One email goes' : `${released} emails go`} out in a moment.`;
}
