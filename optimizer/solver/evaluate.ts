import type { BarName, CrewDay, FixedVisit, Job, Plan, Problem, Score, Visit, Weights } from './problem.ts';
import { Bar, LEAST_PART, unassignedPoints } from './problem.ts';

// Tells whether a plan keeps the rules and what it costs, from the problem alone. It shares no code with the search on
// purpose: it checks every plan before the plan is returned.

export type TermKind = keyof Omit<Weights, 'unassigned' | 'revenue' | 'promisedOut' | 'promisedDay'> | 'unfinished';

/** A part of the cost: a number of minutes, days or cases, and the points they come to. */
export interface Term {
  kind: TermKind;
  amount: number;
  points: number;
}

export interface Stop {
  jobId: string;
  /** Index in `Problem.jobs`; null for a fixed visit. */
  job: number | null;
  /** Minutes on the road to it. */
  travel: number;
  arrive: number;
  start: number;
  finish: number;
  terms: Term[];
}

export interface EvaluatedRoute {
  crewDay: number;
  stops: Stop[];
  /** Minutes on the road, including the drive back. */
  travel: number;
  /** When the crew is back. */
  back: number;
  /** Minutes of work on site. */
  work: number;
  /** The drive back and overtime, which belong to no single stop. */
  terms: Term[];
}

export interface Evaluation {
  /** The broken rules in words; a sound plan has none. */
  violations: string[];
  score: Score;
  routes: EvaluatedRoute[];
  /** Per crew: its share of work. */
  balance: { crewId: string; work: number; available: number; term: Term }[];
  /** The jobs left out, by index, with their points. */
  unassigned: { job: number; points: number }[];
}

/** Checks a plan and prices it. */
export function evaluate(problem: Problem, plan: Plan): Evaluation {
  const violations: string[] = [];
  const byCrewDay = Map.groupBy(plan.routes, ({ crewDay }) => crewDay);
  for (const [crewDay, { length }] of byCrewDay) if (length > 1) violations.push(`Crew-day ${crewDay} has two routes.`);
  const routes = problem.crewDays.flatMap((_, crewDay) => {
    const visits = byCrewDay.get(crewDay)?.[0]?.visits ?? [];
    const fixed = problem.fixed.filter((each) => each.crewDay === crewDay);
    return visits.length + fixed.length > 0 ? [evaluateRoute(problem, crewDay, visits, fixed, violations)] : [];
  });
  const unassigned = checkJobs(problem, plan, routes, violations);
  const balance = balanceOf(problem, routes);
  const terms = [...routes.flatMap(({ terms, stops }) => [...terms, ...stops.flatMap((stop) => stop.terms)])];
  const soft = [...terms, ...balance.map(({ term }) => term)].reduce((sum, { points }) => sum + points, 0);
  const medium = unassigned.reduce((sum, { points }) => sum + points, 0);
  return { violations, score: { hard: violations.length, medium, soft }, routes, balance, unassigned };
}

/** A stop before it is timed. */
interface Planned {
  jobId: string;
  job: number | null;
  location: number;
  start: number;
  minutes: number;
}

function evaluateRoute(
  problem: Problem,
  crewDay: number,
  visits: readonly Visit[],
  fixed: readonly FixedVisit[],
  violations: string[],
): EvaluatedRoute {
  const at = problem.crewDays[crewDay] as CrewDay;
  const way = (from: number, to: number) => problem.travel.minutes[from * problem.travel.size + to] ?? 0;
  const planned: Planned[] = [
    ...visits.map((visit) => plannedVisit(problem, visit)),
    ...fixed.map((each) => ({ ...each, job: null })),
  ];
  planned.sort((a, b) => a.start - b.start || a.start + a.minutes - (b.start + b.minutes));
  let free = at.shiftStart;
  let place = at.start;
  let wasFixed = false;
  const stops = planned.map(({ jobId, job, location, start, minutes }): Stop => {
    const travel = way(place, location);
    const arrive = free + travel;
    const bothFixed = job === null && (wasFixed || place === at.start);
    if (start < arrive && !bothFixed) {
      violations.push(`${jobId} begins at ${clock(start)}, and ${at.id} is there at ${clock(arrive)}.`);
    }
    free = Math.max(free, start + minutes);
    place = location;
    wasFixed = job === null;
    const terms = [{ kind: 'travel' as const, amount: travel, points: problem.weights.travel * travel }];
    return { jobId, job, travel, arrive: Math.min(arrive, start), start, finish: start + minutes, terms };
  });
  const home = way(place, at.end);
  const back = free + home;
  if (back > at.shiftEnd + at.overtime && !wasFixed) {
    violations.push(`${at.id} is back at ${clock(back)}, and has to be at ${clock(at.shiftEnd + at.overtime)}.`);
  }
  const load = visits.reduce((sum, { job }) => sum + (problem.jobs[job]?.load ?? 0), 0);
  if (load > (at.capacity ?? Number.POSITIVE_INFINITY)) violations.push(`${at.id} takes ${at.capacity}, not ${load}.`);
  const over = Math.max(0, back - at.shiftEnd);
  return {
    crewDay,
    stops,
    travel: stops.reduce((sum, { travel }) => sum + travel, home),
    back,
    work: planned.reduce((sum, { minutes }) => sum + minutes, 0),
    terms: [
      { kind: 'travel', amount: home, points: problem.weights.travel * home },
      ...(over > 0 ? [{ kind: 'overtime' as const, amount: over, points: problem.weights.overtime * over }] : []),
    ],
  };
}

