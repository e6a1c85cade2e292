import { spokenSpan } from '../../domain/kit/span-text.ts';
import type { PlannedMove, PlanRoute, PlanStop } from '../../domain/plan/events.ts';
import { dayOfMoment, minutesOf } from '../../domain/schedule/parts.ts';
import type { Proposal } from '../../platform/plans/plans.ts';
import type { ReplanMove } from '../answers/replan.schema.ts';
import type { Assignment, CrewSchedule, OptimizeAnswer } from '../answers/schedule.schema.ts';
import type { CrewDay } from '../solver/problem.ts';
import { LEAST_DISRUPTION } from './clearing.ts';
import { type Inputs, MOST_JOBS, type OpenJob } from './inputs.ts';
import { DAY_MINUTES, momentAt, UNKNOWN_DRIVE } from './problem.ts';
import type { Found } from './run.ts';
import { assumedTexts, type Names, reasonsOf, relaxationText, whyNotText } from './words.ts';

/** The answer if there is nothing to plan. */
export function nothingToPlan(message: string): OptimizeAnswer {
  return {
    success: false,
    total_jobs_scheduled: 0,
    total_crews: 0,
    schedules: [],
    plan_id: null,
    is_cancelled: false,
    summary: { avg_efficiency: 0, total_travel_minutes: 0, message },
    fixed: [],
    unassigned: [],
    without_coordinates: [],
    assumed: [],
    travel: { source: 'distance', note: null },
  };
}

/** Why a visit stays that nothing holds where it is. */
export const UNMOVED = 'It stays where it is.';

/** What an answer is made from: the proposal, and what it needs besides. */
export interface Told {
  inputs: Inputs;
  proposal: Proposal;
  /** Null if no job found a place, so no plan was stored. */
  planId: string | null;
  isCancelled: boolean;
  /** The shift of a crew on a day, in wall time. */
  shiftOf(route: PlanRoute): { start: string; end: string };
  /** Why a visit stays where it is. */
  whyFixed(jobId: string): string;
}

/** What a run found, prepared for the answer. */
export function toldOf(inputs: Inputs, { proposal, planning, solved }: Found, planId: string | null): Told {
  const { problem, days, fixed } = planning;
  const reasons = new Map(fixed.map(({ job, reason }) => [job.document.id, reason]));
  return {
    inputs,
    proposal,
    planId,
    isCancelled: solved.stopped === 'cancelled',
    shiftOf(route) {
      const own = problem.crewDays.find(({ crewId, day }) => crewId === route.crewId && days[day] === route.day);
      const { shiftStart, shiftEnd } = own as CrewDay;
      const time = (minutes: number) => momentAt(route.day, minutes).slice(11);
      return { start: time(shiftStart), end: time(shiftEnd) };
    },
    whyFixed: (jobId) => reasons.get(jobId) ?? UNMOVED,
  };
}

/** A proposal in the form the console shows. */
export function answerOf(told: Told): OptimizeAnswer {
  const { inputs, proposal, planId, isCancelled } = told;
  const naming = namesOf(inputs);
  const busy = proposal.routes.filter(({ stops }) => stops.length > 0);
  const schedules = planId === null ? [] : busy.map((route) => scheduleOf(told, route, planId, naming));
  const { jobs, crews } = proposal.totals;
  return {
    success: planId !== null,
    total_jobs_scheduled: jobs,
    total_crews: crews,
    schedules,
    plan_id: planId,
    is_cancelled: isCancelled,
    summary: {
      avg_efficiency: tenths(average(schedules.map(({ metrics }) => metrics.efficiency_score))),
      total_travel_minutes: schedules.reduce((sum, { metrics }) => sum + metrics.total_travel_minutes, 0),
      message: messageOf(told),
    },
    fixed: proposal.routes.flatMap((route) =>
      route.stops.filter(({ isFixed }) => isFixed).map((stop) => fixedOf(told, route, stop, naming)),
    ),
    unassigned: proposal.unassigned.map(({ jobId, ...left }) => {
      const texts = { reason: whyNotText(left), relaxation: relaxationText(left.relaxation, naming.names) };
      return { ...naming.shown(jobId), priority: naming.priority(jobId), ...texts };
    }),
    without_coordinates: jobsOf(proposal)
      .filter((jobId) => naming.of(jobId)?.place === null)
      .map((jobId) => ({ ...naming.shown(jobId), address: naming.of(jobId)?.document.address ?? null })),
    assumed: [...assumedTexts(proposal.head.assumed, naming.names), ...notes(told, naming)],
    travel: { source: proposal.head.travelSource, note: proposal.head.travelNote },
  };
}

function jobsOf({ routes, unassigned }: Proposal): string[] {
  return [...new Set([...routes.flatMap(({ stops }) => stops), ...unassigned].map(({ jobId }) => jobId))];
}

