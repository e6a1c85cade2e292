import { Lock } from '@blueprintjs/icons';
import { type KeyboardEvent, memo, useLayoutEffect, useRef } from 'react';
import { JOB_STATUS_LABELS, serviceLabel } from '../../../../domain/job/terms.ts';
import { restText } from '../../../entities/job/rest.tsx';
import { isMovable, type Slot } from '../../../entities/schedule/placing.ts';
import { problemAt } from '../../../entities/schedule/problems.ts';
import { scheduledName } from '../../../entities/schedule/schedule.ts';
import { formatWallDay, formatWallTime } from '../../../entities/schedule/wall-dates.ts';
import { jobTone } from '../../../entities/tones.ts';
import { focusKey } from '../../../ui/keyboard/focus.ts';
import { toneClass } from '../../../ui/status/tone.ts';
import { type BoardEvent, type BoardWays, movingNow, tellMoving, useBoard, useMoving } from './board.ts';
import { type Follow, followFinger } from './long-press.ts';
import { ProblemMark } from './problem-marks.tsx';

/** One visit on the calendar; while it is dragged, the preview of where it would go. */
export function VisitEvent({ event }: { event: BoardEvent }) {
  const board = useBoard();
  return board.isShown(event) ? <Visit event={event} board={board} /> : <Dragged event={event} board={board} />;
}

interface VisitProps {
  event: BoardEvent;
  board: BoardWays;
}

/** A button: a click opens the job, the menu key and a right click open its menu, M starts moving it. */
const Visit = memo(function Visit({ event, board }: VisitProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => notAButton(button.current), []);

  function press(key: KeyboardEvent): void {
    if (key.key.toLowerCase() !== 'm' || key.ctrlKey || key.metaKey || key.altKey) return;
    if (!board.canChange || !isMovable(event.job)) return;
    key.preventDefault();
    board.carry(event);
  }

  return (
    <button
      ref={button}
      type="button"
      className="hw-visit-button"
      {...focusKey(event.key)}
      aria-haspopup="dialog"
      onKeyDown={press}
      onTouchStart={(touch) =>
        board.canChange &&
        isMovable(event.job) &&
        followFinger(touch.nativeEvent, carrierOf(event, board, pointOf(touch)))
      }
      onClick={(click) => {
        click.stopPropagation();
        board.open(event.job.id);
      }}
      onContextMenu={(asked) => {
        asked.preventDefault();
        const box = asked.currentTarget.getBoundingClientRect();
        // The menu key has no position.
        const isAtPointer = asked.clientX > 0;
        board.menu(
          event,
          isAtPointer ? { left: asked.clientX, top: asked.clientY } : { left: box.left, top: box.bottom },
        );
      }}
    >
      <Face event={event} board={board} />
    </button>
  );
});

function pointOf({ touches: { 0: finger } }: React.TouchEvent) {
  return { left: finger?.clientX ?? 0, top: finger?.clientY ?? 0 };
}

/** Moves a visit with a pointer. @param at where its menu opens if a finger rests on it without moving */
export function carrierOf(event: BoardEvent, board: BoardWays, at: { left: number; top: number }): Follow {
  let slot: Slot = event;
  return {
    pickUp: () => board.carry(slot),
    move(columns, steps) {
      slot = board.moved(event, { columns, steps });
      board.carry(slot);
    },
    drop: () => board.letGo(slot),
    rested() {
      board.letGo(null);
      board.menu(event, at);
    },
    cancel: () => board.letGo(null),
  };
}

