import { expect } from 'vitest';
import { recordFolds } from '../../../api/areas.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import { NO_USER_DETAILS } from '../../../domain/user/events.ts';
import { type UserCommand, user } from '../../../domain/user/user.ts';
import { handleAccounts } from '../../../platform/accounts/accounts.ts';
import { createDeviceTokens } from '../../../platform/accounts/device-tokens.ts';
import { createLoginNames, type LoginNames } from '../../../platform/accounts/login-names.ts';
import { createPasswordLinks } from '../../../platform/accounts/password-links.ts';
import { createSessions, type Sessions } from '../../../platform/accounts/sessions.ts';
import { type CommandContext, createCommandHandler, type Outcome } from '../../../platform/commands/command-handler.ts';
import { createStreams, readAfter } from '../../../platform/commands/streams.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import { logWith } from '../stores/log-wrapper.ts';
import type { ProductStores } from '../stores/product-stores.ts';

/** One process of the product dealing with accounts, on stores that others share. */
export interface AccountProcess {
  names: LoginNames;
  sessions: Sessions;
  send(id: string, command: UserCommand, context?: Partial<CommandContext>): Promise<Outcome>;
}

let acts = 0;

/** @param append called before each of its appends; may end it by throwing */
export function accountProcess(
  stores: ProductStores,
  options: { clock?: () => number; append?: () => Promise<void> | void } = {},
): AccountProcess {
  const { state } = stores;
  const { clock = Date.now, append } = options;
  const store: EventStore = {
    ...logWith(stores.log, {}),
    async append(...given) {
      await append?.();
      return stores.log.append(...given);
    },
  };
  const names = createLoginNames(state, clock);
  const sessions = createSessions(state, clock);
  const passwordLinks = createPasswordLinks(state, clock);
  const devices = createDeviceTokens(state);
  const keys = subjectKeys(state);
  const streams = createStreams({ store, keys, records: recordFolds });
  const inner = createCommandHandler({ store, streams, keys, clock });
  const commands = handleAccounts({ commands: inner, streams, state, names, sessions, passwordLinks, devices });
  return {
    names,
    sessions,
    send(id, command, context = {}) {
      const commandId = uuidv5('act', String(acts++));
      const rest = { actor: 'somebody', commandId, body: '', correlationId: commandId, causationId: null };
      return commands.handle(user, id, [command], { ...rest, ...context });
    },
  };
}

export function registering(
  username: string,
  email: string | null = null,
  role: 'owner' | 'office' = 'owner',
): UserCommand {
  const details = { ...NO_USER_DETAILS, username, email };
  return { type: 'RegisterUser', details, role, now: '2026-11-21T10:00:00.000Z' };
}

export const revising = (email: string | null): UserCommand => ({ type: 'ReviseUser', details: { email } });
export const disabling: UserCommand = { type: 'DisableUser' };
export const enabling: UserCommand = { type: 'EnableUser' };
export const demoting: UserCommand = { type: 'ChangeRole', role: 'office' };
export const promoting: UserCommand = { type: 'ChangeRole', role: 'owner' };

export function accountEvents(stores: ProductStores, id: string): Promise<RecordedEvent[]> {
  return readAfter(stores.log, `user-${id}`);
}

/** What a refused command throws. */
export const refused = (code: string) => expect.objectContaining({ name: 'Rejection', code });
