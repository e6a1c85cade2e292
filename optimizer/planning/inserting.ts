import type { JobOverride } from '../../domain/job/events.ts';
import type { PlannedAnyway } from '../../domain/job/terms.ts';
import type { AcceptedConflicts, PlanHead, PlannedMove } from '../../domain/plan/events.ts';
import type { PlannedVisit } from '../../domain/schedule/parts.ts';
import type { Proposal } from '../../platform/plans/plans.ts';
import type { InsertionAnswer } from '../answers/insertions.schema.ts';
import { evaluate } from '../solver/evaluate.ts';
import { type CrewDay, MODE_WEIGHTS, type Visit } from '../solver/problem.ts';
import { type Choice, FITTING_MODE, type Fitting } from './fitting.ts';
import { conflictsAt, displacedOf, indexOf, partsOf, SAME } from './fitting-answer.ts';
import type { Inputs, OpenJob } from './inputs.ts';
import { momentAt } from './problem.ts';
import { routeOf } from './run.ts';

/** What it takes, besides the place, to put a job there. */
export interface Taking extends Pick<PlanHead, 'position' | 'askedBy' | 'runId'> {
  /** The company's wall-clock time. */
  now: string;
  /** The needs of the place, as the user was told them. */
  needs: InsertionAnswer['needs'];
  /** Why they may be overridden; null if there are none. */
  reason: PlannedAnyway | null;
}

/** A plan that puts a job in a place: everything but the job and what moves for it stays as it is. */
export function emergencyPlan(inputs: Inputs, fitting: Fitting, choice: Choice, taking: Taking): Proposal {
  const { planning, plan, job } = fitting;
  const { crewId } = planning.problem.crewDays[choice.crewDay] as CrewDay;
  const { resources, range } = inputs;
  const days = new Set(choice.visits.map(({ crewDay }) => crewDay));
  const evaluation = evaluate(planning.problem, {
    routes: plan.routes
      .filter(({ crewDay }) => days.has(crewDay))
      .map(({ crewDay, visits }) => ({ crewDay, visits: visitsWith(choice, job, crewDay, visits) })),
  });
  const moves = movesOf(fitting, choice, crewId);
  const placed = new Set([planning.jobs[job]?.document.id, ...moves.map(({ jobId }) => jobId)]);
  const routes = evaluation.routes
    .filter(({ crewDay }) => days.has(crewDay))
    .map((route) => routeOf(planning, route))
    .map(({ stops, ...route }) => ({
      ...route,
      stops: stops.map((stop) => ({ ...stop, isFixed: !placed.has(stop.jobId) })),
    }));
  const sum = (of: (route: (typeof routes)[number]) => number) => routes.reduce((total, route) => total + of(route), 0);
  return {
    head: {
      kind: 'emergency',
      ...range,
      zone: resources.company.zone,
      mode: FITTING_MODE,
      weights: { ...MODE_WEIGHTS[FITTING_MODE] },
      seed: 0,
      iterations: null,
      position: taking.position,
      askedBy: taking.askedBy,
      runId: taking.runId,
      travelSource: planning.travel.source,
      travelNote: planning.travel.note,
      crewIds: [crewId],
      memberIds: resources.crews.find(({ id }) => id === crewId)?.memberIds ?? [],
      equipmentIds: resources.machines.map(({ id }) => id),
      assumed: [],
      isKept: false,
    },
    routes,
    moves,
    unassigned: [],
    accepted: acceptedOf(inputs, fitting, choice, { ...taking, crewId, moves }),
    totals: {
      jobs: routes.flatMap(({ stops }) => stops).filter(({ isFixed }) => !isFixed).length,
      crews: 1,
      unassigned: 0,
      workMinutes: sum(({ workMinutes }) => workMinutes),
      travelMinutes: sum(({ travelMinutes }) => travelMinutes),
      miles: sum(({ miles }) => miles),
      hard: taking.needs.length,
      medium: 0,
      soft: evaluation.score.soft,
    },
  };
}

