import { describe, expect, test } from 'vitest';
import { rateOn, withRate } from '../../../../domain/pay/terms.ts';
import { NO_STAFF_DETAILS, type StaffDetails, type StaffEvent } from '../../../../domain/staff/events.ts';
import { staff } from '../../../../domain/staff/staff.ts';
import { certificationState } from '../../../../domain/staff/terms.ts';
import { specify } from '../../../support/decider-specification.ts';

const NOW = '2026-11-21T10:00:00.000Z';
const { given } = specify(staff);

const arborist = { name: 'Arborist', issuedOn: '2024-03-01', expiresOn: '2027-03-01' };
const details: StaffDetails = {
  ...NO_STAFF_DETAILS,
  firstName: 'Grace',
  lastName: 'Reed',
  phone: '555-0142',
  skills: ['Climbing'],
  certifications: [arborist],
};
const added: StaffEvent = { type: 'StaffMemberAdded', data: { ...details, addedAt: NOW } };
const revised: StaffEvent = { type: 'StaffMemberRevised', data: { phone: null, skills: ['Climbing', 'Rigging'] } };
const left: StaffEvent = { type: 'StaffMemberLeft', data: { closesAccount: true } };
const returned: StaffEvent = { type: 'StaffMemberReturned', data: { opensAccount: false } };

describe('adding somebody', () => {
  test('Adding somebody records all that is known', () => {
    given().when({ type: 'AddStaffMember', details, now: NOW }).then(added);
  });
  test('Adding somebody a second time is refused', () => {
    given(added).when({ type: 'AddStaffMember', details, now: NOW }).thenRefused('conflict');
  });
  test('Adding somebody without any name is refused; one name is enough', () => {
    const nameless = { ...details, firstName: null, lastName: null };
    given().when({ type: 'AddStaffMember', details: nameless, now: NOW }).thenRefused('invalid');
    const mononym = { ...details, lastName: null };
    given()
      .when({ type: 'AddStaffMember', details: mononym, now: NOW })
      .then({ type: 'StaffMemberAdded', data: { ...mononym, addedAt: NOW } });
  });
});

describe('the checklists of somebody', () => {
  const tick = { list: 'leaving', item: 'Keys back', doneBy: 'office', doneAt: NOW };
  const done: StaffEvent = { type: 'ChecklistItemDone', data: tick };
  const reopened: StaffEvent = { type: 'ChecklistItemReopened', data: { list: 'leaving', item: 'Keys back' } };
  test('An item of a checklist is ticked once, also for who has left, and the tick is taken away', () => {
    given(added, left).when({ type: 'TickItem', tick }).then(done);
    given(added, done)
      .when({ type: 'TickItem', tick: { ...tick, doneBy: 'owner' } })
      .then();
    given(added, done).when({ type: 'UntickItem', list: 'leaving', item: 'Keys back' }).then(reopened);
    given(added, done).when({ type: 'UntickItem', list: 'onboarding', item: 'Keys back' }).then();
    given().when({ type: 'TickItem', tick }).thenRefused('not_found');
  });
});

describe('revising somebody', () => {
  test('The document of a certificate that is gone stays as it is called, whatever another is called now', () => {
    const certificate = 'Arborist';
    const document = { certificate, sha256: 'a'.repeat(64), type: 'application/pdf', bytes: 9, addedAt: NOW };
    const gone: StaffEvent = {
      type: 'StaffMemberRevised',
      data: { certifications: [{ ...arborist, name: 'Climber' }] },
    };
    given(added, { type: 'CertificateDocumentAdded', data: document }, gone)
      .when({
        type: 'ReviseStaffMember',
        details: { certifications: [] },
        renamed: [{ from: certificate, to: 'Climber' }],
      })
      .then({ type: 'StaffMemberRevised', data: { certifications: [] } });
  });
  test('Revising somebody records only what changed', () => {
    given(added)
      .when({
        type: 'ReviseStaffMember',
        details: { firstName: 'Grace', phone: null, skills: ['Climbing', 'Rigging'], certifications: [arborist] },
      })
      .then(revised);
  });
  test('Revising somebody refuses a certificate that ends before it starts, and the loss of the only name', () => {
    const backwards = { ...arborist, expiresOn: '2024-02-29' };
    given(added)
      .when({ type: 'ReviseStaffMember', details: { certifications: [backwards] } })
      .thenRefused('invalid', 'The certificate Arborist expires before it was issued.');
    given(added)
      .when({ type: 'ReviseStaffMember', details: { firstName: null, lastName: null } })
      .thenRefused('invalid', 'Enter a first name or a last name.');
  });
  test('Revising somebody takes certificates without a start or an end', () => {
    const open = [
      { ...arborist, issuedOn: null },
      { name: 'First aid', issuedOn: '2025-01-01', expiresOn: null },
    ];
    given(added)
      .when({ type: 'ReviseStaffMember', details: { certifications: open } })
      .then({ type: 'StaffMemberRevised', data: { certifications: open } });
  });
  test('Revising somebody who left is refused', () => {
    given(added, left)
      .when({ type: 'ReviseStaffMember', details: { phone: '1' } })
      .thenRefused('removed');
  });
});

test('Somebody leaves once, and comes back once', () => {
  given(added).when({ type: 'ArchiveStaffMember', closesAccount: true }).then(left);
  given(added, left).when({ type: 'ArchiveStaffMember', closesAccount: true }).thenNothingHappens();
  given(added, left).when({ type: 'RestoreStaffMember', opensAccount: false }).then(returned);
  given(added).when({ type: 'RestoreStaffMember', opensAccount: false }).thenNothingHappens();
});

test('Nobody is changed who was never added', () => {
  given().when({ type: 'ReviseStaffMember', details: {} }).thenRefused('not_found');
  given()
    .when({ type: 'ArchiveStaffMember', closesAccount: true })
    .thenRefused('not_found', 'There is no such person.');
});

const steps: StaffEvent[][] = [
  [added, revised],
  [added, left],
  [added, left, returned],
];
test.each(steps.map((events) => [events.at(-1)?.type, events] as const))('%s can be undone', (_type, events) => {
  given(...events).thenUndoneLeadsBack();
});

test('A rate holds from its day on, until the next one', () => {
  const rates = withRate(withRate([], '2026-06-01', 3_000), '2026-03-01', 2_800);
  expect(['2026-02-28', '2026-03-01', '2026-05-31', '2026-06-01'].map((day) => rateOn(rates, day))).toEqual([
    null,
    2_800,
    2_800,
    3_000,
  ]);
  expect(rateOn(withRate(rates, '2026-06-01'), '2026-06-01')).toBe(2_800);
});

test.each([
  [null, 'valid'],
  ['2026-11-20', 'expired'],
  ['2026-11-21', 'expires soon'],
  ['2027-01-20', 'expires soon'],
  ['2027-01-21', 'valid'],
])('On 21 November 2026 a certificate until %s is %s', (expiresOn, state) => {
  expect(certificationState({ name: 'Arborist', issuedOn: null, expiresOn }, '2026-11-21')).toBe(state);
});
