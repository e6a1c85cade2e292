import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { commandTimer, type Timer } from '../../platform/commands/timers.ts';
import { quotes } from '../../projections/quotes.ts';

/** Ends a quote that nobody answered in time. */
export function expireQuotes(commands: CommandHandler): Timer {
  return timer('expire-quotes', 'expiresAt', 'ExpireQuote', commands);
}

/** Reminds a customer who has not answered yet. */
export function remindOfQuotes(commands: CommandHandler): Timer {
  return timer('remind-of-quotes', 'remindAt', 'RemindOfQuote', commands);
}

function timer(
  name: string,
  dueAt: 'expiresAt' | 'remindAt',
  type: 'ExpireQuote' | 'RemindOfQuote',
  commands: CommandHandler,
): Timer {
  return commandTimer(
    {
      name,
      collection: quotes.collection,
      where: { removed: null },
      dueAt,
      command({ id, version, sentAt, ...times }) {
        // Each time a version is sent, it gets its own deadlines.
        const role = `${type}/${version}/${sentAt}`;
        return { category: 'quote', id, command: { type, version, now: times[dueAt] }, eventId: id, role };
      },
    },
    commands,
  );
}
