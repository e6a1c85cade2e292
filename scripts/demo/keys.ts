import { createHash } from 'node:crypto';
import { mailboxKeyOf } from '../../api/suppressions/mailbox-key.ts';
import type { Stores } from '../../platform/runtime/stores.ts';
import type { SubjectKeys } from '../../store/subject-keys.ts';

/**
 * The keys of the demo's people, derived from their subjects, because the hash under a person's key is part of an
 * event's id (docs/design/commands.md#repeats): two demos made on one day have equal ids. No real people are behind them. Anyone
 * entered into a demo later gets a random key, as everywhere.
 */
export function demoKeys({ state, keys }: Pick<Stores, 'state' | 'keys'>): SubjectKeys {
  const made = new Set<string>();
  return {
    ...keys,
    async ensure(subject) {
      if (!made.has(subject)) {
        const key = createHash('sha256').update(`demo/${subject}`).digest('base64');
        await state.put(`subject-key/${subject}`, { key }, { expected: 'none' });
        made.add(subject);
      }
      return keys.ensure(subject);
    },
  };
}

/**
 * By which the demo's suppressed addresses are known: always the same, like the ids made with it. Only example addresses
 * are behind it.
 */
export const DEMO_MAILBOX_KEY = mailboxKeyOf(createHash('sha256').update('demo/mailbox-key').digest());
