import { company } from '../../domain/company/company.ts';
import { type Decider, erasedRejection, Rejection } from '../../domain/kit/decider.ts';
import type { EventBody, RecordedEvent } from '../../domain/kit/event.ts';
import { isShutOut, type StaffCommand, type StaffState, staff } from '../../domain/staff/staff.ts';
import type { UserEvent } from '../../domain/user/events.ts';
import { isEnabledOwner, loginNames, type UserCommand, type UserState, user } from '../../domain/user/user.ts';
import { StoreUnavailable } from '../../store/event-store.ts';
import type { StateStore } from '../../store/state.ts';
import {
  type Asked,
  type CommandContext,
  type CommandHandler,
  decideAll,
  type Outcome,
  StaleRevision,
} from '../commands/command-handler.ts';
import type { StreamNow } from '../commands/stream-fold.ts';
import type { Streams } from '../commands/streams.ts';
import { TooBusy } from '../commands/until-appended.ts';
import { createQueues } from '../runtime/queues.ts';
import type { DeviceTokens } from './device-tokens.ts';
import { letOwnerLeave, requireAnother } from './last-owner.ts';
import { foldName, type LoginNames } from './login-names.ts';
import type { PasswordLinks } from './password-links.ts';
import type { Sessions } from './sessions.ts';

/** How often a change is planned again because another process changed the account in the meantime. */
const MOST_TRIES = 10;

export interface AccountDependencies {
  commands: CommandHandler;
  streams: Streams;
  state: StateStore;
  names: LoginNames;
  sessions: Sessions;
  passwordLinks: Pick<PasswordLinks, 'revoke'>;
  devices: Pick<DeviceTokens, 'forgetAll'>;
}

/** A change to an account as it would be appended to what was read. */
interface Plan {
  /** The account's revision; null if it has no event yet. */
  revision: bigint | null;
  before: UserState;
  after: UserState;
}

/**
 * The command handler with the rules that span all accounts, however a command arrives (a route, an undo): names are
 * unique, at least one enabled owner remains, nobody disables themselves, a disabled person is signed out everywhere,
 * who left the company has no account, who is erased has none that is open, and what the company requires of its accounts
 * applies at once. Commands on other records pass through.
 */
