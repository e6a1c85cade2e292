import { Rejection, unchanged } from '../kit/decider.ts';
import { addDays, addHours, exactMoment, instantOf, wallOf } from '../kit/times.ts';
import type { JobEvent } from './events.ts';
import { CLOCK_TOLERANCE_MS, JOB_ACTS, JOB_LIMITS, type JobAct, type JobClock, plannedHours } from './terms.ts';

// The life of a job: when it is visited, whether its clock runs, and what may be done with it next.

/** One trip of a crew to the job, in local wall time, exact in the hour that comes twice: see `exactMoment`. */
export interface Visit {
  start: string;
  end: string;
}

/** A period in which the clock ran, ISO UTC. */
interface Spell {
  from: string;
  /** Null while it still runs. */
  to: string | null;
}

export interface JobLife {
  status: string;
  /** Why it is on hold, or was cancelled. */
  reason: string | null;
  /** In order. */
  visits: readonly Visit[];
  /** The visits' zone, an IANA name; null if there are none. */
  zone: string | null;
  /** In order. */
  work: readonly Spell[];
  completedAt: string | null;
  /** How many minutes of its work are not to be done, and why, of those given up last. */
  givenUpMinutes: number;
  givenUpReason: string | null;
}

export const NEW_LIFE: JobLife = {
  status: 'unscheduled',
  reason: null,
  visits: [],
  zone: null,
  work: [],
  completedAt: null,
  givenUpMinutes: 0,
  givenUpReason: null,
};

const LIFE_TYPES = [
  'JobScheduled',
  'JobUnscheduled',
  'JobRestGivenUp',
  'JobStarted',
  'JobPaused',
  'JobResumed',
  'JobHeld',
  'JobCompleted',
  'JobCancelled',
  'JobLifeRestored',
] as const;
export type LifeEvent = Extract<JobEvent, { type: (typeof LIFE_TYPES)[number] }>;

export function isLifeEvent(event: JobEvent): event is LifeEvent {
  return (LIFE_TYPES as readonly string[]).includes(event.type);
}

export function evolveLife(life: JobLife, event: LifeEvent): JobLife {
  switch (event.type) {
    case 'JobScheduled':
      return { ...life, ...event.data };
    case 'JobUnscheduled':
      // All of its work is to be placed again.
      return { ...life, ...event.data, visits: [], zone: null, givenUpMinutes: 0, givenUpReason: null };
    case 'JobRestGivenUp': {
      const { minutes, givenUpReason } = event.data;
      return { ...life, givenUpMinutes: life.givenUpMinutes + minutes, givenUpReason };
    }
    case 'JobStarted':
      return { ...life, status: event.data.status, work: [...life.work, { from: event.data.at, to: null }] };
    case 'JobPaused':
      return { ...life, work: stopped(life.work, event.data.at) };
    case 'JobResumed': {
      const { status, at } = event.data;
      const work = status === 'in_progress' ? [...life.work, { from: at, to: null }] : life.work;
      return { ...life, status, reason: null, work };
    }
    case 'JobHeld':
    case 'JobCancelled': {
      const { at, ...said } = event.data;
      return { ...life, ...said, work: stopped(life.work, at) };
    }
    case 'JobCompleted': {
      const { status, at } = event.data;
      return { ...life, status, work: stopped(life.work, at), completedAt: at };
    }
    case 'JobLifeRestored':
      return { ...event.data };
    default:
      return unchanged(life, event);
  }
}

function stopped(work: readonly Spell[], at: string): Spell[] {
  return work.map((spell) => (spell.to === null ? { ...spell, to: at } : spell));
}

export function clockOf({ status, work }: Pick<JobLife, 'status' | 'work'>): JobClock {
  if (status !== 'in_progress') return null;
  return work.at(-1)?.to === null ? 'running' : 'paused';
}

/** How long the clock ran, in hours, to the minute; a period that is still running is not counted. */
export function clockHours(work: JobLife['work']): number {
  const ended = work.reduce((sum, { from, to }) => sum + (to === null ? 0 : Date.parse(to) - Date.parse(from)), 0);
  return Math.round(ended / 60_000) / 60 || 0;
}

/**
 * The events of an act on a job.
 * @param at when it happened, ISO UTC
 * @throws Rejection 409 if the job's status does not allow the act; 400 for a time before what happened last
 */
