import { addDays } from '../kit/times.ts';
import {
  ability,
  type CrewDay,
  indexStaffing,
  isValidOn,
  presence,
  type Staffing,
  type StaffingIndex,
} from './availability.ts';
import {
  dayOfMoment,
  isWorkingDay,
  minutesOf,
  type PlannedCrew,
  type PlannedJob,
  type PlannedMachine,
  type PlannedVisit,
} from './parts.ts';
import type { ConflictKind } from './terms.ts';

// What conflicts with a crew's visit to a job. Conflicts forbid nothing: a person may know better, and says why.

/** One conflict with a visit. */
export interface Conflict {
  kind: ConflictKind;
  /** For a person to read: `Pruning is at J-1002 then, 8:00 AM to 12:00 PM.` */
  message: string;
  /** The day of the visit, `YYYY-MM-DD`. */
  day: string;
  /** The other job, the person or the machine that it is about, if any. */
  jobId: string | null;
  personId: string | null;
  machineId: string | null;
}

/** Everything planned in a range of days, and the people and equipment to do it. */
export interface PlannedDays extends Staffing {
  jobs: readonly PlannedJob[];
  locks: readonly { day: string; crewId: string | null }[];
  /** Today in the company's zone, `YYYY-MM-DD`. */
  today: string;
}

/** A visit of another job, to compare with. */
interface Taken {
  job: PlannedJob;
  crewId: string;
  visit: PlannedVisit;
  /** In minutes by the wall clock. */
  from: number;
  to: number;
}

/** {@link PlannedDays} indexed for the rules: built once, queried each time the pointer moves. */
export interface PlanIndex extends StaffingIndex {
  jobs: ReadonlyMap<string, PlannedJob>;
  taken: ReadonlyMap<string, readonly Taken[]>;
  locks: ReadonlySet<string>;
  /** What each crew usually takes along or was given. */
  ownMachines: ReadonlyMap<string, readonly PlannedMachine[]>;
  /** Machines that no crew has, by category. */
  pool: ReadonlyMap<string, readonly PlannedMachine[]>;
  today: string;
}

/** A job that is done, cancelled or on hold keeps no crew busy. */
const TAKES_UP: readonly string[] = ['scheduled', 'in_progress'];

export function indexPlan(plan: PlannedDays): PlanIndex {
  const taken = new Map<string, Taken[]>();
  for (const job of plan.jobs) {
    const { crewId } = job;
    if (crewId === null || !TAKES_UP.includes(job.status)) continue;
    for (const visit of job.visits) {
      const entry = { job, crewId, visit, from: minutesOf(visit.start), to: minutesOf(visit.end) };
      for (const day of daysOf(visit)) {
        const others = taken.get(day);
        if (others) others.push(entry);
        else taken.set(day, [entry]);
      }
    }
  }
  const usual = new Set(plan.crews.flatMap(({ equipmentIds }) => equipmentIds));
  const free = plan.machines.filter(({ id, assignedTo }) => assignedTo === null && !usual.has(id));
  return {
    ...indexStaffing(plan),
    jobs: new Map(plan.jobs.map((job) => [job.id, job])),
    taken,
    locks: new Set(plan.locks.map(({ day, crewId }) => lockKey(day, crewId))),
    ownMachines: new Map(plan.crews.map((crew) => [crew.id, machinesOf(crew, plan.machines)])),
    pool: Map.groupBy(free, ({ category }) => category),
    today: plan.today,
  };
}

function machinesOf(crew: PlannedCrew, machines: readonly PlannedMachine[]): PlannedMachine[] {
  const usual = new Set(crew.equipmentIds);
  return machines.filter(({ id, assignedTo }) => usual.has(id) || assignedTo === crew.id);
}

/** A job as it is to be placed, in the plan's terms. */
export type Placed = PlannedJob;

/**
 * The conflicts with a job's visits as they would be, in the order of the visits.
 * @param placed the job with the crew and visits it is to have; its current ones matter only for locks
 */
export function conflictsOf(plan: PlanIndex, placed: Placed): Conflict[] {
  return [...lockConflicts(plan, placed), ...placed.visits.flatMap((visit) => visitConflicts(plan, placed, visit))];
}

