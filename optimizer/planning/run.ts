import { isDeepStrictEqual } from 'node:util';
import { knownHours } from '../../domain/job/terms.ts';
import type { PlanHead, PlanRoute, PlanStop, UnassignedJob } from '../../domain/plan/events.ts';
import { dayOfMoment } from '../../domain/schedule/parts.ts';
import type { Proposal } from '../../platform/plans/plans.ts';
import type { EvaluatedRoute, Stop } from '../solver/evaluate.ts';
import { iterationsFor, type Solved, type SolveOptions, solve } from '../solver/pool.ts';
import type { CrewDay } from '../solver/problem.ts';
import { atWholeStarts } from '../solver/whole-starts.ts';
import { openTravel } from '../travel/open-travel.ts';
import { atTheirHours } from './at-their-hours.ts';
import { atTheirTimes } from './at-their-times.ts';
import { type Clearing, ERASED, isCleared, movesBy, whyStays } from './clearing.ts';
import type { Inputs, OpenJob } from './inputs.ts';
import { type Asked, crewSizeOf, JOB_DEFAULTS, momentAt, type Planning, problemOf, weightsOf } from './problem.ts';
import { whyNot } from './why-not.ts';

export interface RunRequest extends Pick<PlanHead, 'askedBy' | 'runId' | 'position' | 'seed' | 'isKept'> {
  mode: Asked['mode'];
  /** The time to clear; null to plan jobs without a day. */
  clearing: Clearing | null;
  /** The company's wall-clock time. */
  now: string;
  /** The URL of a road engine; null to estimate drives by distance. */
  travelUrl: string | null;
}

export interface Found {
  planning: Planning;
  solved: Solved;
  proposal: Proposal;
}

/** Bounds the rounds; each one keeps at least one more job where it is. */
const MOST_ROUNDS = 5;

/** Plans the days from the given inputs and writes nothing. It blocks the thread, except during the searches. */
export async function planDays(
  inputs: Inputs,
  request: RunRequest,
  told: Pick<SolveOptions, 'signal' | 'onProgress'>,
): Promise<Found> {
  const { mode, clearing, now, seed } = request;
  const travel = openTravel(request.travelUrl, inputs.settings.travel);
  const kept = new Set<string>();
  for (let round = 1; ; round++) {
    const planning = await problemOf(inputs, { mode, clearing, now, kept }, travel);
    const iterations = iterationsFor(planning.problem);
    const whole = atWholeStarts(planning.problem, await solve(planning.problem, { seed, iterations, ...told }));
    const solved = clearing ? atTheirHours(planning, whole) : atTheirTimes(planning, whole);
    // A scheduled job never loses its place without getting another: it stays, and the rest is planned around it.
    const out = clearing ? [] : solved.evaluation.unassigned;
    const displaced = out.flatMap(({ job }) => planning.jobs[job] ?? []).filter(isScheduled);
    if (displaced.length === 0 || round === MOST_ROUNDS) {
      const unassigned = whyNot(inputs, planning, solved, { clearing, now });
      return { planning, solved, proposal: proposalOf(inputs, request, planning, solved, { unassigned, iterations }) };
    }
    const all = round === MOST_ROUNDS - 1 ? inputs.visited : displaced;
    for (const { document } of all) kept.add(document.id);
  }
}

function isScheduled({ document }: OpenJob): boolean {
  return document.status === 'scheduled';
}

// ── The proposal ─────────────────────────────────────────────────────────────────────────────────────────────────

