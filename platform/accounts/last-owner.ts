import { Rejection } from '../../domain/kit/decider.ts';
import { isEnabledOwner, user } from '../../domain/user/user.ts';
import type { StateStore } from '../../store/state.ts';
import type { Streams } from '../commands/streams.ts';
import type { LoginNames } from './login-names.ts';

const LEAVING = 'owners/leaving';

/** By user id, the revision of the account at which it ceases to be an enabled owner. */
type Leaving = Record<string, string>;

interface Accounts {
  streams: Streams;
  /** Every account has a sign-in name. */
  names: Pick<LoginNames, 'userIds'>;
}

/**
 * Lets an enabled owner stop being one if another remains. The next append to the account must be at exactly this
 * revision.
 *
 * The rule spans several streams, so one record guards it, which every such change updates by compare-and-set before
 * its append: of two owners who leave at once, in any two processes, the second finds the first one leaving and does
 * not count them. Whether somebody did leave, or has changed since so that the append must fail, shows in the account
 * itself. So nothing here needs to be taken back; at worst, after a crash in between, an owner is not counted until
 * their account changes.
 * @throws Rejection conflict if nobody else is an enabled owner
 */
export async function letOwnerLeave(
  accounts: Accounts & { state: StateStore },
  userId: string,
  revision: bigint,
): Promise<void> {
  for (;;) {
    const { leaving, version } = await requireAnother(accounts, userId);
    const next = { ...leaving, [userId]: String(revision) };
    if (await accounts.state.put(LEAVING, next, { expected: version ?? 'none' })) return;
  }
}

/**
 * Whether an owner may leave, as things are: nobody is let go by it.
 * @throws Rejection conflict if nobody else is an enabled owner
 */
export async function requireAnother(
  accounts: Accounts & { state: Pick<StateStore, 'get'> },
  userId: string,
): Promise<{ leaving: Leaving; version: string | undefined }> {
  // The record first: of anything it does not hold yet, a compare-and-set of it fails.
  const record = await accounts.state.get(LEAVING);
  const leaving = (record?.value ?? {}) as Leaving;
  if (await anotherStays(accounts, userId, leaving)) return { leaving, version: record?.version };
  throw new Rejection('conflict', 'This is the last enabled owner. Make someone else an owner first.');
}

async function anotherStays({ streams, names }: Accounts, userId: string, leaving: Leaving): Promise<boolean> {
  for (const other of await names.userIds()) {
    if (other === userId) continue;
    const { state, revision } = await streams.load(user, other);
    if (isEnabledOwner(state) && leaving[other] !== String(revision)) return true;
  }
  return false;
}
