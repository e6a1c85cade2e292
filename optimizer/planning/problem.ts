import { plannedHours, VISIT_DEFAULTS } from '../../domain/job/terms.ts';
import { nameKey } from '../../domain/kit/fold-text.ts';
import { addDays, type Hours, wallMoment } from '../../domain/kit/times.ts';
import { ability, crewDay, indexStaffing, type CrewDay as Staffed } from '../../domain/schedule/availability.ts';
import { indexPlan, isReady, type PlanIndex, readyMachines } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment, isWorkingDay, minutesOf } from '../../domain/schedule/parts.ts';
import type { Place } from '../../platform/places/places.ts';
import {
  Bar,
  type CrewDay,
  type FixedVisit,
  type Job,
  LEAST_PART,
  MODE_WEIGHTS,
  type Mode,
  type Priority,
  type Problem,
  type Weights,
  type Window,
} from '../solver/problem.ts';
import { STEP } from '../solver/whole-starts.ts';
import type { Travel, TravelTimes } from '../travel/travel-times.ts';
import {
  CLEARING_WEIGHTS,
  type Clearing,
  ERASED,
  isCleared,
  isRainedOut,
  LEAST_DISRUPTION,
  minutesOfVisits,
  whyStays,
} from './clearing.ts';
import { staffedFor, type Timed } from './half-days.ts';
import type { Inputs, OpenJob } from './inputs.ts';
import { daysAfter, finishing, isLonger, type Longest } from './long-jobs.ts';
import { type Machines, machinesOf } from './machines.ts';

/** Assumed for a job if nobody entered them (docs/design/planning.md#planning). */
export const JOB_DEFAULTS = { hours: VISIT_DEFAULTS.hours, crewSize: 2 } as const;
/** The assumed drive to a job whose place is unknown, in minutes. */
export const UNKNOWN_DRIVE = 20;
export const DAY_MINUTES = 24 * 60;

export interface Planning {
  problem: Problem;
  /** Indexed like `Problem.jobs`. */
  jobs: readonly OpenJob[];
  /** Indexed like `Problem.fixed`. */
  fixed: readonly { job: OpenJob; reason: string }[];
  days: readonly string[];
  /** Indexed like `Problem.crewDays`: where the crew starts its day. */
  bases: readonly (Place | null)[];
  shared: Machines['shared'];
  /** Whether a crew has a machine of a category that day. @param crewDay index in `Problem.crewDays` */
  hasMachine(crewDay: number, category: string): boolean;
  /** Miles between places, row by row, like the minutes. */
  miles: Float64Array;
  travel: Pick<Travel, 'source' | 'note'>;
}

/** What a run was asked for, besides the days. */
export interface Asked {
  mode: Mode | typeof LEAST_DISRUPTION;
  /** The time to be cleared: only the work in it is planned, everything else stays. */
  clearing: Clearing | null;
  /** The company's wall-clock time. */
  now: string;
  /** Scheduled jobs that stay where they are, because no other place was found for them. */
  kept: ReadonlySet<string>;
  /** A job that is planned even if it was promised for later. */
  wanted?: string;
}