/**
 * The conflicts of one visit, as it is or would be; it is compared with what else is on its days alone. Locks are no
 * matter of a visit: a locked day stays as it is.
 */
export function visitConflicts(plan: PlanIndex, job: Placed, visit: PlannedVisit): Conflict[] {
  const found = [...dateConflicts(job, visit)];
  const crew = job.crewId === null ? undefined : plan.crews.get(job.crewId);
  found.push(...hoursConflicts(plan, crew, visit));
  if (job.crewId !== null && !crew)
    found.push(conflict('crew_inactive', dayOfMoment(visit.start), 'Its crew was disbanded.'));
  if (crew) {
    const day = dayOfMoment(visit.start);
    const there = { day, ...presence(plan, crew, day, visit) };
    const others = overlapping(plan, job, visit);
    found.push(...crewConflicts(crew, there, job, others));
    found.push(...skillConflicts(crew, there, job));
    for (const category of job.equipment) found.push(...equipmentConflicts(plan, crew, category, day, others));
  }
  return found;
}

// ── Days and hours ───────────────────────────────────────────────────────────────────────────────────────────────

/** A locked day stays as it is: nothing is added or taken away. What is already there is fine. */
function lockConflicts({ jobs, locks }: PlanIndex, placed: Placed): Conflict[] {
  const before = jobs.get(placed.id);
  if (locks.size === 0 || (before && isPlacedAs(before, placed))) return [];
  const touched = [before, placed].flatMap((job) => (job ? job.visits.map((visit) => ({ job, visit })) : []));
  const days = new Set<string>();
  for (const { job, visit } of touched) {
    for (const day of daysOf(visit)) {
      const isOfCrew = job.crewId !== null && locks.has(lockKey(day, job.crewId));
      if (isOfCrew || locks.has(lockKey(day, null))) days.add(day);
    }
  }
  return [...days].sort().map((day) => conflict('day_locked', day, `${spokenDay(day)} is locked.`));
}

function isPlacedAs(a: PlannedJob, b: PlannedJob): boolean {
  const isSame = ({ start, end }: PlannedVisit, index: number) =>
    minutesOf(start) === minutesOf(b.visits[index]?.start ?? '') &&
    minutesOf(end) === minutesOf(b.visits[index]?.end ?? '');
  return a.crewId === b.crewId && a.visits.length === b.visits.length && a.visits.every(isSame);
}

/** What the customer asked for. */
function* dateConflicts({ earliest, latest, window }: Placed, { start, end }: PlannedVisit): Iterable<Conflict> {
  const [first, last] = [dayOfMoment(start), dayOfMoment(end)];
  if (earliest !== null && first < earliest)
    yield conflict('before_earliest', first, `The customer wants it no earlier than ${spokenDay(earliest)}.`);
  if (latest !== null && last > latest)
    yield conflict('after_latest', first, `The customer wants it by ${spokenDay(latest)}.`);
  if (window && !isWithin({ start, end }, window))
    yield conflict('outside_window', first, `The customer wants it between ${spokenSpan(window)}.`);
}

function* hoursConflicts(
  { company }: PlanIndex,
  crew: PlannedCrew | undefined,
  visit: PlannedVisit,
): Iterable<Conflict> {
  const day = dayOfMoment(visit.start);
  const free = daysOf(visit).find((each) => !isWorkingDay(each, company));
  if (free !== undefined) {
    yield conflict('outside_working_days', free, `${spokenDay(free)} is not a working day.`);
    return;
  }
  const hours = crew?.workingHours ?? company.workingHours;
  if (isWithin(visit, hours)) return;
  yield conflict('outside_working_hours', day, `${crew?.name ?? 'The company'} works ${spokenSpan(hours, 'to')}.`);
}

// ── The crew ─────────────────────────────────────────────────────────────────────────────────────────────────────

type Presence = Pick<CrewDay, 'day' | 'present' | 'away'>;

