import { holds, suppression } from '../../domain/suppression/suppression.ts';
import type { ApiContext } from '../kit/context.ts';
import { currentMailboxKey, mailboxId } from './mailbox-key.ts';

/** What the question takes. */
export type SuppressionContext = Pick<ApiContext, 'state' | 'readModels' | 'streams'>;

/**
 * Whether an address gets no marketing. Asked of the stream, not of the read model, right before each sending. Mail
 * about somebody's own quote, visit or invoice does not ask.
 * @throws HttpError 503 `mailbox_key_lost` where nobody can tell; then nothing is sent either
 */
export async function isSuppressed(context: SuppressionContext, address: string): Promise<boolean> {
  const id = mailboxId(await currentMailboxKey(context), address);
  return holds((await context.streams.load(suppression, id)).state);
}

/**
 * Which of many mailboxes get no marketing, asked as `isSuppressed` asks of one. Most were never suppressed: of these the
 * log is asked no more than whether it has anything.
 * @param mailboxIds as `mailboxId` makes them
 */
export async function suppressedAmong(
  { streams, store }: Pick<ApiContext, 'streams' | 'store'>,
  mailboxIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = await Promise.all(
    mailboxIds.map(async (id) => {
      const known = await store.readStream(`${suppression.category}-${id}`, { backwards: true, limit: 1 });
      return known.length > 0 && holds((await streams.load(suppression, id)).state) ? [id] : [];
    }),
  );
  return new Set(asked.flat());
}
