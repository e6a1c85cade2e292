import { randomUUID } from 'node:crypto';
import type { Reached } from '../../../domain/campaign-part/campaign-part.ts';
import { suppression } from '../../../domain/suppression/suppression.ts';
import { isoNow } from '../../../platform/runtime/clock.ts';
import { customers } from '../../../projections/customers.ts';
import type { ApiContext } from '../../kit/context.ts';
import { currentMailboxKey, mailboxId } from '../../suppressions/mailbox-key.ts';
import { addresseeAmong } from '../sending/letters.ts';

/**
 * A mailbox that is not there gets no marketing any more: each further try would harm what mail servers think of the sender.
 * @param actor who says so, in the history
 * @throws HttpError 503 `mailbox_key_lost`; Rebuilding while the read models are being built
 */
export async function suppressBounced(
  context: Pick<ApiContext, 'state' | 'readModels' | 'commands' | 'clock'>,
  address: string,
  actor: string,
): Promise<void> {
  const key = await currentMailboxKey(context);
  const told = { address, keyCheck: key.check, reason: 'bounced', note: null, now: isoNow(context.clock) } as const;
  const commandId = randomUUID();
  const about = { actor, commandId, body: '', correlationId: commandId, causationId: null };
  await context.commands.handle(suppression, mailboxId(key, address), [{ type: 'SuppressAddress', ...told }], about);
}

/**
 * The same for the mailbox of a recipient, as long as one of its customers has it: otherwise nobody is left who would be
 * written to.
 */
export async function suppressRecipient(
  context: Pick<ApiContext, 'state' | 'readModels' | 'commands' | 'clock'>,
  recipient: Reached,
  actor: string,
): Promise<void> {
  const known = await context.readModels.current().get(customers.collection, [...recipient.customerIds]);
  const addressee = addresseeAmong(known, await currentMailboxKey(context), recipient);
  if (addressee) await suppressBounced(context, addressee.to, actor);
}
