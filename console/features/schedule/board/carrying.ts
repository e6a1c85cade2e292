import type { Slot } from '../../../entities/schedule/placing.ts';
import { plusDays, plusMinutes } from '../../../entities/schedule/wall-dates.ts';
import type { ScheduleView } from '../schedule-search.ts';
import { type Lane, NO_CREW } from './board.ts';

/** Minutes. */
const STEP = 30;

interface Pressed {
  key: string;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * Where a key moves the visit being moved: by days and weeks in a month, by days and half hours in a week and a day, by
 * lanes and half hours in a day by crews, by days and crews in a week by crews. With Alt it moves by days, or in the week
 * by crews by half hours, with Shift it is resized. Null for other keys.
 */
export function carriedBy(
  { key, altKey, shiftKey }: Pressed,
  slot: Slot,
  view: ScheduleView,
  lanes: readonly Lane[],
): Slot | null {
  const step = ARROWS[key];
  if (!step) return null;
  const [across, down] = step;
  if (shiftKey && down !== 0) return resized(slot, down * STEP);
  if (view === 'crew-week' && down !== 0 && !altKey) return inLane(slot, down, lanes);
  if (view === 'crews' && across !== 0 && !altKey) return inLane(slot, across, lanes);
  if (view === 'month' || across !== 0) return byDays(slot, across + (view === 'month' ? down * 7 : 0));
  return { ...slot, start: plusMinutes(slot.start, down * STEP), end: plusMinutes(slot.end, down * STEP) };
}

/**
 * Where a finger moves a visit.
 * @param columns days, or lanes in a day by crews
 * @param steps half hours, or crews in their week
 */
export function carriedTo(
  slot: Slot,
  { columns, steps }: { columns: number; steps: number },
  view: ScheduleView,
  lanes: readonly Lane[],
): Slot {
  if (view === 'crew-week') return inLane(byDays(slot, columns), steps, lanes);
  const across = view === 'crews' ? inLane(slot, columns, lanes) : byDays(slot, columns);
  const minutes = steps * STEP;
  return { ...across, start: plusMinutes(across.start, minutes), end: plusMinutes(across.end, minutes) };
}

const ARROWS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function byDays(slot: Slot, days: number): Slot {
  return { ...slot, start: plusDays(slot.start, days), end: plusDays(slot.end, days) };
}

function resized(slot: Slot, minutes: number): Slot {
  const end = plusMinutes(slot.end, minutes);
  return +end > +slot.start ? { ...slot, end } : slot;
}

function inLane(slot: Slot, across: number, lanes: readonly Lane[]): Slot {
  const at = lanes.findIndex(({ id }) => id === (slot.crewId ?? NO_CREW));
  const lane = lanes[at + across];
  return lane ? { ...slot, crewId: lane.id === NO_CREW ? null : lane.id } : slot;
}
