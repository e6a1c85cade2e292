import { useEffect, useMemo, useRef } from 'react';
import { Calendar, type CalendarProps } from 'react-big-calendar';
import * as dnd from 'react-big-calendar/lib/addons/dragAndDrop';
import 'react-big-calendar/lib/addons/dragAndDrop/styles.css';
import 'react-big-calendar/lib/css/react-big-calendar.css';
import type { Slot } from '../../entities/schedule/placing.ts';
import { isMovable } from '../../entities/schedule/placing.ts';
import { momentOf, startOfDay, wallDate } from '../../entities/schedule/wall-dates.ts';
import { type BoardEvent, type BoardWays, type Lane, NO_CREW } from './board.ts';
import { DayHead, LaneHead, MonthDayHead, WeekdayHead } from './day-head.tsx';
import { LONG_PRESS_MS } from './long-press.ts';
import type { ScheduleView } from './schedule-search.ts';
import { frameClass, VisitEvent } from './visit-event.tsx';
import { wallLocalizer } from './wall-localizer.ts';

// The addon is a module of another kind in the built console than in `npm run dev`.
type Addon = typeof dnd.default;
const withDragAndDrop: Addon = (dnd.default as unknown as { default?: Addon }).default ?? dnd.default;
const DragAndDropCalendar = withDragAndDrop<BoardEvent, Lane>(
  Calendar as React.ComponentType<CalendarProps<BoardEvent, Lane>>,
);

/** Minutes: what a visit is moved by. */
export const STEP = 30;

const COMPONENTS = {
  event: VisitEvent,
  header: DayHead,
  resourceHeader: LaneHead,
  month: { header: WeekdayHead, dateHeader: MonthDayHead },
};
const VIEWS = { month: true, week: true, day: true } as const;

interface BoardCalendarProps {
  board: BoardWays;
  events: BoardEvent[];
  lanes: Lane[];
  view: ScheduleView;
  /** `YYYY-MM-DD` */
  date: string;
  /** The company's wall clock. */
  now: Date;
  /** What is dragged onto the calendar from beside it. */
  outside: React.RefObject<BoardEvent | null>;
  /** @param at where it was let go; a month says no time */
  onDrop(slot: Slot, at: 'day' | 'time'): void;
}

/** The calendar: each visit is dragged to another day, time or lane, and made longer or shorter at its ends. */
export function BoardCalendar(props: BoardCalendarProps) {
  const { board, events, lanes, view, date, now, outside, onDrop } = props;
  const drop = useRef(onDrop);
  drop.current = onDrop;
  const place = view === 'month' ? 'day' : 'time';
  const handlers = useMemo(() => handlersOf(outside, place, drop), [outside, place]);
  const getters = useMemo(
    () => ({
      eventPropGetter: (event: BoardEvent) => ({ className: frameClass(event, board) }),
      draggableAccessor: ({ job }: BoardEvent) => board.canChange && isMovable(job),
    }),
    [board],
  );
  const hours = useMemo(() => shownHours(events, date, board.schedule.workingHours), [events, date, board.schedule]);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => makeScrollable(frame.current, view), [view]);
  return (
    <div ref={frame} className="hw-calendar-frame">
      <DragAndDropCalendar
        key={view}
        className="hw-calendar"
        localizer={wallLocalizer}
        events={events}
        components={COMPONENTS}
        views={VIEWS}
        view={view === 'crews' ? 'day' : view}
        date={startOfDay(date)}
        getNow={() => now}
        {...(view === 'crews' && { resources: lanes })}
        {...hours}
        step={STEP}
        timeslots={2}
        longPressThreshold={LONG_PRESS_MS}
        toolbar={false}
        popup
        onShowMore={enterPopup}
        showMultiDayTimes
        drilldownView={null}
        resizable={place === 'time'}
        resizableAccessor={getters.draggableAccessor}
        tooltipAccessor={null}
        titleAccessor={titleOf}
        allDayAccessor={view === 'month' ? isCarried : never}
        onNavigate={nothing}
        onView={nothing}
        {...getters}
        {...handlers}
      />
    </div>
  );
}

/** What scrolls can be scrolled by keyboard too, also where there is no visit in it. */
function makeScrollable(frame: HTMLElement | null, view: ScheduleView): void {
  const hours = frame?.querySelector<HTMLElement>('.rbc-time-content');
  if (!hours) return;
  hours.tabIndex = 0;
  hours.setAttribute('role', 'group');
  hours.setAttribute('aria-label', view === 'week' ? 'Hours of the week' : 'Hours of the day');
}

