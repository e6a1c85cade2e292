import { describe, expect, test } from 'vitest';
import type { CompanyEvent } from '../../../domain/company/events.ts';
import type { EventBody, RecordedEvent } from '../../../domain/kit/event.ts';
import { NO_CREW_DETAILS, type RosterEvent } from '../../../domain/roster/events.ts';
import { NO_STAFF_DETAILS, type StaffEvent } from '../../../domain/staff/events.ts';
import { NO_USER_DETAILS, type UserEvent } from '../../../domain/user/events.ts';
import { company } from '../../../projections/company.ts';
import { crews } from '../../../projections/crews.ts';
import { people, staff } from '../../../projections/staff.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { foldDocument, specifyProjection } from '../../support/stores/projection-specification.ts';

const AT = '2026-11-21T10:00:00.000Z';

function recorded(stream: string, bodies: readonly EventBody[]): RecordedEvent[] {
  return bodies.map((body, index) => {
    const position = String(index + 1).padStart(16, '0');
    return { ...body, id: `e${index}`, stream, revision: BigInt(index), position, metadata: metadata() };
  });
}

test('The company is what was last said of it', () => {
  const spec = specifyProjection<CompanyEvent>(company, 'company');
  const first: CompanyEvent = { type: 'CompanySettingsRevised', data: { name: 'Oak', taxRate: 6_250 } };
  const second: CompanyEvent = { type: 'CompanySettingsRevised', data: { name: null } };
  spec.given(first, second).thenShows({ id: '1', revision: 1, name: null, taxRate: 6_250 });
});

const fields = { ...NO_STAFF_DETAILS, firstName: 'Grace', lastName: 'Reed', phone: '555-0142', skills: ['Climbing'] };
const added: StaffEvent = {
  type: 'StaffMemberAdded',
  data: { ...fields, addedAt: AT },
};
const left: StaffEvent = { type: 'StaffMemberLeft', data: { closesAccount: true } };
const returned: StaffEvent = { type: 'StaffMemberReturned', data: { opensAccount: false } };
const member = { id: '1', revision: 0, ...fields, ticks: [], documents: [], createdAt: AT };

describe('staff', () => {
  const spec = specifyProjection<StaffEvent>(staff, 'staff');

  test('A staff member is shown as they were added, then as they were revised', () => {
    const revised: StaffEvent = { type: 'StaffMemberRevised', data: { phone: null, skills: [] } };
    spec.given(added).thenShows(member);
    spec.given(added, revised).thenShows({ ...member, revision: 1, phone: null, skills: [] });
  });

  test('A staff member who left stays, marked, until they are back', () => {
    spec.given(added, left).thenShows({ ...member, revision: 1, removed: true });
    spec.given(added, left, returned).thenShows({ ...member, revision: 2 });
    spec.given(left).thenShows(null);
  });
});

describe('people', () => {
  const account = {
    ...NO_USER_DETAILS,
    username: 'grace',
    firstName: 'Grace',
    email: 'grace@example.com',
    role: 'office',
  };
  const registered: UserEvent = { type: 'UserRegistered', data: { ...account, registeredAt: AT } };
  const inStaff = recorded('staff-1', [added, left]);
  const inUsers = recorded('user-1', [registered]);

  test('People are one document each, of the record and the account with one id, whichever came first', () => {
    const expected = {
      id: '1',
      staff: member,
      account: { id: '1', revision: 0, ...account, disabled: false, createdAt: AT },
      name: 'Grace Reed',
      names: 'Grace Reed grace',
      isStaff: true,
      hasLeft: false,
      isListed: true,
    };
    const [first] = inStaff as [RecordedEvent];
    expect(foldDocument(people, [first, ...inUsers], '1')).toMatchObject(expected);
    expect(foldDocument(people, [...inUsers, first], '1')).toMatchObject(expected);
  });

  test('People who left are not offered any more, unless they can still sign in', () => {
    expect(foldDocument(people, inStaff, '1')).toMatchObject({ hasLeft: true, isListed: false });
    expect(foldDocument(people, [...inStaff, ...inUsers], '1')).toMatchObject({ hasLeft: true, isListed: true });
    expect(foldDocument(people, inUsers, '1')).toMatchObject({ isStaff: false, hasLeft: false, isListed: true });
  });
});

describe('crews', () => {
  const formed = (crewId: string): RosterEvent => ({
    type: 'CrewFormed',
    data: { ...NO_CREW_DETAILS, crewId, name: 'Removal 1', formedAt: AT },
  });
  const joined = (personId: string, crewId: string, fromCrewId: string | null): RosterEvent => ({
    type: 'CrewMemberAssigned',
    data: { personId, crewId, fromCrewId },
  });
  const fold = (id: string, ...bodies: RosterEvent[]) => foldDocument(crews, recorded('roster-main', bodies), id);

  test('A move of a member is a step of both crews', () => {
    const steps = [formed('a'), formed('b'), joined('p', 'a', null), joined('q', 'a', null), joined('p', 'b', 'a')];
    expect(fold('a', ...steps)).toMatchObject({ memberIds: ['q'], revision: 4 });
    expect(fold('b', ...steps)).toMatchObject({ memberIds: ['p'], revision: 4 });
  });

  test('A step of one crew is none of another', () => {
    const renamed: RosterEvent = { type: 'CrewRevised', data: { crewId: 'b', name: 'Stumps' } };
    const released: RosterEvent = { type: 'CrewMemberReleased', data: { crewId: 'a', personId: 'p' } };
    const steps = [formed('a'), formed('b'), joined('p', 'a', null), renamed, released];
    expect(fold('a', ...steps)).toMatchObject({ name: 'Removal 1', memberIds: [], revision: 4 });
    expect(fold('b', ...steps)).toMatchObject({ name: 'Stumps', revision: 3 });
  });

  test('A crew can be inactive, and be removed and come back', () => {
    const step = (type: 'CrewDeactivated' | 'CrewActivated' | 'CrewDisbanded' | 'CrewReinstated'): RosterEvent => {
      return { type, data: { crewId: 'a' } };
    };
    expect(fold('a', formed('a'), step('CrewDeactivated'))).toMatchObject({ isActive: false });
    expect(fold('a', formed('a'), step('CrewDeactivated'), step('CrewActivated'))).toMatchObject({ isActive: true });
    expect(fold('a', formed('a'), step('CrewDisbanded'))).toMatchObject({ removed: true });
    expect(fold('a', formed('a'), step('CrewDisbanded'), step('CrewReinstated'))).not.toHaveProperty('removed');
    expect(fold('a', step('CrewDisbanded'))).toBeNull();
  });
});
