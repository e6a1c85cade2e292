import type { StateStore } from '../../store/state.ts';

// The mailboxes of people who were erased, one record of the state store each, under the keyed hash that suppressions have
// too: a link in a mail of before that holds the address, and must not bring it back.

const PREFIX = 'erased-mailbox/';

/** Safe to repeat. @param id the keyed hash of the mailbox */
export async function noteErasedMailbox(state: Pick<StateStore, 'put'>, id: string): Promise<void> {
  await state.put(PREFIX + id, true, { expected: 'none' });
}

export async function isErasedMailbox({ state }: { state: Pick<StateStore, 'get'> }, id: string): Promise<boolean> {
  return (await state.get(PREFIX + id)) !== null;
}
