import { recordFolds } from '../../../api/areas.ts';
import type { Decider } from '../../../domain/kit/decider.ts';
import type { EventBody } from '../../../domain/kit/event.ts';
import { staff } from '../../../domain/staff/staff.ts';
import { NO_USER_DETAILS } from '../../../domain/user/events.ts';
import { type UserCommand, user } from '../../../domain/user/user.ts';
import { createSignIn, type SignIn } from '../../../platform/accounts/sign-in.ts';
import { type CommandHandler, createCommandHandler } from '../../../platform/commands/command-handler.ts';
import { createStreams } from '../../../platform/commands/streams.ts';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { openStores, type Stores } from '../../../platform/runtime/stores.ts';
import { quickPasswords } from '../passwords.ts';

/** A company's data folder, filled while no server runs on it. */
export interface Company {
  stores: Stores;
  /** Makes an account with the name as its id. */
  register(username: string, role: 'office' | 'auditor', password: string): Promise<void>;
  /** Changes an account in the owner's name. */
  change(username: string, command: UserCommand): Promise<void>;
  /** Marks a person as having left, as if the process had died right after that. */
  leave(id: string): Promise<void>;
  /** Decides that a person who left is erased, as if the process had died right after that. */
  erase(id: string, confirm: string): Promise<void>;
}

/** Opens a data folder without a server for as long as the work takes. */
export async function inCompany(dataDir: string, work: (company: Company) => Promise<void>): Promise<void> {
  const stores = await openStores(parseConfig({ DATA_DIR: dataDir }), systemClock);
  const { log: store, keys } = stores;
  const streams = createStreams({ store, keys, records: recordFolds });
  const commands = createCommandHandler({ store, streams, keys, clock: systemClock });
  const signIn = createSignIn(stores.state, quickPasswords, systemClock);
  try {
    await work({
      stores,
      register: (username, role, password) => register(commands, signIn, { username, role, password }),
      change: (username, command) => send(commands, username, command),
      leave: (id) => sendTo(commands, staff, id, { type: 'ArchiveStaffMember', closesAccount: true }),
      erase: (id, confirm) => sendTo(commands, staff, id, { type: 'EraseStaffMember', confirm }),
    });
  } finally {
    await stores.close();
  }
}

async function register(
  commands: CommandHandler,
  signIn: SignIn,
  account: { username: string; role: 'office' | 'auditor'; password: string },
): Promise<void> {
  const { username, role, password } = account;
  const details = { ...NO_USER_DETAILS, username };
  await send(commands, username, { type: 'RegisterUser', details, role, now: '2026-11-21T10:00:00.000Z' });
  await signIn.claimName(username, username);
  await signIn.setFirstPassword(username, password);
}

function send(commands: CommandHandler, userId: string, command: UserCommand): Promise<void> {
  return sendTo(commands, user, userId, command);
}

async function sendTo<State, Command, Event extends EventBody>(
  commands: CommandHandler,
  decider: Decider<State, Command, Event>,
  id: string,
  command: Command,
): Promise<void> {
  const commandId = uuidv5(id, JSON.stringify(command));
  const context = { actor: 'owner', commandId, body: 'null', correlationId: commandId, causationId: null };
  await commands.handle(decider, id, [command], context);
}