export function handleAccounts(dependencies: AccountDependencies): CommandHandler {
  const { commands, streams, names, sessions, passwordLinks, devices } = dependencies;
  const queues = createQueues();

  async function planOf(id: string, given: readonly UserCommand[], context: CommandContext): Promise<Plan | null> {
    const now = await streams.load(user, id);
    const revision = now.revision === -1n ? null : now.revision;
    const isRepeat = now.appendedBy(context.commandId) !== null;
    const seen = context.expectedRevision;
    const isStale = seen !== undefined && revision !== null && revision !== seen;
    if (isRepeat || isStale) return null;
    const before = now.state;
    return { revision, before, after: decideAll(user, before, given).reduce(user.evolve, before) };
  }

  async function isNamed(userId: string, name: string): Promise<boolean> {
    const names = loginNames((await streams.load(user, userId)).state);
    return names.some((each) => foldName(each) === foldName(name));
  }

  /** @throws Rejection taken for a new name that cannot be had. @param take `claim`, or `isFree` where it is only asked */
  async function requireNames(
    id: string,
    { before, after }: Pick<Plan, 'before' | 'after'>,
    take: LoginNames['claim'],
  ): Promise<void> {
    const had = loginNames(before).map(foldName);
    for (const name of loginNames(after)) {
      if (had.includes(foldName(name))) continue;
      if (!(await take(name, id, (holder) => isNamed(holder, name)))) throw taken(after, name);
    }
  }

  /** Releases those names that the account does not have. */
  async function releaseNames(id: string, given: readonly string[]): Promise<void> {
    for (const name of new Set(given)) {
      if (!(await isNamed(id, name))) await names.release(name, id);
    }
  }

  async function carryOutPlan(
    plan: Plan,
    id: string,
    given: readonly UserCommand[],
    context: CommandContext,
  ): Promise<Outcome> {
    const revision = plan.revision ?? undefined;
    try {
      await requireNames(id, plan, names.claim);
      if (revision !== undefined && ceasesToOwn(plan)) await letOwnerLeave(dependencies, id, revision);
      return await commands.handle(user, id, given, { ...context, expectedRevision: revision });
    } catch (cause) {
      // If the store did not answer, the event may have been stored: the account keeps the names until that is known.
      if (!(cause instanceof StoreUnavailable)) await releaseNames(id, loginNames(plan.after));
      throw cause;
    }
  }

  async function change(id: string, given: readonly UserCommand[], context: CommandContext): Promise<Outcome> {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const plan = await planOf(id, given, context);
      if (plan === null) return commands.handle(user, id, given, context);
      try {
        return await carryOutPlan(plan, id, given, context);
      } catch (cause) {
        const isOurs = cause instanceof StaleRevision && context.expectedRevision === undefined;
        if (!isOurs) throw cause;
      }
    }
    throw new TooBusy();
  }

  /** Does what follows from an appended change. Safe to repeat, and repeated when the command comes again. */
  async function settle(id: string, { appended, now }: Outcome): Promise<void> {
    const types = new Set(appended.map((event) => event.type));
    if (types.has('UserDetailsRevised')) {
      await releaseNames(id, [...(await namesBefore(appended, now)), ...(await names.settledOf(id))]);
    }
    if (types.has('UserDisabled')) {
      sessions.forget(id);
      await sessions.closeAll(id);
      await passwordLinks.revoke(id);
      await devices.forgetAll(id);
    } else if (appended.length > 0) sessions.forget(id);
  }

  async function namesBefore([first]: readonly RecordedEvent[], now: StreamNow): Promise<string[]> {
    return first ? loginNames(await streams.stateBefore(user, now as StreamNow<UserState>, first.revision)) : [];
  }

  /** @throws Rejection by what else is known of the person */
  async function requireMay(id: string, given: readonly UserCommand[], actor: string): Promise<void> {
    if (actor === id && given.some((command) => command.type === 'DisableUser')) {
      throw new Rejection('conflict', 'You cannot disable your own account. Ask another owner to do it.');
    }
    if (given.some((command) => command.type === 'EnableUser')) await requireIsBack(id);
    if (given.some((command) => command.type === 'RegisterUser')) await requirePersonNotErased(id);
    if (given.some((command) => command.type === 'EraseUser' && command.confirm !== null)) await requireNotStaff(id);
  }

  async function handle(id: string, given: readonly UserCommand[], context: CommandContext): Promise<Outcome> {
    await requireMay(id, given, context.actor);
    // Sessions from a sign-in while it was being disabled, or left open by a crash afterward, end before it is enabled.
    if (given.some((command) => command.type === 'EnableUser')) await closeIfDisabled(id);
    const outcome = await change(id, given, context);
    await settle(id, outcome);
    return outcome;
  }

  async function closeIfDisabled(id: string): Promise<void> {
    if ((await streams.load(user, id)).state.status === 'disabled') await sessions.closeAll(id);
  }

  /** @throws Rejection conflict if they have a record on People, with which their account is erased */
  async function requireNotStaff(id: string): Promise<void> {
    const { state } = await streams.load(staff, id);
    if (state.presence === 'absent' || state.isErased) return;
    throw new Rejection('conflict', 'This person is on People. Mark them as having left there, then erase them there.');
  }

  async function requirePersonNotErased(id: string): Promise<StaffState> {
    const { state } = await streams.load(staff, id);
    if (state.presence !== 'absent' && state.isErased) throw erasedRejection('account');
    return state;
  }

  /**
   * @throws Rejection conflict if the person left the company: their account opens once they are back, if at all; erased
   *   if it never does
   */
  async function requireIsBack(id: string): Promise<void> {
    const state = await requirePersonNotErased(id);
    if (!isShutOut(state)) return;
    throw new Rejection(
      'conflict',
      'This person left the company. Bring them back on People, then enable the account.',
    );
  }

  /**
   * Marks somebody as having left, or as back. The gate knows of it at once; a process then closes their account, which
   * needs to be certain that another owner remains.
   */
  async function handlePerson(
    id: string,
    given: readonly StaffCommand[],
    { actor }: CommandContext,
    append: () => Promise<Outcome>,
  ): Promise<Outcome> {
    await requirePerson(id, given, actor, (revision) => letOwnerLeave(dependencies, id, revision));
    const outcome = await append();
    sessions.forget(id);
    return outcome;
  }

  /** @param leave lets an owner leave, or only asks whether they may. @throws Rejection by what is known of the account */
  async function requirePerson(id: string, given: readonly StaffCommand[], actor: string, leave: Leave): Promise<void> {
    for (const command of given) {
      if (command.type === 'ArchiveStaffMember' && command.closesAccount) await requireMayLeave(id, actor, leave);
      if (command.type === 'RestoreStaffMember') await requireMayReturn(id, command, actor);
      if (command.type === 'EraseStaffMember') await requireNoAccount(id);
      if (command.type === 'AddStaffMember') await requireAccountNotErased(id);
    }
  }

  async function requireMayLeave(id: string, actor: string, leave: Leave): Promise<void> {
    if (actor === id) throw new Rejection('conflict', 'You cannot mark yourself as having left. Ask somebody else to.');
    const { state, revision } = await streams.load(user, id);
    if (!isEnabledOwner(state)) return;
    if (!isEnabledOwner((await streams.load(user, actor)).state))
      throw new Rejection('conflict', 'This person is an owner. Only another owner can mark them as having left.');
    await leave(revision);
  }

  async function requireMayReturn(id: string, { opensAccount }: { opensAccount: boolean }, actor: string) {
    if (!opensAccount) return requireIsClosed(id);
    const { state } = await streams.load(user, id);
    if (state.status === 'absent' || state.role !== 'owner') return;
    if (isEnabledOwner((await streams.load(user, actor)).state)) return;
    throw new Rejection('conflict', 'This person is an owner. Only another owner can undo that they left.');
  }

  /** Between leaving and the process that closes the account nobody comes back: it would stay open. */
  async function requireIsClosed(id: string): Promise<void> {
    const { state } = await streams.load(staff, id);
    if (!isShutOut(state) || (await streams.load(user, id)).state.status !== 'active') return;
    throw new Rejection('conflict', 'Their account is still being closed. Try again in a moment.');
  }

  /** Their key may not be destroyed yet: what was recorded until then would outlive them in the read models. */
  async function requireAccountNotErased(id: string): Promise<void> {
    const { state } = await streams.load(user, id);
    if (state.status !== 'absent' && state.isErased) throw erasedRejection('account');
  }

  /** Whoever left before leaving closed accounts may have an open one, and be the last owner. */
  async function requireNoAccount(id: string): Promise<void> {
    const { state } = await streams.load(staff, id);
    if (state.presence !== 'removed' || (await streams.load(user, id)).state.status !== 'active') return;
    await requireIsClosed(id);
    throw new Rejection('conflict', 'Their account is enabled. Disable it on Users first.');
  }

  async function askAccount(
    id: string,
    given: readonly UserCommand[],
    { actor, before, decided }: Asked,
  ): Promise<void> {
    await requireMay(id, given, actor);
    const was = before.state as UserState;
    const plan = { before: was, after: (decided as readonly UserEvent[]).reduce(user.evolve, was) };
    await requireNames(id, plan, names.isFree);
    if (ceasesToOwn(plan)) await requireAnother(dependencies, id);
  }

  /** The company decides who must have a second factor, so every earlier lookup is forgotten. */
  async function handleCompany(handled: Promise<Outcome>): Promise<Outcome> {
    try {
      return await handled;
    } finally {
      sessions.forgetAll();
    }
  }

  return {
    handle<State, Command, Event extends EventBody>(
      decider: Decider<State, Command, Event>,
      id: string,
      given: readonly Command[],
      context: CommandContext,
    ) {
      if (decider.category === company.category) return handleCompany(commands.handle(decider, id, given, context));
      if (decider.category === staff.category) {
        const append = () => commands.handle(decider, id, given, context);
        return queues.run(user.category, () => handlePerson(id, given as readonly StaffCommand[], context, append));
      }
      if (decider.category !== user.category) return commands.handle(decider, id, given, context);
      // One after another in this process; between processes, compare-and-set and the stream's revision decide.
      return queues.run(user.category, () => handle(id, given as readonly UserCommand[], context));
    },
    async ask(decider, id, given, asked) {
      if (decider.category === user.category) await askAccount(id, given as readonly UserCommand[], asked);
      if (decider.category === staff.category)
        await requirePerson(id, given as readonly StaffCommand[], asked.actor, async () => {
          await requireAnother(dependencies, id);
        });
      await commands.ask(decider, id, given, asked);
    },
  };
}

/** Lets an enabled owner stop being one whose account is at this revision. @throws Rejection */
type Leave = (revision: bigint) => Promise<void>;

function ceasesToOwn({ before, after }: Pick<Plan, 'before' | 'after'>): boolean {
  return isEnabledOwner(before) && !isEnabledOwner(after);
}

function taken(state: UserState, name: string): Rejection {
  const isEmail = state.status !== 'absent' && state.details.username !== name;
  const message = `Someone else already signs in with this ${isEmail ? 'email address' : 'username'}. Choose another one.`;
  return new Rejection('taken', message, isEmail ? 'email' : 'username');
}