export function advance(act: JobAct, at: string, reason: string | null, life: JobLife): LifeEvent[] {
  requireAllowed(act, life);
  const then = inOrder(at, life);
  switch (act) {
    case 'start':
      return [{ type: 'JobStarted', data: { status: 'in_progress', at: then } }];
    case 'pause':
      return [{ type: 'JobPaused', data: { at: then } }];
    case 'resume':
      return [{ type: 'JobResumed', data: { status: statusBehind(life), at: then } }];
    case 'hold':
      return [{ type: 'JobHeld', data: { status: 'on_hold', at: then, reason } }];
    case 'complete':
      return [{ type: 'JobCompleted', data: { status: 'completed', at: then } }];
    case 'cancel': {
      const isSame = life.status === 'cancelled' && (reason === null || reason === life.reason);
      return isSame ? [] : [{ type: 'JobCancelled', data: { status: 'cancelled', at: then, reason } }];
    }
  }
}

/** The status of a job once its hold or pause ends. */
function statusBehind({ work, visits }: JobLife): string {
  if (work.length > 0) return 'in_progress';
  return visits.length > 0 ? 'scheduled' : 'unscheduled';
}

function requireAllowed(act: JobAct, life: JobLife): void {
  const { from, clock }: { from: readonly string[]; clock?: JobClock } = JOB_ACTS[act];
  const now = clockOf(life);
  if (!from.includes(life.status)) throw refusal(act, spoken(life.status));
  if (clock && now !== null && now !== clock) throw refusal(act, now);
}

function refusal(act: string, now: string): Rejection {
  return new Rejection('conflict', `You cannot ${act} a job that is ${now}.`);
}

/** A status in a sentence. */
export function spoken(status: string): string {
  return status.replace('_', ' ');
}

/** A time just before the last event counts as that event's: clocks differ. @throws Rejection for an earlier time */
function inOrder(at: string, { work }: JobLife): string {
  const spell = work.at(-1);
  const last = spell?.to ?? spell?.from;
  if (last === undefined || at >= last) return at;
  if (Date.parse(last) - Date.parse(at) <= CLOCK_TOLERANCE_MS) return last;
  const message = `This cannot end before it started: the clock was last started or stopped at ${last}.`;
  throw new Rejection('invalid', message, 'at');
}

/** When a job is to be done: either all its visits, or what changes about the first one. */
export type Planned = { visits: readonly Visit[] } | { start?: string | undefined; end?: string | undefined };

/**
 * Plans the visits of a job.
 * @param planned as `Visit`; without a start, the first visit keeps its own
 * @param isStatus whether the job should become scheduled, not only move
 * @throws Rejection 409 if its status does not allow it; 400 for invalid visits
 */
export function schedule(
  planned: Planned,
  { zone, isStatus, hours }: { zone: string; isStatus: boolean; hours: number | null },
  life: JobLife,
): LifeEvent[] {
  const isMoved = !isStatus && ['in_progress', 'on_hold'].includes(life.status);
  const isAllowed = isMoved || ['unscheduled', 'scheduled', 'on_hold'].includes(life.status);
  if (!isAllowed) throw refusal('schedule', spoken(life.status));
  const visits = inTime('visits' in planned ? planned.visits : moved(planned, { hours, zone }, life), zone);
  requireVisits(visits, zone, 'visits' in planned || life.visits.length > 0 ? EACH_DAY : DATE_LATER);
  const status = isMoved ? life.status : 'scheduled';
  const isSame = status === life.status && (life.zone ?? zone) === zone && isEqual(visits, life.visits);
  return isSame ? [] : [{ type: 'JobScheduled', data: { status, visits: [...visits], zone } }];
}

/**
 * Moves the first visit; without an end it keeps its length, or takes the hours that were estimated, as they pass, so that
 * nothing is left of the job. The others shift by whole days.
 */
function moved(
  { start, end }: { start?: string | undefined; end?: string | undefined },
  { hours, zone }: { hours: number | null; zone: string },
  { visits }: JobLife,
): Visit[] {
  const [first, ...others] = visits;
  const begins = start ?? first?.start;
  if (begins === undefined) throw new Rejection('invalid', 'Choose the date of the job.', 'scheduledDate');
  const ends = end ?? (first ? endOfMoved(first, begins, zone) : hoursLater(begins, plannedHours(hours), zone));
  const days = first ? daysBetween(first.start, begins) : 0;
  const shifted = others.map((visit) => ({ start: onDay(visit.start, days), end: onDay(visit.end, days) }));
  return [{ start: begins, end: ends }, ...shifted];
}

