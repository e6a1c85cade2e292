import { Button, Card, Dialog, DialogBody } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Schedule, ScheduledJob } from '../../../api/schedule/schema.ts';
import { may } from '../../../domain/user/terms.ts';
import { shownNow } from '../../data/as-of.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { useCompanyZone } from '../../entities/job/job-tags.tsx';
import { PreparedMessages } from '../../entities/mail/prepared-messages.tsx';
import { conflictsAt, newConflictsAt } from '../../entities/schedule/conflicts.ts';
import { crewColor } from '../../entities/schedule/crew-colors.ts';
import {
  hoursToPlace,
  isLongerThanDay,
  isWhereItIs,
  type Placement,
  placementOf,
  type Slot,
} from '../../entities/schedule/placing.ts';
import { scheduledJobOf, scheduleQuery } from '../../entities/schedule/schedule.ts';
import { useLockDay } from '../../entities/schedule/use-lock-day.ts';
import { type Overtaken, type PlaceActs, usePlaceActs } from '../../entities/schedule/use-place.ts';
import { wallDate } from '../../entities/schedule/wall-dates.ts';
import { Page } from '../../ui/layout/page.tsx';
import { useIsSmallWindow } from '../../ui/layout/use-media.ts';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import { todayIn, wallAt } from '../../ui/values/wall-time.ts';
import {
  BoardContext,
  type BoardEvent,
  type BoardWays,
  eventOf,
  eventsOf,
  type Lane,
  lanesOf,
  NO_CREW,
} from './board/board.ts';
import { BoardCalendar, letGoOutside } from './board/board-calendar.tsx';
import { carriedTo } from './board/carrying.ts';
import { CrewWeek } from './board/crew-week.tsx';
import { Figures, figuresOf, LockButton, OffNote } from './board/day-head.tsx';
import { DayList } from './board/day-list.tsx';
import { MoveLine } from './board/move-line.tsx';
import { ProblemCount } from './board/problem-marks.tsx';
import { UnscheduledButton, UnscheduledOver, usePanelPlace } from './board/unscheduled-fold.tsx';
import { type UnscheduledActs, UnscheduledPanel } from './board/unscheduled-panel.tsx';
import { useCarrying } from './board/use-carrying.ts';
import { noteShown } from './last-shown.ts';
import { WaitingPlans } from './plans/waiting-plans.tsx';
import { ScheduleDialogs } from './schedule-dialogs.tsx';
import { PlanDialogs, ScheduleActions } from './schedule-plans.tsx';
import { rangeAround, type ScheduleSearch, type ScheduleView, shownDays, steppedDate } from './schedule-search.ts';
import { ScheduleToolbar } from './schedule-toolbar.tsx';
import { firstPlacement, OverrideDialog, placementToday, slotToPlace } from './visit/move-dialog.tsx';
import { OvertakenDialog } from './visit/overtaken-dialog.tsx';
import { VisitMenu } from './visit/visit-menu.tsx';

/** The schedule page: the unscheduled jobs, and the calendar. */
export function SchedulePage({ account, search, onSearch }: PageProps<ScheduleSearch>) {
  const zone = useCompanyZone();
  const today = todayIn(zone);
  const date = search.date ?? today;
  const { from, to } = rangeAround(date);
  const query = useQuery(scheduleQuery(from, to));
  const canChange = may(account.role, 'jobs:change');
  const isSmall = useIsSmallWindow();
  const isOneDay = isSmall || search.view === 'day' || search.view === 'crews';
  const { view = 'month' } = search;
  useEffect(() => {
    // A phone has a single view, which nobody chose.
    if (!isSmall) noteShown(account.id, { view, date }, today);
  }, [account.id, view, date, today, isSmall]);
  return (
    <Page
      fill
      title="Scheduling Dashboard"
      subtitle="View and manage your job schedule with our interactive calendar"
      actions={<ScheduleActions canChange={canChange} onSearch={onSearch} />}
    >
      {canChange && (
        <WaitingPlans
          {...(isOneDay ? { from: date, to: date } : { from, to })}
          today={today}
          review={(plan) => onSearch({ plan })}
          openAll={() => onSearch({ plans: true })}
        />
      )}
      <PreparedMessages />
      <DataArea
        query={query}
        isEmpty={() => false}
        firstUse={{ title: 'Nothing here yet' }}
        filtered={null}
        skeleton={<SkeletonRows rows={12} />}
      >
        {(schedule) => (
          <Board
            schedule={schedule}
            date={date}
            today={today}
            zone={zone}
            canChange={canChange}
            account={account}
            search={search}
            onSearch={onSearch}
          />
        )}
      </DataArea>
      {canChange && <PlanDialogs search={search} onSearch={onSearch} date={date} today={today} />}
    </Page>
  );
}

