import fc from 'fast-check';
import { NO_USER_DETAILS, userEvents } from '../../../domain/user/events.ts';
import { user } from '../../../domain/user/user.ts';
import { users } from '../../../projections/users.ts';
import { AT, of, SAMPLE_ID, sample, some, text, WHY } from './sample.ts';

export const userSample = sample(user, userEvents, {
  first: {
    type: 'RegisterUser',
    details: { ...NO_USER_DETAILS, username: 'sam' },
    role: 'office',
    now: AT,
  },
  commands: fc.oneof(
    fc.record({ type: of('ReviseUser'), details: some({ firstName: text, email: text }) }),
    fc.record({ type: of('ChangeRole'), role: fc.constantFrom('office', 'auditor') }),
    fc.record({ type: fc.constantFrom('DisableUser', 'EnableUser', 'CloseAccount', 'ReopenAccount') }),
  ) as fc.Arbitrary<never>,
  projection: users,
  shows: (state) =>
    state.status === 'absent'
      ? {}
      : { [SAMPLE_ID]: { ...state.details, role: state.role, disabled: state.status === 'disabled' } },
  inClear: {
    [WHY.choice]: ['UserRegistered.role', 'UserRoleChanged.role', 'UserDisabled.because'],
    [WHY.entered]: ['UserRegistered.registeredAt'],
  },
});
