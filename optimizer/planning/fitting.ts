import { dayOfMoment, minutesOf } from '../../domain/schedule/parts.ts';
import { evaluate } from '../solver/evaluate.ts';
import { choicesOf, type Insertion, severity } from '../solver/insertions.ts';
import {
  type CrewDay,
  type Job,
  MODE_WEIGHTS,
  type Plan,
  type Problem,
  unassignedPoints,
  type Visit,
} from '../solver/problem.ts';
import type { TravelTimes } from '../travel/travel-times.ts';
import type { Inputs, OpenJob } from './inputs.ts';
import { momentAt, type Planning, problemOf } from './problem.ts';

// Fits one job into the schedule. A crew's visits on a day keep their order, and begin as planned or later.

/** Whoever fits a job in wants it done soon. */
export const FITTING_MODE = 'urgent_first';
const WEIGHTS = MODE_WEIGHTS[FITTING_MODE];
/** Delaying a job's start costs as much as ten minutes on the road: somebody has to call the customer. */
const BEGINS_LATER = 10 * WEIGHTS.travel;

/** The schedule as a plan of the solver, and the job to find a place in it. */
export interface Fitting {
  /** Visits that are where a person wants them are fixed in it. */
  planning: Planning;
  plan: Plan;
  /** Index in `Problem.jobs`. */
  job: number;
  /** Minutes of driving it costs its crew now; null if it has no visit on these days, or several visits. */
  travelNow: number | null;
}

/** A place for the job, with its total cost in points: less is better. */
export interface Choice extends Insertion {
  cost: number;
}

/**
 * @param inputs of the days; the job to fit in is the only one in `unscheduled`, whatever its status
 * @param now the company's wall-clock time when the crews will know: visits that begin before it stay
 */
export async function fittingOf(inputs: Inputs, now: string, travelTimes: TravelTimes): Promise<Fitting> {
  const [wanted] = inputs.unscheduled.map(asScheduled) as [OpenJob];
  const { id } = wanted.document;
  const visited = inputs.visited.filter(({ document }) => document.id !== id).map(asScheduled);
  const asked = { mode: FITTING_MODE, now, kept: new Set<string>(), clearing: null, wanted: id } as const;
  const found = await problemOf({ ...inputs, unscheduled: [wanted], visited }, asked, travelTimes);
  const crewDays = found.problem.crewDays.map((each) => sinceNow(each, found.days, now));
  const planning = { ...found, problem: { ...found.problem, crewDays } };
  const job = planning.jobs.findIndex(({ document }) => document.id === id);
  return { ...scheduledPlan(planning, job), job, travelNow: travelNow(planning, job) };
}

/** A scheduled job takes as long as its visits, whatever was estimated. */
function asScheduled(job: OpenJob): OpenJob {
  if (job.visits.length === 0) return job;
  const minutes = job.visits.reduce((sum, { start, end }) => sum + minutesOf(end) - minutesOf(start), 0);
  return { ...job, document: { ...job.document, estimatedDuration: minutes / 60 } };
}

/** Today begins now, even if the shift is over: anything fitted in then is overtime. */
function sinceNow(crewDay: CrewDay, days: readonly string[], now: string): CrewDay {
  const today = dayOfMoment(now);
  if (days[crewDay.day] !== today) return crewDay;
  return { ...crewDay, shiftStart: Math.max(crewDay.shiftStart, minutesAfter(today, now)) };
}

// ── What is scheduled ────────────────────────────────────────────────────────────────────────────────────────────

/** A visit of a crew on a day. */
interface Stop extends Visit {
  crewDay: number;
  location: number;
  /** The solver treats it as fixed; its `job` is -1. */
  isFixed: boolean;
}

/**
 * The visits as scheduled. Those that already break a rule were put there by a person, so they are fixed from here on,
 * as are those that should have begun.
 */
function scheduledPlan(planning: Planning, wanted: number): Pick<Fitting, 'planning' | 'plan'> {
  const { problem, jobs } = planning;
  const stops = [...problem.crewDays.keys()].map((crewDay) => stopsOf(planning, crewDay, wanted));
  const held = stops.flatMap((day) => heldOf(planning, day));
  const stays = new Set(held);
  return {
    planning: {
      ...planning,
      fixed: [...planning.fixed, ...held.map(({ job }) => ({ job: jobs[job] as OpenJob, reason: HELD }))],
      problem: {
        ...problem,
        fixed: [
          ...problem.fixed,
          ...held.map(({ job, crewDay, location, start, minutes }) => {
            return { jobId: problem.jobs[job]?.id ?? '', crewDay, location, start, minutes };
          }),
        ],
      },
    },
    plan: {
      routes: stops.map((day, crewDay) => ({
        crewDay,
        visits: day
          .filter((stop) => !stop.isFixed && !stays.has(stop))
          .map(({ job, start, minutes }) => ({ job, start, minutes })),
      })),
    },
  };
}

const HELD = 'It was put there despite a rule, or should have started.';