interface BoardProps extends PageProps<ScheduleSearch> {
  schedule: Schedule;
  date: string;
  today: string;
  zone: string | undefined;
  canChange: boolean;
}

function Board({ schedule, date, today, zone, canChange, account, search, onSearch }: BoardProps) {
  const isSmall = useIsSmallWindow();
  const view: ScheduleView = isSmall ? 'day' : (search.view ?? 'month');
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const acts = usePlaceActs(zone, setOvertaken);
  const [menu, setMenu] = useState<{ event: BoardEvent; at: { left: number; top: number } } | null>(null);
  const [isPanelOpen, setPanelOpen] = useState(false);
  /** A job dropped where it has conflicts. */
  const [asked, setAsked] = useState<Placement | null>(null);
  const { placed, place } = usePlaced(schedule.jobs, acts);
  const outside = useRef<BoardEvent | null>(null);
  const { crew, status } = search;

  const shown = useMemo(() => eventsOf(schedule.jobs, { crew, status }), [schedule.jobs, crew, status]);
  const drop = useCallback(
    (placement: Placement) => {
      if (isWhereItIs(placement)) return;
      if (newConflictsAt(schedule, placement).length === 0) place(placement);
      else setAsked(placement);
    },
    [place, schedule],
  );
  const lanes = useMemo(() => lanesOf(schedule), [schedule]);
  const moving = useCarrying({ date, view, lanes, onSearch, drop: (slot) => drop(placementOf(slot)) });
  const { carried, carry, letGo } = moving;
  const there = asked ?? placed;
  const events = useMemo(() => withCarried(withPlaced(shown, there), carried), [shown, carried, there]);
  const jobs = useMemo(
    () => withJob(schedule.jobs, carried ? placementOf(carried) : there),
    [schedule.jobs, carried, there],
  );
  const lock = useLockDay();
  const letGoNow = useRef(letGo);
  letGoNow.current = letGo;
  const board = useBoardWays({
    schedule,
    date,
    view,
    events,
    lanes,
    canChange,
    lock,
    onSearch,
    setMenu,
    carry,
    letGo: letGoNow,
  });

  const dropSlot = (slot: Slot, at: 'day' | 'time') => {
    const isFirst = slot.index === null && (at === 'day' || isLongerThanDay(hoursToPlace(slot.job)));
    drop(isFirst ? firstPlacement(slot, schedule) : placementOf(slot));
  };

  const unscheduled = useUnscheduledActs({ schedule, drop, today, outside, onSearch, canChange, zone });
  const panelPlace = usePanelPlace();
  const foldButton = useRef<HTMLButtonElement>(null);
  const closePanel = useCallback(() => setPanelOpen(false), []);
  const open = (job: string) => onSearch({ job });
  return (
    <BoardContext value={board}>
      <ScheduleToolbar
        view={view}
        date={date}
        today={today}
        lanes={lanes}
        search={search}
        onSearch={onSearch}
        isPhone={isSmall}
        unscheduled={
          <UnscheduledButton ref={foldButton} place={panelPlace} isOpen={isPanelOpen} onOpen={setPanelOpen} />
        }
      />
      <div className="hw-schedule">
        {panelPlace === 'beside' && <UnscheduledPanel acts={unscheduled} isBeside open={open} />}
        {panelPlace === 'over' && isPanelOpen && (
          <UnscheduledOver opener={foldButton} acts={unscheduled} open={open} onClose={closePanel} />
        )}
        <Card className="hw-schedule-card">
          <div className="hw-schedule-head">
            <h2>Job Schedule Calendar</h2>
            {(view === 'day' || view === 'crews') && (
              <DayFacts board={board} view={view} isSmall={isSmall} isAhead={date >= today} />
            )}
          </div>
          {isSmall ? (
            <DayList
              day={date}
              events={shown}
              lanes={lanes}
              onStep={(days) => onSearch({ date: steppedDate(date, 'day', days) })}
            />
          ) : (
            <Calendar
              board={board}
              events={events}
              jobs={jobs}
              lanes={lanes}
              crew={crew}
              view={view}
              date={date}
              today={today}
              outside={outside}
              now={wallDate(wallAt(shownNow(), zone))}
              onDrop={dropSlot}
            />
          )}
          <MoveLine
            lanes={isSmall || BY_CREWS.has(view) ? NO_LANES : lanes}
            carried={carried}
            onKey={moving.press}
            onDrop={() => letGo(carried)}
            onCancel={() => letGo(null)}
          />
        </Card>
      </div>
      {panelPlace === 'dialog' && isPanelOpen && (
        <Dialog isOpen onClose={closePanel} title="Unscheduled Jobs" className="hw-dialog hw-sheet">
          <DialogBody>
            <UnscheduledPanel acts={unscheduled} isBeside={false} open={open} />
          </DialogBody>
        </Dialog>
      )}
      {menu && <VisitMenu {...menu} acts={acts} board={board} onSearch={onSearch} onClose={() => setMenu(null)} />}
      <ScheduleDialogs
        schedule={schedule}
        lanes={lanes}
        account={account}
        search={search}
        onSearch={onSearch}
        zone={zone}
        acts={acts}
        canChange={canChange}
        range={shownDays(date, view)}
      />
      {overtaken && <OvertakenDialog overtaken={overtaken} onClose={() => setOvertaken(null)} />}
      {asked && (
        <OverrideDialog
          placement={asked}
          conflicts={newConflictsAt(schedule, asked)}
          onPlace={(overrideReason) => {
            setAsked(null);
            place({ ...asked, overrideReason });
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </BoardContext>
  );
}

/** The views that name each crew beside its work. */
const BY_CREWS: ReadonlySet<ScheduleView> = new Set(['crews', 'crew-week']);
const NO_LANES: readonly Lane[] = [];

interface CalendarProps extends Omit<React.ComponentProps<typeof BoardCalendar>, 'view'> {
  jobs: readonly ScheduledJob[];
  /** The only crew that is shown. */
  crew: string | undefined;
  view: ScheduleView;
  today: string;
}

function Calendar({ jobs, crew, view, today, ...shown }: CalendarProps) {
  if (view !== 'crew-week') return <BoardCalendar view={view} {...shown} />;
  const { board, events, lanes, date, outside, onDrop } = shown;
  return (
    <CrewWeek
      board={board}
      events={events}
      jobs={jobs}
      lanes={crew === undefined ? lanes : lanes.filter(({ id }) => id === crew)}
      from={shownDays(date, view).from}
      today={today}
      outside={outside}
      onDrop={onDrop}
    />
  );
}

interface DayFactsProps {
  board: BoardWays;
  view: 'day' | 'crews';
  isSmall: boolean;
  /** The day is today or later. */
  isAhead: boolean;
}

/** Above a single day: its workload, and what is done with it as a whole. */
function DayFacts({ board: { schedule, date, canChange, replan }, view, isSmall, isAhead }: DayFactsProps) {
  const figures = figuresOf(schedule, date);
  return (
    <span className="hw-day-facts">
      {figures && <Figures figures={figures} />}
      <ProblemCount day={date} crewId={null} />
      {view === 'day' && !isSmall && <OffNote day={date} crewId={null} />}
      <LockButton day={date} crewId={null} isNamed />
      {canChange && !isSmall && isAhead && (
        <Button
          size="small"
          variant="minimal"
          text="Rain day…"
          aria-haspopup="dialog"
          onClick={() => replan('rain_day', date)}
        />
      )}
    </span>
  );
}

/**
 * Places a job, and tells where until the board has it there, a moment later: the visit never leaves its place meanwhile,
 * and keeps the focus.
 */
function usePlaced(jobs: Schedule['jobs'], acts: PlaceActs) {
  const [last, setLast] = useState<{ placement: Placement; jobs: Schedule['jobs'] } | null>(null);
  const place = useCallback(
    (placement: Parameters<PlaceActs['place']>[0]) => {
      setLast({ placement, jobs });
      acts.place(placement);
    },
    [acts, jobs],
  );
  return { place, placed: last?.jobs === jobs ? last.placement : null };
}

interface WaysOf extends Pick<BoardWays, 'date' | 'lock'> {
  schedule: Schedule;
  events: readonly BoardEvent[];
  lanes: ReturnType<typeof lanesOf>;
  canChange: boolean;
  onSearch: BoardProps['onSearch'];
  setMenu(open: { event: BoardEvent; at: { left: number; top: number } }): void;
  carry(slot: Slot): void;
  letGo: React.RefObject<(slot: Slot | null) => void>;
  view: ScheduleView;
}

/** The same object each time, so that unchanged visits are not rendered again. */
function useBoardWays(ways: WaysOf): BoardWays {
  const { schedule, date, view, events, lanes, canChange, lock, onSearch, setMenu, carry, letGo } = ways;
  const known = useRef<ReadonlySet<BoardEvent>>(new Set());
  known.current = useMemo(() => new Set(events), [events]);
  return useMemo(() => {
    const names = new Map(schedule.crews.map(({ id, name }) => [id, name]));
    return {
      schedule,
      date,
      canChange,
      lock,
      open: (job) => onSearch({ job }),
      menu: (event, at) => setMenu({ event, at }),
      carry: ({ job, index, start, end, crewId }) => carry({ job, index, start, end, crewId }),
      letGo: (slot) => letGo.current(slot),
      moved: (slot, by) => carriedTo(slot, by, view, lanes),
      replan: (kind, day, crewId) => onSearch({ replan: kind, date: day, replanCrew: crewId }),
      showDay: (day) => onSearch({ date: day, view: 'crews' }),
      showProblems: (day, crewId) => onSearch({ problems: day, problemCrew: crewId ?? undefined }),
      isShown: (event) => known.current.has(event),
      laneAt: (index) => lanes[index],
      crewName: (crewId) => (crewId === null ? 'Unassigned' : (names.get(crewId) ?? 'A crew')),
      colorOf: (crewId) => crewColor(crewId === NO_CREW ? null : crewId, schedule.crews),
      against: (slot) => conflictsAt(schedule, placementOf(slot)).map(({ message }) => message),
    };
  }, [schedule, date, view, lanes, canChange, lock, onSearch, setMenu, carry, letGo]);
}

/** A job that was dropped is shown where it goes, also while its reason is being asked for. */
function withPlaced(events: BoardEvent[], there: Placement | null): BoardEvent[] {
  if (!there) return events;
  const { job, visits, crewId } = there;
  return [
    ...events.filter((event) => event.job.id !== job.id),
    ...eventsOf([{ ...job, visits: [...visits], crewId }], {}),
  ];
}

/** All jobs, one of them where it would go. */
function withJob(jobs: readonly ScheduledJob[], there: Placement | null): readonly ScheduledJob[] {
  if (!there) return jobs;
  const { job, visits, crewId } = there;
  return [...jobs.filter(({ id }) => id !== job.id), { ...job, visits: [...visits], crewId }];
}

/** A visit being moved is shown where it would go. */
function withCarried(events: BoardEvent[], carried: Slot | null): BoardEvent[] {
  if (!carried) return events;
  const there = eventOf(carried, true);
  return [...events.filter(({ key }) => key !== there.key), there];
}

interface PanelActsOf {
  schedule: Schedule;
  drop(placement: Placement): void;
  today: string;
  outside: React.RefObject<BoardEvent | null>;
  onSearch: BoardProps['onSearch'];
  canChange: boolean;
  zone: string | undefined;
}

function useUnscheduledActs({
  schedule,
  drop,
  today,
  outside,
  onSearch,
  canChange,
  zone,
}: PanelActsOf): UnscheduledActs | null {
  return useMemo(() => {
    if (!canChange) return null;
    return {
      open: (job) => onSearch({ job }),
      move: (move) => onSearch({ move, rest: true }),
      fitIn: (insert) => onSearch({ insert }),
      scheduleToday(job) {
        drop(placementToday(scheduledJobOf(job, zone), schedule, wallDate(wallAt(shownNow(), zone))));
      },
      drag(job) {
        if (job) outside.current = eventOf(slotToPlace(scheduledJobOf(job, zone), today));
        else letGoOutside(outside);
      },
    };
  }, [schedule, drop, today, outside, onSearch, canChange, zone]);
}
