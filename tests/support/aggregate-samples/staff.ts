import fc from 'fast-check';
import { NO_STAFF_DETAILS, staffEvents } from '../../../domain/staff/events.ts';
import { staff } from '../../../domain/staff/staff.ts';
import { staff as staffMembers } from '../../../projections/staff.ts';
import { AT, few, mark, of, SAMPLE_ID, sample, some, text, WHY } from './sample.ts';

const certificate = (name: string) => ({ name, issuedOn: null, expiresOn: null });

export const staffSample = sample(staff, staffEvents, {
  first: {
    type: 'AddStaffMember',
    details: {
      ...NO_STAFF_DETAILS,
      firstName: 'Sam',
      certifications: [certificate('a')],
    },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseStaffMember'),
      details: some({
        firstName: text,
        skills: fc.array(few, { maxLength: 2 }),
        certifications: fc.array(few.map(certificate), { maxLength: 2 }),
      }),
      renamed: fc.array(fc.record({ from: few, to: few }), { maxLength: 2 }),
    }),
    fc.record({ type: of('ArchiveStaffMember'), closesAccount: fc.boolean() }),
    fc.record({ type: of('RestoreStaffMember'), opensAccount: fc.boolean() }),
    fc.record({
      type: of('TickItem'),
      tick: fc.record({ list: of('leaving'), item: few, doneBy: of('office'), doneAt: of(AT) }),
    }),
    fc.record({
      type: of('AddCertificateDocument'),
      document: fc.record({
        certificate: few,
        sha256: few,
        type: of('application/pdf'),
        bytes: fc.constant(9),
        addedAt: of(AT),
      }),
    }),
    fc.record({ type: of('RemoveCertificateDocument'), certificate: few }),
    fc.record({ type: of('UntickItem'), list: of('leaving'), item: few }),
  ) as fc.Arbitrary<never>,
  projection: staffMembers,
  shows: (state) =>
    state.presence === 'absent'
      ? {}
      : {
          [SAMPLE_ID]: {
            ...state.details,
            ticks: state.ticks,
            documents: state.documents,
            ...mark(state.presence === 'removed'),
          },
        },
  inClear: {
    [WHY.entered]: ['StaffMemberAdded.addedAt', 'ChecklistItemDone.doneAt', 'CertificateDocumentAdded.addedAt'],
    'what kind of file it is, and how large': ['CertificateDocumentAdded.type', 'CertificateDocumentAdded.bytes'],
    [WHY.choice]: [
      'ChecklistItemDone.list',
      'ChecklistItemReopened.list',
      'StaffMemberLeft.closesAccount',
      'StaffMemberReturned.opensAccount',
    ],
    [WHY.id]: ['ChecklistItemDone.doneBy'],
  },
});