function stopsOf({ problem, jobs, days }: Planning, crewDay: number, wanted: number): Stop[] {
  const { crewId, day } = problem.crewDays[crewDay] as CrewDay;
  const date = days[day] ?? '';
  const movable = jobs.flatMap(({ document, visits: [visit] }, job): Stop[] => {
    if (job === wanted || !visit || document.crewId !== crewId || dayOfMoment(visit.start) !== date) return [];
    const { location = 0, minutes = 0 } = problem.jobs[job] ?? {};
    return [{ job, crewDay, location, start: minutesAfter(date, visit.start), minutes, isFixed: false }];
  });
  const fixed = problem.fixed.filter((each) => each.crewDay === crewDay);
  const all = [...movable, ...fixed.map((each): Stop => ({ ...each, job: -1, isFixed: true }))];
  return all.sort((a, b) => a.start - b.start || a.minutes - b.minutes);
}

/** The visits of a day that are fixed from here on. */
function heldOf({ problem, jobs }: Planning, stops: readonly Stop[]): Stop[] {
  const held = new Set(stops.filter(({ job }) => (jobs[job]?.document.conflicts ?? []).length > 0));
  const on = problem.crewDays[stops[0]?.crewDay ?? 0] as CrewDay;
  let [free, place] = [on.shiftStart, on.start];
  for (const [index, stop] of stops.entries()) {
    // The crew cannot be there in time: a person put both visits there like this.
    if (stop.start < free + way(problem, place, stop.location)) {
      for (const each of stops.slice(Math.max(0, index - 1), index + 1)) held.add(each);
    }
    free = Math.max(free, stop.start + stop.minutes);
    place = stop.location;
  }
  const last = stops.at(-1);
  if (last && free + way(problem, place, on.end) > on.shiftEnd + on.overtime) held.add(last);
  return [...held].filter(({ isFixed }) => !isFixed);
}

function way({ travel }: Problem, from: number, to: number): number {
  return travel.minutes[from * travel.size + to] ?? 0;
}

function travelNow({ problem, jobs, days }: Planning, job: number): number | null {
  const { document, visits } = jobs[job] as OpenJob;
  const [visit, ...others] = visits;
  const crewDay = problem.crewDays.findIndex(
    ({ crewId, day }) => crewId === document.crewId && days[day] === (visit && dayOfMoment(visit.start)),
  );
  if (!visit || others.length > 0 || crewDay < 0) return null;
  const there = stopsOf({ problem, jobs, days } as Planning, crewDay, job).filter(({ isFixed }) => !isFixed);
  const own = {
    job,
    start: minutesAfter(dayOfMoment(visit.start), visit.start),
    minutes: problem.jobs[job]?.minutes ?? 0,
  };
  const driven = (all: readonly Visit[]) =>
    evaluate(problem, { routes: [{ crewDay, visits: all.toSorted((a, b) => a.start - b.start) }] }).routes.reduce(
      (sum, route) => sum + (route.crewDay === crewDay ? route.travel : 0),
      0,
    );
  return driven([...there, own]) - driven(there);
}

// ── Places ───────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Places for the job: first those that need nothing, then those that need least, each group by cost. The place it has
 * now is left out.
 */
export function placesOf({ planning, plan, job }: Fitting, only: (crewDay: CrewDay, day: string) => boolean): Choice[] {
  const { problem, days } = planning;
  const choices = choicesOf(problem, plan, job, (index) => {
    const crewDay = problem.crewDays[index] as CrewDay;
    return only(crewDay, days[crewDay.day] ?? '');
  });
  const sorted = choices
    .filter((each) => !isWhereItIs(planning, job, each))
    .map((each) => ({ ...each, cost: costOf(planning, each) }))
    .sort((a, b) => severity(a.needs) - severity(b.needs) || a.cost - b.cost);
  const seen = new Set<string>();
  return sorted.filter(({ crewDay, visits: [first] }) => {
    const key = `${crewDay} ${first?.start}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The best place of each crew on each day; if these are fewer than `least`, the next best as well. */
export function bestOf(places: readonly Choice[], least: number): Choice[] {
  const ofDays = new Map<number, Choice>();
  for (const each of places) if (!ofDays.has(each.crewDay)) ofDays.set(each.crewDay, each);
  const best = new Set(ofDays.values());
  const others = places.filter((each) => !best.has(each)).slice(0, Math.max(0, least - best.size));
  const chosen = new Set([...best, ...others]);
  return places.filter((each) => chosen.has(each));
}

function costOf({ jobs, problem }: Planning, { points, moves, needs }: Insertion): number {
  const displaced = needs.flatMap((need) => (need.kind === 'displace' ? need.job : []));
  const left = displaced.map((job) => {
    const isPromised = jobs[job]?.document.promisedStart != null;
    return (
      WEIGHTS.moved * unassignedPoints(problem.jobs[job] as Job, WEIGHTS) + (isPromised ? WEIGHTS.brokenPromise : 0)
    );
  });
  return points + moves.length * BEGINS_LATER + left.reduce((sum, each) => sum + each, 0);
}

function isWhereItIs({ problem, days, jobs }: Planning, job: number, { crewDay, visits }: Insertion): boolean {
  const { document, visits: now } = jobs[job] as OpenJob;
  const on = problem.crewDays[crewDay] as CrewDay;
  const [first] = visits;
  return (
    on.crewId === document.crewId &&
    visits.length === now.length &&
    momentAt(days[on.day] ?? '', first?.start ?? 0) === now[0]?.start
  );
}

/** Minutes by the wall clock since midnight of a day. */
function minutesAfter(day: string, moment: string): number {
  return minutesOf(moment) - minutesOf(`${day}T00:00`);
}