function* crewConflicts(
  crew: PlannedCrew,
  { day, present, away }: Presence,
  { crewSize }: Placed,
  others: readonly Taken[],
): Iterable<Conflict> {
  if (!crew.isActive) yield conflict('crew_inactive', day, `${crew.name} is not active.`);
  for (const { job, crewId, visit } of others) {
    if (crewId !== crew.id) continue;
    const message = `${crew.name} is at ${nameOf(job)} then, ${spokenVisit(visit)}.`;
    yield conflict('crew_double_booked', day, message, { jobId: job.id });
  }
  for (const { person, off } of away) {
    const when = off.half === null ? `until ${spokenDay(off.to)}` : `in the ${off.half} of ${spokenDay(off.to)}`;
    const message = `${person.name ?? 'Somebody'} is off ${when}.`;
    yield conflict('time_off', day, message, { personId: person.id });
  }
  if (present.length === 0) {
    const message = away.length === 0 ? `${crew.name} has no members.` : `Nobody on ${crew.name} is there.`;
    yield conflict('crew_empty', day, message);
  } else if (crewSize !== null && present.length < crewSize) {
    const message = `${crew.name} has ${people(present.length)} on that day; the job needs ${crewSize}.`;
    yield conflict('crew_too_small', day, message);
  }
}

function* skillConflicts(crew: PlannedCrew, { day, present }: Presence, { skills }: Placed): Iterable<Conflict> {
  if (present.length === 0) return;
  for (const skill of skills) {
    const abilities = present.map((person) => ability(person, skill, day));
    if (abilities.includes('yes')) continue;
    const person = present[abilities.indexOf('expired')];
    if (person) {
      const certificate = person.certificates.find((each) => !isValidOn(each, day));
      const message = `${certificate?.name ?? skill} of ${person.name ?? 'somebody'} expired on ${spokenDay(certificate?.expiresOn ?? day)}.`;
      yield conflict('certificate_expired', day, message, { personId: person.id });
    } else {
      yield conflict('skill_missing', day, `Nobody there from ${crew.name} can do “${skill}”.`);
    }
  }
}

// ── Equipment ────────────────────────────────────────────────────────────────────────────────────────────────────

/** A crew's jobs use its own machines; if those cannot be used, one that no crew has. */
function equipmentConflicts(
  plan: PlanIndex,
  crew: PlannedCrew,
  category: string,
  day: string,
  others: readonly Taken[],
): Conflict[] {
  const own = ownMachines(plan, crew.id, category);
  const against = own.map((machine) => againstMachine(plan, crew, machine, day, others));
  if (against.includes(null)) return [];
  const pool = (plan.pool.get(category) ?? []).filter((machine) => isReady(machine, day, plan.today));
  const needing = others.filter(
    ({ job, crewId }) =>
      crewId !== crew.id && job.equipment.includes(category) && !hasReady(plan, crewId, category, day),
  );
  if (pool.length > needing.length) return [];
  const [first] = against;
  if (first) return [first];
  const rival = needing[0];
  if (rival && pool.length > 0) {
    const [machine] = pool.length === 1 ? pool : [];
    const message = `${machine?.name ?? `All ${category} without a crew`} ${machine ? 'is' : 'are'} needed at ${nameOf(rival.job)} then, ${spokenVisit(rival.visit)}.`;
    return [conflict('equipment_reserved', day, message, { jobId: rival.job.id, machineId: machine?.id ?? null })];
  }
  return [conflict('equipment_missing', day, `${crew.name} has no ${category}, and none is free.`)];
}

/** The machines of a category that a crew lists or that are assigned to it, whatever their state. */
export function ownMachines({ ownMachines }: PlanIndex, crewId: string, category: string): PlannedMachine[] {
  return (ownMachines.get(crewId) ?? []).filter((machine) => machine.category === category);
}

