import type { PlanRoute, PlanStop } from '../../domain/plan/events.ts';
import { minutesOf } from '../../domain/schedule/parts.ts';
import type { CrewSchedule, OptimizeAnswer } from '../service/schedule.schema.ts';
import type { CrewDay } from '../solver/problem.ts';
import { type Inputs, MOST_JOBS, type OpenJob } from './inputs.ts';
import { minutesOfJob, momentAt, UNKNOWN_DRIVE } from './problem.ts';
import type { Found } from './run.ts';
import { assumedTexts, type Names, reasonsOf, relaxationText, ruleText } from './words.ts';

/** The answer where there is nothing to plan. */
export function nothingToPlan(message: string): OptimizeAnswer {
  return {
    ...{ success: false, total_jobs_scheduled: 0, total_crews: 0, schedules: [], plan_id: null, is_cancelled: false },
    summary: { avg_efficiency: 0, total_travel_minutes: 0, message },
    ...{ fixed: [], unassigned: [], without_coordinates: [], assumed: [] },
    travel: { source: 'distance', note: null },
  };
}

/**
 * What a run found, as the console shows it.
 * @param planId null where no job found a place, and so nothing was kept
 */
export function answerOf(inputs: Inputs, found: Found, planId: string | null): OptimizeAnswer {
  const { proposal, planning, solved } = found;
  const naming = namesOf(inputs);
  const planned = proposal.routes.filter(({ stops }) => stops.some(({ isFixed }) => !isFixed));
  const schedules = planId === null ? [] : planned.map((route) => scheduleOf(found, route, planId, naming));
  const { jobs, crews } = proposal.totals;
  const isCancelled = solved.stopped === 'cancelled';
  return {
    success: planId !== null,
    ...{ total_jobs_scheduled: jobs, total_crews: crews, schedules, plan_id: planId, is_cancelled: isCancelled },
    summary: {
      avg_efficiency: tenths(average(schedules.map(({ metrics }) => metrics.efficiency_score))),
      total_travel_minutes: schedules.reduce((sum, { metrics }) => sum + metrics.total_travel_minutes, 0),
      message: messageOf(found, planId !== null),
    },
    fixed: proposal.routes.flatMap((route) =>
      route.stops.filter(({ isFixed }) => isFixed).map((stop) => fixedOf(found, route, stop, naming)),
    ),
    unassigned: proposal.unassigned.map(({ jobId, rule, relaxation }) => {
      const { priority } = naming.of(jobId).document;
      const texts = { reason: ruleText(rule), relaxation: relaxationText(relaxation, naming.names) };
      return { ...naming.shown(jobId), priority, ...texts };
    }),
    without_coordinates: [...planning.jobs, ...planning.fixed.map(({ job }) => job)]
      .filter(({ place }) => place === null)
      .map(({ document: { id, address } }) => ({ ...naming.shown(id), address })),
    assumed: [...assumedTexts(proposal.head.assumed, naming.names), ...notes(inputs, found)],
    travel: { ...planning.travel },
  };
}

interface Naming {
  names: Names;
  of(jobId: string): OpenJob;
  shown(jobId: string): { job_id: string; job_number: string | null; customer_name: string | null };
}

function namesOf({ resources, unscheduled, visited }: Inputs): Naming {
  const crews = new Map(resources.crews.map(({ id, name }) => [id, name]));
  const jobs = new Map([...unscheduled, ...visited].map((job) => [job.document.id, job]));
  const of = (jobId: string) => jobs.get(jobId) as OpenJob;
  return {
    of,
    names: { crew: (id) => crews.get(id ?? '') ?? 'a crew', job: (id) => of(id).document.jobNumber ?? 'a job' },
    shown(jobId) {
      const { jobNumber, title, customerFirstName, customerLastName } = of(jobId).document;
      // As everywhere a job without a customer is called by its title.
      const name = [customerFirstName, customerLastName].filter(Boolean).join(' ') || title;
      return { job_id: jobId, job_number: jobNumber, customer_name: name };
    },
  };
}

