import type { InvoiceCommand } from '../../domain/invoice/invoice.ts';
import type { JobCommand } from '../../domain/job/job.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { mail, statusOf } from '../../domain/mail/mail.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import type { Effects } from '../../platform/effects/effects.ts';
import { addressOfInvoice, NO_ADDRESS } from '../invoices/address.ts';
import { ASKED_IN_VAIN, asksInVain } from '../invoices/deposits.ts';
import { invoiceKind } from '../invoices/record.ts';
import { findRecord } from '../kit/records.ts';

type SendInvoice = Extract<InvoiceCommand, { type: 'SendInvoice' }>;

/**
 * The command handler with the rules for sending invoices, however a command arrives (a route, a batch, an undo): which
 * address it goes to, that nobody is asked for the deposit of cancelled work, and that it can be undone only until its mail
 * has gone out; the same for the request for a review.
 */
export function handleSendings(options: {
  commands: CommandHandler;
  streams: Streams;
  effects: Pick<Effects, 'withdraw' | 'canWithdraw'>;
}): CommandHandler {
  const { commands, streams, effects } = options;

  /**
   * @param isStopped stops a mail that waits, or only asks whether it can be
   * @throws Rejection if a person is too late, or there is nobody to send it to, or nothing to ask them for
   */
  async function ready(id: string, command: InvoiceCommand, isStopped: IsStopped): Promise<InvoiceCommand> {
    if (command.type === 'SendInvoice') return addressed(id, command);
    if (command.type === 'UndoSending') await requireNotGone(command.sendingId, isStopped);
    return command;
  }

  /** @throws Rejection if a person is too late to take back that somebody was asked for a review */
  async function requireOfJob(given: readonly unknown[], isStopped: IsStopped): Promise<void> {
    for (const command of given as readonly JobCommand[])
      if (command.type === 'UndoReviewRequest') await requireNotGone(command.requestId, isStopped);
  }

  async function addressed(id: string, command: SendInvoice): Promise<SendInvoice> {
    const document = await findRecord({ streams }, invoiceKind, id);
    if (!document || document.erased || document.isCancelled) return command; // refused by its rules
    if (await asksInVain(streams, document)) throw new Rejection('conflict', ASKED_IN_VAIN);
    if (command.to !== undefined) return command;
    const to = await addressOfInvoice(streams, document);
    if (to === null) throw new Rejection('conflict', NO_ADDRESS, 'to');
    return { ...command, to };
  }

  async function requireNotGone(mailId: string, isStopped: IsStopped): Promise<void> {
    const { state } = await streams.load(mail, mailId);
    if (state.outcome === 'absent' || !(await isTooLate(mailId, statusOf(state), isStopped))) return;
    throw new Rejection('conflict', 'The email was sent already, so this cannot be undone.');
  }

  async function isTooLate(mailId: string, status: string, isStopped: IsStopped): Promise<boolean> {
    if (status === 'held' || status === 'delayed') return !(await isStopped(mailId));
    return status === 'sent' || status === 'uncertain';
  }

  return {
    async handle(decider, id, given, context) {
      if (decider.category === 'job') await requireOfJob(given, effects.withdraw);
      if (decider.category !== 'invoice') return commands.handle(decider, id, given, context);
      const readied = await Promise.all(given.map((each) => ready(id, each as InvoiceCommand, effects.withdraw)));
      return commands.handle(decider, id, readied as unknown as typeof given, context);
    },
    async ask(decider, id, given, asked) {
      if (decider.category === 'job') await requireOfJob(given, effects.canWithdraw);
      if (decider.category === 'invoice')
        for (const command of given as readonly object[] as readonly InvoiceCommand[])
          await ready(id, command, effects.canWithdraw);
      return commands.ask(decider, id, given, asked);
    },
  };
}

type IsStopped = (mailId: string) => Promise<boolean>;
