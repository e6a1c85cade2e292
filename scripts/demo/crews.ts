import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { NO_CREW_DETAILS } from '../../domain/roster/events.ts';
import { type FoundPerson, type RosterCommand, roster } from '../../domain/roster/roster.ts';
import { ROSTER_ID } from '../../domain/roster/terms.ts';
import { NO_STAFF_DETAILS, type StaffDetails } from '../../domain/staff/events.ts';
import { type StaffCommand, staff } from '../../domain/staff/staff.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { ESTIMATOR, OFFICE, OWNER, personId } from './accounts.ts';
import type { Act, Area, Desk } from './act.ts';
import { makeStaff } from './content/staff.ts';
import type { WorkingTime } from './working-time.ts';

const crewId = (name: string) => uuidv5(HEARTWOOD, `demo/crew/${name}`);

/** Each crew with its members, by place in the list of people. */
const CREWS: readonly { name: string; members: readonly number[] }[] = [
  { name: 'Removal 1', members: [0, 1, 2] },
  { name: 'Pruning', members: [3, 4, 5] },
  { name: 'Stumps', members: [6, 7] },
];

/** The helper who left in summer, by place in the list of people. */
const LEFT = 8;

/** The ids of the crews, in order. */
export const CREW_IDS = CREWS.map(({ name }) => crewId(name));

/** The first two of each crew, by crew id: they stay for the whole year. */
export const CREW_HANDS: ReadonlyMap<string, readonly string[]> = new Map(
  CREWS.map(({ name, members }) => [
    crewId(name),
    members
      .filter((each) => each !== 4)
      .slice(0, 2)
      .map(personId),
  ]),
);

/** The people, their three crews, and a year's changes: a help-out during the storms, and somebody who left. */
export const crews: Area = (time) => {
  const people = makeStaff(time.days.at(-1)?.date ?? '');
  return [...hirings(people, time), ...formings(people, time), ...checklists(people, time), ...changes(time)];
};

function hirings(people: readonly StaffDetails[], time: WorkingTime): Act[] {
  const certifications = [{ name: 'Certified Arborist', issuedOn: '2019-05-01', expiresOn: null }];
  const estimator = {
    ...NO_STAFF_DETAILS,
    firstName: ESTIMATOR.firstName,
    startedOn: '2021-03-01',
    skills: ['Estimating'],
  };
  const hired = people.map((details, index) => ({ id: personId(index), details }));
  return [{ id: ESTIMATOR.id, details: { ...estimator, certifications } }, ...hired].map(({ id, details }, index) => {
    const at = time.instantAt(0.8 + index / 20);
    const command: StaffCommand = { type: 'AddStaffMember', details, now: new Date(at).toISOString() };
    return act(at, OFFICE.id, `staff/${index}`, (desk, commandId) => desk.send(staff, id, command, { commandId }));
  });
}

function formings(people: readonly StaffDetails[], time: WorkingTime): Act[] {
  return CREWS.map(({ name, members }, index) => {
    const at = time.instantAt(1.5 + index / 10);
    const found = members.map((each): [string, FoundPerson] => {
      return [personId(each), { name: people[each]?.firstName ?? '', isWorking: true }];
    });
    return onRoster(at, OWNER.id, `crew/${name}`, {
      type: 'FormCrew',
      crewId: crewId(name),
      details: {
        ...NO_CREW_DETAILS,
        name,
        workingHours: name === 'Pruning' ? { start: '07:00', end: '15:30' } : null,
      },
      isActive: true,
      members: { memberIds: members.map(personId), movedFrom: {}, people: Object.fromEntries(found) },
      now: new Date(at).toISOString(),
    });
  });
}

/** One person prunes, helps with removals while the storms last, and prunes again; a ninth helper left in summer. */
function changes(time: WorkingTime): Act[] {
  const helper = personId(4);
  const [pruning, removal] = [crewId('Pruning'), crewId('Removal 1')];
  const leaving: StaffCommand = { type: 'ArchiveStaffMember', closesAccount: true };
  return [
    onRoster(time.instantAt(time.hours * 0.72), OFFICE.id, 'move/there', {
      type: 'MoveMember',
      personId: helper,
      from: pruning,
      to: removal,
    }),
    onRoster(time.instantAt(time.hours * 0.86), OFFICE.id, 'move/back', {
      type: 'MoveMember',
      personId: helper,
      from: removal,
      to: pruning,
    }),
    act(time.instantAt(time.hours * 0.65), OFFICE.id, 'left', (desk, commandId) =>
      desk.send(staff, personId(LEFT), leaving, { commandId }),
    ),
  ];
}

/** Everybody is through their onboarding but the latest; who left still has tools. */
function checklists(people: readonly StaffDetails[], time: WorkingTime): Act[] {
  const { onboardingItems, leavingItems } = COMPANY_DEFAULTS;
  const begun = people.map((_, index) => ({
    list: 'onboarding' as const,
    person: index,
    hour: 3 + index / 20,
    items: index === people.length - 1 ? onboardingItems.slice(0, 5) : onboardingItems,
  }));
  const items = leavingItems.filter((item) => !item.includes('tools'));
  const left = { list: 'leaving' as const, person: LEFT, hour: time.hours * 0.65 + 1, items };
  return [...begun, left].flatMap(({ list, person, hour, items }) =>
    items.map((item, index) => {
      const at = time.instantAt(hour + index / 100);
      const tick = { list, item, doneBy: OFFICE.id, doneAt: new Date(at).toISOString() };
      return act(at, OFFICE.id, `checklist/${list}/${person}/${index}`, (desk, commandId) =>
        desk.send(staff, personId(person), { type: 'TickItem', tick }, { commandId }),
      );
    }),
  );
}

function onRoster(at: number, actor: string, name: string, command: RosterCommand): Act {
  return act(at, actor, name, (desk, commandId) => desk.send(roster, ROSTER_ID, command, { commandId }));
}

/** @param name the act's name among these: its command id is derived from it */
function act(at: number, actor: string, name: string, send: (desk: Desk, commandId: string) => Promise<void>): Act {
  const commandId = uuidv5(HEARTWOOD, `demo/crews/${name}`);
  return { at, actor, run: (desk) => send(desk, commandId) };
}