function plannedVisit({ jobs }: Problem, { job, start, minutes }: Visit): Planned {
  const { id, location } = jobs[job] as Job;
  return { jobId: id, job, location, start, minutes };
}

/** Checks each job with its visits, adds its cost to its first stop, and returns the jobs without a visit. */
function checkJobs(problem: Problem, plan: Plan, routes: readonly EvaluatedRoute[], violations: string[]) {
  const visited = new Map<number, { crewDay: number; visit: Visit }[]>();
  for (const { crewDay, visits } of plan.routes) {
    for (const visit of visits) visited.set(visit.job, [...(visited.get(visit.job) ?? []), { crewDay, visit }]);
  }
  return problem.jobs.flatMap((job, index) => {
    const found = visited.get(index) ?? [];
    const [first] = found;
    if (!first) return [{ job: index, points: unassignedPoints(job, problem.weights) }];
    for (const { crewDay } of found) violations.push(...barViolations(problem, job, crewDay));
    for (const { crewDay, visit } of found) violations.push(...beginViolations(problem, job, crewDay, visit.start));
    const remaining = job.minutes - found.reduce((sum, { visit }) => sum + visit.minutes, 0);
    if (found.length > 1 || remaining !== 0) violations.push(...splitViolations(problem, job, found, remaining));
    const stop = routes.find(({ crewDay }) => crewDay === first.crewDay)?.stops.find((each) => each.job === index);
    stop?.terms.push(...jobTerms(problem, job, first.crewDay, first.visit.start, remaining));
    return [];
  });
}

function barViolations({ crewDays }: Problem, job: Job, crewDay: number): string[] {
  const bars = job.bars[crewDay] ?? 0;
  const names = (Object.keys(Bar) as BarName[]).filter((name) => bars & Bar[name]);
  return names.map((name) => `${job.id} may not be done by ${crewDays[crewDay]?.id}: ${name}.`);
}

function beginViolations({ crewDays }: Problem, job: Job, crewDay: number, start: number): string[] {
  const day = crewDays[crewDay]?.day;
  const windows = job.windows.filter((window) => window.day === day);
  const broken: string[] = [];
  if (windows.length > 0 && !windows.some((window) => start >= window.start && start <= window.end)) {
    broken.push(`${job.id} begins at ${clock(start)}, outside the customer's times.`);
  }
  if (job.promise?.day === day && start < (job.promise?.start ?? 0)) {
    broken.push(`${job.id} begins at ${clock(start)}, before it was promised.`);
  }
  return broken;
}

/**
 * Only a long job may be split: over the next days of one crew on which it may work on it and has nothing fixed, each part
 * from when the crew can begin to the end of its day.
 */
function splitViolations(
  { crewDays, travel, fixed }: Problem,
  job: Job,
  found: readonly { crewDay: number; visit: Visit }[],
  remaining: number,
): string[] {
  const first = found[0]?.crewDay ?? 0;
  const crewId = crewDays[first]?.crewId;
  const days = [...crewDays.keys()].filter((at) => crewDays[at]?.crewId === crewId && at >= first);
  const later = job.isWhole ? 0 : (job.later?.[first] ?? remaining);
  const broken = [
    ...(job.isLong ? [] : [`${job.id} is split, and is not longer than a day.`]),
    ...(remaining < 0 ? [`${job.id} has ${-remaining} minutes too many.`] : []),
    ...(remaining > later ? [`${job.id} is begun, and cannot be finished.`] : []),
  ];
  let left = job.minutes;
  let part = 0;
  for (const crewDay of days) {
    const on = crewDays[crewDay] as CrewDay;
    const can = partOn(job, on, travel);
    const isTaken = fixed.some((each) => each.crewDay === crewDay);
    const visit = found[part]?.crewDay === crewDay ? found[part]?.visit : undefined;
    if (visit) {
      broken.push(...partViolations(job, visit, { ...can, left, isTaken }));
      part++;
      left -= visit.minutes;
    } else if (
      left > 0 &&
      job.bars[crewDay] === 0 &&
      !isTaken &&
      can.closes - can.begin >= Math.min(LEAST_PART, left)
    ) {
      broken.push(`${job.id} does not go on in ${on.id}.`);
    }
  }
  return part < found.length ? [...broken, `${job.id} does not go on with the same crew.`] : broken;
}

