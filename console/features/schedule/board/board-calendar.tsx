import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Calendar, type CalendarProps } from 'react-big-calendar';
import * as dnd from 'react-big-calendar/lib/addons/dragAndDrop';
import 'react-big-calendar/lib/addons/dragAndDrop/styles.css';
import 'react-big-calendar/lib/css/react-big-calendar.css';
import type { Slot } from '../../../entities/schedule/placing.ts';
import { isMovable } from '../../../entities/schedule/placing.ts';
import { momentOf, startOfDay, wallDate } from '../../../entities/schedule/wall-dates.ts';
import { useIsPrinting } from '../../../ui/layout/use-media.ts';
import type { ScheduleView } from '../schedule-search.ts';
import { type BoardEvent, type BoardWays, type Lane, NO_CREW } from './board.ts';
import { DayHead, LaneHead, MonthDayHead, WeekdayHead } from './day-head.tsx';
import { LONG_PRESS_MS } from './long-press.ts';
import { frameClass, VisitEvent } from './visit-event.tsx';
import { wallLocalizer } from './wall-localizer.ts';

// The addon's module format differs between the built console and `npm run dev`.
type Addon = typeof dnd.default;
const withDragAndDrop: Addon = (dnd.default as unknown as { default?: Addon }).default ?? dnd.default;
const DragAndDropCalendar = withDragAndDrop<BoardEvent, Lane>(
  Calendar as React.ComponentType<CalendarProps<BoardEvent, Lane>>,
);

/** Minutes: the step in which visits move. */
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
  view: Exclude<ScheduleView, 'crew-week'>;
  /** `YYYY-MM-DD` */
  date: string;
  /** The current time, in the company's time zone. */
  now: Date;
  /** What is being dragged onto the calendar from beside it. */
  outside: React.RefObject<BoardEvent | null>;
  /** @param at what it was dropped on; in a month there is no time */
  onDrop(slot: Slot, at: 'day' | 'time'): void;
}

/** The calendar: each visit can be dragged to another day, time or lane, and resized at its ends. */
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
  const isPrinting = useIsPrinting();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => makeScrollable(frame.current, view), [view]);
  useLayoutEffect(() => markNarrow(frame.current, isPrinting), [isPrinting]);
  return (
    <div ref={frame} className="hw-calendar-frame">
      <DragAndDropCalendar
        key={view}
        className={`hw-calendar hw-calendar-${view}`}
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
        // Side by side, so that none covers another's name.
        dayLayoutAlgorithm="no-overlap"
        // Nothing opens "+2 more" on paper.
        showAllEvents={isPrinting}
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

/** Makes the scrolling part scrollable by keyboard, even without a visit in it. */
function makeScrollable(frame: HTMLElement | null, view: ScheduleView): void {
  const hours = frame?.querySelector<HTMLElement>('.rbc-time-content');
  if (!hours) return;
  hours.tabIndex = 0;
  hours.setAttribute('role', 'group');
  hours.setAttribute('aria-label', view === 'week' ? 'Hours of the week' : 'Hours of the day');
}

/** Pixels: as wide as the hours are on an upright sheet of paper. */
const PAPER = 640;
/** Pixels: a visit this narrow has its name along it. */
const NARROW = 64;

/**
 * Marks the visits that will be narrow on paper. On the screen they are found by container queries, but Firefox prints
 * nothing of what these change.
 */
function markNarrow(frame: HTMLElement | null, isPrinting: boolean): void {
  const columns = frame?.querySelectorAll<HTMLElement>('.rbc-day-slot') ?? [];
  for (const column of columns)
    for (const visit of column.querySelectorAll<HTMLElement>('.rbc-event')) {
      const width = (visit.offsetWidth / column.offsetWidth) * (PAPER / columns.length);
      visit.toggleAttribute('data-narrow', isPrinting && width < NARROW);
    }
}

function nothing(): void {}

/** Pixels, between a day's popup and the edge of the window. */
const EDGE = 8;

/** The library keeps a popup within the month, which may be longer than the window. */
function keepInWindow(popup: HTMLElement): void {
  const { left, top, width, height } = popup.getBoundingClientRect();
  popup.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - width - EDGE))}px`;
  popup.style.top = `${Math.max(EDGE, Math.min(top, window.innerHeight - height - EDGE))}px`;
}

/**
 * Moves the focus into a day's popup, and back when it closes; the library does neither. A visit is dragged out of it
 * as on the calendar, not by the browser's own dragging, which the library would take for the start of another move.
 */
function enterPopup(): void {
  const opener = document.activeElement as HTMLElement | null;
  requestAnimationFrame(() => {
    const popup = document.querySelector<HTMLElement>('.rbc-overlay');
    if (popup) keepInWindow(popup);
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

/** The title for the library: blank, as the visit shows its own. */
function titleOf(): string {
  return '';
}

/** As an all-day event, so that no visit hides it; only in a month, as elsewhere it would leave its hours. */
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
 * Ends a drag from beside the calendar. The library removes the preview only when the pointer is outside, so this tells
 * it that it is.
 */
export function letGoOutside(outside: BoardCalendarProps['outside']): void {
  if (outside.current) document.dispatchEvent(new DragEvent('dragover', { clientX: -1, clientY: -1 }));
  outside.current = null;
}

const MARGIN_HOURS = 2;

/** From before the working hours until after them; the whole day if something is planned outside them. */
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
