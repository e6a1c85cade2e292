import { fold } from '../domain/kit/decider.ts';
import type { RecordedEvent } from '../domain/kit/event.ts';
import type { UserEvent } from '../domain/user/events.ts';
import { type UserState, user } from '../domain/user/user.ts';

/** An account as its decider sees it after these events of its stream. */
export function accountState(events: readonly RecordedEvent[]): UserState {
  return fold(user, events as unknown as UserEvent[]);
}
