import { type Conflict, conflictsOf, indexPlan, type PlannedDays } from './conflicts.ts';
import { type Away, dayOfMoment, isAwayFor, type PlannedCrew, type PlannedJob, type PlannedVisit } from './parts.ts';
import type { ConflictKind } from './terms.ts';

/** A visit of somebody's crew on a day on which they would be away, and what the crew then lacks for it. */
export interface AffectedVisit {
  job: PlannedJob;
  visit: PlannedVisit;
  crew: PlannedCrew;
  /** Whether the crew still has as many people as the job needs. */
  hasPeople: boolean;
  /** Whether somebody there still can do all that the job asks for, with a valid certificate. */
  hasSkills: boolean;
  /** The conflicts that the absence brings about; empty if the visit can go ahead as planned. */
  missing: readonly Conflict[];
}

const OF_PEOPLE: readonly ConflictKind[] = ['crew_empty', 'crew_too_small'];
const OF_SKILLS: readonly ConflictKind[] = ['skill_missing', 'certificate_expired'];
/** What is done or called off needs nobody. */
const STILL_TO_DO: readonly string[] = ['scheduled', 'in_progress'];

/**
 * What somebody's absence does to the schedule: the visits of their crews on those days, earliest first, each with the
 * conflicts that it has with the person away and has not with them there.
 * @param plan with the jobs of those crews on those days; whether the person is away already makes no difference
 */
export function effectsOfAbsence(plan: PlannedDays, absence: Away): AffectedVisit[] {
  const { personId } = absence;
  const others = plan.timeOff.filter((each) => !isSameDays(each, absence));
  const there = indexPlan({ ...plan, timeOff: others });
  const away = indexPlan({ ...plan, timeOff: [...others, absence] });
  const visits = plan.jobs.flatMap((job) => {
    const crew = job.crewId === null ? undefined : away.crews.get(job.crewId);
    if (!crew?.memberIds.includes(personId) || !STILL_TO_DO.includes(job.status)) return [];
    const affected = job.visits.filter((visit) => isAwayFor(absence, dayOfMoment(visit.start), visit));
    return affected.map((visit) => {
      const alone = { ...job, visits: [visit] };
      const before = new Set(conflictsOf(there, alone).map(({ message }) => message));
      const found = conflictsOf(away, alone).filter(({ message }) => !before.has(message));
      const [people, skills] = [OF_PEOPLE, OF_SKILLS].map((kinds) => found.filter(({ kind }) => kinds.includes(kind)));
      const missing = [...(people ?? []), ...(skills ?? [])];
      // Where nobody is left there is no conflict about each skill.
      const isNobodyLeft = missing.some(({ kind }) => kind === 'crew_empty');
      const hasSkills = skills?.length === 0 && !(isNobodyLeft && job.skills.length > 0);
      return { job, visit, crew, hasPeople: people?.length === 0, hasSkills, missing };
    });
  });
  return visits.sort((a, b) => (a.visit.start < b.visit.start ? -1 : 1));
}

function isSameDays(a: Away, b: Away): boolean {
  return a.personId === b.personId && a.from === b.from && a.to === b.to && a.half === b.half;
}
