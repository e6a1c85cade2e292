import { type Evaluation, evaluate, type Term } from './evaluate.ts';
import { at, compile, type Span, windowsOn } from './model.ts';
import {
  Bar,
  type BarName,
  type CrewDay,
  type Job,
  type Plan,
  type Problem,
  unassignedPoints,
  type Visit,
} from './problem.ts';
import { STEP, wholeWithin } from './whole-starts.ts';

// Where one job could go in a plan whose other visits keep their order and begin as planned or later: what each place
// costs and moves, and which rules would have to give way. An emergency takes the cheapest; "why not crew B" and "what
// would make it fit" are the same question about other crews.

/** A rule that has to give way, and by how much. */
export type Need =
  /** The crew comes back later than its overtime allows. */
  | { kind: 'overtime'; minutes: number }
  /** Work begins before or after the customer's times. */
  | { kind: 'window'; side: 'earlier' | 'later'; minutes: number }
  /** The job needs more people than the crew has. */
  | { kind: 'members'; missing: number }
  | { kind: 'bar'; bar: Exclude<BarName, 'crewSize'> }
  | { kind: 'capacity'; load: number }
  /** Another job, by its index, has to leave the day. */
  | { kind: 'displace'; job: number };

export interface Insertion {
  crewDay: number;
  /** The visits of the job; several only if it is longer than a day. */
  visits: { crewDay: number; start: number; minutes: number }[];
  /** Soft points compared with the plan without the job. */
  points: number;
  /** What makes up these points. */
  terms: Term[];
  /** Jobs, by index, that begin later because of it: their old and new starts, in minutes since midnight. */
  moves: { job: number; from: number; to: number }[];
  /** What has to give way; empty if the job fits. */
  needs: Need[];
}

/** How hard a need is to meet, as the minutes of overtime one would accept instead. */
const HARD_TO_MEET = { displace: 120, capacity: 240, members: 240, bar: 480 } as const;

/** Nobody stays with a long job into the next day. */
const WHOLE_DAY = { start: 0, end: 24 * 60 };

/** A place for the job in one crew-day, before it is priced. */
interface Candidate {
  visits: Visit[];
  needs: Need[];
  /** Extra minutes on the road, to choose between places in one day. */
  detour: number;
}

/**
 * The best place for a job in each crew-day: first those that need nothing, cheapest first, then by how little has to
 * give way. A job already in the plan is taken out first. Crew-days without any place for the job are left out.
 *
 * @param job index in `Problem.jobs`
 * @param only the crew-days to look at; all by default
 */
export function insertionsOf(
  problem: Problem,
  plan: Plan,
  job: number,
  only?: (crewDay: number) => boolean,
): Insertion[] {
  return placed(problem, plan, job, only, (candidates) => candidates.toSorted(byEffort).slice(0, 1));
}

/**
 * Like {@link insertionsOf}, but with several places per crew-day to choose from: all that need nothing, and of those
 * that need the same kinds of things, the ones that need least.
 */
export function choicesOf(problem: Problem, plan: Plan, job: number, only?: (crewDay: number) => boolean): Insertion[] {
  return placed(problem, plan, job, only, (candidates) =>
    [...Map.groupBy(candidates, ({ needs }) => needs.map(kindOfNeed).join()).values()].flatMap((alike) => {
      const least = Math.min(...alike.map(({ needs }) => severity(needs)));
      return alike.filter(({ needs }) => severity(needs) === least);
    }),
  );
}

function kindOfNeed(need: Need): string {
  return need.kind === 'displace' ? `${need.kind} ${need.job}` : need.kind;
}

function byEffort(a: Candidate, b: Candidate): number {
  return severity(a.needs) - severity(b.needs) || a.detour - b.detour;
}

