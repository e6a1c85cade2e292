import { Lock } from '@blueprintjs/icons';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import type { ScheduledJob } from '../../../../api/schedule/schema.ts';
import { isLocked } from '../../../entities/schedule/locks.ts';
import { isMovable, type Slot } from '../../../entities/schedule/placing.ts';
import { formatWallDay, startOfDay } from '../../../entities/schedule/wall-dates.ts';
import { formatDollars, formatShortDollars, formatSpan } from '../../../ui/values/format.ts';
import { type BoardEvent, type BoardWays, eventsOf, type Lane, NO_CREW, tellMoving } from './board.ts';
import { type CellLoad, cellKey, daysFrom, loadsOf, loadWords, startInCell, visitsByCell } from './crew-week-cells.ts';
import { DayHead, OffNote } from './day-head.tsx';
import { followMouse } from './long-press.ts';
import { ProblemCount } from './problem-marks.tsx';
import { carrierOf, frameClass, VisitEvent } from './visit-event.tsx';

interface CrewWeekProps {
  board: BoardWays;
  /** The visits that match the filters. */
  events: readonly BoardEvent[];
  /** All jobs, with the one that is being moved where it would go: a filter takes no work off a crew. */
  jobs: readonly ScheduledJob[];
  lanes: readonly Lane[];
  /** The first day of the week, `YYYY-MM-DD`. */
  from: string;
  today: string;
  /** What is being dragged onto it from beside it. */
  outside: React.RefObject<BoardEvent | null>;
  onDrop(slot: Slot, at: 'day'): void;
}