/** What a plan's route says of a schedule beyond names: what apply compares. */
export function metricsOf({ stops, workMinutes, travelMinutes, miles, availableMinutes }: PlanRoute) {
  const assigned = stops.filter(({ isFixed }) => !isFixed);
  const away = workMinutes + travelMinutes;
  return {
    total_jobs: assigned.length,
    total_work_hours: hundredths(assigned.reduce((sum, stop) => sum + hoursOf(stop), 0)),
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

function scheduleOf(
  { planning: { problem, days, bases } }: Found,
  route: PlanRoute,
  planId: string,
  { names, of, shown }: Naming,
): CrewSchedule {
  const index = problem.crewDays.findIndex(({ crewId, day }) => crewId === route.crewId && days[day] === route.day);
  const { shiftStart, shiftEnd } = problem.crewDays[index] as CrewDay;
  const base = bases[index] ?? null;
  const time = (minutes: number) => momentAt(route.day, minutes).slice(11);
  return {
    ...{ crew_id: route.crewId, crew_name: names.crew(route.crewId), plan_id: planId, date: route.day },
    metrics: metricsOf(route),
    start: base && { latitude: base.latitude, longitude: base.longitude },
    shift: { start: time(shiftStart), end: time(shiftEnd) },
    assignments: route.stops
      .filter(({ isFixed }) => !isFixed)
      .map((stop) => {
        const { document, place, visits } = of(stop.jobId);
        const [current] = visits;
        return {
          ...{ sequence: stop.sequence, ...shown(stop.jobId), priority: document.priority },
          ...{ service_type: document.serviceType, duration_hours: hoursOf(stop), estimated_arrival: stop.start },
          ...{ address: document.address, start: stop.start, end: stop.end },
          ...{ travel_minutes: stop.travelMinutes, distance_miles: stop.miles },
          ...{ latitude: place?.latitude ?? null, longitude: place?.longitude ?? null },
          current: current ? { crew_id: document.crewId, start: current.start } : null,
          is_part: minutesOf(stop.end) - minutesOf(stop.start) < minutesOfJob(document.estimatedDuration),
          reasons: reasonsOf(stop.terms),
        };
      }),
  };
}

function fixedOf({ planning }: Found, { crewId, day }: PlanRoute, stop: PlanStop, { of, shown }: Naming) {
  const { place } = of(stop.jobId);
  const reason = planning.fixed.find(({ job }) => job.document.id === stop.jobId)?.reason ?? 'It is pinned.';
  return {
    ...{ ...shown(stop.jobId), crew_id: crewId, date: day, start: stop.start, end: stop.end, reason },
    ...{ latitude: place?.latitude ?? null, longitude: place?.longitude ?? null },
  };
}

function messageOf({ proposal: { totals }, solved }: Found, hasPlaces: boolean): string {
  const left = totals.unassigned === 0 ? '' : ` ${jobs(totals.unassigned)} found no place.`;
  if (!hasPlaces) return `None of the ${jobs(totals.unassigned)} fits. See why for each of them.`;
  const stopped = solved.stopped === 'cancelled' ? ' The run was stopped: this is the best so far.' : '';
  return `${jobs(totals.jobs)} for ${totals.crews} ${totals.crews === 1 ? 'crew' : 'crews'}.${left}${stopped}`;
}

function notes({ isCut }: Inputs, { planning }: Found): string[] {
  const unknown = planning.jobs.filter(({ place }) => place === null).length;
  return [
    ...(unknown > 0
      ? [
          `Nobody knows where ${jobs(unknown)} ${unknown === 1 ? 'is' : 'are'}: ${UNKNOWN_DRIVE} minutes were taken for each drive there.`,
        ]
      : []),
    ...(isCut ? [`Only the ${MOST_JOBS} most urgent unscheduled jobs were considered.`] : []),
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

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
