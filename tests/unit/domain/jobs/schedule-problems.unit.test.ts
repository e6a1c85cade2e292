import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexPlan, type PlannedDays } from '../../../../domain/schedule/conflicts.ts';
import { crewsForAll, mendsOf } from '../../../../domain/schedule/mends.ts';
import type { Away, PlannedCrew, PlannedMachine, PlannedPerson } from '../../../../domain/schedule/parts.ts';
import { type AcceptedConflict, problemsOf, type StandingJob } from '../../../../domain/schedule/problems.ts';
import { CONFLICT_LABELS } from '../../../../domain/schedule/terms.ts';

// A Monday; the company works on weekdays, from 7 to 5.
const DAYS = ['2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18', '2026-06-19', '2026-06-20'] as const;
const [DAY] = DAYS;
const RANGE = { from: DAY, to: '2026-06-20' };
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const HOURS = { start: '07:00', end: '17:00' };

const job = (id: string, more: Partial<StandingJob> = {}): StandingJob => ({
  id,
  number: id,
  customer: `Customer of ${id}`,
  status: 'scheduled',
  crewId: 'north',
  hours: 4,
  crewSize: null,
  skills: [],
  equipment: [],
  earliest: null,
  latest: null,
  window: null,
  visits: [{ start: `${DAY}T08:00`, end: `${DAY}T12:00` }],
  accepted: [],
  ...more,
});
const plan = (jobs: StandingJob[], more: Partial<PlannedDays> = {}): PlannedDays => ({
  company: { workingDays: WEEKDAYS, workingHours: HOURS },
  crews: [
    { id: 'north', name: 'North', isActive: true, workingHours: HOURS, memberIds: ['lee', 'kim'], equipmentIds: [] },
  ],
  people: [
    { id: 'lee', name: 'Lee', skills: ['Climbing'], certificates: [] },
    { id: 'kim', name: 'Kim', skills: [], certificates: [] },
  ],
  machines: [],
  timeOff: [],
  locks: [],
  jobs,
  today: DAY,
  ...more,
});
const off = (personId: string): Away => ({ personId, from: DAY, to: DAY, half: null });

function found(jobs: StandingJob[], more: Partial<PlannedDays> = {}, now = `${DAY}T06:00`) {
  const kinds = (all: readonly { kind: string }[]) => all.map(({ kind }) => kind);
  return problemsOf(indexPlan(plan(jobs, more)), jobs, RANGE, now).map(({ job, open, accepted }) => {
    return { job: job.id, open: kinds(open), accepted: kinds(accepted) };
  });
}

describe('what stands on the schedule', () => {
  test('Two jobs of a crew at the same time are two problems, since either can be moved', () => {
    const both = [job('a'), job('b')];
    expect(found(both)).toEqual([
      { job: 'a', open: ['crew_double_booked'], accepted: [] },
      { job: 'b', open: ['crew_double_booked'], accepted: [] },
    ]);
  });

  test('Time off is a problem only where somebody is needed, and then says why', () => {
    const timeOff = [off('lee')];
    expect(found([job('a')], { timeOff })).toEqual([]);
    expect(found([job('a', { crewSize: 2 })], { timeOff })).toEqual([
      { job: 'a', open: ['time_off', 'crew_too_small'], accepted: [] },
    ]);
    expect(found([job('a', { skills: ['Climbing'] })], { timeOff })).toEqual([
      { job: 'a', open: ['time_off', 'skill_missing'], accepted: [] },
    ]);
  });

  test('A crew that was disbanded does not come', () => {
    expect(found([job('a', { crewId: 'gone' })])).toEqual([{ job: 'a', open: ['crew_inactive'], accepted: [] }]);
  });

  test('Nobody is nagged about what is over, under way, done, called off or on hold', () => {
    const late = { window: { start: '13:00', end: '17:00' } };
    const at = (now: string, more: Partial<StandingJob> = {}) =>
      found([job('a', { ...late, ...more })], {}, now).length;
    expect(at(`${DAY}T11:59`)).toBe(1);
    expect(at(`${DAY}T12:00`)).toBe(0);
    expect(at(`${DAY}T08:00`, { status: 'in_progress' })).toBe(0);
    for (const status of ['completed', 'cancelled', 'on_hold']) expect(at(`${DAY}T06:00`, { status })).toBe(0);
    // The next day of a job that was begun can still be mended.
    const visits = DAYS.slice(0, 2).map((day) => ({ start: `${day}T08:00`, end: `${day}T12:00` }));
    expect(at(`${DAY}T09:00`, { status: 'in_progress', visits })).toBe(1);
  });

  test('What somebody accepted counts again once something else breaks', () => {
    const about = { day: DAY, jobId: null, personId: null, machineId: null };
    const accepted: AcceptedConflict[] = [{ ...about, kind: 'outside_window' }];
    const late = job('a', { window: { start: '13:00', end: '17:00' }, accepted });
    expect(found([late])).toEqual([{ job: 'a', open: [], accepted: ['outside_window'] }]);
    expect(found([late, job('b')])).toContainEqual({
      job: 'a',
      open: ['crew_double_booked'],
      accepted: ['outside_window'],
    });
  });

  test('Of two skills that are missing one was accepted: which of them is not known, so both count', () => {
    const about = { day: DAY, jobId: null, personId: null, machineId: null };
    const accepted: AcceptedConflict[] = [{ ...about, kind: 'skill_missing' }];
    const one = job('a', { skills: ['Crane'], accepted });
    expect(found([one])).toEqual([{ job: 'a', open: [], accepted: ['skill_missing'] }]);
    expect(found([{ ...one, skills: ['Crane', 'Rigging'] }])).toEqual([
      { job: 'a', open: ['skill_missing', 'skill_missing'], accepted: [] },
    ]);
  });
});

