import { describe, expect, test } from 'vitest';
import { crewDay, indexStaffing } from '../../../../domain/schedule/availability.ts';
import { conflictsOf, indexPlan, type PlannedDays } from '../../../../domain/schedule/conflicts.ts';
import type { PlannedCrew, PlannedJob, PlannedMachine, PlannedPerson } from '../../../../domain/schedule/parts.ts';

// A Monday in June; the company works on weekdays.
const DAY = '2026-06-15';
const HOURS = { start: '07:30', end: '16:00' };

const visit = (start: string, end: string, day = DAY) => ({ start: `${day}T${start}`, end: `${day}T${end}` });
const job = (more: Partial<PlannedJob> = {}): PlannedJob => ({
  id: 'job',
  number: 'J-1001',
  customer: 'Ada King',
  status: 'scheduled',
  crewId: 'north',
  hours: 4,
  crewSize: null,
  skills: [],
  equipment: [],
  earliest: null,
  latest: null,
  window: null,
  visits: [visit('08:00', '12:00')],
  ...more,
});
const other = (more: Partial<PlannedJob> = {}) =>
  job({ id: 'other', number: 'J-1002', customer: 'Ben Oak', visits: [visit('11:00', '13:00')], ...more });
const crew = (more: Partial<PlannedCrew> = {}): PlannedCrew => ({
  id: 'north',
  name: 'North',
  isActive: true,
  workingHours: HOURS,
  memberIds: ['lee'],
  equipmentIds: [],
  ...more,
});
const south = (more: Partial<PlannedCrew> = {}) => crew({ id: 'south', name: 'South', memberIds: ['kim'], ...more });
const person = (id: string, more: Partial<PlannedPerson> = {}): PlannedPerson => ({
  id,
  name: id === 'lee' ? 'Lee Ash' : 'Kim Fir',
  skills: [],
  certificates: [],
  ...more,
});
const machine = (id: string, more: Partial<PlannedMachine> = {}): PlannedMachine => ({
  id,
  name: `Chipper ${id}`,
  category: 'Chippers',
  status: 'available',
  nextMaintenance: null,
  assignedTo: null,
  ...more,
});
const plan = (more: Partial<PlannedDays> = {}): PlannedDays => ({
  company: { workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], workingHours: HOURS },
  crews: [crew(), south()],
  people: [person('lee'), person('kim')],
  machines: [],
  timeOff: [],
  locks: [],
  jobs: [],
  today: DAY,
  ...more,
});

const against = (placed: PlannedJob, of: Partial<PlannedDays> = {}) => conflictsOf(indexPlan(plan(of)), placed);
const kinds = (placed: PlannedJob, of: Partial<PlannedDays> = {}) => against(placed, of).map(({ kind }) => kind);
const messages = (placed: PlannedJob, of: Partial<PlannedDays> = {}) =>
  against(placed, of).map(({ message }) => message);

test('Nothing stands against a visit in the working hours of a crew that is free', () => {
  expect(against(job(), { jobs: [job(), other({ crewId: 'south' })] })).toEqual([]);
});

