import type { RecordedEvent } from '../../domain/kit/event.ts';
import { type MailCommand, mail } from '../../domain/mail/mail.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { causation, isByRule } from '../../platform/commands/processes.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import { isDecoded, type LogEntry } from '../../store/event-store.ts';

/** The actor of mail commands that follow from events. */
export const MAIL_ACTOR = 'mail';

/** The mail commands that follow from events. */
export interface MailReactor {
  types: ReadonlySet<string>;
  /** Safe to repeat: a mail's id is derived from its event. @throws if a store cannot be reached, or the signal is aborted */
  react(entry: LogEntry, signal: AbortSignal): Promise<void>;
}

/** Called for what is not mailed because a rule refuses it, or because it cannot be read. */
export type OnRefused = (cause: Error, event: LogEntry) => void;

/** @param follow does what follows from one event */
export function mailReactor(
  types: Iterable<string>,
  onRefused: OnRefused,
  follow: (event: RecordedEvent, signal: AbortSignal) => Promise<void>,
): MailReactor {
  return {
    types: new Set(types),
    async react(entry, signal) {
      // The read models report events that cannot be read.
      if (!isDecoded(entry)) return;
      try {
        await follow(entry, signal);
      } catch (cause) {
        if (!isByRule(cause)) throw cause;
        onRefused(cause, entry);
      }
    },
  };
}

/**
 * Sends a mail command that follows from an event.
 * @param role which of the event's commands; each is done once
 * @param undoes the id of the command that it takes back
 */
export async function tellMail(
  commands: CommandHandler,
  event: RecordedEvent,
  id: string,
  command: MailCommand,
  role: string,
  undoes?: string,
): Promise<void> {
  await commands.handle(mail, id, [command], {
    actor: MAIL_ACTOR,
    commandId: uuidv5(event.id, role),
    body: role,
    correlationId: event.metadata.correlationId,
    causationId: causation(event),
    undoes,
  });
}

/** Takes back mails that still wait but must no longer be sent because of an event. */
export async function takeBack(commands: CommandHandler, event: RecordedEvent, ids: Iterable<string>): Promise<void> {
  const command = { type: 'CancelMail', now: event.metadata.recordedAt, mayBeLate: true } as const;
  for (const id of ids) await tellMail(commands, event, id, command, `cancel ${id}`);
}
