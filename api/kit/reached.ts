import { emailKey } from '../../domain/kit/contact-keys.ts';
import { mail, type Reached, reachedBy } from '../../domain/mail/mail.ts';
import type { ApiContext } from './context.ts';

/** An address that a mail with a link reached, or may have reached. */
export interface ReachedWithLink extends Reached {
  /** The version that its link opens, of a quote; null for a link of another kind, or none. */
  version: number | null;
}

/** Where mails went, read from their own streams: lists may lag behind. @param ids of mails; unknown ones went nowhere */
export async function reachedByMails(
  { streams }: Pick<ApiContext, 'streams'>,
  ids: readonly string[],
): Promise<ReachedWithLink[]> {
  const states = await Promise.all(ids.map(async (id) => (await streams.load(mail, id)).state));
  return states.flatMap((state) => {
    if (state.outcome === 'absent') return [];
    const version = state.link?.kind === 'quote' ? state.link.version : null;
    return reachedBy(state).map((each) => ({ ...each, version }));
  });
}

/** The addresses, each once, as they were first written. */
export function addressesOf(reached: readonly Reached[]): string[] {
  const first = new Map<string | null, string>();
  for (const { to } of reached) if (!first.has(emailKey(to))) first.set(emailKey(to), to);
  return [...first.values()];
}
