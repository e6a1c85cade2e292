import { describe, expect, test } from 'vitest';
import { NO_CREW_DETAILS, type RosterEvent } from '../../../../domain/roster/events.ts';
import { type FoundPerson, type RosterCommand, roster } from '../../../../domain/roster/roster.ts';
import { specify } from '../../../support/decider-specification.ts';

const NOW = '2026-11-21T10:00:00.000Z';
const { given } = specify(roster);

const details = { ...NO_CREW_DETAILS, name: 'Removal 1' };
const formed = (crewId: string, name: string): RosterEvent => ({
  type: 'CrewFormed',
  data: { ...details, crewId, name, formedAt: NOW },
});
const one = formed('a', 'Removal 1');
const two = formed('b', 'Pruning');
const joined = (personId: string, crewId: string, fromCrewId: string | null = null): RosterEvent => ({
  type: 'CrewMemberAssigned',
  data: { crewId, personId, fromCrewId },
});
const released: RosterEvent = { type: 'CrewMemberReleased', data: { crewId: 'a', personId: 'p' } };
const inactive: RosterEvent = { type: 'CrewDeactivated', data: { crewId: 'a' } };
const active: RosterEvent = { type: 'CrewActivated', data: { crewId: 'a' } };
const disbanded: RosterEvent = { type: 'CrewDisbanded', data: { crewId: 'a' } };
const renamed: RosterEvent = { type: 'CrewRevised', data: { crewId: 'a', name: 'Stumps' } };

const working: FoundPerson = { name: 'Grace Reed', isWorking: true };
const members = (memberIds: string[], movedFrom = {}, people: Record<string, FoundPerson> = { p: working }) => ({
  memberIds,
  movedFrom,
  people,
});
const revise = (crewId: string, change: Partial<Extract<RosterCommand, { type: 'ReviseCrew' }>>): RosterCommand => ({
  type: 'ReviseCrew',
  crewId,
  details: {},
  ...change,
});

describe('forming a crew', () => {
  const form = (change: Partial<Extract<RosterCommand, { type: 'FormCrew' }>> = {}): RosterCommand => ({
    type: 'FormCrew',
    crewId: 'a',
    details,
    isActive: true,
    members: members([]),
    now: NOW,
    ...change,
  });

  test('Forming a crew records it, and who is in it', () => {
    given().when(form()).then(one);
    given()
      .when(form({ isActive: false, members: members(['p', 'p']) }))
      .then(one, inactive, joined('p', 'a'));
  });
  test('Forming a crew needs a name of its own', () => {
    given()
      .when(form({ details: { ...details, name: ' ' } }))
      .thenRefused('invalid', 'Enter a name for the crew.');
    given(two)
      .when(form({ details: { ...details, name: 'PRUNING' } }))
      .thenRefused('taken', 'A crew called PRUNING already exists. Choose another name.');
    given(one).when(form()).thenRefused('conflict');
  });
  test('Forming a crew needs a day that ends after it starts', () => {
    given()
      .when(form({ details: { ...details, workingHours: { start: '15:00', end: '15:00' } } }))
      .thenRefused('invalid');
  });
});

describe('who is in a crew', () => {
  test('The members of a crew change as it is said, whole', () => {
    given(one, joined('p', 'a'))
      .when(revise('a', { members: members(['q'], {}, { q: working }) }))
      .then(released, joined('q', 'a'));
    given(one, joined('p', 'a'))
      .when(revise('a', { members: members(['p'], {}, {}) }))
      .thenNothingHappens();
  });
  test('A member of a crew cannot be somebody of another crew, unless they are moved from there', () => {
    given(one, two, joined('p', 'a'))
      .when(revise('b', { members: members(['p']) }))
      .thenRefused('conflict', 'Grace Reed is in the crew Removal 1. Move them from there, or leave them out.');
    given(one, two, joined('p', 'a'))
      .when(revise('b', { members: members(['p'], { p: 'a' }) }))
      .then(joined('p', 'b', 'a'));
  });
  test('A member of a crew cannot be somebody who is no longer where the sender saw them', () => {
    given(one, two)
      .when(revise('b', { members: members(['p'], { p: 'a' }) }))
      .thenRefused('conflict', 'Grace Reed is not in a crew anymore. Add them again.');
  });
  test('A new member cannot be somebody who left or is unknown; a member who left while in the crew stays, to be seen', () => {
    const gone = { p: { name: 'Grace Reed', isWorking: false } };
    given(one)
      .when(revise('a', { members: members(['p'], {}, gone) }))
      .thenRefused('invalid', 'Grace Reed left the company. Remove them from the crew.');
    given(one)
      .when(revise('a', { members: members(['p'], {}, { p: null }) }))
      .thenRefused('invalid');
    given(one, joined('p', 'a'))
      .when(revise('a', { members: members(['p'], {}, gone) }))
      .thenNothingHappens();
  });
});

describe('a crew', () => {
  test('A crew is revised by what changed', () => {
    given(one)
      .when(revise('a', { details: { name: 'Stumps', homeAddress: null } }))
      .then(renamed);
    given(one)
      .when(revise('a', { isActive: false }))
      .then(inactive);
    given(one, inactive)
      .when(revise('a', { isActive: false }))
      .thenNothingHappens();
    given(one, two)
      .when(revise('a', { details: { name: 'pruning' } }))
      .thenRefused('taken');
  });
  test('A crew that never was, or was removed, cannot be changed', () => {
    given().when(revise('a', {})).thenRefused('not_found', 'There is no such crew.');
    given(one, disbanded).when(revise('a', {})).thenRefused('removed');
  });
  test('A crew with members is not removed, and a removed one does not come back under a name that was given away', () => {
    given(one, joined('p', 'a')).when({ type: 'DisbandCrew', crewId: 'a' }).thenRefused('conflict');
    given(one, disbanded, formed('c', 'removal 1')).when({ type: 'ReinstateCrew', crewId: 'a' }).thenRefused('taken');
  });
});

const steps: RosterEvent[][] = [
  [one, renamed],
  [one, inactive],
  [one, inactive, active],
  [one, disbanded],
  [one, joined('p', 'a')],
  [one, two, joined('p', 'b'), joined('p', 'a', 'b')],
  [one, joined('p', 'a'), released],
];
test.each(steps.map((events) => [events.at(-1)?.type, events] as const))('%s can be undone', (_type, events) => {
  given(...events).thenUndoneLeadsBack();
});

test('The forming of a crew is undone by removing it', () => {
  const undo = roster.inverse(one, roster.initial);
  expect(undo).toEqual({ type: 'DisbandCrew', crewId: 'a' });
});