// ── All rules over all visits, one by one ────────────────────────────────────────────────────────────────────────

const CREWS = ['north', 'south', 'east'];
const PEOPLE = ['lee', 'kim', 'ash', 'fir', 'gone'];
const SKILLS = ['Climbing', 'Crane operator'];
const CATEGORIES = ['Chippers', 'Cranes'];
const MACHINES = ['one', 'two', 'three', 'four'];
const NOW = `${DAYS[1]}T10:00`;

const anyDay = fc.constantFrom(...DAYS);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const anyCrew = (id: string): fc.Arbitrary<PlannedCrew> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    isActive: fc.integer({ min: 0, max: 5 }).map((roll) => roll > 0),
    workingHours: fc.constantFrom(HOURS, { start: '06:00', end: '14:00' }),
    memberIds: fc.uniqueArray(fc.constantFrom(...PEOPLE), { maxLength: 3 }),
    equipmentIds: fc.uniqueArray(fc.constantFrom(...MACHINES), { maxLength: 2 }),
  });
const anyPerson = (id: string): fc.Arbitrary<PlannedPerson> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    skills: fc.subarray(SKILLS),
    certificates: fc.array(fc.record({ name: fc.constant('Crane operator'), expiresOn: maybe(anyDay) }), {
      maxLength: 2,
    }),
  });
const anyMachine = (id: string): fc.Arbitrary<PlannedMachine> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    category: fc.constantFrom(...CATEGORIES),
    status: fc.constantFrom('available', 'in_use', 'maintenance', 'retired'),
    nextMaintenance: maybe(anyDay),
    assignedTo: maybe(fc.constantFrom(...CREWS, 'lee')),
  });