function proposalOf(
  inputs: Inputs,
  { mode, clearing, seed, position, askedBy, runId, isKept }: RunRequest,
  planning: Planning,
  { evaluation }: Solved,
  { unassigned, iterations }: { unassigned: UnassignedJob[]; iterations: number },
): Proposal {
  const { resources, range } = inputs;
  const crews = resources.crews.filter(({ isActive }) => isActive);
  // When clearing, routes that nothing moves from or to are left out.
  const isTold = ({ day, crewId, stops }: PlanRoute) =>
    !clearing || isCleared(clearing, { day, crewId }) || stops.some(({ isFixed }) => !isFixed);
  const routes = withUnmovedFixed(
    planning.jobs,
    evaluation.routes.map((route) => routeOf(planning, route)),
  ).filter(isTold);
  const sum = (of: (route: PlanRoute) => number) => routes.reduce((total, route) => total + of(route), 0);
  const planned = routes.filter(({ stops }) => stops.some(({ isFixed }) => !isFixed));
  const jobs = new Set(planned.flatMap(({ stops }) => stops.flatMap((stop) => (stop.isFixed ? [] : stop.jobId))));
  return {
    head: {
      kind: clearing?.kind ?? 'schedule',
      ...range,
      zone: resources.company.zone,
      mode,
      weights: { ...weightsOf(mode) },
      seed,
      iterations,
      position,
      askedBy,
      runId,
      travelSource: planning.travel.source,
      travelNote: planning.travel.note,
      crewIds: crews.map(({ id }) => id),
      memberIds: crews.flatMap(({ memberIds }) => memberIds),
      equipmentIds: resources.machines.map(({ id }) => id),
      assumed: assumedOf(inputs, planning, clearing !== null),
      isKept,
    },
    routes,
    unassigned,
    moves: clearing ? movesBy(planning.jobs, routes) : [],
    outage: clearing?.without?.outage ?? null,
    totals: {
      jobs: jobs.size,
      crews: new Set(planned.map(({ crewId }) => crewId)).size,
      unassigned: unassigned.length,
      workMinutes: sum(({ workMinutes }) => workMinutes),
      travelMinutes: sum(({ travelMinutes }) => travelMinutes),
      miles: rounded(sum(({ miles }) => miles)),
      ...evaluation.score,
    },
  };
}

/** Jobs that might have gone elsewhere and are where they were, are fixed like those that had to stay: nothing changes for them. */
function withUnmovedFixed(jobs: readonly OpenJob[], routes: readonly PlanRoute[]): PlanRoute[] {
  const moves = movesBy(jobs.filter(isScheduled), routes);
  const unmoved = new Set(moves.filter(({ from, to }) => isDeepStrictEqual(from, to)).map(({ jobId }) => jobId));
  return routes.map((route) => ({
    ...route,
    stops: route.stops.map((stop) => (unmoved.has(stop.jobId) ? { ...stop, isFixed: true } : stop)),
  }));
}

/** A route as it is stored with a plan. */
export function routeOf(planning: Planning, route: EvaluatedRoute): PlanRoute {
  const crewDay = planning.problem.crewDays[route.crewDay] as CrewDay;
  const day = planning.days[crewDay.day] ?? '';
  const milesOf = (from: number, to: number) => planning.miles[from * planning.problem.travel.size + to] ?? 0;
  let at = crewDay.start;
  let miles = 0;
  const overtime = route.terms.filter(({ kind }) => kind === 'overtime');
  const stops = route.stops.map((stop, index): PlanStop => {
    const { document, isRest, location } = whereOf(planning, route.crewDay, stop);
    const way = milesOf(at, location);
    miles += way;
    at = location;
    return {
      jobId: stop.jobId,
      revision: document.revision,
      sequence: index + 1,
      isFixed: stop.job === null,
      isRest,
      arrival: momentAt(day, stop.arrive),
      start: momentAt(day, stop.start),
      end: momentAt(day, stop.finish),
      travelMinutes: stop.travel,
      miles: rounded(way),
      // The last stop of the day is what keeps the crew late.
      terms: [...stop.terms, ...(index === route.stops.length - 1 ? overtime : [])].map(({ kind, points, amount }) => ({
        term: kind,
        points,
        amount,
      })),
    };
  });
  return {
    day,
    crewId: crewDay.crewId,
    stops,
    workMinutes: route.work,
    travelMinutes: route.travel,
    miles: rounded(miles + milesOf(at, crewDay.end)),
    availableMinutes: crewDay.shiftEnd - crewDay.shiftStart,
  };
}