function partViolations(
  job: Job,
  { start, minutes }: Visit,
  { begin, closes, left, isTaken }: { begin: number; closes: number; left: number; isTaken: boolean },
): string[] {
  const ends = start + minutes;
  const rules: [boolean, string][] = [
    [isTaken, 'has a part beside a fixed visit'],
    [start !== begin, 'does not go on when its crew can begin'],
    [left > minutes && ends !== closes, 'stops before the day ends'],
    [ends > (job.hours?.end ?? ends), "goes on after the customer's hours"],
    [minutes < Math.min(LEAST_PART, left), 'has a part that is too short'],
  ];
  return rules.flatMap(([isBroken, words]) => (isBroken ? [`${job.id} ${words}.`] : []));
}

/** When a crew can begin a part of a job on a day without other work, and when it has to stop. */
function partOn(job: Job, on: CrewDay, { minutes, size }: Problem['travel']): { begin: number; closes: number } {
  const { start, end, shiftStart, shiftEnd, day } = on;
  const promised = job.promise?.day === day ? job.promise.start : 0;
  const there = shiftStart + (minutes[start * size + job.location] ?? 0);
  const earliest = Math.max(there, job.hours?.start ?? 0, promised);
  const windows = job.windows.filter((window) => window.day === day);
  const begins = windows.flatMap((window) => (window.end >= earliest ? Math.max(earliest, window.start) : []));
  return {
    begin: windows.length === 0 ? earliest : Math.min(...begins),
    closes: Math.min(shiftEnd - (minutes[job.location * size + end] ?? 0), job.hours?.end ?? shiftEnd),
  };
}

function jobTerms({ crewDays, weights }: Problem, job: Job, crewDay: number, start: number, remaining: number): Term[] {
  const day = crewDays[crewDay]?.day ?? 0;
  const promised = job.promise?.day === day ? job.promise : undefined;
  const dayBegins = Math.min(...crewDays.flatMap((each) => (each.day === day ? [each.shiftStart] : [])));
  const after = Math.max(0, start - (promised?.end ?? dayBegins));
  const amounts: [TermKind, number, number][] = [
    ['late', promised ? after : 0, weights.late],
    ['laterStart', after, weights.laterStart * Math.max(0, job.priority - 1)],
    ['brokenPromise', job.promise && !promised ? 1 : 0, weights.brokenPromise],
    ['moved', job.scheduled === undefined || job.scheduled === crewDay ? 0 : 1, weights.moved],
    ['otherCrew', job.crewId === undefined || job.crewId === crewDays[crewDay]?.crewId ? 0 : 1, weights.otherCrew],
    ['laterDay', day, weights.laterDay * (job.priority + 1) + (job.isPromised ? weights.promisedDay : 0)],
    ['unfinished', remaining, weights.overtime],
  ];
  return amounts.flatMap(([kind, amount, each]) =>
    amount * each > 0 ? [{ kind, amount, points: amount * each }] : [],
  );
}

function balanceOf({ crewDays, weights }: Problem, routes: readonly EvaluatedRoute[]): Evaluation['balance'] {
  return [...Map.groupBy(crewDays.keys(), (crewDay) => crewDays[crewDay]?.crewId ?? '')].map(([crewId, days]) => {
    const available = days.reduce(
      (sum, day) => sum + (crewDays[day]?.shiftEnd ?? 0) - (crewDays[day]?.shiftStart ?? 0),
      0,
    );
    const work = routes.reduce((sum, route) => sum + (days.includes(route.crewDay) ? route.work : 0), 0);
    const points = available > 0 ? Math.floor((weights.balance * work ** 2) / available) : 0;
    return { crewId, work, available, term: { kind: 'balance', amount: work, points } };
  });
}

/** Minutes since midnight as clock time. */
export function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