describe('a crew', () => {
  test('A crew is at one place at a time', () => {
    const jobs = [other()];
    expect(against(job(), { jobs })).toEqual([
      {
        kind: 'crew_double_booked',
        day: DAY,
        jobId: 'other',
        personId: null,
        machineId: null,
        message: 'North is at Ben Oak then, 11:00 AM to 1:00 PM.',
      },
    ]);
    expect(kinds(job({ visits: [visit('08:00', '11:00')] }), { jobs })).toEqual([]);
  });

  test.each(['completed', 'cancelled', 'on_hold'])('A crew is free of a job that is %s', (status) => {
    expect(kinds(job(), { jobs: [other({ status })] })).toEqual([]);
  });

  test('A crew is compared on each day of a visit that goes on after midnight, once', () => {
    const overnight = other({ visits: [{ start: '2026-06-14T22:00', end: '2026-06-15T09:00' }] });
    expect(kinds(job(), { jobs: [overnight] })).toEqual(['crew_double_booked']);
    const untilMidnight = other({ visits: [{ start: '2026-06-14T22:00', end: '2026-06-15T00:00' }] });
    expect(kinds(job(), { jobs: [untilMidnight] })).toEqual([]);
  });

  test('A crew has to be active, and to have members', () => {
    expect(messages(job(), { crews: [crew({ isActive: false })] })).toEqual(['North is not active.']);
    expect(messages(job(), { crews: [crew({ memberIds: [] })] })).toEqual(['North has no members.']);
    // Whoever left is no longer a member.
    expect(kinds(job(), { crews: [crew({ memberIds: ['gone'] })] })).toEqual(['crew_empty']);
  });

  test('A crew has to be as large as the job needs, without who is off', () => {
    const both = [crew({ memberIds: ['lee', 'kim'] })];
    const off = [{ personId: 'kim', from: '2026-06-10', to: DAY, half: null }];
    expect(kinds(job({ crewSize: 2 }), { crews: both })).toEqual([]);
    expect(messages(job({ crewSize: 2 }), { crews: both, timeOff: off })).toEqual([
      'Kim Fir is off until Mon, Jun 15.',
      'North has one person on that day; the job needs 2.',
    ]);
    expect(kinds(job({ crewSize: 3 }), { crews: both })).toEqual(['crew_too_small']);
    const later = job({ crewSize: 2, visits: [visit('08:00', '12:00', '2026-06-16')] });
    expect(kinds(later, { crews: both, timeOff: off })).toEqual([]);
  });

  test('A crew is empty where everybody is off', () => {
    expect(
      messages(job({ skills: ['Climbing'] }), { timeOff: [{ personId: 'lee', from: DAY, to: DAY, half: null }] }),
    ).toEqual(['Lee Ash is off until Mon, Jun 15.', 'Nobody on North is there.']);
  });
});

describe('half a day off', () => {
  test.each([
    ['morning', '08:00', '11:30', true],
    ['morning', '12:00', '15:00', false],
    ['morning', '11:30', '15:00', true],
    ['afternoon', '08:00', '12:00', false],
    ['afternoon', '08:00', '12:30', true],
  ])('Somebody who is off in the %s lacks at a visit from %s to %s: %s', (half, start, end, isLacking) => {
    const timeOff = [{ personId: 'lee', from: DAY, to: DAY, half }];
    const found = messages(job({ visits: [visit(start, end)] }), { timeOff });
    const lacking = [`Lee Ash is off in the ${half} of Mon, Jun 15.`, 'Nobody on North is there.'];
    expect(found).toEqual(isLacking ? lacking : []);
  });
});

describe('a skill', () => {
  const climber = (certificates: PlannedPerson['certificates'] = []) => ({
    people: [person('lee', { skills: [' climbing'], certificates })],
  });
  const climbing = job({ skills: ['Climbing'] });

  test('A skill is one that a member has, however it is written', () => {
    expect(kinds(climbing, climber())).toEqual([]);
    expect(messages(climbing)).toEqual(['Nobody there from North can do “Climbing”.']);
  });

  test('A skill counts no more when the certificate for it has ended, from the day after its last', () => {
    expect(kinds(climbing, climber([{ name: 'Climbing license', expiresOn: DAY }]))).toEqual([]);
    const ended = climber([{ name: 'Climbing license', expiresOn: '2026-06-14' }]);
    expect(against(climbing, ended)).toMatchObject([
      { kind: 'certificate_expired', personId: 'lee', message: 'Climbing license of Lee Ash expired on Sun, Jun 14.' },
    ]);
    expect(kinds(job({ skills: [] }), ended)).toEqual([]);
    const renewed = climber([
      { name: 'Climbing license', expiresOn: '2026-06-14' },
      { name: 'Climbing license', expiresOn: null },
    ]);
    expect(kinds(climbing, renewed)).toEqual([]);
  });

  test('A skill may be a certificate', () => {
    const arborist = (expiresOn: string | null) => ({
      people: [person('lee', { certificates: [{ name: 'Certified Arborist', expiresOn }] })],
    });
    const asks = job({ skills: ['Certified arborist'] });
    expect(kinds(asks, arborist(null))).toEqual([]);
    expect(kinds(asks, arborist('2026-01-01'))).toEqual(['certificate_expired']);
    expect(kinds(job({ skills: ['Arborist'] }), arborist(null))).toEqual(['skill_missing']);
  });
});