/** Sent again, the same start leaves even a visit within the hour that comes twice as it is. */
function endOfMoved(visit: Visit, begins: string, zone: string): string {
  if (visit.start === begins) return visit.end;
  const hours = hoursBetween(visit, zone);
  return isExact(begins) ? hoursLater(begins, hours, zone) : addHours(begins, hours);
}

function isExact(moment: string): boolean {
  return wallOf(moment) !== moment;
}

/** Milliseconds since 1970. @param moment of a visit */
export function timeOf(moment: string, zone: string): number {
  return Date.parse(instantOf(moment, zone) ?? `${wallOf(moment)}Z`);
}

/** By the wall clock, so that a night in which the clocks change is as long as others; but not in the hour that comes twice. */
function hoursBetween({ start, end }: Visit, zone: string): number {
  const time = isExact(start) || isExact(end) ? timeOf : (moment: string) => Date.parse(`${moment}Z`);
  return (time(end, zone) - time(start, zone)) / 3_600_000;
}

function hoursLater(moment: string, hours: number, zone: string): string {
  return exactMoment(timeOf(moment, zone) + Math.round(hours * 60) * 60_000, zone);
}

function spokenHours(hours: number): string {
  return hours > 72 ? `${Math.round(hours / 24)} days` : `${Math.round(hours * 10) / 10} hours`;
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to.slice(0, 10)}Z`) - Date.parse(`${from.slice(0, 10)}Z`)) / 86_400_000;
}

function onDay(moment: string, days: number): string {
  return days === 0 ? moment : addDays(moment.slice(0, 10), days) + wallOf(moment).slice(10);
}

function inTime(visits: readonly Visit[], zone: string): Visit[] {
  return visits.toSorted((a, b) => timeOf(a.start, zone) - timeOf(b.start, zone));
}

const EACH_DAY = 'Give the job a visit for each day.';
/** A form with one date has no room for several visits. */
const DATE_LATER = `${EACH_DAY} Leave its date empty, then schedule its visits.`;

/** @param instead what to do about a visit that is too long */
function requireVisits(visits: readonly Visit[], zone: string, instead: string): void {
  if (visits.length === 0) throw new Rejection('invalid', 'Choose the date of the job.', 'scheduledDate');
  if (visits.length > JOB_LIMITS.visits)
    throw new Rejection('invalid', `There can be at most ${JOB_LIMITS.visits} visits.`, 'visits');
  for (const [index, { start, end }] of visits.entries()) {
    if (timeOf(end, zone) <= timeOf(start, zone)) {
      throw new Rejection('invalid', 'The end must be after the start.', 'estimatedEndTime');
    }
    const hours = hoursBetween({ start, end }, zone);
    if (hours > JOB_LIMITS.visitHours) {
      const most = `A visit can be at most ${JOB_LIMITS.visitHours} hours long; this one would be ${spokenHours(hours)}.`;
      throw new Rejection('invalid', `${most} ${instead}`, 'visits');
    }
    const next = visits[index + 1];
    if (next && timeOf(next.start, zone) < timeOf(end, zone)) {
      throw new Rejection('invalid', 'Two visits must not be at the same time.', 'visits');
    }
  }
}

function isEqual(a: readonly Visit[], b: readonly Visit[]): boolean {
  return a.length === b.length && a.every(({ start, end }, index) => start === b[index]?.start && end === b[index].end);
}

/**
 * A cancelled job is to be done after all, or a completed one has more to be done: it needs a new date. The time
 * already worked stays.
 */
export function reopened({ work }: JobLife): LifeEvent {
  return { type: 'JobLifeRestored', data: { ...NEW_LIFE, visits: [], work: [...work] } };
}

/** Takes away the visits of a job. @throws Rejection 409 if work has begun or the job is over */
export function unschedule(life: JobLife): LifeEvent[] {
  const { status, visits } = life;
  if (status !== 'unscheduled' && status !== 'scheduled' && status !== 'on_hold') {
    throw refusal('unschedule', spoken(status));
  }
  if (visits.length === 0) return [];
  return [{ type: 'JobUnscheduled', data: { status: status === 'on_hold' ? status : 'unscheduled' } }];
}
