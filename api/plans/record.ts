import { BATCH_KINDS, type BatchKind } from '../../domain/batch/terms.ts';
import { PLANNED_ANYWAY, type PlannedAnyway } from '../../domain/job/terms.ts';
import { plan } from '../../domain/plan/plan.ts';
import { STALE_REASONS, type StaleReason } from '../../domain/plan/terms.ts';
import { crews } from '../../projections/crews.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import { type PlanDocument, plans } from '../../projections/plans.ts';
import type { CollectionName, Document } from '../../store/read-models.ts';
import { shownName } from '../customers/record.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { userNames } from '../kit/user-names.ts';
import type { PlanRecord } from './schema.ts';

/** A plan as a row in a list. */
export function presentRow(plan: PlanDocument) {
  const { kind, from, to, mode, status, isKept, staleReason, askedBy, batchId, appliedAt, totals } = plan;
  return {
    ...shownOf({}, plan),
    kind,
    from,
    to,
    mode,
    status,
    isKept,
    askedBy,
    batchId,
    appliedAt,
    totals,
    staleReason: staleReason === null ? null : (STALE_REASONS[staleReason as StaleReason] ?? staleReason),
  };
}

function presentPlan(plan: PlanDocument) {
  const { zone, weights, seed, iterations, position, travelSource, travelNote, runId, staleBy } = plan;
  return {
    ...presentRow(plan),
    zone,
    weights,
    seed,
    iterations,
    position,
    travelSource,
    travelNote,
    runId,
    staleBy,
    assumed: [...plan.assumed],
    routes: [...plan.routes],
    unassigned: [...plan.unassigned],
    moves: [...plan.moves],
    accepted: [...plan.accepted],
  };
}

/** Adds the name of whoever asked for each. */
export async function withAskers<Row extends { askedBy: string }>(
  context: ApiContext,
  rows: readonly Row[],
): Promise<(Row & { askedByName: string | null })[]> {
  const actors = rows.map(({ askedBy }) => askedBy);
  const names = context.readModels.peek() === null ? new Map<string, string>() : await userNames(context, actors);
  return rows.map((row) => ({ ...row, askedByName: names.get(row.askedBy) ?? null }));
}

/** Adds the current names of its jobs and crews, because a plan itself holds only ids. */
async function withNames(context: ApiContext, shown: readonly ReturnType<typeof presentPlan>[]): Promise<PlanRecord[]> {
  const itsJobs = await named(context, jobs.collection, shown.flatMap(jobIdsOf));
  const itsCrews = await named(context, crews.collection, shown.flatMap(crewIdsOf));
  const job = (jobId: string) => jobNames(itsJobs.get(jobId));
  const crewName = (crewId: string | null) => itsCrews.get(crewId ?? '')?.name ?? null;
  return (await withAskers(context, shown)).map((plan) => ({
    ...plan,
    routes: plan.routes.map((route) => ({
      ...route,
      crewName: crewName(route.crewId),
      stops: route.stops.map((stop) => ({ ...stop, ...job(stop.jobId) })),
    })),
    unassigned: plan.unassigned.map(({ relaxation, ...left }) => ({
      ...left,
      ...job(left.jobId),
      relaxation: relaxation && { ...relaxation, crewName: crewName(relaxation.crewId) },
    })),
    moves: plan.moves.map(({ from, to, ...move }) => ({
      ...move,
      ...job(move.jobId),
      from: { ...from, crewName: crewName(from.crewId) },
      to: to && { ...to, crewName: crewName(to.crewId) },
    })),
    accepted: plan.accepted.map((each) => ({ ...each, ...job(each.jobId), reason: reasonText(each.reason) })),
  }));
}

type Shown = ReturnType<typeof presentPlan>;

function reasonText(reason: string): string {
  return PLANNED_ANYWAY[reason as PlannedAnyway] ?? reason;
}

function jobIdsOf({ routes, unassigned, moves, accepted }: Shown): string[] {
  const all = [...routes.flatMap(({ stops }) => stops), ...unassigned, ...moves, ...accepted];
  return all.map(({ jobId }) => jobId);
}

function crewIdsOf({ routes, unassigned, moves }: Shown): string[] {
  return [
    ...routes.map(({ crewId }) => crewId),
    ...unassigned.flatMap(({ relaxation }) => relaxation?.crewId ?? []),
    ...moves.flatMap(({ from, to }) => [from.crewId ?? [], to?.crewId ?? []].flat()),
  ];
}

/** Empty while the read models are being built; a reply then contains no names. */
async function named<Doc extends Document>(
  { readModels }: ApiContext,
  collection: CollectionName<Doc>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Doc>> {
  const found = await readModels.peek()?.get(collection, [...new Set(ids)]);
  return found ?? new Map();
}

function jobNames(job: JobDocument | undefined) {
  if (!job) return { jobNumber: null, customerName: null, address: null, serviceType: null, priority: null };
  const { jobNumber, address, serviceType, priority, customerFirstName, customerLastName } = job;
  const customerName = shownName({ firstName: customerFirstName, lastName: customerLastName });
  return { jobNumber, customerName, address, serviceType, priority };
}

/** Its title: `Schedule of 2026-06-15`. */
function titleOf({ kind, from, to }: PlanDocument): string {
  const label = BATCH_KINDS[kind as BatchKind]?.label ?? kind;
  return from === to ? `${label} of ${from}` : `${label} of ${from} to ${to}`;
}

export const planKind = recordKind({
  decider: plan,
  projection: plans,
  area: 'jobs',
  title: titleOf,
  present: presentPlan,
  join: withNames,
});