/** Its time and customer, and more for screen readers. */
function Face({ event: { job, index, start, end, crewId, isCarried }, board }: VisitProps) {
  const part = partText(job, index);
  const [from, to] = [formatWallTime(start), formatWallTime(end)];
  const work = workOf(job);
  const more = [
    job.number,
    work,
    board.crewName(crewId),
    JOB_STATUS_LABELS[job.status] ?? job.status,
    job.pinned ? 'pinned' : null,
    part,
  ];
  return (
    <>
      <span className="hw-visually-hidden">
        {formatWallDay(start)}, {from} to {to}
      </span>
      {!isCarried && <ProblemMark job={job} index={index} />}
      {/* Where space is short, parts of it give way. */}
      <span className="hw-visit-time" aria-hidden="true">
        {from}
        <span className="hw-visit-end"> to {to}</span>
      </span>{' '}
      <span className="hw-visit-name">{scheduledName(job)}</span>
      {part && (
        <span className="hw-visit-part" aria-hidden="true">
          {part}
        </span>
      )}
      {job.pinned && <Lock size={10} className="hw-visit-pin" aria-hidden="true" />}
      <span className="hw-visit-more" aria-hidden="true">
        {work}
        {job.address && ` · ${job.address}`}
      </span>
      <span className="hw-visually-hidden">, {more.filter(Boolean).join(', ')}</span>
    </>
  );
}

/** Which part of its job a visit is, if it is not all of it: `Part 1 of 2, 3 h left`. */
export function partText(job: BoardEvent['job'], index: number | null): string | null {
  const count = job.visits.length;
  const rest = restText(job);
  if (index === null || (count < 2 && rest === null)) return null;
  return [count < 2 ? 'Part' : `Part ${index + 1} of ${count}`, rest].filter(Boolean).join(', ');
}

/** What is done, below whom it is for: the job's own title, or else its service. */
function workOf(job: BoardEvent['job']): string {
  const { title, service } = job;
  return title !== null && title !== scheduledName(job) ? title : serviceLabel(service);
}

/** The classes of a visit's frame: the colors of its status and of its crew. */
export function frameClass(event: BoardEvent, board: BoardWays): string {
  return [
    'hw-visit',
    toneClass(jobTone(event.job.status)),
    board.colorOf(event.crewId),
    event.job.status === 'cancelled' ? 'hw-visit-cancelled' : '',
    event.isCarried ? 'hw-visit-carried' : '',
    event.isCarried && board.against(event).length > 0 ? 'hw-visit-against' : '',
    !event.isCarried && problemAt(board.schedule, event.job, event.index).length > 0 ? 'hw-visit-in-trouble' : '',
    board.isShown(event) ? '' : 'hw-visit-dragged',
  ].join(' ');
}

/** The preview of a drag: reports where the visit would go, and the lane it is over. */
function Dragged({ event, board }: VisitProps) {
  const face = useRef<HTMLSpanElement>(null);
  const slot = useMoving();
  const against = slot ? board.against(slot) : NOTHING;
  const { job, index } = event;
  const [start, end] = [+event.start, +event.end];
  useLayoutEffect(() => {
    notAButton(face.current);
    const crewId = laneOf(face.current, board) ?? event.crewId;
    const slot = { job, index, start: new Date(start), end: new Date(end), crewId: crewId === 'none' ? null : crewId };
    tellMoving(slot);
    return () => {
      // Another preview may have reported its place already.
      if (movingNow() === slot) tellMoving(null);
    };
  }, [job, index, start, end, event.crewId, board]);
  return (
    <span ref={face} className={against.length > 0 ? 'hw-visit-button hw-visit-against' : 'hw-visit-button'}>
      {against.length > 0 && <span className="hw-visit-why">{against[0]}</span>}
      <Face event={event} board={board} />
    </span>
  );
}

const NOTHING: readonly string[] = [];

/** In the day by crews: the lane an element is in. */
function laneOf(element: HTMLElement | null, board: BoardWays): string | undefined {
  const column = element?.closest('.rbc-day-slot');
  const columns = column?.parentElement?.querySelectorAll(':scope > .rbc-day-slot');
  if (!column || !columns) return undefined;
  return board.laneAt([...columns].indexOf(column))?.id;
}

/** The library makes a visit's frame a button, although it contains the real one. */
function notAButton(inside: HTMLElement | null): void {
  const frame = inside?.closest('.rbc-event');
  frame?.removeAttribute('role');
  frame?.removeAttribute('tabindex');
}