function nothing(): void {}

/**
 * Goes on in the popup of a day, and from it back to where it was opened; the library does neither. A visit is dragged out of it as
 * on the calendar, and not as the browser drags, which the library would take for the begin of another move.
 */
function enterPopup(): void {
  const opener = document.activeElement as HTMLElement | null;
  requestAnimationFrame(() => {
    const popup = document.querySelector<HTMLElement>('.rbc-overlay');
    popup?.querySelector('button')?.focus();
    popup?.addEventListener('keyup', ({ key }) => key === 'Escape' && requestAnimationFrame(() => opener?.focus()));
    popup?.addEventListener(
      'dragstart',
      (event) => {
        event.preventDefault();
        event.stopPropagation();
      },
      { capture: true },
    );
  });
}

/** What the library is told a visit is called; the visit says it itself. */
function titleOf(): string {
  return '';
}

/** In a month it is not hidden behind others; elsewhere it would leave its hours for the row above them. */
function isCarried(event: BoardEvent): boolean {
  return event.isCarried;
}

function never(): boolean {
  return false;
}

type OnDrop = BoardCalendarProps['onDrop'];

function handlersOf(outside: BoardCalendarProps['outside'], place: 'day' | 'time', drop: React.RefObject<OnDrop>) {
  const crewOf = (resourceId: unknown, event: BoardEvent) => {
    if (typeof resourceId !== 'string') return event.crewId;
    return resourceId === NO_CREW ? null : resourceId;
  };
  const moved = ({ event, start, end, resourceId }: Parameters<NonNullable<DropHandler>>[0]) =>
    drop.current(
      { ...slotOf(event), start: new Date(start), end: new Date(end), crewId: crewOf(resourceId, event) },
      place,
    );
  return {
    onEventDrop: moved,
    onEventResize: moved,
    dragFromOutsideItem: () => outside.current as BoardEvent,
    onDropFromOutside({ start, resource }: { start: Date | string; resource?: unknown }) {
      const event = outside.current;
      if (!event) return;
      const at = place === 'day' ? onDay(new Date(start), event.start) : new Date(start);
      const end = new Date(+at + (+event.end - +event.start));
      letGoOutside(outside);
      drop.current({ ...slotOf(event), start: at, end, crewId: crewOf(resource, event) }, place);
    },
  };
}

type DropHandler = React.ComponentProps<typeof DragAndDropCalendar>['onEventDrop'];

function slotOf({ job, index, start, end, crewId }: BoardEvent): Slot {
  return { job, index, start, end, crewId };
}

function onDay(day: Date, time: Date): Date {
  return wallDate(`${momentOf(day).slice(0, 10)}T${momentOf(time).slice(11)}`);
}

/**
 * Ends a drag from beside the calendar. The library takes the picture of what is dragged away only when it is over nowhere, so
 * it is told that it is.
 */
export function letGoOutside(outside: BoardCalendarProps['outside']): void {
  if (outside.current) document.dispatchEvent(new DragEvent('dragover', { clientX: -1, clientY: -1 }));
  outside.current = null;
}

const MARGIN_HOURS = 2;

/** From before the working day until after it; all day where something is planned outside of that. */
function shownHours(events: readonly BoardEvent[], date: string, { start, end }: { start: string; end: string }) {
  const first = Math.max(0, Number(start.slice(0, 2)) - MARGIN_HOURS);
  const last = Math.min(24, Number(end.slice(0, 2)) + 1 + MARGIN_HOURS);
  let [from, to] = [first * 60, last * 60];
  for (const event of events) {
    const [starts, ends] = [minuteOf(event.start), minuteOf(event.end)];
    if (ends <= starts) return allDay(date);
    from = Math.min(from, Math.floor(starts / 60) * 60);
    to = Math.max(to, Math.ceil(ends / 60) * 60);
  }
  const day = startOfDay(date);
  return { min: new Date(+day + from * 60_000), max: new Date(+day + Math.min(to * 60_000, DAY_END)) };
}

const DAY_END = 86_400_000 - 60_000;

function allDay(date: string) {
  const day = startOfDay(date);
  return { min: day, max: new Date(+day + DAY_END) };
}

function minuteOf(date: Date): number {
  return date.getUTCHours() * 60 + date.getUTCMinutes();
}
