import { addDays } from '../../domain/kit/times.ts';
import { indexPlan, type PlannedDays } from '../../domain/schedule/conflicts.ts';
import { problemsOf, type StandingJob } from '../../domain/schedule/problems.ts';
import { median, report, round } from './support/report.ts';

// npm run bench:problems: what it costs to check all visits of a month against the schedule, beside writing the same
// month as JSON, which the answer of the board takes anyhow. 20 crews have 2,000 visits in four weeks; more weeks are to
// cost as much more as they have visits, since each visit is compared with those of its day alone.

const RUNS = 21;
/** A Monday. */
const FIRST = '2026-06-01';
const HOURS = { start: '07:00', end: '17:00' };
const A_DAY = 5;
const CATEGORIES = ['Chippers', 'Bucket trucks', 'Stump grinders', 'Cranes'];
const SKILLS = ['Climbing', 'Line clearance', 'Crane operator'];

/** Weeks of five days on which each crew has five visits; the same ones for the same numbers. */
function schedule(crewCount: number, weeks: number): PlannedDays & { jobs: StandingJob[] } {
  const crews = Array.from({ length: crewCount }, (_, n) => ({
    id: `crew-${n}`,
    name: `Crew ${n}`,
    isActive: true,
    workingHours: HOURS,
    memberIds: [0, 1, 2].map((k) => `person-${n * 3 + k}`),
    equipmentIds: CATEGORIES.slice(0, 2).map((category) => `${category} ${n}`),
  }));
  const people = Array.from({ length: crewCount * 3 }, (_, n) => ({
    id: `person-${n}`,
    name: `Person ${n}`,
    skills: SKILLS,
    certificates: n % 4 === 0 ? [{ name: 'Crane operator', expiresOn: addDays(FIRST, n) }] : [],
  }));
  const machines = CATEGORIES.flatMap((category) =>
    Array.from({ length: crewCount }, (_, n) => ({
      id: `${category} ${n}`,
      name: `${category} ${n}`,
      category,
      status: n % 9 === 0 ? 'maintenance' : 'available',
      nextMaintenance: null,
      assignedTo: null,
    })),
  );
  const timeOff = people
    .filter((_, n) => n % 5 === 0)
    .map(({ id }, n) => {
      const from = addDays(FIRST, (n * 3) % (7 * weeks));
      return { personId: id, from, to: addDays(from, 3), half: null };
    });
  const jobs = Array.from({ length: crewCount * weeks * 5 * A_DAY }, (_, n): StandingJob => {
    const [place, workday] = [n % A_DAY, Math.floor(n / A_DAY / crewCount)];
    const day = addDays(FIRST, Math.floor(workday / 5) * 7 + (workday % 5));
    const at = (time: number) => `${day}T${String(time).padStart(2, '0')}:00-04:00`;
    const hour = 7 + 2 * place;
    return {
      id: `job-${n}`,
      number: `J-${n}`,
      customer: `Customer ${n}`,
      status: 'scheduled',
      crewId: `crew-${Math.floor(n / A_DAY) % crewCount}`,
      hours: 2,
      crewSize: 2 + (n % 2),
      skills: n % 3 === 0 ? [SKILLS[n % 7] ?? 'Climbing'] : [],
      equipment: n % 2 === 0 ? [CATEGORIES[n % 5] ?? 'Chippers'] : [],
      earliest: null,
      latest: null,
      window: n % 6 === 0 ? { start: '07:00', end: '16:00' } : null,
      visits: [{ start: at(hour), end: at(hour + 2) }],
      accepted: [],
    };
  });
  const company = { workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], workingHours: HOURS };
  return { company, crews, people, machines, timeOff, locks: [], jobs, today: FIRST };
}

const SIZES = [
  [20, 1],
  [20, 4],
  [20, 16],
  [80, 4],
] as const;

const rows = SIZES.map(([crews, weeks]) => {
  const plan = schedule(crews, weeks);
  const within = { from: FIRST, to: addDays(FIRST, 7 * weeks - 1) };
  let problems = 0;
  const check = () => {
    problems = problemsOf(indexPlan(plan), plan.jobs, within, `${FIRST}T00:00`).length;
  };
  const [checked, written] = inTurns(check, () => JSON.stringify(plan));
  const visits = plan.jobs.length;
  return {
    crews,
    weeks,
    visits,
    problems,
    'checked, ms': round(checked, 2),
    'µs a visit': round((checked * 1_000) / visits, 1),
    'written as JSON, ms': round(written, 2),
    ratio: round(checked / written, 1),
  };
});
report('problems', rows, { runs: RUNS });

/** The medians of two, run in turns so that what else the machine does meets both, ms. */
function inTurns(one: () => unknown, other: () => unknown): [number, number] {
  const times: [number[], number[]] = [[], []];
  for (let run = -5; run < RUNS; run++)
    for (const [index, call] of [one, other].entries()) {
      const startedAt = performance.now();
      call();
      if (run >= 0) times[index]?.push(performance.now() - startedAt);
    }
  return [median(times[0]), median(times[1])];
}
