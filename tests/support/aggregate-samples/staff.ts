import fc from 'fast-check';
import { NO_STAFF_DETAILS, staffEvents } from '../../../domain/staff/events.ts';
import { staff } from '../../../domain/staff/staff.ts';
import { staff as staffMembers } from '../../../projections/staff.ts';
import { AT, few, mark, of, SAMPLE_ID, sample, some, text, WHY } from './sample.ts';

export const staffSample = sample(staff, staffEvents, {
  first: {
    type: 'AddStaffMember',
    details: { ...NO_STAFF_DETAILS, firstName: 'Sam' },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseStaffMember'),
      details: some({ firstName: text, skills: fc.array(few, { maxLength: 2 }) }),
    }),
    fc.record({ type: of('ArchiveStaffMember'), closesAccount: fc.boolean() }),
    fc.record({ type: of('RestoreStaffMember'), opensAccount: fc.boolean() }),
  ) as fc.Arbitrary<never>,
  projection: staffMembers,
  shows: (state) =>
    state.presence === 'absent' ? {} : { [SAMPLE_ID]: { ...state.details, ...mark(state.presence === 'removed') } },
  inClear: {
    [WHY.entered]: ['StaffMemberAdded.addedAt'],
    [WHY.choice]: ['StaffMemberLeft.closesAccount', 'StaffMemberReturned.opensAccount'],
  },
});
