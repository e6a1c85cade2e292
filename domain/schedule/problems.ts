import { type Conflict, type PlanIndex, visitConflicts } from './conflicts.ts';
import { dayOfMoment, minutesOf, type PlannedJob, type PlannedVisit } from './parts.ts';
import type { ConflictKind } from './terms.ts';

// What stands on the schedule and cannot go as planned: docs/design/planning.md#what-stands.

/** A conflict as it is recorded with the job that was planned despite it. */
export type AcceptedConflict = Pick<Conflict, 'day' | 'jobId' | 'personId' | 'machineId'> & { kind: string };

/** A job on the schedule. */
export interface StandingJob extends PlannedJob {
  /** The conflicts that somebody accepted, with a reason, when its visits were planned. */
  accepted: readonly AcceptedConflict[];
}

/** A visit that cannot go as planned, or only because somebody accepted that. */
export interface Problem {
  job: StandingJob;
  visit: PlannedVisit;
  /** What nobody accepted; empty if all of it was. */
  open: readonly Conflict[];
  /** What somebody accepted when the visit was planned. */
  accepted: readonly Conflict[];
}

const LACKS: readonly ConflictKind[] = ['crew_empty', 'crew_too_small', 'skill_missing', 'certificate_expired'];

/**
 * The visits of some days that cannot go as planned, earliest first. Left out is what is over or under way, and what
 * waits: of a job that is done, cancelled or on hold.
 * @param jobs those of the plan that are visited on these days
 * @param within the first and the last day, `YYYY-MM-DD`
 * @param now by the company's wall clock, `2026-06-15T08:00`
 */
export function problemsOf(
  plan: PlanIndex,
  jobs: readonly StandingJob[],
  within: { from: string; to: string },
  now: string,
): Problem[] {
  const found = jobs.flatMap((job) =>
    job.visits.flatMap((visit) => {
      const day = dayOfMoment(visit.start);
      const isShown = day >= within.from && day <= within.to && isToCome(job, visit, now);
      return isShown ? problemOf(plan, job, visit) : [];
    }),
  );
  return found.sort((a, b) => (a.visit.start < b.visit.start ? -1 : 1));
}

function problemOf(plan: PlanIndex, job: StandingJob, visit: PlannedVisit): Problem[] {
  const found = visitConflicts(plan, job, visit);
  // That somebody is off is a problem where they are needed, and then says why.
  const lacks = found.some(({ kind }) => LACKS.includes(kind));
  const broken = found.filter(({ kind }) => kind !== 'time_off');
  if (broken.length === 0) return [];
  const open = notAccepted(broken, job.accepted);
  const why = found.filter(({ kind }) => kind === 'time_off' && lacks);
  const accepted = broken.filter((conflict) => !open.includes(conflict));
  const isOpen = open.some(({ kind }) => LACKS.includes(kind));
  return [{ job, visit, open: isOpen ? [...why, ...open] : open, accepted: isOpen ? accepted : [...why, ...accepted] }];
}

function isToCome({ status }: PlannedJob, { start, end }: PlannedVisit, now: string): boolean {
  const at = minutesOf(now);
  if (status === 'in_progress') return minutesOf(start) > at;
  return status === 'scheduled' && minutesOf(end) > at;
}

/** If there is more of a kind than was accepted, something else broke: all of that kind counts again. */
function notAccepted(found: readonly Conflict[], accepted: readonly AcceptedConflict[]): Conflict[] {
  if (accepted.length === 0) return [...found];
  const counts = Map.groupBy(accepted, keyOf);
  const now = Map.groupBy(found, keyOf);
  return found.filter((conflict) => {
    const key = keyOf(conflict);
    return (now.get(key)?.length ?? 0) > (counts.get(key)?.length ?? 0);
  });
}

function keyOf({ kind, day, jobId, personId, machineId }: AcceptedConflict): string {
  return [kind, day, jobId, personId, machineId].join(' ');
}