/** @param choose picks which places in one crew-day to price */
function placed(
  problem: Problem,
  plan: Plan,
  job: number,
  only: (crewDay: number) => boolean = () => true,
  choose: (candidates: readonly Candidate[]) => readonly Candidate[],
): Insertion[] {
  const routes = new Map(
    plan.routes.map(({ crewDay, visits }) => [crewDay, visits.filter((visit) => visit.job !== job)] as const),
  );
  const wanted = [...problem.crewDays.keys()].filter(only);
  const inParts = compile({ ...problem, jobs: [problem.jobs[job] as Job] }).spans.get(0) ?? [];
  const found = [
    ...inParts
      .filter(({ routes: [first] }) => wanted.includes(first ?? -1))
      .flatMap((span) => spanInsertion(problem, routes, job, span)),
    // A long job fits whole only into a day that is made longer.
    ...wanted.flatMap((crewDay) =>
      choose(dayCandidates(problem, routes, job, crewDay)).map(({ visits, needs }) =>
        priced(problem, routes, job, new Map([[crewDay, visits]]), needs),
      ),
    ),
  ];
  return found.toSorted((one, other) => severity(one.needs) - severity(other.needs) || one.points - other.points);
}

/** How much has to give way, as minutes; 0 if nothing has to. */
export function severity(needs: readonly Need[]): number {
  return needs.reduce((sum, need) => {
    if (need.kind === 'overtime' || need.kind === 'window') return sum + need.minutes;
    return sum + HARD_TO_MEET[need.kind] * (need.kind === 'members' ? need.missing : 1);
  }, 0);
}

type RoutesByDay = ReadonlyMap<number, readonly Visit[]>;

/** The places in a crew-day. If none is free of needs, also those that would open up without one of its jobs. */
function dayCandidates(problem: Problem, routes: RoutesByDay, job: number, crewDay: number): Candidate[] {
  const visits = routes.get(crewDay) ?? [];
  const candidates = placesIn(problem, crewDay, visits, job, []);
  const { jobs, weights } = problem;
  const { isLong, hours = WHOLE_DAY } = jobs[job] as Job;
  if (isLong) {
    const isIn = (visit: Visit) => visit.job !== job || visit.start + visit.minutes <= hours.end;
    return candidates.filter((each) => each.visits.every(isIn));
  }
  if (candidates.some(({ needs }) => needs.length === 0)) return candidates;
  const points = unassignedPoints(jobs[job] as Job, weights);
  const lesser = visits.filter((visit) => unassignedPoints(jobs[visit.job] as Job, weights) < points);
  for (const visit of lesser.filter((each) => each.minutes === jobs[each.job]?.minutes)) {
    const rest = visits.filter((each) => each !== visit);
    candidates.push(...placesIn(problem, crewDay, rest, job, [{ kind: 'displace', job: visit.job }]));
  }
  return candidates;
}

/** A job longer than a day needs its days to itself: other jobs on them have to leave. */
function spanInsertion(problem: Problem, routes: RoutesByDay, job: number, span: Span): Insertion[] {
  const displaced = new Set(span.routes.flatMap((route) => (routes.get(route) ?? []).map((visit) => visit.job)));
  const needs = [...displaced].map((other): Need => ({ kind: 'displace', job: other }));
  const days = span.routes.map((route, day) => {
    return [route, [{ job, start: span.begins[day] ?? 0, minutes: span.minutes[day] ?? 0 }]] as const;
  });
  return [priced(problem, routes, job, new Map(days), needs)];
}

/** All places of a job in one crew-day, between any two of its stops. */
function placesIn(
  problem: Problem,
  crewDay: number,
  visits: readonly Visit[],
  job: number,
  given: readonly Need[],
): Candidate[] {
  const stops = stopsOf(problem, crewDay, visits);
  const wanted = problem.jobs[job] as Job;
  const stop = { job, location: wanted.location, start: 0, minutes: wanted.minutes, movable: true };
  const needs = [...given, ...barNeeds(problem, wanted, crewDay, visits)];
  return Array.from({ length: stops.length + 1 }, (_, position) => position).flatMap((position) =>
    [false, true].flatMap((early) => {
      const all = stops.toSpliced(position, 0, stop);
      const at = (step: number) => timed({ problem, crewDay, step }, all, position, early, needs);
      const whole = at(STEP);
      // A day that is full to the minute has no room for round start times.
      return (whole && !whole.needs.some(({ kind }) => kind === 'overtime') ? whole : at(1)) ?? [];
    }),
  );
}

/** A visit or a fixed visit of a crew-day. */
interface Stop {
  job: number;
  location: number;
  start: number;
  minutes: number;
  movable: boolean;
}

