import { Rejection } from '../../domain/kit/decider.ts';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import { type MailCommand, mail } from '../../domain/mail/mail.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { causation } from '../../platform/commands/processes.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import { isDecoded, type LogEntry, UndecodableEvent } from '../../store/event-store.ts';

/** Who decides about mails what follows from events. */
export const MAIL_ACTOR = 'mail';

/** What of mails follows from events. */
export interface MailReactor {
  types: ReadonlySet<string>;
  /** Safe to repeat: a mail has an id that follows from its event. @throws where a store cannot be reached */
  react(entry: LogEntry): Promise<void>;
}

/** Is told of what is not mailed because a rule refuses it, or it cannot be read. */
export type OnRefused = (cause: Error, event: LogEntry) => void;

/** @param follow does what follows from one event */
export function mailReactor(
  types: Iterable<string>,
  onRefused: OnRefused,
  follow: (event: RecordedEvent) => Promise<void>,
): MailReactor {
  return {
    types: new Set(types),
    async react(entry) {
      // What cannot be read is told of by the read models.
      if (!isDecoded(entry)) return;
      try {
        await follow(entry);
      } catch (cause) {
        if (!(cause instanceof Rejection || cause instanceof UndecodableEvent)) throw cause;
        onRefused(cause, entry);
      }
    },
  };
}

/** Decides about a mail what follows from an event. @param role which of all that follows; each is done once */
export async function tellMail(
  commands: CommandHandler,
  event: RecordedEvent,
  id: string,
  command: MailCommand,
  role: string,
): Promise<void> {
  await commands.handle(mail, id, [command], {
    ...{ actor: MAIL_ACTOR, commandId: uuidv5(event.id, role), body: role },
    ...{ correlationId: event.metadata.correlationId, causationId: causation(event) },
  });
}

/** Takes back what still waits of mails that are not to be sent any more, because of an event. */
export async function takeBack(commands: CommandHandler, event: RecordedEvent, ids: Iterable<string>): Promise<void> {
  const command = { type: 'CancelMail', now: event.metadata.recordedAt, mayBeLate: true } as const;
  for (const id of ids) await tellMail(commands, event, id, command, `cancel ${id}`);
}
