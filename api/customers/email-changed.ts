import { emailKey } from '../../domain/kit/contact-keys.ts';
import { readAfter } from '../../platform/commands/streams.ts';
import type { EventLog } from '../../store/event-store.ts';

/**
 * The email address of somebody, if a link went to one that they had before and have no more; else null. One that they
 * never had was somebody else's on purpose.
 * @param stream of a customer or a lead
 * @param sentTo where the link went
 */
export async function addressInstead(
  { store }: { store: Pick<EventLog, 'readStream'> },
  stream: string,
  sentTo: readonly string[],
): Promise<string | null> {
  const said = (await readAfter(store, stream)).flatMap(({ data }) => {
    const { email } = data as { email?: string | null };
    return email === undefined ? [] : [email];
  });
  const now = said.at(-1) ?? null;
  const former = new Set(said.map(emailKey).filter((email) => email !== emailKey(now)));
  return sentTo.some((to) => former.has(emailKey(to))) ? now : null;
}
