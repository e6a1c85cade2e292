import { Button } from '@blueprintjs/core';
import { Lock } from '@blueprintjs/icons';
import { type TouchEvent, useMemo, useRef } from 'react';
import { JOB_STATUS_LABELS, serviceLabel } from '../../../../domain/job/terms.ts';
import { scheduledName } from '../../../entities/schedule/schedule.ts';
import { dayOf, formatWallTime } from '../../../entities/schedule/wall-dates.ts';
import { jobTone } from '../../../entities/tones.ts';
import { focusKey } from '../../../ui/keyboard/focus.ts';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { type BoardEvent, type Lane, NO_CREW, useBoard } from './board.ts';
import { CrewDayMenu } from './crew-day-menu.tsx';
import { OffNote } from './day-head.tsx';
import { ProblemCount, ProblemMark } from './problem-marks.tsx';
import { partText } from './visit-event.tsx';

/** A swipe must be at least this long, in pixels. */
const SWIPE = 60;

interface DayListProps {
  day: string;
  events: readonly BoardEvent[];
  lanes: readonly Lane[];
  onStep(days: number): void;
}

/** A day on a phone: each crew's visits, in order. A swipe changes the day. */
export function DayList({ day, events, lanes, onStep }: DayListProps) {
  const began = useRef<{ x: number; y: number } | null>(null);
  const byLane = useMemo(() => byLaneOn(day, events), [day, events]);

  function end({ changedTouches: { 0: touch } }: TouchEvent): void {
    const from = began.current;
    began.current = null;
    if (!from || !touch) return;
    const [across, down] = [touch.clientX - from.x, touch.clientY - from.y];
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) onStep(across < 0 ? 1 : -1);
  }

  return (
    <div
      className="hw-day-list"
      onTouchStart={({ touches: { 0: touch } }) => {
        began.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
      }}
      onTouchEnd={end}
    >
      {byLane.size === 0 && <p className="hw-muted">Nothing is planned for this day.</p>}
      {lanes.map((lane) => (
        <Crew key={lane.id} day={day} lane={lane} events={byLane.get(lane.id) ?? NONE} />
      ))}
    </div>
  );
}

const NONE: readonly BoardEvent[] = [];

function byLaneOn(day: string, events: readonly BoardEvent[]): Map<string, BoardEvent[]> {
  const byLane = new Map<string, BoardEvent[]>();
  for (const event of events) {
    if (dayOf(event.start) > day || dayOf(event.end) < day) continue;
    byLane.set(event.resourceId, [...(byLane.get(event.resourceId) ?? []), event]);
  }
  for (const each of byLane.values()) each.sort((a, b) => +a.start - +b.start);
  return byLane;
}

function Crew({ day, lane, events }: { day: string; lane: Lane; events: readonly BoardEvent[] }) {
  const board = useBoard();
  if (events.length === 0 && lane.id === NO_CREW) return null;
  return (
    <section aria-label={lane.name} className={`hw-day-crew ${board.colorOf(lane.id)}`}>
      <h3>
        <span className="hw-crew-mark" /> {lane.name}
        {lane.id !== NO_CREW && <ProblemCount day={day} crewId={lane.id} />}
        {lane.id !== NO_CREW && <CrewDayMenu day={day} crewId={lane.id} />}
      </h3>
      {lane.id !== NO_CREW && <OffNote day={day} crewId={lane.id} />}
      {events.length === 0 ? (
        <p className="hw-muted">Free</p>
      ) : (
        <ul>
          {events.map((event) => (
            <li key={event.key}>
              <Stop event={event} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Large enough for gloves. */
function Stop({ event }: { event: BoardEvent }) {
  const board = useBoard();
  const { job, index, start, end } = event;
  const part = partText(job, index);
  return (
    <Button
      fill
      alignText="start"
      className="hw-stop"
      {...focusKey(event.key)}
      aria-haspopup="dialog"
      onClick={() => board.open(job.id)}
    >
      <span className="hw-stop-when">
        {formatWallTime(start)} to {formatWallTime(end)} {job.pinned && <Lock size={12} title="Pinned" />}
      </span>
      <span>
        <ProblemMark job={job} index={event.index} /> <strong>{scheduledName(job)}</strong>
      </span>
      <span className="hw-muted">
        {serviceLabel(job.service)}
        {job.address && ` · ${job.address}`}
      </span>
      {part && <StatusTag tone="amber">{part}</StatusTag>}
      {job.status !== 'scheduled' && (
        <StatusTag tone={jobTone(job.status)}>{JOB_STATUS_LABELS[job.status] ?? job.status}</StatusTag>
      )}
    </Button>
  );
}
