import { type KeyboardEvent, useEffect, useState } from 'react';
import { holdChanges } from '../../../data/changes.ts';
import type { Slot } from '../../../entities/schedule/placing.ts';
import { dayOf } from '../../../entities/schedule/wall-dates.ts';
import { monthOf } from '../../../ui/values/days.ts';
import { type ScheduleSearch, type ScheduleView, shownDays } from '../schedule-search.ts';
import type { Lane } from './board.ts';
import { carriedBy } from './carrying.ts';

interface CarryingOf {
  date: string;
  view: ScheduleView;
  lanes: readonly Lane[];
  onSearch(change: Partial<ScheduleSearch>, how?: 'replace'): void;
  drop(slot: Slot): void;
}

/** A visit that is moved by keyboard or finger. */
interface Carrying {
  /** Where it would go; null if none is being moved. */
  carried: Slot | null;
  carry(slot: Slot): void;
  /** @param slot where it is dropped; null to put it back */
  letGo(slot: Slot | null): void;
  press(event: KeyboardEvent): void;
}

/** Moves a visit, and the shown days along with it. Changes by others are held back meanwhile. */
export function useCarrying({ date, view, lanes, onSearch, drop }: CarryingOf): Carrying {
  const [carried, setCarried] = useState<Slot | null>(null);
  const isMoving = carried !== null;
  useEffect(() => (isMoving ? holdChanges() : undefined), [isMoving]);

  // Put back on a day out of view, a visit is let go of only when it is in view again and can have the focus.
  const [isReturning, setReturning] = useState(false);
  const home = carried ? homeOf(carried) : date;
  const isAway = !isInView(home, date, view);
  useEffect(() => {
    if (!isReturning || isAway) return;
    setReturning(false);
    setCarried(null);
  }, [isReturning, isAway]);

  function letGo(slot: Slot | null): void {
    if (slot === null && isAway) {
      setReturning(true);
      onSearch({ date: home }, 'replace');
      return;
    }
    if (slot) drop(slot);
    setCarried(null);
  }

  function press(event: KeyboardEvent): void {
    if (!carried) return;
    if (event.key === 'Escape') letGo(null);
    else if (event.key === 'Enter' && event.target === event.currentTarget) letGo(carried);
    else {
      const next = carriedBy(event, carried, view, lanes);
      if (!next) return;
      setCarried(next);
      const day = dayOf(next.start);
      if (day !== date && !isInView(day, date, view)) onSearch({ date: day }, 'replace');
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return { carried, carry: setCarried, letGo, press };
}

/** The day a visit is put back on. */
function homeOf({ job, index, start }: Slot): string {
  return (index === null ? undefined : job.visits[index])?.start.slice(0, 10) ?? dayOf(start);
}

/** In a month, the days of the weeks around it do not count. */
function isInView(day: string, date: string, view: ScheduleView): boolean {
  if (view === 'month') return monthOf(day) === monthOf(date);
  const { from, to } = shownDays(date, view);
  return from <= day && day <= to;
}