function stopsOf({ jobs, fixed }: Problem, crewDay: number, visits: readonly Visit[]): Stop[] {
  const planned = visits.map(({ job, start, minutes }) => {
    const { location, minutes: whole } = jobs[job] as Job;
    return { job, location, start, minutes, movable: minutes === whole };
  });
  const pinned = fixed.filter((each) => each.crewDay === crewDay);
  const stops = [...planned, ...pinned.map((each) => ({ ...each, job: -1, movable: false }))];
  return stops.sort((a, b) => a.start - b.start);
}

/**
 * The times of a crew-day with a new stop, or undefined if one of the others can then no longer keep its own rules.
 * With `early`, the new one begins before its window opens, and that is what has to give way.
 */
function timed(
  { problem, crewDay, step }: { problem: Problem; crewDay: number; step: number },
  stops: readonly Stop[],
  position: number,
  early: boolean,
  given: readonly Need[],
): Candidate | undefined {
  const on = problem.crewDays[crewDay] as CrewDay;
  const needs = [...given];
  const visits: Visit[] = [];
  let free = on.shiftStart;
  let place = on.start;
  for (const [index, stop] of stops.entries()) {
    const arrival = free + way(problem, place, stop.location);
    const kept = { ...stop, afterFixed: isFixed(stops[index - 1]) };
    const begin =
      index === position
        ? newBegin(problem, stop, { day: on.day, arrival, step }, early)
        : keptBegin(problem, kept, { day: on.day, arrival, step });
    if (begin === undefined) return undefined;
    if (begin.need) needs.push(begin.need);
    if (stop.job >= 0) visits.push({ job: stop.job, start: begin.start, minutes: stop.minutes });
    free = Math.max(free, begin.start + stop.minutes);
    place = stop.location;
  }
  const over = free + way(problem, place, on.end) - on.shiftEnd - on.overtime;
  if (over > 0 && !isFixed(stops.at(-1))) needs.push({ kind: 'overtime', minutes: over });
  const added = stops[position] as Stop;
  const before = stops[position - 1]?.location ?? on.start;
  const after = stops[position + 1]?.location ?? on.end;
  const straight = stops.length === 1 ? 0 : way(problem, before, after);
  return {
    visits,
    needs,
    detour: way(problem, before, added.location) + way(problem, added.location, after) - straight,
  };
}

interface When {
  day: number;
  arrival: number;
  /** Work begins at a multiple of these minutes, if the customer's times allow it. */
  step: number;
}

interface Begin {
  start: number;
  need?: Need;
}

/** Whether a stop is a fixed visit; the start of a crew's day counts as one. */
function isFixed(stop: Stop | undefined): boolean {
  return stop === undefined || stop.job < 0;
}

/** A stop planned before begins as it did, or later if its rules allow that. */
function keptBegin(
  { jobs }: Problem,
  stop: Stop & { afterFixed: boolean },
  { day, arrival, step }: When,
): Begin | undefined {
  // Fixed visits overlap only because a person put them there.
  if (arrival <= stop.start || (isFixed(stop) && stop.afterFixed)) return { start: stop.start };
  if (!stop.movable) return undefined;
  const window = windowsOn(jobs[stop.job] as Job, day).find(({ end }) => end >= arrival);
  return window && { start: wholeWithin(Math.max(arrival, window.start), window.end, step) };
}

function newBegin({ jobs }: Problem, stop: Stop, { day, arrival, step }: When, early: boolean): Begin | undefined {
  const windows = windowsOn(jobs[stop.job] as Job, day);
  const window = windows.find(({ end }) => end >= arrival);
  if (window && arrival >= window.start) return early ? undefined : { start: wholeWithin(arrival, window.end, step) };
  if (window && !early) return { start: wholeWithin(window.start, window.end, step) };
  if (window) {
    const start = wholeWithin(arrival, window.start - 1, step);
    return { start, need: { kind: 'window', side: 'earlier', minutes: window.start - start } };
  }
  const last = windows.at(-1);
  if (!last || early) return undefined;
  const start = wholeWithin(arrival, Number.POSITIVE_INFINITY, step);
  return { start, need: { kind: 'window', side: 'later', minutes: start - last.end } };
}

