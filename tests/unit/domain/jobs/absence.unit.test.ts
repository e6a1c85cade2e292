import { describe, expect, test } from 'vitest';
import { effectsOfAbsence } from '../../../../domain/schedule/absence.ts';
import type { PlannedDays } from '../../../../domain/schedule/conflicts.ts';
import type { PlannedJob, PlannedPerson } from '../../../../domain/schedule/parts.ts';

// A Monday in June; the company works on weekdays.
const DAY = '2026-06-15';
const HOURS = { start: '07:30', end: '16:00' };
const OFF = { personId: 'lee', from: DAY, to: '2026-06-16', half: null };

const visit = (day = DAY, start = '08:00') => ({ start: `${day}T${start}-04:00`, end: `${day}T12:00-04:00` });
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
  visits: [visit()],
  ...more,
});
const person = (id: string, more: Partial<PlannedPerson> = {}): PlannedPerson => {
  return { id, name: id === 'lee' ? 'Lee Ash' : 'Kim Fir', skills: [], certificates: [], ...more };
};
const plan = (more: Partial<PlannedDays> = {}): PlannedDays => ({
  company: { workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], workingHours: HOURS },
  crews: [
    { id: 'north', name: 'North', isActive: true, workingHours: HOURS, memberIds: ['lee', 'kim'], equipmentIds: [] },
    { id: 'south', name: 'South', isActive: true, workingHours: HOURS, memberIds: ['pat'], equipmentIds: [] },
  ],
  people: [person('lee'), person('kim'), person('pat')],
  machines: [],
  timeOff: [],
  locks: [],
  jobs: [],
  today: DAY,
  ...more,
});

const effects = (jobs: readonly PlannedJob[], of: Partial<PlannedDays> = {}) =>
  effectsOfAbsence(plan({ jobs, ...of }), OFF).map(
    ({ job: { id }, visit: { start }, hasPeople, hasSkills, missing }) => ({
      id,
      start: start.slice(5, 16),
      hasPeople,
      hasSkills,
      missing: missing.map(({ message }) => message),
    }),
  );
const fine = { id: 'job', start: '06-15T08:00', hasPeople: true, hasSkills: true, missing: [] };

describe('what an absence does to the schedule', () => {
  test('The visits of the person’s crews on the days off are told, earliest first, and no others', () => {
    const visits = [visit('2026-06-12'), visit('2026-06-16'), visit('2026-06-17')];
    expect(
      effects([
        job({ visits }),
        job({ id: 'early', visits: [visit(DAY, '07:30')] }),
        job({ id: 'south', crewId: 'south' }),
        job({ id: 'nobody', crewId: null }),
        job({ id: 'done', status: 'completed' }),
        job({ id: 'off', status: 'cancelled' }),
      ]),
    ).toEqual([
      { ...fine, id: 'early', start: '06-15T07:30' },
      { ...fine, start: '06-16T08:00' },
    ]);
  });

  test('A crew that is still as large as the job needs has its people', () => {
    expect(effects([job({ crewSize: 1 })])).toEqual([fine]);
    expect(effects([job({ crewSize: 2 })])).toEqual([
      { ...fine, hasPeople: false, missing: ['North has one person on that day; the job needs 2.'] },
    ]);
  });

  test('A crew of which nobody is left has neither people nor skills', () => {
    const others = [{ personId: 'kim', from: DAY, to: DAY, half: null }];
    const missing = ['Nobody on North is there.'];
    expect(effects([job()], { timeOff: others })).toEqual([{ ...fine, hasPeople: false, missing }]);
    expect(effects([job({ skills: ['Climbing'] })], { timeOff: others })).toEqual([
      { ...fine, hasPeople: false, hasSkills: false, missing },
    ]);
  });

  test('A skill that nobody else there has is missing, as is one whose certificate has expired', () => {
    const climber = person('lee', { skills: ['Climbing'] });
    const jobs = [job({ skills: ['Climbing'] })];
    expect(effects(jobs, { people: [climber, person('kim', { skills: ['climbing'] })] })).toEqual([fine]);
    expect(effects(jobs, { people: [climber, person('kim')] })).toEqual([
      { ...fine, hasSkills: false, missing: ['Nobody there from North can do “Climbing”.'] },
    ]);
    const expired = { skills: ['Climbing'], certificates: [{ name: 'Climbing', expiresOn: '2026-05-31' }] };
    expect(effects(jobs, { people: [climber, person('kim', expired)] })).toEqual([
      { ...fine, hasSkills: false, missing: ['Climbing of Kim Fir expired on Sun, May 31.'] },
    ]);
  });

  test('What was missing before is not the absence’s doing', () => {
    const jobs = [job({ skills: ['Crane'], visits: [visit(DAY, '05:00')] })];
    expect(effects(jobs)).toEqual([{ ...fine, start: '06-15T05:00' }]);
  });

  test('Time off that is approved already has the same effects', () => {
    const jobs = [job({ crewSize: 2 })];
    expect(effects(jobs, { timeOff: [OFF] })).toEqual(effects(jobs));
  });
});