/** Translates the inputs of a run into a problem for the solver. */
export async function problemOf(inputs: Inputs, asked: Asked, travelTimes: TravelTimes): Promise<Planning> {
  const { resources, range } = inputs;
  const { clearing } = asked;
  const fixed = inputs.visited.flatMap((job) => {
    const reason = clearing ? whyStays(clearing, job, asked.now) : whyFixed(inputs, job, asked.kept);
    return reason === null ? [] : [{ job, reason }];
  });
  const stays = new Set(fixed.map(({ job }) => job.document.id));
  const movable = inputs.visited.filter(({ document }) => !stays.has(document.id));
  const waiting = inputs.unscheduled.filter((job) => job.document.id === asked.wanted || !isPromisedLater(job, inputs));
  const jobs = clearing ? movable : [...movable, ...waiting];

  const days = daysOf(inputs);
  const crews = resources.crews.filter(({ isActive }) => isActive);
  const staffing = indexStaffing(resources);
  const staffedOn = (all: readonly string[]) => all.flatMap((day) => crews.map((crew) => crewDay(staffing, crew, day)));
  const staffed = staffedOn(days);
  const places = new Locations();
  const baseOf = new Map(crews.map(({ id }) => [id, inputs.bases.get(id)?.place ?? null]));
  const bases = staffed.map(({ crewId }) => baseOf.get(crewId) ?? null);
  const baseAt = new Map([...baseOf].map(([id, place]) => [id, place ? places.at(place) : NOWHERE]));
  const jobAt = jobs.map(({ place }) => (place ? places.at(place) : places.unknown()));
  const visits = fixed.flatMap((each) => fixedVisits(each, staffed, days, places));
  const travel = await travelOf(places, travelTimes);

  const ways = { size: places.size, minutes: travel.minutes };
  const index = indexPlan({ ...resources, jobs: [], today: dayOfMoment(asked.now) });
  /** The crews on some days, and what forbids them to jobs. */
  const crewsOn = (all: readonly Staffed[], on: readonly string[]) => {
    const { overtimeMinutes: overtime } = inputs.settings;
    const crewDays = all.map((each) =>
      crewDayOf(each, { days: on, overtime }, baseAt.get(each.crewId) ?? NOWHERE, asked),
    );
    const working = all.filter((each) => !hasNoTime(clearing, each));
    const machines = machinesOf(index, working, { jobs, fixed: fixed.map(({ job }) => job) });
    const half = { staffing, travel: ways, isAnyTime: asked.wanted !== undefined };
    const barred = barsOf(inputs, all, machines, asked, (each, at, job) =>
      staffedFor(half, each, crewDays[at] as CrewDay, job),
    );
    return { crewDays, barred, machines };
  };
  const on = crewsOn(staffed, days);
  const after = once(() => {
    const later = daysAfter(range);
    return crewsOn(staffedOn(later), later);
  });
  const longest = crews.map((crew) => longestDay(crew, baseAt.get(crew.id) ?? NOWHERE, { inputs, index, asked }));
  return {
    jobs,
    days,
    bases,
    shared: on.machines.shared,
    hasMachine: (at, category) => on.machines.has(staffed[at] as Staffed, category),
    fixed: visits.map(({ of }) => of),
    miles: travel.miles,
    travel: travel.of,
    problem: {
      travel: ways,
      crewDays: on.crewDays,
      jobs: jobs.map((job, at) => {
        const work = { location: jobAt[at] ?? NOWHERE, minutes: minutesFor(job, asked) };
        const isLong = isLonger(job, work, longest, ways);
        const planned = {
          ...jobOf(job, { ...work, isLong }, inputs, { days, staffed }),
          ...(clearing && leavingOf(job)),
        };
        const finish = () => ({ crewDays: after().crewDays, bars: after().barred(job, planned) });
        return {
          ...planned,
          ...(isLong && finishing(job.document, planned, { range, planned: on.crewDays, ways }, finish)),
          ...(clearing && { isWhole: true }),
          bars: on.barred(job, planned),
        };
      }),
      fixed: visits.map(({ visit }) => visit),
      weights: weightsOf(asked.mode),
    },
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export function weightsOf(mode: Asked['mode']): Weights {
  return mode === LEAST_DISRUPTION ? CLEARING_WEIGHTS : MODE_WEIGHTS[mode];
}

/** What also matters for a job that has to leave its place. */
function leavingOf({ document: { crewId, promisedStart } }: OpenJob): Pick<Job, 'crewId' | 'isPromised'> {
  return { isPromised: promisedStart !== null, ...(crewId !== null && { crewId }) };
}

function daysOf({ range: { from, to } }: Inputs): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

// ── What stays ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Why a visit stays where it is; null if it may be replanned. */
export function whyFixed({ resources, range }: Inputs, { document, visits }: OpenJob, kept: ReadonlySet<string>) {
  const days = visits.map(({ start }) => dayOfMoment(start));
  const isLocked = resources.locks.some(
    ({ day, crewId }) => days.includes(day) && (crewId === null || crewId === document.crewId),
  );
  if (document.erased) return ERASED;
  if (document.status === 'in_progress') return 'Work has begun.';
  if (document.pinned) return 'It is pinned.';
  if (isLocked) return 'The day is locked.';
  if (visits.length > 1) return 'It takes several days.';
  if (document.leftMinutes > 0) return 'It is a part of its job, and the rest is still to be placed.';
  if (days.some((day) => day < range.from || day > range.to)) return 'It begins on another day.';
  return kept.has(document.id) ? 'No other place was found for it.' : null;
}

/** A job promised for after these days is not pulled forward. */
function isPromisedLater({ document }: OpenJob, { range, resources }: Inputs): boolean {
  const promised = promisedMoment(document.promisedStart, resources.company.zone);
  return promised !== null && dayOfMoment(promised) > range.to;
}

interface Fixed {
  job: OpenJob;
  reason: string;
}

function fixedVisits(of: Fixed, staffed: readonly Staffed[], days: readonly string[], places: Locations) {
  const { id, crewId } = of.job.document;
  const location = of.job.place ? places.at(of.job.place) : places.unknown();
  // A visit that runs past midnight takes up its part of both days.
  return of.job.visits.flatMap(({ start, end }) =>
    days.flatMap((day) => {
      const on = staffed.findIndex((each) => each.crewId === crewId && each.day === day);
      const midnight = minutesOf(`${day}T00:00`);
      const begins = Math.max(minutesOf(start) - midnight, 0);
      const minutes = Math.min(minutesOf(end) - midnight, DAY_MINUTES) - begins;
      const visit: FixedVisit = { jobId: id, crewDay: on, location, start: begins, minutes };
      return on >= 0 && minutes > 0 ? [{ of, visit }] : [];
    }),
  );
}

// ── Places ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** The start of a crew without a base: drives to and from it count as 0. */
const NOWHERE = 0;

/** The places of a run, each once. */
class Locations {
  readonly known: Place[] = [];
  readonly rows: (number | null)[] = [null];
  private readonly byKey = new Map<string, number>();

  get size(): number {
    return this.rows.length;
  }

  at(place: Place): number {
    const key = `${place.latitude} ${place.longitude} ${nameKey(place.address ?? '')}`;
    const found = this.byKey.get(key);
    if (found !== undefined) return found;
    this.byKey.set(key, this.rows.length);
    return this.rows.push(this.known.push(place) - 1) - 1;
  }

  /** A separate place that nothing is known about. */
  unknown(): number {
    return this.rows.push(null) - 1;
  }
}

async function travelOf({ rows, known }: Locations, travelTimes: TravelTimes) {
  const { seconds, miles, source, note } = await travelTimes.between(known);
  const minutes = new Int32Array(rows.length ** 2);
  const between = new Float64Array(rows.length ** 2);
  for (const [from, row] of rows.entries()) {
    for (const [to, column] of rows.entries()) {
      const at = from * rows.length + to;
      if (row !== null && column !== null) {
        const cell = row * known.length + column;
        minutes[at] = Math.ceil((seconds[cell] ?? 0) / 60);
        between[at] = miles[cell] ?? 0;
      } else if (from !== to && from !== NOWHERE && to !== NOWHERE) minutes[at] = UNKNOWN_DRIVE;
    }
  }
  return { minutes, miles: between, of: { source, note } };
}

// ── Crews and jobs ───────────────────────────────────────────────────────────────────────────────────────────────

function crewDayOf(
  staffed: Staffed,
  on: { days: readonly string[]; overtime: number },
  base: number,
  { now, clearing }: Asked,
): CrewDay {
  const { crewId, day, present, workingHours } = staffed;
  const hours = hoursIn(clearing, staffed);
  const { opens, closes } = minutesLeft(hours, day, now);
  // Nobody comes back just for overtime, and nobody stays out in the cleared time.
  const mayStay = opens < closes && hours.end === workingHours.end;
  return {
    id: `${crewId} ${day}`,
    crewId,
    day: on.days.indexOf(day),
    start: base,
    end: base,
    shiftStart: opens,
    shiftEnd: closes,
    members: present.length,
    overtime: mayStay ? Math.min(on.overtime, DAY_MINUTES - 1 - closes) : 0,
  };
}

/** The crew's hours, up to the cleared time. */
function hoursIn(clearing: Clearing | null, staffed: Staffed): Hours {
  const { start, end } = staffed.workingHours;
  if (!clearing || !isCleared(clearing, staffed) || clearing.from >= end) return { start, end };
  return { start, end: clearing.from > start ? clearing.from : start };
}

/** Whether a crew's whole day is cleared. */
function hasNoTime(clearing: Clearing | null, staffed: Staffed): boolean {
  return (
    clearing !== null && isCleared(clearing, staffed) && hoursIn(clearing, staffed).end <= staffed.workingHours.start
  );
}

/** A shift in minutes since midnight; for today, what is left of it. */
function minutesLeft({ start, end }: Hours, day: string, now: string) {
  const closes = clockMinutes(end);
  const begun = day === dayOfMoment(now) ? Math.ceil(minuteOfDay(now) / STEP) * STEP : 0;
  return { opens: Math.min(Math.max(clockMinutes(start), begun), closes), closes };
}

/** A crew's hours on a day in wall time; for today, what is left of them. */
export function shiftLeft(workingHours: Hours, day: string, now: string): Hours {
  const { opens, closes } = minutesLeft(workingHours, day, now);
  return { start: momentAt(day, opens).slice(11), end: momentAt(day, closes).slice(11) };
}

interface Days {
  days: readonly string[];
  staffed: readonly Staffed[];
}

const PRIORITIES: readonly string[] = ['low', 'normal', 'high', 'urgent'];

function jobOf(
  { document, visits }: OpenJob,
  { location, minutes, isLong }: { location: number; minutes: number; isLong: boolean },
  inputs: Inputs,
  { days, staffed }: Days,
): Omit<Job, 'bars'> {
  const [now] = visits;
  const scheduled = now
    ? staffed.findIndex(({ crewId, day }) => crewId === document.crewId && day === dayOfMoment(now.start))
    : -1;
  const promise = promiseOf(document.promisedStart, inputs, days);
  return {
    id: document.id,
    location,
    minutes,
    crewSize: crewSizeOf(document, inputs.resources),
    priority: Math.max(0, PRIORITIES.indexOf(document.priority)) as Priority,
    revenue: document.amount ?? 0,
    ...timesOf(document.timeWindow, { minutes, isLong }, days),
    ...(promise && { promise }),
    ...(scheduled >= 0 && { scheduled }),
  };
}

/** The fewest people for a job; if nobody entered it, the default, but no more than the job's own crew has. */
export function crewSizeOf({ minimumCrewSize, crewId }: OpenJob['document'], { crews }: Inputs['resources']): number {
  const own = crews.find(({ id }) => id === crewId);
  return (
    minimumCrewSize ?? Math.min(JOB_DEFAULTS.crewSize, Math.max(1, own?.memberIds.length ?? JOB_DEFAULTS.crewSize))
  );
}

/** Estimated hours in minutes, at least one, or the default. What is left of a job may be less than a step of starts. */
export function minutesOfJob(hours: number | null): number {
  return Math.max(1, Math.round(plannedHours(hours) * 60));
}

/** The minutes to plan for a job: as many as its visits have, where it is scheduled. */
function minutesFor({ document, visits }: OpenJob, { wanted }: Asked): number {
  const isScheduled = visits.length > 0 && document.id !== wanted;
  return isScheduled ? minutesOfVisits(visits) : minutesOfJob(document.estimatedDuration);
}

/** The work should be done within the customer's hours, as far as it fits: each part of it, if it is long. */
function timesOf(
  hours: Hours | null,
  { minutes, isLong }: { minutes: number; isLong: boolean },
  days: readonly string[],
): Pick<Job, 'windows' | 'hours' | 'isLong'> {
  const [start, end] = hours ? [clockMinutes(hours.start), clockMinutes(hours.end)] : [0, DAY_MINUTES];
  const least = isLong ? LEAST_PART : minutes;
  return {
    windows: hours ? days.map((_, day) => ({ day, start, end: Math.max(start, end - least) })) : [],
    ...(isLong && { isLong, ...(end - start >= LEAST_PART && { hours: { start, end } }) }),
  };
}

/** A crew on its longest day. */
function longestDay(
  crew: Inputs['resources']['crews'][number],
  base: number,
  { inputs: { resources, settings }, index, asked }: { inputs: Inputs; index: PlanIndex; asked: Asked },
): Longest {
  const [opens, closes] = [clockMinutes(crew.workingHours.start), clockMinutes(crew.workingHours.end)];
  const today = dayOfMoment(asked.now);
  const active = resources.crews.flatMap(({ id, isActive }) => (isActive ? [{ crewId: id }] : []));
  const { present, away, ...staffed } = crewDay(index, crew, today);
  const all = { ...staffed, present: [...present, ...away.map(({ person }) => person)], away: [] };
  const hasMachine = (category: string) =>
    readyMachines(index, crew.id, category, today).length > 0 ||
    (index.pool.get(category) ?? []).some((machine) => isReady(machine, today, today));
  return {
    base,
    minutes: closes - opens + Math.min(settings.overtimeMinutes, DAY_MINUTES - 1 - closes),
    mayDo: ({ document, isRest }) =>
      !(isRest && isOfOtherCrew(document, staffed, active)) &&
      crewBars(all, crewSizeOf(document, resources), document.requiredSkills) === 0 &&
      document.requiredEquipment.every(hasMachine),
  };
}

function promiseOf(promisedStart: string | null, { resources }: Inputs, days: readonly string[]): Window | null {
  const moment = promisedMoment(promisedStart, resources.company.zone);
  const day = moment === null ? -1 : days.indexOf(dayOfMoment(moment));
  if (moment === null || day < 0) return null;
  return { day, start: minuteOfDay(moment), end: minuteOfDay(moment) };
}

function promisedMoment(promisedStart: string | null, zone: string): string | null {
  const at = promisedStart === null ? Number.NaN : Date.parse(promisedStart);
  return Number.isNaN(at) ? null : wallMoment(at, zone);
}

// ── What forbids it ──────────────────────────────────────────────────────────────────────────────────────────────

type BarsOf = (job: OpenJob, planned: Timed) => Uint16Array;

/** @param thereFor who of a crew is there for a job */
function barsOf(
  inputs: Inputs,
  staffed: readonly Staffed[],
  machines: Machines,
  { now, clearing }: Asked,
  thereFor: (each: Staffed, crewDayIndex: number, job: Timed) => Staffed,
): BarsOf {
  const { resources, settings } = inputs;
  const today = dayOfMoment(now);
  const timeBar = (each: Staffed) =>
    hasNoTime(clearing, each) || (clearing && isRainedOut(clearing, each)) ? Bar.unavailable : 0;
  const holidays = new Set(settings.holidays.map(({ day }) => day));
  const closed = ({ day }: Staffed) => (holidays.has(day) ? Bar.unavailable : 0);
  const ofDay = staffed.map((each) => crewDayBars(each, resources, today) | timeBar(each) | closed(each));
  return ({ document, isRest }, planned) => {
    const { earliestDate, latestDate, requiredEquipment, requiredSkills } = document;
    const crewSize = crewSizeOf(document, resources);
    return Uint16Array.from(staffed, (each, crewDayIndex) => {
      const isOutside = (earliestDate ?? '') > each.day || (latestDate !== null && latestDate < each.day);
      const lacks = requiredEquipment.some((category) => !machines.has(each, category));
      return (
        (ofDay[crewDayIndex] ?? 0) |
        (isRest && isOfOtherCrew(document, each, staffed) ? Bar.unavailable : 0) |
        (isOutside ? Bar.date : 0) |
        (lacks ? Bar.equipment : 0) |
        crewBars(thereFor(each, crewDayIndex, planned), crewSize, requiredSkills)
      );
    });
  };
}

/** A job has one crew, which does the rest of it, too; where it is no longer active, any crew may take the job over. */
export function isOfOtherCrew(
  { crewId: own }: Pick<OpenJob['document'], 'crewId'>,
  { crewId }: { crewId: string },
  active: readonly { crewId: string }[],
): boolean {
  return crewId !== own && active.some((each) => each.crewId === own);
}

function crewDayBars({ crewId, day, present, works }: Staffed, resources: Inputs['resources'], today: string): number {
  const isLocked = resources.locks.some((lock) => lock.day === day && (lock.crewId ?? crewId) === crewId);
  const isOff = day < today || !isWorkingDay(day, resources.company) || (present.length > 0 && !works);
  return (isLocked ? Bar.dayLocked : 0) | (isOff ? Bar.unavailable : 0);
}

/** Why some people of a crew cannot do a job: too few, or none who can do what it asks for. */
export function crewBars({ present, away, day }: Staffed, crewSize: number, skills: readonly string[]): number {
  let bars = 0;
  if (present.length < Math.max(1, crewSize)) {
    bars |= present.length + away.length >= Math.max(1, crewSize) ? Bar.timeOff : Bar.crewSize;
  }
  for (const skill of present.length > 0 ? skills : []) {
    const abilities = present.map((person) => ability(person, skill, day));
    if (!abilities.includes('yes')) bars |= abilities.includes('expired') ? Bar.certificate : Bar.skill;
  }
  return bars;
}

// ── Times ────────────────────────────────────────────────────────────────────────────────────────────────────────

function clockMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function minuteOfDay(moment: string): number {
  return clockMinutes(moment.slice(11, 16));
}

/** The moment so many minutes after a day's midnight, past 24 hours on the next day. */
export function momentAt(day: string, minutes: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + minutes * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}
