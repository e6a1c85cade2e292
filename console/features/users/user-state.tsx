import { Tag } from '@blueprintjs/core';
import type { UserRecord } from '../../../api/users/schema.ts';

/** Whether an account can be used, in a word. */
export function stateOf({ disabled, hasPassword }: UserRecord): string {
  if (disabled) return 'Disabled';
  return hasPassword === false ? 'No password yet' : 'Active';
}

const INTENTS: Readonly<Record<string, 'danger' | 'warning' | 'success'>> = {
  Disabled: 'danger',
  'No password yet': 'warning',
  Active: 'success',
};

export function UserState({ user }: { user: UserRecord }) {
  const state = stateOf(user);
  return (
    <Tag minimal intent={INTENTS[state] ?? 'none'}>
      {state}
    </Tag>
  );
}