/** The display names of a run's jobs and crews. */
export interface Naming {
  names: Names;
  /** Undefined if the job has gone since. */
  of(jobId: string): OpenJob | undefined;
  priority(jobId: string): string;
  shown(jobId: string): { job_id: string; job_number: string | null; customer_name: string | null };
}

export function namesOf({ resources, unscheduled, visited }: Inputs): Naming {
  const crews = new Map(resources.crews.map(({ id, name }) => [id, name]));
  const jobs = new Map([...unscheduled, ...visited].map((job) => [job.document.id, job]));
  return {
    of: (jobId) => jobs.get(jobId),
    priority: (jobId) => jobs.get(jobId)?.document.priority ?? 'normal',
    names: {
      crew: (id) => crews.get(id ?? '') ?? 'a crew',
      job: (id) => jobs.get(id)?.document.jobNumber ?? 'a job',
    },
    shown(jobId) {
      const {
        jobNumber = null,
        title,
        customerFirstName,
        customerLastName,
      } = jobs.get(jobId)?.document ?? ({} as Partial<OpenJob['document']>);
      // As everywhere, a job without a customer goes by its title.
      const name = [customerFirstName, customerLastName].filter(Boolean).join(' ') || title;
      return { job_id: jobId, job_number: jobNumber, customer_name: name ?? null };
    },
  };
}

/** The scheduled jobs that a proposal moves, those first whose customers most need a call. */
export function movesOf({ inputs, proposal }: Told): ReplanMove[] {
  const { names, of, shown } = namesOf(inputs);
  const placeIn = <Crew extends string | null>({
    crewId,
    visits,
  }: {
    crewId: Crew;
    visits: PlannedMove['from']['visits'];
  }) => ({
    crew_id: crewId,
    crew_name: crewId === null ? null : names.crew(crewId),
    start: visits[0]?.start ?? '',
    end: visits.at(-1)?.end ?? '',
  });
  const all = (proposal.moves ?? []).map(({ jobId, from, to, isPromised }): ReplanMove => {
    const { phone = null, email = null } = of(jobId)?.customer ?? {};
    const places = { from: placeIn(from), to: to && placeIn(to) };
    const later =
      places.to &&
      (minutesOf(`${dayOfMoment(places.to.start)}T00:00`) - minutesOf(`${dayOfMoment(places.from.start)}T00:00`)) /
        DAY_MINUTES;
    return { ...shown(jobId), phone, email, ...places, is_promised: isPromised, days_later: later };
  });
  return all.sort(
    (a, b) =>
      Number(b.is_promised) - Number(a.is_promised) ||
      (b.days_later ?? Number.MAX_VALUE) - (a.days_later ?? Number.MAX_VALUE) ||
      (a.from.start < b.from.start ? -1 : 1),
  );
}

/** The figures of a plan's route with all its visits, without names: what apply compares. */
export function metricsOf({ stops, workMinutes, travelMinutes, miles, availableMinutes }: PlanRoute) {
  const away = workMinutes + travelMinutes;
  return {
    total_jobs: new Set(stops.map(({ jobId }) => jobId)).size,
    total_work_hours: hundredths(stops.reduce((sum, stop) => sum + hoursOf(stop), 0)),
    total_travel_minutes: travelMinutes,
    total_distance_miles: miles,
    efficiency_score: tenths(away > 0 ? (100 * workMinutes) / away : 0),
    utilization_percent: tenths(availableMinutes > 0 ? (100 * workMinutes) / availableMinutes : 0),
  };
}

/** How long a visit takes, in hours. */
export function hoursOf({ start, end }: Pick<PlanStop, 'start' | 'end'>): number {
  return hundredths((minutesOf(end) - minutesOf(start)) / 60);
}

function scheduleOf(told: Told, route: PlanRoute, planId: string, naming: Naming): CrewSchedule {
  const base = told.inputs.bases.get(route.crewId)?.place ?? null;
  return {
    crew_id: route.crewId,
    crew_name: naming.names.crew(route.crewId),
    plan_id: planId,
    date: route.day,
    metrics: metricsOf(route),
    start: base && { latitude: base.latitude, longitude: base.longitude },
    shift: told.shiftOf(route),
    assignments: route.stops.filter(({ isFixed }) => !isFixed).map((stop) => assignmentOf(told, stop, naming)),
  };
}