describe('equipment', () => {
  const chips = job({ equipment: ['Chippers'] });
  const rival = other({ crewId: 'south', equipment: ['Chippers'] });

  test('Equipment is what the crew usually takes along, or was given', () => {
    const crews = [crew({ equipmentIds: ['1'] }), south()];
    expect(kinds(chips, { crews, machines: [machine('1')] })).toEqual([]);
    expect(kinds(chips, { machines: [machine('1', { assignedTo: 'north', status: 'in_use' })] })).toEqual([]);
    expect(messages(chips, { machines: [machine('1', { assignedTo: 'south' })] })).toEqual([
      'North has no Chippers, and none is free.',
    ]);
  });

  test.each([
    [{ nextMaintenance: DAY }, 'Chipper 1 has been due for maintenance since Mon, Jun 15.'],
    [{ nextMaintenance: '2026-06-01' }, 'Chipper 1 has been due for maintenance since Mon, Jun 1.'],
    [{ status: 'maintenance' }, 'Chipper 1 is in maintenance.'],
    [{ status: 'out_of_service' }, 'Chipper 1 is out of service.'],
  ])('Equipment that cannot be used is no help: %j', (state, message) => {
    const crews = [crew({ equipmentIds: ['1'] })];
    expect(against(chips, { crews, machines: [machine('1', state)] })).toMatchObject([
      { kind: 'equipment_maintenance', machineId: '1', message },
    ]);
    // Another machine that no crew has will do.
    expect(kinds(chips, { crews, machines: [machine('1', state), machine('2')] })).toEqual([]);
  });

  test('Equipment is ready until its next maintenance, also where that is before the visit', () => {
    const crews = [crew({ equipmentIds: ['1'] })];
    const machines = [machine('1', { nextMaintenance: '2026-06-20' })];
    const later = job({ equipment: ['Chippers'], visits: [visit('08:00', '12:00', '2026-06-24')] });
    expect(kinds(later, { crews, machines })).toEqual([]);
  });

  test('Equipment that no crew has serves one job at a time', () => {
    const machines = [machine('1')];
    expect(kinds(chips, { machines, jobs: [rival] })).toEqual(['equipment_reserved']);
    expect(messages(chips, { machines, jobs: [rival] })).toEqual([
      'Chipper 1 is needed at Ben Oak then, 11:00 AM to 1:00 PM.',
    ]);
    expect(kinds(chips, { machines: [...machines, machine('2')], jobs: [rival] })).toEqual([]);
    // A crew with one of its own needs none of the others.
    const crews = [crew(), south({ equipmentIds: ['2'] })];
    expect(kinds(chips, { crews, machines: [...machines, machine('2')], jobs: [rival] })).toEqual([]);
  });

  test('Equipment that two crews usually take along is with one of them', () => {
    const crews = [crew({ equipmentIds: ['1'] }), south({ equipmentIds: ['1'] })];
    expect(kinds(chips, { crews, machines: [machine('1')], jobs: [rival] })).toEqual(['equipment_reserved']);
    expect(kinds(chips, { crews, machines: [machine('1')], jobs: [other({ crewId: 'south' })] })).toEqual([]);
  });
});

