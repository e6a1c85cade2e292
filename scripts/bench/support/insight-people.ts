import { addDays } from '../../../domain/kit/times.ts';
import { NO_CREW_DETAILS } from '../../../domain/roster/events.ts';
import { roster } from '../../../domain/roster/roster.ts';
import { NO_STAFF_DETAILS } from '../../../domain/staff/events.ts';
import { staff } from '../../../domain/staff/staff.ts';
import { timeOff } from '../../../domain/time-off/time-off.ts';
import { DAY_MS } from './insight-stage.ts';
import type { CrewTruth, People, PersonTruth, World } from './insight-terms.ts';

/** What a company does about its people: crews, certificates and time off. */
export function peopleOf(world: World): People {
  const { chance, stage, truth, newId } = world;
  return { formCrew, hire, letLapse, takeTimeOff };

  function formCrew(number: number): void {
    const members = [['Aerial Lift', 'First Aid'], ['Certified Arborist'], ['First Aid']].map(hire);
    const crew: CrewTruth = { id: newId('crew'), members, machines: [], booked: new Map(), isPassedOver: false };
    truth.crews.push(crew);
    for (const [category, price] of [
      ['Chippers', 4_200_000],
      ['Bucket Trucks', 9_500_000],
      ['Chainsaws', 140_000],
    ] as const) {
      crew.machines.push(world.machine(category, crew, price));
    }
    const people = Object.fromEntries(members.map(({ id }) => [id, { name: 'Somebody', isWorking: true }]));
    const details = {
      ...NO_CREW_DETAILS,
      name: `Crew ${number + 1}`,
      defaultEquipmentIds: crew.machines.map(({ id }) => id),
    };
    const joining = { memberIds: members.map(({ id }) => id), movedFrom: {}, people };
    stage.act(roster, 'main', {
      type: 'FormCrew',
      crewId: crew.id,
      details,
      isActive: true,
      members: joining,
      now: stage.at(),
    });
  }

  function hire(names: readonly string[]): PersonTruth {
    const certificates = names.map((name) => {
      const left = chance.between(100, 700);
      const expiresOn = addDays(stage.today(), left);
      return { name, issuedOn: addDays(expiresOn, -1_095), expiresOn };
    });
    const person: PersonTruth = { id: newId('person'), certificates };
    truth.people.set(person.id, person);
    const details = {
      ...NO_STAFF_DETAILS,
      firstName: 'Pat',
      lastName: `Member ${truth.people.size}`,
      certifications: certificates,
    };
    stage.act(staff, person.id, { type: 'AddStaffMember', details, now: stage.at() });
    for (const { name } of certificates) waitToRenew(person, name);
    return person;
  }

  /** Most are renewed well before their last day. */
  function waitToRenew(person: PersonTruth, name: string): void {
    const { expiresOn } = person.certificates.find((each) => each.name === name) ?? { expiresOn: '' };
    const ahead = Math.max(2, chance.lognormal(45, 0.6));
    stage.later(Date.parse(expiresOn) - ahead * DAY_MS, () => {
      // Unless it has another last day by now.
      if (person.certificates.some((each) => each.name === name && each.expiresOn === expiresOn))
        renew(person, name, expiresOn);
    });
  }

  function letLapse(person: PersonTruth, name: string, expiresOn: string, renewedOn: string): void {
    person.certificates = person.certificates.map((each) => (each.name === name ? { ...each, expiresOn } : each));
    stage.act(staff, person.id, { type: 'ReviseStaffMember', details: { certifications: person.certificates } });
    stage.later(Date.parse(renewedOn), () => renew(person, name, expiresOn));
  }

  function renew(person: PersonTruth, name: string, expiresOn: string): void {
    const next = { name, issuedOn: stage.today(), expiresOn: addDays(expiresOn, 730) };
    person.certificates = person.certificates.map((each) => (each.name === name ? next : each));
    const details = { certifications: person.certificates };
    stage.act(staff, person.id, { type: 'ReviseStaffMember', details });
    waitToRenew(person, name);
  }

  function takeTimeOff(): void {
    const person = chance.pick([...truth.people.values()]);
    const startDate = addDays(stage.today(), chance.between(5, 40));
    const endDate = addDays(startDate, chance.weighted({ 0: 0.5, 1: 0.2, 4: 0.3 }) === '4' ? 4 : 0);
    const id = newId('time-off');
    const details = { requestType: 'vacation', startDate, endDate, reason: null, half: null };
    stage.act(timeOff, id, {
      type: 'RequestTimeOff',
      employeeId: person.id,
      employeeRecord: 'staff',
      details,
      requestedBy: person.id,
      now: stage.at(),
    });
    stage.later(stage.now() + DAY_MS, () => {
      stage.act(timeOff, id, {
        type: 'DecideTimeOff',
        status: 'approved',
        reason: null,
        countedBy: { workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], holidays: [] },
        by: 'owner',
        mayApproveOwn: true,
      });
    });
  }
}