function assignmentOf({ proposal }: Told, stop: PlanStop, { of, priority, shown }: Naming): Assignment {
  const { document, place = null, visits } = of(stop.jobId) ?? {};
  const remaining = remainingMinutes(proposal, stop.jobId);
  const current = visits?.[0];
  const parts = proposal.routes.flatMap(({ stops }) => stops.filter(({ jobId }) => jobId === stop.jobId));
  return {
    sequence: stop.sequence,
    ...shown(stop.jobId),
    priority: priority(stop.jobId),
    service_type: document?.serviceType ?? null,
    duration_hours: hoursOf(stop),
    estimated_arrival: stop.start,
    address: document?.address ?? null,
    start: stop.start,
    end: stop.end,
    travel_minutes: stop.travelMinutes,
    distance_miles: stop.miles,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    current: current ? { crew_id: document?.crewId ?? null, start: current.start } : null,
    is_part: parts.length > 1 || remaining > 0,
    remaining_hours: exactHours(remaining),
    reasons: reasonsOf(stop.terms),
  };
}

/** The minutes of a job that a plan leaves for days after its own, as they are kept with its first part. */
function remainingMinutes({ routes }: Proposal, jobId: string): number {
  const terms = routes.flatMap(({ stops }) => stops.flatMap((stop) => (stop.jobId === jobId ? stop.terms : [])));
  return terms.find(({ term }) => term === 'unfinished')?.amount ?? 0;
}

function fixedOf({ whyFixed }: Told, { crewId, day }: PlanRoute, stop: PlanStop, { of, shown }: Naming) {
  const place = of(stop.jobId)?.place ?? null;
  return {
    ...shown(stop.jobId),
    crew_id: crewId,
    date: day,
    sequence: stop.sequence,
    travel_minutes: stop.travelMinutes,
    start: stop.start,
    end: stop.end,
    reason: whyFixed(stop.jobId),
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
  };
}

function messageOf({ proposal, planId, isCancelled }: Told): string {
  const { head, totals, moves = [] } = proposal;
  const left = totals.unassigned === 0 ? '' : ` ${jobs(totals.unassigned)} did not fit.`;
  if (planId === null) {
    return `Nothing would change: ${jobs(totals.unassigned)} ${totals.unassigned === 1 ? 'does' : 'do'} not fit. See why.`;
  }
  const stopped = isCancelled ? ' The run was stopped: this is the best so far.' : '';
  if (moves.length > 0) return `${movedText(moves)}${stopped}`;
  if (head.mode === LEAST_DISRUPTION) return `Nothing has to move.${stopped}`;
  const crews = `${totals.crews} ${totals.crews === 1 ? 'crew' : 'crews'}`;
  return `${jobs(totals.jobs)} for ${crews}.${begunText(proposal)}${left}${stopped}`;
}

/** What is left of the jobs that are only begun. */
function begunText(proposal: Proposal): string {
  const ids = [...new Set(proposal.routes.flatMap(({ stops }) => stops.map(({ jobId }) => jobId)))];
  const left = ids.map((id) => remainingMinutes(proposal, id)).filter((minutes) => minutes > 0);
  if (left.length === 0) return '';
  const minutes = left.reduce((sum, each) => sum + each, 0);
  return ` ${jobs(left.length)} ${left.length === 1 ? 'is' : 'are'} only begun: ${spokenSpan(minutes)} of work are left for later days.`;
}

function movedText(moves: readonly PlannedMove[]): string {
  const off = moves.filter(({ to }) => to === null).length;
  const moved = moves.length - off;
  const places = moved === 0 ? '' : `${jobs(moved)} ${moved === 1 ? 'moves' : 'move'} to another place.`;
  const without =
    off === 0
      ? ''
      : `${jobs(off)} ${off === 1 ? 'fits' : 'fit'} nowhere, and ${off === 1 ? 'goes' : 'go'} back to the unscheduled jobs.`;
  return [places, without].filter(Boolean).join(' ');
}

function notes({ inputs, proposal }: Told, { of }: Naming): string[] {
  const planned = proposal.routes.flatMap(({ stops }) => stops.filter(({ isFixed }) => !isFixed));
  const ids = new Set([...planned, ...proposal.unassigned].map(({ jobId }) => jobId));
  const unknown = [...ids].filter((jobId) => of(jobId)?.place === null).length;
  return [
    ...(unknown > 0
      ? [
          `Nobody knows where ${jobs(unknown)} ${unknown === 1 ? 'is' : 'are'}: ${UNKNOWN_DRIVE} minutes were assumed for each drive there.`,
        ]
      : []),
    ...(inputs.isCut ? [`Only the ${MOST_JOBS} most urgent unscheduled jobs were considered.`] : []),
  ];
}

function jobs(count: number): string {
  return `${count} ${count === 1 ? 'job' : 'jobs'}`;
}

function average(all: readonly number[]): number {
  return all.length === 0 ? 0 : all.reduce((sum, each) => sum + each, 0) / all.length;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Hours that tell the minutes. */
function exactHours(minutes: number): number {
  return Math.round((minutes / 60) * 10_000) / 10_000;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