/** A week of all crews: a row for each, a cell for each of its days with its load and its visits in order. */
export function CrewWeek({ board, events, jobs, lanes, from, today, outside, onDrop }: CrewWeekProps) {
  const { schedule } = board;
  const days = useMemo(() => daysFrom(from), [from]);
  const cells = useMemo(() => visitsByCell(events, days), [events, days]);
  const loads = useMemo(() => loadsOf(schedule, jobs, lanes, days), [schedule, jobs, lanes, days]);
  const isPriced = schedule.days.some(({ amount }) => amount !== null);
  const isQuiet = (day: string) =>
    schedule.days.some((each) => each.day === day && !each.isWorkingDay) &&
    lanes.every(({ id }) => !cells.has(cellKey(id, day)));
  const [over, setOver] = useState<string | null>(null);

  function slotAt(laneId: string, day: string): Slot | null {
    const event = outside.current;
    if (!event) return null;
    const { job, index } = event;
    const length = +event.end - +event.start;
    const place = { laneId, day, minutes: length / 60_000 };
    const start = startInCell(
      schedule,
      place,
      visitsByCell(eventsOf(jobs, {}), days).get(cellKey(laneId, day)) ?? NONE,
    );
    return { job, index, start, end: new Date(+start + length), crewId: laneId === NO_CREW ? null : laneId };
  }

  const dropsAt = (laneId: string, day: string) => ({
    onDragOver(drag: React.DragEvent) {
      if (!outside.current) return;
      drag.preventDefault();
      const key = cellKey(laneId, day);
      if (over === key) return;
      setOver(key);
      tellMoving(slotAt(laneId, day));
    },
    onDragLeave({ currentTarget, relatedTarget }: React.DragEvent) {
      if (currentTarget.contains(relatedTarget as Node | null)) return;
      setOver(null);
      tellMoving(null);
    },
    onDrop(drag: React.DragEvent) {
      const slot = slotAt(laneId, day);
      if (!slot) return;
      drag.preventDefault();
      setOver(null);
      tellMoving(null);
      onDrop(slot, 'day');
    },
  });

  return (
    <div className="hw-calendar-frame hw-crew-week-frame">
      <table
        className="hw-calendar hw-crew-week"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys go from cell to cell
        role="grid"
        aria-label="Week by crews"
        onKeyDown={(press) => stepByKey(press, board.showDay)}
      >
        <colgroup>
          <col className="hw-crew-week-names" />
          {days.map((day) => (
            <col key={day} className={isQuiet(day) ? 'hw-crew-week-quiet' : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="hw-visually-hidden">Crew</span>
            </th>
            {days.map((day) => (
              <th key={day} scope="col" className={day === today ? 'hw-crew-week-today' : undefined}>
                <div className="hw-crew-week-day">
                  <DayHead date={startOfDay(day)} label={formatWallDay(startOfDay(day))} />
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lanes.map((lane, row) => (
            <tr key={lane.id} className={board.colorOf(lane.id)}>
              <th scope="row">
                <span className="hw-crew-week-name">
                  <span className="hw-crew-mark" /> {lane.name}
                </span>
                <WeekSum loads={days.map((day) => loads.get(cellKey(lane.id, day)))} isPriced={isPriced} />
              </th>
              {days.map((day, column) => {
                const key = cellKey(lane.id, day);
                const visits = cells.get(key) ?? NONE;
                return (
                  <td
                    key={day}
                    className={cellClass(board, lane, day, { today, isOver: over === key })}
                    tabIndex={row + column === 0 && visits.length === 0 ? 0 : -1}
                    data-day={day}
                    {...dropsAt(lane.id, day)}
                  >
                    <CellHead board={board} lane={lane} day={day} load={loads.get(key)} isPriced={isPriced} />
                    {visits.map((event) => (
                      <CellVisit key={event.key} event={event} board={board} />
                    ))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NONE: readonly BoardEvent[] = [];

interface CellState {
  today: string;
  /** A job is dragged over it. */
  isOver: boolean;
}

function cellClass(board: BoardWays, lane: Lane, day: string, { today, isOver }: CellState): string | undefined {
  const classes = [
    day === today ? 'hw-crew-week-today' : '',
    isLockedFor(board, lane, day) ? 'hw-crew-week-locked' : '',
    isOver ? 'hw-crew-week-over' : '',
  ].filter(Boolean);
  return classes.length > 0 ? classes.join(' ') : undefined;
}

function isLockedFor({ schedule }: BoardWays, { id }: Lane, day: string): boolean {
  return isLocked(schedule, day, null) || (id !== NO_CREW && isLocked(schedule, day, id));
}

interface CellHeadProps {
  board: BoardWays;
  lane: Lane;
  day: string;
  load: CellLoad | undefined;
  isPriced: boolean;
}

/** A crew's day: its work against the shift, and its money. */
function CellHead({ board, lane, day, load, isPriced }: CellHeadProps) {
  const isHeld = isLockedFor(board, lane, day);
  if (!load) return null;
  return (
    <div className="hw-cell-head">
      <Bar load={load} />
      <span className="hw-cell-load">{loadWords(load)}</span>
      {isPriced && load.amount > 0 && (
        <span className="hw-cell-money">
          <span className="hw-visually-hidden">, {formatDollars(load.amount / 100)}</span>
          <span aria-hidden="true">{formatShortDollars(load.amount / 100)}</span>
        </span>
      )}
      {lane.id !== NO_CREW && <ProblemCount day={day} crewId={lane.id} isShort />}
      {lane.id !== NO_CREW && <OffNote day={day} crewId={lane.id} isShort />}
      {isHeld && <Lock size={12} title="Locked" className="hw-cell-lock" />}
    </div>
  );
}

/** How full a shift is; what is more than full, and what is outside of it, is marked. */
function Bar({ load: { hours, outside, shift } }: { load: CellLoad }) {
  if (!shift) return null;
  const isOver = hours > shift || outside > 0;
  return (
    <span className={isOver ? 'hw-cell-bar hw-cell-bar-over' : 'hw-cell-bar'} aria-hidden="true">
      <span style={{ width: `${Math.min(100, (hours / shift) * 100)}%` }} />
    </span>
  );
}

/** A crew's week, below its name. */
function WeekSum({ loads, isPriced }: { loads: readonly (CellLoad | undefined)[]; isPriced: boolean }) {
  const sum = (of: (load: CellLoad) => number) => loads.reduce((total, load) => total + (load ? of(load) : 0), 0);
  const hours = sum((load) => load.hours + load.outside);
  const shift = sum((load) => load.shift ?? 0);
  const amount = sum((load) => load.amount);
  if (shift === 0 && hours === 0) return null;
  return (
    <span className="hw-muted hw-crew-week-sum">
      {formatSpan(hours)}
      {shift > 0 && ` of ${formatSpan(shift)}`}
      {isPriced && ` · ${formatDollars(amount / 100)}`}
    </span>
  );
}

interface CellVisitProps {
  board: BoardWays;
  event: BoardEvent;
}

/** A visit in its cell, which a mouse drags to another one; a finger and keys move it as on the calendar. */
const CellVisit = memo(function CellVisit({ event, board }: CellVisitProps) {
  const canMove = board.canChange && isMovable(event.job);
  return (
    <div
      className={`hw-cell-visit ${frameClass(event, board)}`}
      onPointerDown={(press) =>
        canMove && followMouse(press.nativeEvent, carrierOf(event, board, { left: press.clientX, top: press.clientY }))
      }
    >
      <VisitEvent event={event} />
    </div>
  );
});

const ARROWS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The arrow keys go from visit to visit in a cell, and on to the next cell; Enter opens the day of an empty one. */
function stepByKey(press: KeyboardEvent<HTMLElement>, showDay: BoardWays['showDay']): void {
  const { target, key, altKey, ctrlKey, metaKey, shiftKey } = press;
  const cell = target instanceof Element ? target.closest('td') : null;
  if (!cell || altKey || ctrlKey || metaKey || shiftKey) return;
  if (key === 'Enter' && target === cell && cell.dataset['day']) {
    showDay(cell.dataset['day']);
    return;
  }
  const step = ARROWS[key];
  if (!step) return;
  press.preventDefault();
  nextOf(cell, target as Element, step)?.focus();
}

function nextOf(cell: HTMLTableCellElement, from: Element, [across, down]: readonly [number, number]) {
  const stops = stopsIn(cell);
  const at = stops.indexOf(from as HTMLElement);
  const within = down === 0 || at < 0 ? undefined : stops[at + down];
  if (within) return within;
  const row = cell.parentElement as HTMLTableRowElement;
  const rows = [...(row.parentElement?.children ?? [])] as HTMLTableRowElement[];
  const next = rows[rows.indexOf(row) + down]?.cells[cell.cellIndex + across];
  // The first of a row is the name of its crew.
  if (!next || next.cellIndex === 0) return undefined;
  const there = stopsIn(next);
  return (down < 0 ? there.at(-1) : there[across === 0 ? 0 : Math.min(Math.max(at, 0), there.length - 1)]) ?? next;
}

function stopsIn(cell: Element): HTMLElement[] {
  return [...cell.querySelectorAll<HTMLElement>('.hw-visit-button')];
}
