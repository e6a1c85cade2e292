import { mailAttachments } from '../api/mail/attachments.ts';
import { createInvoiceMails } from '../api/mail/invoice-mails.ts';
import { createInvoiceReminders } from '../api/mail/invoice-reminders.ts';
import { mailLinks } from '../api/mail/links.ts';
import { createMailing, type Mailing } from '../api/mail/mailing.ts';
import { createRuleMails } from '../api/mail/passed-rule-mails.ts';
import { createQuoteMails } from '../api/mail/quote-mails.ts';
import type { OnRefused } from '../api/mail/reactor.ts';
import { createRequestMails } from '../api/mail/request-mails.ts';
import { createReviewMails } from '../api/mail/review-mails.ts';
import { createVisitMails } from '../api/mail/visit-mails.ts';
import { Rejection } from '../domain/kit/decider.ts';
import type { CommandHandler } from '../platform/commands/command-handler.ts';
import type { LinkTokens } from '../platform/commands/link-tokens.ts';
import { runReactor } from '../platform/commands/reactor.ts';
import type { Streams } from '../platform/commands/streams.ts';
import type { Config } from '../platform/configuration/config.ts';
import type { Proofs } from '../platform/proof/proofs.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { LiveReadModels } from '../platform/runtime/live-read-models.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Stores } from '../platform/runtime/stores.ts';
import type { Media } from './media.ts';
import type { NamedLoop } from './subsystem.ts';

/** The reactors that send mail because of events, by the names of their loops. */
export const MAIL_REACTORS = [
  ['quote mails', createQuoteMails],
  ['invoice mails', createInvoiceMails],
  ['visit mails', createVisitMails],
  ['request mails', createRequestMails],
  ['invoice reminders', createInvoiceReminders],
  ['review mails', createReviewMails],
  ['rule mails', createRuleMails],
] as const;

export interface MailOptions {
  config: Config;
  stores: Stores;
  streams: Streams;
  readModels: LiveReadModels;
  documents: Media['documents'];
  proofs: Proofs;
  links: LinkTokens;
  /** Without the rules for mail. */
  commands: CommandHandler;
  /** Our own address where there is no request to take it from. */
  ownUrl: () => string;
  clock: Clock;
  log: Log;
  /** How often to look for mails that are due, in milliseconds. */
  everyMs?: number | undefined;
}

/** The mail of one process: the rules for it, what is due, and what events ask for. */
export function openMail(options: MailOptions): Mailing & { loops(commands: CommandHandler): NamedLoop[] } {
  const { stores, streams, readModels, documents, proofs, links, ownUrl, clock, log } = options;
  const { log: store, state, files } = stores;
  const mailing = createMailing({
    ...options,
    links: mailLinks({ streams, store, links }, ownUrl),
    attachments: mailAttachments(() => ({ streams, readModels, files, documents, proofs, clock })),
  });
  // A refusal by a rule, for instance of an address that takes no mail, is not a fault of ours.
  const onRefused: OnRefused = (err, { stream, type }) =>
    log[err instanceof Rejection ? 'warn' : 'error']({ err, stream, type }, 'nothing was mailed about a change');
  return {
    ...mailing,
    loops: (commands) => [
      { name: 'mails', run: mailing.loop },
      ...MAIL_REACTORS.map(([name, create]): NamedLoop => {
        const { isSetUp: isEmailSetUp } = mailing.servers;
        const reactor = create({ commands, streams, readModels, store, state, onRefused, isEmailSetUp });
        return {
          name,
          run: (signal, progress) =>
            runReactor({
              types: reactor.types,
              react: (entry) => reactor.react(entry, signal),
              name,
              log: store,
              state,
              progress,
              signal,
            }),
        };
      }),
    ],
  };
}

export type Mail = ReturnType<typeof openMail>;
