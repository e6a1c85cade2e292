import { evaluate } from './evaluate.ts';
import { windowsOn } from './model.ts';
import type { CrewDay, Job, Problem, Visit } from './problem.ts';
import type { Solution } from './worker.ts';

/** Visits begin at times that a person would say: at multiples of this many minutes. */
export const STEP = 5;

/**
 * The same routes, with visits that begin at multiples of five minutes, up to four minutes later than they could. A
 * visit begins as soon as it can if rounding would make it miss its promise or window; a day without room for rounding
 * stays as it was. The evaluator prices the result again.
 */
export function atWholeStarts<Found extends Solution>(problem: Problem, found: Found): Found {
  const routes = found.plan.routes.map(({ crewDay, visits }) => ({
    crewDay,
    visits: laterVisits(problem, crewDay, visits) ?? visits,
  }));
  const evaluation = evaluate(problem, { routes });
  return evaluation.score.hard > 0 ? found : { ...found, plan: { routes }, evaluation };
}

interface Stop {
  location: number;
  start: number;
  minutes: number;
  /** Null for a fixed visit. */
  visit: Visit | null;
}

/** Null if the day has no room, or a job continues past its end. */
function laterVisits(problem: Problem, crewDay: number, visits: readonly Visit[]): Visit[] | null {
  const { jobs, fixed, travel } = problem;
  const on = problem.crewDays[crewDay] as CrewDay;
  if (visits.some(({ job, minutes }) => minutes !== jobs[job]?.minutes)) return null;
  const way = (from: number, to: number) => travel.minutes[from * travel.size + to] ?? 0;
  const later: Visit[] = [];
  let free = on.shiftStart;
  let place = on.start;
  for (const { visit, location, start, minutes } of stopsOf(crewDay, visits, { jobs, fixed })) {
    const arrival = free + way(place, location);
    // A fixed visit does not move: visits before it must not be rounded into it. Without any, the overlap is not new.
    if (visit === null && later.length > 0 && start < arrival) return null;
    const begin = visit === null ? start : wholeStart(jobs[visit.job] as Job, on.day, Math.max(start, arrival));
    if (begin === null) return null;
    if (visit !== null) later.push({ ...visit, start: begin });
    free = Math.max(free, begin + minutes);
    place = location;
  }
  return free + way(place, on.end) > on.shiftEnd + on.overtime ? null : later;
}

function stopsOf(crewDay: number, visits: readonly Visit[], { jobs, fixed }: Pick<Problem, 'jobs' | 'fixed'>): Stop[] {
  const planned = visits.map((visit) => ({ ...visit, location: jobs[visit.job]?.location ?? 0, visit }));
  const pinned = fixed.filter((each) => each.crewDay === crewDay).map((each) => ({ ...each, visit: null }));
  return [...planned, ...pinned].sort((a, b) => a.start - b.start || a.start + a.minutes - (b.start + b.minutes));
}

/** @returns null if it would be outside the customer's times */
function wholeStart(job: Job, day: number, earliest: number): number | null {
  const windows = windowsOn(job, day);
  const window = windows.find(({ start, end }) => earliest >= start && earliest <= end);
  if (!window) return null;
  const promised = job.promise?.day === day && earliest <= job.promise.end ? job.promise.end : window.end;
  return wholeWithin(earliest, Math.min(window.end, promised));
}

/** The first multiple of `step` from a minute on; that minute itself if the multiple is after `latest`. */
export function wholeWithin(earliest: number, latest: number, step = STEP): number {
  const whole = Math.ceil(earliest / step) * step;
  return whole <= latest ? whole : earliest;
}