function whereOf({ problem, jobs, fixed }: Planning, crewDay: number, { job, jobId }: Stop) {
  if (job !== null) {
    const { document, isRest = false } = jobs[job] as OpenJob;
    return { document, isRest, location: problem.jobs[job]?.location ?? 0 };
  }
  const index = problem.fixed.findIndex((each) => each.jobId === jobId && each.crewDay === crewDay);
  const { job: stays } = fixed[index] as Planning['fixed'][number];
  return { document: stays.document, isRest: false, location: problem.fixed[index]?.location ?? 0 };
}

/** What nobody had entered, and what was assumed for it. */
function assumedOf({ resources, bases }: Inputs, { jobs, shared }: Planning, hasVisits: boolean): PlanHead['assumed'] {
  const ofJobs = jobs.flatMap(({ document }) => {
    const { id, estimatedDuration, minimumCrewSize } = document;
    const size = String(crewSizeOf(document, resources));
    return [
      ...(knownHours(estimatedDuration) === null && !hasVisits
        ? [{ id, field: 'estimatedDuration', value: String(JOB_DEFAULTS.hours) }]
        : []),
      ...(minimumCrewSize === null ? [{ id, field: 'minimumCrewSize', value: size }] : []),
    ];
  });
  const active = resources.crews.filter(({ isActive }) => isActive);
  const ofCrews = active.flatMap(({ id, workingHours }) => {
    const base = bases.get(id);
    return [
      ...(base?.isAssumed ? [{ id, field: 'homeAddress', value: base.place ? 'company' : 'none' }] : []),
      ...(base?.hasCompanyHours
        ? [{ id, field: 'workingHours', value: `${workingHours.start} to ${workingHours.end}` }]
        : []),
    ];
  });
  const ofMachines = shared.map(({ crewId, category }) => ({ id: crewId, field: 'equipmentIds', value: category }));
  return [
    ...ofJobs.map((each) => ({ category: 'job', ...each })),
    ...[...ofCrews, ...ofMachines].map((each) => ({ category: 'crew', ...each })),
  ];
}

function rounded(miles: number): number {
  return Math.round(miles * 10) / 10;
}

// ── Why nothing ──────────────────────────────────────────────────────────────────────────────────────────────────

/** Why there is nothing to plan or nobody to do it, in words for a person; null if a run can start. */
export function whyNothing(inputs: Inputs, now: string): string | null {
  const over = whyOver(inputs, now);
  if (over !== null) return over;
  const { unscheduled, visited } = inputs;
  if (unscheduled.length + visited.filter(lacksCrew).length === 0) return 'No unscheduled jobs found for optimization.';
  return whyNobody(inputs);
}

/** Says that the days are over; null if they are not. @param now the company's wall-clock time */
export function whyOver({ range }: Inputs, now: string): string | null {
  if (range.to >= dayOfMoment(now)) return null;
  return `${range.from === range.to ? 'This day is' : 'These days are'} over. Choose today or later.`;
}

/** Why there is no crew to send; null if there is one. */
export function whyNobody({ resources }: Inputs): string | null {
  if (resources.crews.length === 0) return 'There are no crews yet. Add a crew with its members, then try again.';
  const active = resources.crews.filter(({ isActive }) => isActive);
  if (active.length === 0) return 'No crew is active. Activate one, then try again.';
  if (active.every(({ memberIds }) => memberIds.length === 0))
    return 'No crew has members. Add people to a crew, then try again.';
  return null;
}

function lacksCrew({ document }: OpenJob): boolean {
  const { status, pinned, crewId, erased } = document;
  return status === 'scheduled' && !pinned && !erased && crewId === null;
}

/** Why nothing has to move, or nobody can do it elsewhere, in words for a person; null if a run can start. */
export function whyNothingMoves({ visited, resources }: Inputs, clearing: Clearing, now: string): string | null {
  if (clearing.day < dayOfMoment(now)) return 'This day is over. Choose today or later.';
  if (!resources.crews.some(({ isActive }) => isActive)) {
    return 'No crew is active. Activate one, or move the jobs by hand.';
  }
  const reasons = visited.map((job) => whyStays(clearing, job, now));
  if (reasons.includes(null)) return null;
  return reasons.includes(ERASED)
    ? 'Nothing can be moved: the jobs that have not started then are for customers who were erased. Delete those jobs, or leave them.'
    : 'Nothing has to move: no jobs are waiting to start then.';
}