describe('time', () => {
  test.each([
    [visit('08:00', '12:00', '2026-06-14'), 'Sun, Jun 14 is not a working day.'],
    [visit('07:00', '12:00'), 'North works 7:30 AM to 4:00 PM.'],
    [visit('12:00', '16:30'), 'North works 7:30 AM to 4:00 PM.'],
    [{ start: `${DAY}T08:00`, end: '2026-06-16T12:00' }, 'North works 7:30 AM to 4:00 PM.'],
  ])('A visit outside the time of the company or the crew is told: %j', (placed, message) => {
    expect(messages(job({ visits: [placed] }))).toEqual([message]);
  });

  test('A visit outside the time that the customer asked for is told', () => {
    expect(messages(job({ earliest: '2026-06-16' }))).toEqual(['The customer wants it no earlier than Tue, Jun 16.']);
    expect(messages(job({ latest: '2026-06-12' }))).toEqual(['The customer wants it by Fri, Jun 12.']);
    const window = { start: '09:00', end: '13:00' };
    expect(messages(job({ window }))).toEqual(['The customer wants it between 9:00 AM and 1:00 PM.']);
    expect(kinds(job({ earliest: DAY, latest: DAY, window: { start: '08:00', end: '12:00' } }))).toEqual([]);
  });

  test('The time of a job is checked without a crew too, and on each visit', () => {
    const visits = [visit('06:00', '12:00'), visit('08:00', '12:00', '2026-06-20')];
    expect(kinds(job({ crewId: null, visits }))).toEqual(['outside_working_hours', 'outside_working_days']);
  });
});

describe('a locked day', () => {
  const company = [{ day: DAY, crewId: null }];
  const ofSouth = [{ day: DAY, crewId: 'south' }];

  test('A locked day takes nothing, and gives nothing away', () => {
    expect(messages(job(), { locks: company })).toEqual(['Mon, Jun 15 is locked.']);
    expect(kinds(job(), { locks: ofSouth })).toEqual([]);
    expect(kinds(job({ crewId: 'south' }), { locks: ofSouth })).toEqual(['day_locked']);
    const there = [job({ crewId: 'south' })];
    expect(kinds(job(), { locks: ofSouth, jobs: there })).toEqual(['day_locked']);
    const away = job({ visits: [visit('08:00', '12:00', '2026-06-16')] });
    expect(kinds(away, { locks: company, jobs: [job()] })).toEqual(['day_locked']);
  });

  test('A locked day has nothing against what is there already', () => {
    expect(kinds(job(), { locks: company, jobs: [job()] })).toEqual([]);
    const told = job({ visits: [{ start: `${DAY}T08:00-04:00`, end: `${DAY}T12:00-04:00` }] });
    expect(kinds(told, { locks: company, jobs: [job()] })).toEqual([]);
  });
});

test('A crew comes on a day with its hours and equipment, and the people, skills and valid certificates there that day', () => {
  const staffing = plan({
    crews: [crew({ memberIds: ['lee', 'kim'], equipmentIds: ['1'] })],
    people: [
      person('lee', {
        skills: ['Climbing', 'Crane'],
        certificates: [{ name: 'Crane operator', expiresOn: '2026-06-15' }],
      }),
      person('kim', { skills: ['Climbing', 'Chipper'] }),
    ],
    timeOff: [{ personId: 'kim', from: '2026-06-16', to: '2026-06-30', half: null }],
  });
  const index = indexStaffing(staffing);
  const [own] = staffing.crews as [PlannedCrew];
  const days = ['2026-06-14', '2026-06-15', '2026-06-16'].map((day) => crewDay(index, own, day));
  expect(days.map(({ day, works }) => [day, works])).toEqual([
    ['2026-06-14', false],
    ['2026-06-15', true],
    ['2026-06-16', true],
  ]);
  expect(days[1]).toMatchObject({ workingHours: HOURS, equipmentIds: ['1'], away: [] });
  expect(days[1]?.skills).toEqual(['Climbing', 'Crane', 'Crane operator', 'Chipper']);
  expect(days[2]?.present.map(({ id }) => id)).toEqual(['lee']);
  expect(days[2]?.skills).toEqual(['Climbing']);
  expect(days[2]?.away).toMatchObject([{ person: { id: 'kim' }, off: { to: '2026-06-30' } }]);
});
