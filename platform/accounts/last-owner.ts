import { Rejection } from '../../domain/kit/decider.ts';
import { isEnabledOwner, user } from '../../domain/user/user.ts';
import type { StateStore } from '../../store/state.ts';
import type { Streams } from '../commands/streams.ts';
import type { LoginNames } from './login-names.ts';

const LEAVING = 'owners/leaving';

/** By user id, the revision of the account at which it stops being an enabled owner. */
type Leaving = Record<string, string>;

interface Accounts {
  streams: Streams;
  /** Every account has a name to sign in with. */
  names: Pick<LoginNames, 'userIds'>;
}

/**
 * Lets an enabled owner stop being one, if another one stays. The next append to the account must be at exactly this
 * revision.
 *
 * The rule spans several streams, so one record guards it, which every such change updates by compare-and-set before
 * its append: of two owners who leave at once, in any two processes, the second finds the first one leaving and does not
 * count them. Whether somebody did leave, or changed since and so cannot leave by that append, shows in the account
 * itself. So nothing here needs to be taken back, and after a crash in between an owner is at worst not counted until
 * their account changes.
 * @throws Rejection conflict where nobody else is an enabled owner
 */
export async function letOwnerLeave(
  accounts: Accounts & { state: StateStore },
  userId: string,
  revision: bigint,
): Promise<void> {
  for (;;) {
    // The record first: whatever it does not hold yet fails the compare-and-set below.
    const record = await accounts.state.get(LEAVING);
    const leaving = (record?.value ?? {}) as Leaving;
    if (!(await anotherStays(accounts, userId, leaving))) {
      throw new Rejection('conflict', 'This is the last enabled owner. Make someone else an owner first.');
    }
    const next = { ...leaving, [userId]: String(revision) };
    if (await accounts.state.put(LEAVING, next, { expected: record?.version ?? 'none' })) return;
  }
}

async function anotherStays({ streams, names }: Accounts, userId: string, leaving: Leaving): Promise<boolean> {
  for (const other of await names.userIds()) {
    if (other === userId) continue;
    const { state, revision } = await streams.load(user, other);
    if (isEnabledOwner(state) && leaving[other] !== String(revision)) return true;
  }
  return false;
}