/** The visits of a crew's day with the job among them. */
function visitsWith(choice: Choice, job: number, crewDay: number, visits: readonly Visit[]): Visit[] {
  const begins = new Map(choice.moves.map(({ job: other, to }) => [other, to]));
  const off = new Set(displacedOf(choice));
  const others = visits
    .filter((visit) => !off.has(visit.job))
    .map((visit) => ({ ...visit, start: begins.get(visit.job) ?? visit.start }));
  const own = choice.visits.filter((visit) => visit.crewDay === crewDay);
  return [...others, ...own.map(({ start, minutes }) => ({ job, start, minutes }))].sort((a, b) => a.start - b.start);
}

/** All scheduled jobs that go elsewhere, including the job itself if it had a place. */
function movesOf({ planning, job }: Fitting, choice: Choice, crewId: string): PlannedMove[] {
  const { jobs, problem, days } = planning;
  const moved = (index: number, to: PlannedVisit[] | null): PlannedMove => {
    const { document, visits } = jobs[index] as OpenJob;
    return {
      jobId: document.id,
      revision: document.revision,
      isPromised: document.promisedStart !== null,
      from: { crewId: document.crewId, visits: [...visits] },
      to: to && { crewId, visits: to },
    };
  };
  const day = days[problem.crewDays[choice.crewDay]?.day ?? 0] ?? '';
  const own = partsOf(planning, choice).map(({ start, end }) => ({ start, end }));
  return [
    ...((jobs[job] as OpenJob).visits.length > 0 ? [moved(job, own)] : []),
    ...choice.moves.map(({ job: other, to }) => {
      const end = momentAt(day, to + (problem.jobs[other]?.minutes ?? 0));
      return moved(other, [{ start: momentAt(day, to), end }]);
    }),
    ...displacedOf(choice).map((other) => moved(other, null)),
  ];
}

type RecordedConflict = JobOverride['conflicts'][number];

/** The conflicts of the places, in the board's words; recorded only if a rule is overridden. */
function acceptedOf(
  inputs: Inputs,
  { planning, job }: Fitting,
  choice: Choice,
  { now, needs, reason, crewId, moves }: Taking & { crewId: string; moves: readonly PlannedMove[] },
): AcceptedConflicts[] {
  if (needs.length === 0 || reason === null) return [];
  const wanted = planning.jobs[job] as OpenJob;
  const places = new Map(moves.map(({ jobId, to }) => [jobId, to?.visits ?? []]));
  const visited = inputs.visited
    .filter(({ document }) => document.id !== wanted.document.id)
    .map((each) => ({ ...each, visits: places.get(each.document.id) ?? each.visits }));
  const index = indexOf({ ...inputs, visited }, now);
  const parts = partsOf(planning, choice);
  // For a job that only begins later, conflicts with its crew existed before; only its hours can be new.
  const later = choice.moves.map(({ job: other }): AcceptedConflicts => {
    const moved = planning.jobs[other] as OpenJob;
    const found = conflictsAt(index, moved, crewId, places.get(moved.document.id) ?? []);
    const conflicts = found.filter(({ kind }) => kind === 'outside_working_hours').map(recorded);
    return { jobId: moved.document.id, conflicts, reason };
  });
  const own = conflictsAt(index, wanted, crewId, parts).map(recorded);
  const said = new Set([...own, ...later.flatMap(({ conflicts }) => conflicts)].map(({ kind }) => kind));
  // Needs the board has no words for, such as the drive back after hours.
  const unsaid = needs.filter((need) => !SAME[need.kind].some((kind) => said.has(kind)));
  const day = parts[0]?.date ?? '';
  const others = unsaid.map(({ kind }): RecordedConflict => {
    return { kind: SAME[kind][0], day, jobId: null, personId: null, machineId: null };
  });
  const all = [{ jobId: wanted.document.id, conflicts: [...own, ...others], reason }, ...later];
  return all.filter(({ conflicts }) => conflicts.length > 0);
}

function recorded({ kind, day, jobId, personId, machineId }: RecordedConflict): RecordedConflict {
  return { kind, day, jobId, personId, machineId };
}
