import { describe, expect, test } from 'vitest';
import { NO_USER_DETAILS, type UserDetails, type UserEvent, userEvents } from '../../../../domain/user/events.ts';
import { user } from '../../../../domain/user/user.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(user);

const NOW = '2026-03-01T15:00:00.000Z';
const DETAILS: UserDetails = {
  ...NO_USER_DETAILS,
  username: 'sam',
  firstName: 'Sam',
  email: 'sam@example.com',
};
const registered: UserEvent = { type: 'UserRegistered', data: { ...DETAILS, role: 'office', registeredAt: NOW } };
const revised: UserEvent = { type: 'UserDetailsRevised', data: { lastName: 'Reed', email: null } };
const promoted: UserEvent = { type: 'UserRoleChanged', data: { role: 'owner' } };
const disabled: UserEvent = { type: 'UserDisabled', data: { because: null } };
const enabled: UserEvent = { type: 'UserEnabled', data: {} };

describe('registering an account', () => {
  test('Registering an account records who it is and what they may do', () => {
    given().when({ type: 'RegisterUser', details: DETAILS, role: 'office', now: NOW }).then(registered);
  });
  test('Registering an account a second time finds it done', () => {
    given(registered).when({ type: 'RegisterUser', details: DETAILS, role: 'owner', now: NOW }).thenNothingHappens();
  });
});

test('A second account for one person is refused', () => {
  const details = { ...DETAILS, username: 'another' };
  given(registered).when({ type: 'RegisterUser', details, role: 'owner', now: NOW }).thenRefused('taken');
});

describe('revising an account', () => {
  test('Revising an account records only what changed', () => {
    given(registered)
      .when({ type: 'ReviseUser', details: { firstName: 'Sam', lastName: 'Reed', email: null } })
      .then(revised);
  });
  test('Revising an account to what it is does nothing', () => {
    given(registered, revised)
      .when({ type: 'ReviseUser', details: { email: null } })
      .thenNothingHappens();
  });
  test('Revising an account is possible while it is disabled', () => {
    given(registered, disabled)
      .when({ type: 'ReviseUser', details: { lastName: 'Reed', email: null } })
      .then(revised);
  });
});

describe('a role, and whether the account is enabled', () => {
  test('The role of an account, and whether it is enabled, change once', () => {
    given(registered).when({ type: 'ChangeRole', role: 'owner' }).then(promoted);
    given(registered, promoted).when({ type: 'ChangeRole', role: 'owner' }).thenNothingHappens();
    given(registered).when({ type: 'DisableUser' }).then(disabled);
    given(registered, disabled).when({ type: 'DisableUser' }).thenNothingHappens();
    given(registered, disabled).when({ type: 'EnableUser' }).then(enabled);
    given(registered).when({ type: 'EnableUser' }).thenNothingHappens();
  });
});

test('An account that never was cannot be changed', () => {
  given().when({ type: 'ReviseUser', details: {} }).thenRefused('not_found');
  given().when({ type: 'ChangeRole', role: 'office' }).thenRefused('not_found');
  given().when({ type: 'DisableUser' }).thenRefused('not_found', 'There is no such user.');
});

test('Accounts from before the office had its name are of the office; other roles stay', () => {
  for (const type of ['UserRegistered', 'UserRoleChanged']) {
    const [first] = userEvents.find((event) => event.type === type)?.versions ?? [];
    expect(first?.upcast?.({ role: 'staff' } as never)).toEqual({ role: 'office' });
    expect(first?.upcast?.({ role: 'auditor' } as never)).toEqual({ role: 'auditor' });
  }
});

const steps: UserEvent[][] = [
  [registered, revised],
  [registered, promoted],
  [registered, disabled],
  [registered, disabled, enabled],
];
test.each(steps.map((events) => [events.at(-1)?.type, events] as const))('%s can be undone', (_type, events) => {
  given(...events).thenUndoneLeadsBack();
});
