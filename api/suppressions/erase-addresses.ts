import { ERASED, type EventBody } from '../../domain/kit/event.ts';
import { mailboxKey } from '../../domain/mail/mailbox.ts';
import { suppression } from '../../domain/suppression/suppression.ts';
import { ERASURE, type Forgetting } from '../../platform/commands/erasure.ts';
import { causation } from '../../platform/commands/processes.ts';
import { readAfter } from '../../platform/commands/streams.ts';
import { canonicalJson, uuidv5 } from '../../platform/runtime/ids.ts';
import { untilReached } from '../../platform/runtime/live-read-models.ts';
import { suppressions } from '../../projections/suppressions.ts';
import { pagesOf } from '../../store/read-pages.ts';
import type { SubjectKeys } from '../../store/subject-keys.ts';
import type { ApiContext } from '../kit/context.ts';
import { noteErasedMailbox } from './erased-mailboxes.ts';
import { mailboxId, storedMailboxKey } from './mailbox-key.ts';

type Context = Pick<ApiContext, 'store' | 'state' | 'readModels' | 'streams' | 'commands'> & {
  keys: Pick<SubjectKeys, 'erase'>;
};

const PAGE = 500;
const ERASE = { type: 'EraseSuppression' } as const;

/**
 * Erases the readable addresses of the suppressions of somebody who is being erased, each that they ever had; what is
 * suppressed goes on to hold. They are compared as they read, so that it needs no key of the hashes. Links in mails that they
 * got bring none back.
 * @param category of the records that name the person, whose events say an address as `email`
 */
export function eraseAddresses(context: Context, category: string): NonNullable<ReturnType<Forgetting['get']>> {
  const { store, state, readModels, streams, commands, keys } = context;
  return async (id, erasure, signal) => {
    const { position, metadata } = erasure;
    const mailboxes = mailboxesIn(await readAfter(store, `${category}-${id}`));
    if (mailboxes.size === 0) return [];
    // Without a key there is no link either.
    const key = await storedMailboxKey(state);
    if (key !== null) for (const each of mailboxes) await noteErasedMailbox(state, mailboxId(key, each));
    await untilReached(readModels, position, signal);
    const query = { where: { erased: null }, limit: PAGE };
    const found: string[] = [];
    for await (const page of pagesOf(readModels.current(), suppressions.collection, query)) {
      found.push(...page.filter(({ address }) => mailboxes.has(mailboxKey(address ?? ''))).map((each) => each.id));
    }
    for (const each of found) {
      const outcome = await commands.handle(suppression, each, [ERASE], {
        actor: ERASURE,
        commandId: uuidv5(id, `suppression/${each}`),
        body: canonicalJson(ERASE),
        correlationId: metadata.correlationId,
        causationId: causation(erasure),
      });
      const { subject } = await streams.load(suppression, each);
      if (subject !== undefined) {
        await keys.erase(subject, metadata.recordedAt);
        streams.forget(subject);
      }
      await untilReached(readModels, outcome.position, signal);
    }
    return [];
  };
}

/** None once the person's key is destroyed. */
function mailboxesIn(events: readonly EventBody[]): Set<string> {
  const told = events.map(({ data }) => (data as { email?: unknown }).email);
  const addresses = told.filter((email): email is string => typeof email === 'string' && email !== ERASED);
  return new Set(addresses.map(mailboxKey));
}
