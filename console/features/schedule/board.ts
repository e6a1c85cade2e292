import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Schedule, ScheduledJob } from '../../../api/schedule/schema.ts';
import type { ReplanKind } from '../../../optimizer/service/replan.schema.ts';
import type { crewColor } from '../../entities/schedule/crew-colors.ts';
import type { LockDay } from '../../entities/schedule/locks.ts';
import type { Slot } from '../../entities/schedule/placing.ts';
import { wallDate } from '../../entities/schedule/wall-dates.ts';

/** The lane of what no crew has. */
export const NO_CREW = 'none';

/** A lane of the day by crews. */
export interface Lane {
  /** A crew's id, or `none`. */
  id: string;
  name: string;
}

/** A visit as the calendar takes it. */
export interface BoardEvent extends Slot {
  /** One visit of one job. */
  key: string;
  /** Of its lane. */
  resourceId: string;
  /** It is carried by keyboard. */
  isCarried: boolean;
}

/** Which visits of a job are on the board, by name. */
export function eventKey(jobId: string, index: number | null): string {
  return `${jobId}/${index ?? 'new'}`;
}

/** A visit as the calendar takes it. */
export function eventOf(slot: Slot, isCarried = false): BoardEvent {
  const { job, index, crewId } = slot;
  return { ...slot, key: eventKey(job.id, index), resourceId: crewId ?? NO_CREW, isCarried };
}

/** The same visits each time for a job that did not change: they are not drawn again. */
const eventsOfJob = new WeakMap<ScheduledJob, readonly BoardEvent[]>();

/** What of the board is shown. */
export interface BoardFilter {
  crew?: string | undefined;
  status?: string | undefined;
}

/** All visits of the jobs that a filter leaves. */
export function eventsOf(jobs: readonly ScheduledJob[], { crew, status }: BoardFilter): BoardEvent[] {
  const all: BoardEvent[] = [];
  for (const job of jobs) {
    if (crew !== undefined && (job.crewId ?? NO_CREW) !== crew) continue;
    if (status !== undefined && job.status !== status) continue;
    let events = eventsOfJob.get(job);
    if (!events) {
      const { crewId } = job;
      events = job.visits.map(({ start, end }, index) =>
        eventOf({ job, index, start: wallDate(start), end: wallDate(end), crewId }),
      );
      eventsOfJob.set(job, events);
    }
    all.push(...events);
  }
  return all;
}

/** The lanes of a day: all crews that work, those that are visited that day all the same, and what no crew has. */
export function lanesOf({ crews, jobs }: Pick<Schedule, 'crews' | 'jobs'>): Lane[] {
  const busy = new Set(jobs.map(({ crewId }) => crewId));
  const shown = crews.filter(({ id, isActive }) => isActive || busy.has(id));
  const byName = shown.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  return [...byName.map(({ id, name }) => ({ id, name })), { id: NO_CREW, name: 'Unassigned' }];
}

/** What the parts of the calendar need of the page; the same object while nothing of it changes. */
export interface BoardWays {
  schedule: Schedule;
  /** The day that is shown, of those views that show one; `YYYY-MM-DD`. */
  date: string;
  canChange: boolean;
  lock: LockDay;
  open(jobId: string): void;
  /** Shows what can be done with a visit, where a person has asked for it. */
  menu(event: BoardEvent, at: { left: number; top: number }): void;
  carry(slot: Slot): void;
  /** Ends the carrying. @param slot where it is dropped; null: it stays where it was */
  letGo(slot: Slot | null): void;
  /** Where a visit would be so many days, or lanes, and half hours on. */
  moved(slot: Slot, by: { columns: number; steps: number }): Slot;
  showDay(day: string): void;
  /** Asks where the work of a day goes. @param crewId of one crew; of all without it */
  replan(kind: ReplanKind, day: string, crewId?: string): void;
  /** Whether it is one of those that are shown, and not the picture of one that is being dragged. */
  isShown(event: BoardEvent): boolean;
  /** Of a lane of the day by crews, in order. */
  laneAt(index: number): Lane | undefined;
  crewName(crewId: string | null): string;
  colorOf(crewId: string | null): ReturnType<typeof crewColor>;
  /** What stands against a visit where it would be, each in a sentence. */
  against(slot: Slot): readonly string[];
}

export const BoardContext = createContext<BoardWays | null>(null);

/** @throws outside the board */
export function useBoard(): BoardWays {
  const board = useContext(BoardContext);
  if (!board) throw new Error('This is a part of the board.');
  return board;
}

// What is under way: a visit over the board, by pointer or by keyboard. One at a time, and told without drawing the board anew.

let moving: Slot | null = null;
const listeners = new Set<() => void>();

/** Says where the visit that is moved would be now; null: none is moved. */
export function tellMoving(slot: Slot | null): void {
  moving = slot;
  for (const listener of listeners) listener();
}

/** Where the visit that is moved would be now. */
export function movingNow(): Slot | null {
  return moving;
}

/** As `movingNow`, and follows it. */
export function useMoving(): Slot | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, movingNow);
}