/** The conflict with a machine of the crew; null if there is none. */
function againstMachine(
  plan: PlanIndex,
  crew: PlannedCrew,
  machine: PlannedMachine,
  day: string,
  others: readonly Taken[],
): Conflict | null {
  const { id: machineId, name, status, nextMaintenance } = machine;
  if (!isReady(machine, day, plan.today)) {
    const isDue = status === 'available' || status === 'in_use';
    const where = status === 'maintenance' ? 'is in maintenance' : 'is out of service';
    const why = isDue ? `has been due for maintenance since ${spokenDay(nextMaintenance ?? day)}` : where;
    return conflict('equipment_maintenance', day, `${name} ${why}.`, { machineId });
  }
  const rival = others.find(({ job, crewId }) => {
    if (crewId === crew.id || !job.equipment.includes(machine.category)) return false;
    const theirs = readyMachines(plan, crewId, machine.category, day);
    // If they have several to choose from, they take another one.
    return theirs.length === 1 && theirs[0]?.id === machineId;
  });
  if (!rival) return null;
  const message = `${name} is needed at ${nameOf(rival.job)} then, ${spokenVisit(rival.visit)}.`;
  return conflict('equipment_reserved', day, message, { jobId: rival.job.id, machineId });
}

/** Whether a crew has a machine of a category that can be used on a day. */
export function hasReady(plan: PlanIndex, crewId: string, category: string, day: string): boolean {
  return readyMachines(plan, crewId, category, day).length > 0;
}

/** A crew's machines of a category that can be used on a day; another crew may list some of them too. */
export function readyMachines(plan: PlanIndex, crewId: string, category: string, day: string): PlannedMachine[] {
  return ownMachines(plan, crewId, category).filter((machine) => isReady(machine, day, plan.today));
}

/** Whether it is neither out of order nor overdue for maintenance, and has no maintenance on that day. */
export function isReady({ status, nextMaintenance }: PlannedMachine, day: string, today: string): boolean {
  const works = status === 'available' || status === 'in_use';
  return works && (nextMaintenance === null || (nextMaintenance > today && nextMaintenance !== day));
}

// ── What they share ──────────────────────────────────────────────────────────────────────────────────────────────

/** What else is planned at that time. */
function overlapping({ taken }: PlanIndex, { id }: Placed, visit: PlannedVisit): Taken[] {
  const [from, to] = [minutesOf(visit.start), minutesOf(visit.end)];
  const isThen = (other: Taken) => other.from < to && from < other.to && other.job.id !== id;
  const days = daysOf(visit).map((day) => (taken.get(day) ?? []).filter(isThen));
  // One that goes on after midnight is found on each of its days.
  return days.length === 1 ? (days[0] ?? []) : [...new Set(days.flat())];
}

/** The days that a visit touches; one that ends at midnight does not touch the next. */
function daysOf({ start, end }: PlannedVisit): string[] {
  const days: string[] = [];
  const last = end.slice(11, 16) === '00:00' ? addDays(dayOfMoment(end), -1) : dayOfMoment(end);
  for (let day = dayOfMoment(start); day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

function isWithin({ start, end }: PlannedVisit, hours: { start: string; end: string }): boolean {
  const isOneDay = dayOfMoment(start) === dayOfMoment(end);
  return isOneDay && timeOf(start) >= hours.start && timeOf(end) <= hours.end;
}

function timeOf(moment: string): string {
  return moment.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length);
}

function lockKey(day: string, crewId: string | null): string {
  return `${day} ${crewId ?? ''}`;
}

type About = Partial<Pick<Conflict, 'jobId' | 'personId' | 'machineId'>>;

function conflict(kind: ConflictKind, day: string, message: string, about: About = {}): Conflict {
  return { kind, message, day, jobId: null, personId: null, machineId: null, ...about };
}

function nameOf({ customer, number }: PlannedJob): string {
  return customer ?? number ?? 'another job';
}

const DAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Mon, Jun 15` */
export function spokenDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00Z`));
}

/** `8:00 AM` */
export function spokenTime(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

function spokenSpan({ start, end }: { start: string; end: string }, word = 'and'): string {
  return `${spokenTime(start)} ${word} ${spokenTime(end)}`;
}

function spokenVisit({ start, end }: PlannedVisit): string {
  return spokenSpan({ start: timeOf(start), end: timeOf(end) }, 'to');
}

function people(count: number): string {
  return count === 1 ? 'one person' : `${count} people`;
}
