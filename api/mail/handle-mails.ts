import { Rejection } from '../../domain/kit/decider.ts';
import type { MailCommand } from '../../domain/mail/mail.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Effects } from '../../platform/effects/effects.ts';

/**
 * The command handler with the rules for mail, however a command arrives (a route, a process, an undo): how long a mail
 * is held, which address it is released to, and that it can be taken back only until somebody has begun to send it.
 * @param options.holdMs how long it can be taken back, at the moment
 * @param options.addressNow the current address of a mail's recipient, by the mail's id; null if nobody knows one
 */
export function handleMails(options: {
  commands: CommandHandler;
  effects: Pick<Effects, 'withdraw' | 'canWithdraw'>;
  holdMs(): Promise<number>;
  addressNow?: (id: string) => Promise<string | null>;
}): CommandHandler {
  const { commands, effects, holdMs, addressNow = async () => null } = options;

  /** @returns what is still to be decided. @throws Rejection if a person is too late */
  async function ready(id: string, command: MailCommand): Promise<MailCommand[]> {
    switch (command.type) {
      case 'ReleaseMail': {
        const to = await addressNow(id);
        return [{ holdMs: await holdMs(), ...(to !== null && { to }), ...command }];
      }
      case 'IntendMail':
      case 'SendMailAgain':
        return [{ holdMs: await holdMs(), ...command }];
      case 'CancelMail':
      case 'WithholdMail':
        break;
      default:
        return [command];
    }
    if (await effects.withdraw(id)) return [command];
    if (command.type === 'CancelMail' && command.mayBeLate) return [];
    throw beingSent();
  }

  return {
    async handle(decider, id, given, context) {
      if (decider.category !== 'mail') return commands.handle(decider, id, given, context);
      const readied = await Promise.all(given.map((command) => ready(id, command as MailCommand)));
      return commands.handle(decider, id, readied.flat() as unknown as typeof given, context);
    },
    async ask(decider, id, given, asked) {
      const takesBack =
        decider.category === 'mail' &&
        (given as readonly object[] as readonly MailCommand[]).some(
          ({ type }) => type === 'CancelMail' || type === 'WithholdMail',
        );
      if (takesBack && !(await effects.canWithdraw(id))) throw beingSent();
      return commands.ask(decider, id, given, asked);
    },
  };
}

function beingSent(): Rejection {
  return new Rejection('conflict', 'This email is being sent right now.');
}
