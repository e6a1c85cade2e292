import { type Conflict, conflictsOf, type PlanIndex } from './conflicts.ts';
import type { PlannedJob } from './parts.ts';
import type { ConflictKind } from './terms.ts';

const MOVE = 'Move it to another time.';
const ANOTHER_CREW = 'Give it to another crew.';
const AGREE = 'Move it, or agree on it with the customer and change what they asked for.';

/** What mends a conflict of each kind; time off is mended by what mends the lack that it causes. */
const WAYS: Record<Exclude<ConflictKind, 'time_off' | 'day_locked'>, string> = {
  crew_double_booked: 'Move one of the two jobs.',
  crew_inactive: ANOTHER_CREW,
  crew_empty: 'Add somebody to the crew who is there, or give the job to another crew.',
  crew_too_small: 'Add somebody to the crew who is there, or lower the size of the crew on the job.',
  skill_missing: 'Add somebody with the skill to the crew.',
  certificate_expired: 'Record the renewed certificate, or add somebody to the crew whose certificate is valid.',
  equipment_reserved: 'Move one of the two jobs, or assign another machine to the crew.',
  equipment_maintenance: 'Record the maintenance once it is done, or assign another machine to the crew.',
  equipment_missing: 'Assign a machine of that kind to the crew.',
  outside_working_days: MOVE,
  outside_working_hours: MOVE,
  before_earliest: AGREE,
  after_latest: AGREE,
  outside_window: AGREE,
};

/** What would mend the conflicts of a visit, one sentence each. @param conflicts by their kinds */
export function mendsOf(conflicts: readonly { kind: string }[]): string[] {
  const ways: Record<string, string> = WAYS;
  return [...new Set(conflicts.flatMap(({ kind }) => ways[kind] ?? []))];
}

/**
 * The names of the other crews that could take a whole job at its times, with nothing against it.
 * @param plan with all that is planned on the days of the job
 */
export function crewsForAll(plan: PlanIndex, job: PlannedJob): string[] {
  // That somebody is off is against it only where they are needed, and another conflict then says so.
  const isAgainst = ({ kind }: Conflict) => kind !== 'time_off';
  return [...plan.crews.values()]
    .filter(({ id, isActive }) => isActive && id !== job.crewId)
    .filter(({ id }) => !conflictsOf(plan, { ...job, crewId: id }).some(isAgainst))
    .map(({ name }) => name);
}
