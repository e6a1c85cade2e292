import { invoice } from '../../domain/invoice/invoice.ts';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Reaction } from '../../platform/commands/processes.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';

/** The reactor that books anew what earlier versions booked as something else, and the actor of its commands. */
export const REBOOK_REFUNDS = 'rebook-refunds';

/**
 * Reads the whole log once, as its checkpoint is its own: so logs from before a rule are right after an upgrade, and
 * exported periods stay as they are (docs/design/money.md#books).
 */
export function rebookRefunds({ commands }: { commands: Pick<CommandHandler, 'handle'> }): Reaction {
  return {
    name: REBOOK_REFUNDS,
    types: new Set(['PaymentRefunded', 'DepositDeducted']),
    inOrder: false,
    async carryOut(event: RecordedEvent) {
      const { id } = partsOfStream(event.stream);
      await commands.handle(invoice, id, [{ type: 'RebookRefunds' }], {
        actor: REBOOK_REFUNDS,
        commandId: uuidv5(event.id, REBOOK_REFUNDS),
        body: 'null',
        // An act of its own: an undo of its cause has nothing to undo here.
        correlationId: event.metadata.correlationId,
        causationId: null,
      });
    },
  };
}