function way({ travel }: Problem, from: number, to: number): number {
  return at(travel.minutes, from * travel.size + to);
}

function barNeeds({ crewDays, jobs }: Problem, job: Job, crewDay: number, visits: readonly Visit[]): Need[] {
  const { members, capacity = Number.POSITIVE_INFINITY } = crewDays[crewDay] as CrewDay;
  const bars = job.bars[crewDay] ?? 0;
  const needs = (Object.keys(Bar) as BarName[]).flatMap((bar): Need[] => {
    if (!(bars & Bar[bar])) return [];
    return bar === 'crewSize'
      ? [{ kind: 'members', missing: Math.max(1, job.crewSize - members) }]
      : [{ kind: 'bar', bar }];
  });
  const load = visits.reduce((sum, visit) => sum + (jobs[visit.job]?.load ?? 0), job.load ?? 0);
  return load > capacity ? [...needs, { kind: 'capacity', load: load - capacity }] : needs;
}

/** Prices the new routes of one crew against its old ones, with the evaluator. */
function priced(problem: Problem, routes: RoutesByDay, job: number, changed: RoutesByDay, needs: Need[]): Insertion {
  const [first = 0] = changed.keys();
  const before = evaluateCrew(problem, routes, first);
  const after = evaluateCrew(problem, new Map([...routes, ...changed]), first);
  const moves = [...changed].flatMap(([crewDay, visits]) =>
    (routes.get(crewDay) ?? []).flatMap(({ job: other, start }) => {
      const to = visits.find((visit) => visit.job === other)?.start ?? start;
      return to === start ? [] : [{ job: other, from: start, to }];
    }),
  );
  const visits = [...changed].flatMap(([crewDay, all]) =>
    all.flatMap(({ job: other, start, minutes }) => (other === job ? [{ crewDay, start, minutes }] : [])),
  );
  const points = after.score.soft - before.score.soft;
  return { crewDay: first, visits, points, terms: difference(termsOf(after), termsOf(before)), moves, needs };
}

/** Evaluates only the days of one crew, so that the time to price a place does not grow with the company. */
function evaluateCrew({ crewDays, jobs, ...rest }: Problem, routes: RoutesByDay, crewDay: number): Evaluation {
  const days = [...crewDays.keys()].filter((each) => crewDays[each]?.crewId === crewDays[crewDay]?.crewId);
  const planned = days.map((day) => routes.get(day) ?? []);
  const present = [...new Set(planned.flat().map(({ job }) => job))];
  const small: Problem = {
    ...rest,
    crewDays: days.map((day) => crewDays[day] as CrewDay),
    jobs: present.map((index) => ofDays(jobs[index] as Job, days)),
    fixed: rest.fixed.flatMap((each) =>
      days.includes(each.crewDay) ? [{ ...each, crewDay: days.indexOf(each.crewDay) }] : [],
    ),
  };
  return evaluate(small, {
    routes: planned.map((visits, day) => ({
      crewDay: day,
      visits: visits.map((visit) => ({ ...visit, job: present.indexOf(visit.job) })),
    })),
  });
}

/** A job reduced to the crew-days with these indexes. */
function ofDays({ bars, scheduled, ...job }: Job, days: readonly number[]): Job {
  return {
    ...job,
    bars: Uint16Array.from(days, (day) => bars[day] ?? 0),
    ...(scheduled !== undefined && { scheduled: days.indexOf(scheduled) }),
  };
}

function termsOf({ routes, balance }: Evaluation): Term[] {
  return [
    ...routes.flatMap(({ terms, stops }) => [...terms, ...stops.flatMap((stop) => stop.terms)]),
    ...balance.map(({ term }) => term),
  ];
}

/** The change of each kind of term. */
function difference(after: readonly Term[], before: readonly Term[]): Term[] {
  const sums = new Map<Term['kind'], Term>();
  for (const [terms, sign] of [
    [after, 1],
    [before, -1],
  ] as const) {
    for (const { kind, amount, points } of terms) {
      const sum = sums.get(kind) ?? { kind, amount: 0, points: 0 };
      sums.set(kind, { kind, amount: sum.amount + sign * amount, points: sum.points + sign * points });
    }
  }
  return [...sums.values()].filter(({ points }) => points !== 0);
}
