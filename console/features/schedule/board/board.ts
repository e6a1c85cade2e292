import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Schedule, ScheduledJob } from '../../../../api/schedule/schema.ts';
import { compareTexts } from '../../../../domain/kit/sort-text.ts';
import type { ReplanKind } from '../../../../optimizer/answers/replan.schema.ts';
import type { crewColor } from '../../../entities/schedule/crew-colors.ts';
import type { LockDay } from '../../../entities/schedule/locks.ts';
import { drawnAs, type Slot } from '../../../entities/schedule/placing.ts';

/** The lane of jobs without a crew. */
export const NO_CREW = 'none';

/** A lane of the day by crews. */
export interface Lane {
  /** A crew's id, or `none`. */
  id: string;
  name: string;
}

/** A visit as the calendar takes it. */
export interface BoardEvent extends Slot {
  /** Unique key of this visit. */
  key: string;
  /** Id of its lane. */
  resourceId: string;
  /** It is being moved by keyboard. */
  isCarried: boolean;
}

/** The key of a job's visit on the board. */
export function eventKey(jobId: string, index: number | null): string {
  return `${jobId}/${index ?? 'new'}`;
}

/** A visit as the calendar takes it. */
export function eventOf(slot: Slot, isCarried = false): BoardEvent {
  const { job, index, crewId } = slot;
  return { ...slot, key: eventKey(job.id, index), resourceId: crewId ?? NO_CREW, isCarried };
}

/** The same events each time for an unchanged job: they are not rendered again. */
const eventsOfJob = new WeakMap<ScheduledJob, readonly BoardEvent[]>();

/** What the board shows. */
export interface BoardFilter {
  crew?: string | undefined;
  status?: string | undefined;
}

/** All visits of the jobs that match a filter. */
export function eventsOf(jobs: readonly ScheduledJob[], { crew, status }: BoardFilter): BoardEvent[] {
  const all: BoardEvent[] = [];
  for (const job of jobs) {
    if (crew !== undefined && (job.crewId ?? NO_CREW) !== crew) continue;
    if (status !== undefined && job.status !== status) continue;
    let events = eventsOfJob.get(job);
    if (!events) {
      const { crewId } = job;
      events = job.visits.map((visit, index) => eventOf({ job, index, ...drawnAs(visit), crewId }));
      eventsOfJob.set(job, events);
    }
    all.push(...events);
  }
  return all;
}

/** The lanes of a day: all active crews, inactive ones that have visits, and one for jobs without a crew. */
export function lanesOf({ crews, jobs }: Pick<Schedule, 'crews' | 'jobs'>): Lane[] {
  const busy = new Set(jobs.map(({ crewId }) => crewId));
  const shown = crews.filter(({ id, isActive }) => isActive || busy.has(id));
  const byName = shown.toSorted((a, b) => compareTexts(a.name, b.name));
  return [...byName.map(({ id, name }) => ({ id, name })), { id: NO_CREW, name: 'Unassigned' }];
}

/** What parts of the calendar need from the page; the same object until something in it changes. */
export interface BoardWays {
  schedule: Schedule;
  /** The day shown, in views of a single day; `YYYY-MM-DD`. */
  date: string;
  canChange: boolean;
  lock: LockDay;
  open(jobId: string): void;
  /** Opens a visit's menu at a point. */
  menu(event: BoardEvent, at: { left: number; top: number }): void;
  carry(slot: Slot): void;
  /** Ends the move. @param slot where it is dropped; null leaves it where it was */
  letGo(slot: Slot | null): void;
  /** A visit moved by some days or lanes, and half hours. */
  moved(slot: Slot, by: { columns: number; steps: number }): Slot;
  showDay(day: string): void;
  /** Lists what cannot go as planned on a day. @param crewId one crew; null for all */
  showProblems(day: string, crewId: string | null): void;
  /** Asks how to move a day's work. @param crewId one crew; without it all */
  replan(kind: ReplanKind, day: string, crewId?: string): void;
  /** Whether it is a visit on the board, not the preview of a drag. */
  isShown(event: BoardEvent): boolean;
  /** In the day by crews: a lane by its position. */
  laneAt(index: number): Lane | undefined;
  crewName(crewId: string | null): string;
  colorOf(crewId: string | null): ReturnType<typeof crewColor>;
  /** A visit's conflicts at a place, one sentence each. */
  against(slot: Slot): readonly string[];
}

export const BoardContext = createContext<BoardWays | null>(null);

/** @throws outside the board */
export function useBoard(): BoardWays {
  const board = useContext(BoardContext);
  if (!board) throw new Error('This is a part of the board.');
  return board;
}

// The visit being moved over the board, by pointer or keyboard. There is at most one, and its moves do not render the
// board again.

let moving: Slot | null = null;
const listeners = new Set<() => void>();

/** Sets where the visit being moved would go; null if none is being moved. */
export function tellMoving(slot: Slot | null): void {
  moving = slot;
  for (const listener of listeners) listener();
}

/** Where the visit being moved would go. */
export function movingNow(): Slot | null {
  return moving;
}

/** Like `movingNow`, but follows it. */
export function useMoving(): Slot | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, movingNow);
}