const anyVisit = fc.tuple(anyDay, fc.integer({ min: 10, max: 34 }), fc.integer({ min: 1, max: 12 })).map((of) => {
  const [day, from, halves] = of;
  const at = (half: number) => `${day}T${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
  return { start: at(from), end: at(from + halves) };
});
const anyJob = (id: string): fc.Arbitrary<StandingJob> =>
  fc.record({
    id: fc.constant(id),
    number: fc.constant(id),
    customer: fc.constant(null),
    status: fc.constantFrom('scheduled', 'scheduled', 'scheduled', 'in_progress', 'completed', 'cancelled', 'on_hold'),
    crewId: maybe(fc.constantFrom(...CREWS)),
    hours: fc.constant(4),
    crewSize: maybe(fc.integer({ min: 1, max: 3 })),
    skills: fc.subarray(SKILLS),
    equipment: fc.subarray(CATEGORIES),
    earliest: maybe(anyDay),
    latest: maybe(anyDay),
    window: maybe(fc.constantFrom({ start: '08:00', end: '12:00' }, { start: '12:00', end: '18:00' })),
    visits: fc.uniqueArray(anyVisit, { maxLength: 3, selector: ({ start }) => start.slice(0, 10) }),
    accepted: fc.constant([]),
  });
const all = <T>(ids: readonly string[], of: (id: string) => fc.Arbitrary<T>) => fc.tuple(...ids.map(of));
const anySchedule = fc.record({
  company: fc.constant({ workingDays: WEEKDAYS, workingHours: HOURS }),
  crews: all(CREWS, anyCrew),
  people: all(PEOPLE.slice(0, 4), anyPerson),
  machines: all(MACHINES, anyMachine),
  timeOff: fc.array(
    fc.record({
      personId: fc.constantFrom(...PEOPLE),
      from: anyDay,
      to: fc.constant('2026-06-18'),
      half: fc.constant(null),
    }),
    { maxLength: 3 },
  ),
  locks: fc.constant([]),
  jobs: fc.integer({ min: 1, max: 12 }).chain((count) =>
    all(
      Array.from({ length: count }, (_, index) => `job-${index}`),
      anyJob,
    ),
  ),
  today: fc.constant(DAYS[1]),
});

type Visit = StandingJob['visits'][number];

/** All rules of docs/design/planning.md over each visit and each other one, without an index. */
function bruteForce(plan: PlannedDays): string[] {
  const visits = (plan.jobs as readonly StandingJob[]).flatMap((job) => job.visits.map((visit) => ({ job, visit })));
  return visits
    .filter(({ job, visit }) => {
      if (job.status === 'in_progress') return visit.start > NOW;
      return job.status === 'scheduled' && visit.end > NOW;
    })
    .map(({ job, visit }) => ({ job, visit, kinds: brokenRules(plan, job, visit) }))
    .filter(({ kinds }) => kinds.length > 0)
    .map(({ job, visit, kinds }) => `${job.id} ${visit.start}: ${kinds.sort().join(', ')}`)
    .sort();
}

function brokenRules(plan: PlannedDays, job: StandingJob, visit: Visit): string[] {
  const crew = plan.crews.find(({ id }) => id === job.crewId);
  const kinds = [...datesBroken(job, visit), ...hoursBroken(crew, visit)];
  if (!crew) return kinds;
  const day = visit.start.slice(0, 10);
  const isOff = (id: string) => plan.timeOff.some((each) => each.personId === id && each.from <= day && day <= each.to);
  const there = plan.people.filter(({ id }) => crew.memberIds.includes(id) && !isOff(id));
  const meeting = othersThen(plan.jobs as StandingJob[], job, visit);
  return [
    ...kinds,
    ...peopleLacking(crew, there, job),
    ...skillsLacking(there, job, day),
    ...meeting.filter(({ crewId }) => crewId === job.crewId).map(() => 'crew_double_booked'),
    ...job.equipment.flatMap((category) => machineLacking(plan, job, category, day, meeting)),
  ];
}

function datesBroken({ earliest, latest, window }: StandingJob, { start, end }: Visit): string[] {
  const [day, from, to] = [start.slice(0, 10), start.slice(11), end.slice(11)];
  return [
    ...(earliest !== null && day < earliest ? ['before_earliest'] : []),
    ...(latest !== null && day > latest ? ['after_latest'] : []),
    ...(window !== null && (from < window.start || to > window.end) ? ['outside_window'] : []),
  ];
}

function hoursBroken(crew: PlannedCrew | undefined, { start, end }: Visit): string[] {
  const hours = crew?.workingHours ?? HOURS;
  if (start.startsWith('2026-06-20')) return ['outside_working_days'];
  return start.slice(11) < hours.start || end.slice(11) > hours.end ? ['outside_working_hours'] : [];
}

function peopleLacking(crew: PlannedCrew, there: readonly PlannedPerson[], { crewSize }: StandingJob): string[] {
  const inactive = crew.isActive ? [] : ['crew_inactive'];
  if (there.length === 0) return [...inactive, 'crew_empty'];
  return crewSize !== null && there.length < crewSize ? [...inactive, 'crew_too_small'] : inactive;
}

function skillsLacking(there: readonly PlannedPerson[], { skills }: StandingJob, day: string): string[] {
  if (there.length === 0) return [];
  const proofsOf = ({ certificates }: PlannedPerson, skill: string) =>
    certificates.filter(({ name }) => name === skill);
  return skills.flatMap((skill) => {
    const claiming = there.filter((each) => each.skills.includes(skill) || proofsOf(each, skill).length > 0);
    const isValid = (person: PlannedPerson) => {
      const proofs = proofsOf(person, skill);
      return proofs.length === 0 || proofs.some(({ expiresOn }) => expiresOn === null || expiresOn >= day);
    };
    if (claiming.some(isValid)) return [];
    return [claiming.length > 0 ? 'certificate_expired' : 'skill_missing'];
  });
}

/** Each other job that a crew is busy with at the time of a visit. */
function othersThen(jobs: readonly StandingJob[], job: StandingJob, visit: Visit): StandingJob[] {
  const busy = jobs.filter(({ id, crewId, status }) => {
    return id !== job.id && crewId !== null && (status === 'scheduled' || status === 'in_progress');
  });
  return busy.flatMap((other) =>
    other.visits.filter(({ start, end }) => start < visit.end && visit.start < end).map(() => other),
  );
}

function machineLacking(
  plan: PlannedDays,
  job: StandingJob,
  category: string,
  day: string,
  meeting: readonly StandingJob[],
): string[] {
  const machines = plan.machines.filter((machine) => machine.category === category);
  const isReady = ({ status, nextMaintenance }: PlannedMachine) =>
    (status === 'available' || status === 'in_use') &&
    (nextMaintenance === null || (nextMaintenance > plan.today && nextMaintenance !== day));
  const isOf = ({ id, assignedTo }: PlannedMachine, crewId: string | null) =>
    assignedTo === crewId || plan.crews.some((each) => each.id === crewId && each.equipmentIds.includes(id));
  const readyOf = (crewId: string | null) => machines.filter((each) => isReady(each) && isOf(each, crewId));
  const rivals = meeting.filter((other) => other.crewId !== job.crewId && other.equipment.includes(category));
  const isTaken = ({ id }: PlannedMachine) =>
    rivals.some(({ crewId }) => readyOf(crewId).length === 1 && readyOf(crewId)[0]?.id === id);

  const own = machines.filter((machine) => isOf(machine, job.crewId));
  if (own.some((machine) => isReady(machine) && !isTaken(machine))) return [];
  const usual = plan.crews.flatMap(({ equipmentIds }) => equipmentIds);
  const free = machines.filter((each) => each.assignedTo === null && !usual.includes(each.id) && isReady(each));
  const needing = rivals.filter(({ crewId }) => readyOf(crewId).length === 0);
  if (free.length > needing.length) return [];
  const [first] = own;
  if (first) return [isReady(first) ? 'equipment_reserved' : 'equipment_maintenance'];
  return [free.length > 0 ? 'equipment_reserved' : 'equipment_missing'];
}

test('The marks are those of a slow check of all rules over all visits', () => {
  fc.assert(
    fc.property(anySchedule, (schedule) => {
      const range = { from: '2026-06-01', to: '2026-06-30' };
      const fast = problemsOf(indexPlan(schedule), schedule.jobs, range, NOW).map(({ job, visit, open }) => {
        const kinds = open.map(({ kind }) => kind).filter((kind) => kind !== 'time_off');
        return `${job.id} ${visit.start}: ${kinds.sort().join(', ')}`;
      });
      expect(fast.sort()).toEqual(bruteForce(schedule));
    }),
  );
});

test('Each kind of conflict has what would mend it; that somebody is off is mended by what mends the lack', () => {
  const without = Object.keys(CONFLICT_LABELS).filter((kind) => mendsOf([{ kind }]).length === 0);
  expect(without).toEqual(['time_off', 'day_locked']);
  expect(mendsOf([{ kind: 'outside_working_days' }, { kind: 'outside_working_hours' }])).toHaveLength(1);
});

test('The crews that are named could take the job: with them nothing stands against it, with any other something does', () => {
  fc.assert(
    fc.property(anySchedule, (schedule) => {
      const jobs = schedule.jobs.filter(({ status }) => status === 'scheduled');
      for (const job of jobs) {
        const wholly = schedule.crews.filter(({ id }) => {
          const moved = schedule.jobs.map((each) => (each.id === job.id ? { ...each, crewId: id } : each));
          const given = { ...job, crewId: id };
          return job.visits.every((visit) => brokenRules({ ...schedule, jobs: moved }, given, visit).length === 0);
        });
        const others = wholly.filter(({ id, isActive }) => isActive && id !== job.crewId).map(({ name }) => name);
        expect(crewsForAll(indexPlan(schedule), job)).toEqual(others);
      }
    }),
    { numRuns: 50 },
  );
});
