import { Rejection } from '../kit/decider.ts';
import { isSeen } from '../kit/seen-text.ts';
import { exactMoment } from '../kit/times.ts';
import { type JobLife, type LifeEvent, schedule, spoken, timeOf, type Visit } from './life.ts';
import { knownHours, OPEN_JOB_STATUSES, plannedHours } from './terms.ts';

// What is left of a job: the part of its work that has no visit, and that nobody gave up.

/** What the rule looks at. */
export interface Workload {
  /** The estimate, in hours. */
  hours: number | null;
  life: Pick<JobLife, 'status' | 'visits' | 'zone' | 'givenUpMinutes'>;
}

/** The parts of a job's work, in whole minutes. */
export interface WorkShares {
  /** As it was estimated. What nobody estimated is what its visits hold, and without a visit the default. */
  asked: number;
  /** What its visits hold, also beyond what was asked. */
  placed: number;
  givenUp: number;
  /** What still has to be placed or given up. */
  left: number;
}

/**
 * The parts of a job's work: `placed + givenUp + left` is what was asked, or what is placed where that is more. Nothing is
 * left of a job that is done, cancelled or removed; of any other it does not matter what day it is: work of which the
 * visits are over is to be completed, placed again or given up. Minutes are those that pass, also in a night in which the
 * clocks change.
 */
export function workShares({ hours, life }: Workload, isRemoved = false): WorkShares {
  const placed = life.visits.reduce((sum, visit) => sum + minutesOfVisit(visit, life.zone), 0);
  const known = knownHours(hours);
  const isPlaced = known === null && life.visits.length > 0;
  const asked = isPlaced ? placed : Math.round(plannedHours(hours) * 60);
  const open = Math.max(0, asked - placed);
  if (isRemoved || !isOpen(life.status)) return { asked, placed, givenUp: open, left: 0 };
  const givenUp = Math.min(life.givenUpMinutes, open);
  return { asked, placed, givenUp, left: open - givenUp };
}

/** Whether some of a job has no visit yet: all of it, or what is left beside its visits. */
export function isToPlace(work: Workload, isRemoved = false): boolean {
  const hasNone = work.life.visits.length === 0 && isOpen(work.life.status);
  return hasNone || workShares(work, isRemoved).left > 0;
}

function isOpen(status: string): boolean {
  return (OPEN_JOB_STATUSES as readonly string[]).includes(status);
}

/** 0 of what is no time: whatever the log holds is counted as far as possible. */
function minutesOfVisit({ start, end }: Visit, zone: string | null): number {
  const length = timeOf(end, zone ?? 'UTC') - timeOf(start, zone ?? 'UTC');
  return Math.max(0, Math.round(length / 60_000)) || 0;
}

/**
 * Gives up what is left beside the visits: what is asked for later, by a higher estimate or a shorter visit, is left again.
 * @throws Rejection 400 without a reason; 409 if nothing is left, the job is over, or none of it has a visit
 */
export function giveUpRest(reason: string | null, work: Workload): LifeEvent[] {
  if (!isSeen(reason)) throw new Rejection('invalid', 'Say why the rest is not to be done.', 'reason');
  const { status, visits } = work.life;
  if (!isOpen(status)) throw new Rejection('conflict', `This job is ${spoken(status)}: nothing of it is left to do.`);
  if (visits.length === 0) {
    const message =
      'None of this job has a day yet, so there is no rest to give up. Cancel it if it is not to be done.';
    throw new Rejection('conflict', message);
  }
  const { left, givenUp } = workShares(work);
  if (left === 0) {
    const how = givenUp > 0 ? 'its visits hold what was not given up' : 'its visits hold all of its hours';
    throw new Rejection('conflict', `Nothing of this job is left: ${how}.`);
  }
  return [{ type: 'JobRestGivenUp', data: { minutes: left, givenUpReason: reason } }];
}

/**
 * Adds visits to those that a job has, such as for what is left of it; it keeps its status, unless it was unscheduled.
 * @param zone of the added ones, an IANA name
 * @throws Rejection as `schedule`
 */
export function addVisits(
  added: readonly Visit[],
  { zone, hours }: { zone: string; hours: number | null },
  life: JobLife,
): LifeEvent[] {
  const theirs = life.zone ?? zone;
  const there = (moment: string) => (theirs === zone ? moment : exactMoment(timeOf(moment, theirs), zone));
  const kept = life.visits.map(({ start, end }) => ({ start: there(start), end: there(end) }));
  return schedule({ visits: [...kept, ...added] }, { zone, isStatus: life.status === 'unscheduled', hours }, life);
}
