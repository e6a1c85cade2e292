import { Button } from '@blueprintjs/core';
import { Lock, Unlock } from '@blueprintjs/icons';
import type { DateHeaderProps, HeaderProps, ResourceHeaderProps } from 'react-big-calendar';
import type { Schedule } from '../../../../api/schedule/schema.ts';
import { isLocked } from '../../../entities/schedule/locks.ts';
import { offOn } from '../../../entities/schedule/off.ts';
import { dayOf, formatWallDay, startOfDay } from '../../../entities/schedule/wall-dates.ts';
import { formatDollars, formatShortDollars, formatSpan } from '../../../ui/values/format.ts';
import { type Lane, NO_CREW, useBoard } from './board.ts';
import { CrewDayMenu } from './crew-day-menu.tsx';
import { ProblemCount } from './problem-marks.tsx';

type DayFigures = Schedule['days'][number];

/** A day's workload; undefined for a day that is not loaded. */
export function figuresOf({ days }: Schedule, day: string): DayFigures | undefined {
  return days.find((each) => each.day === day);
}

/** A day of the month: its number opens the day, with the workload beside it. */
export function MonthDayHead({ date, label }: DateHeaderProps) {
  const board = useBoard();
  const day = dayOf(date);
  const figures = figuresOf(board.schedule, day);
  return (
    <span className="hw-day-head">
      <button
        type="button"
        className="hw-day-number"
        aria-label={formatWallDay(date)}
        onClick={() => board.showDay(day)}
      >
        {label}
      </button>
      {figures && figures.jobs > 0 && <Figures figures={figures} isShort />}
      <ProblemCount day={day} crewId={null} isShort />
      <OffNote day={day} crewId={null} isShort />
      <LockButton day={day} crewId={null} />
    </span>
  );
}

/** A weekday above a month. */
export function WeekdayHead({ label }: HeaderProps) {
  return <span>{label}</span>;
}

/** A day of a week. Where it is narrow, the month is left to the page's heading. */
export function DayHead({ date, label }: Pick<HeaderProps, 'date' | 'label'>) {
  const board = useBoard();
  const day = dayOf(date);
  const figures = figuresOf(board.schedule, day);
  const [weekday, month, number] = label.split(/,? /);
  return (
    <span className="hw-day-head hw-day-head-tall">
      <button type="button" className="hw-day-number" onClick={() => board.showDay(day)}>
        {weekday}
        <span className="hw-day-month">, {month}</span> {number}
      </button>
      <LockButton day={day} crewId={null} />
      {figures && figures.jobs > 0 && <Figures figures={figures} isShort />}
      <ProblemCount day={day} crewId={null} />
      <OffNote day={day} crewId={null} isShort />
    </span>
  );
}

/** A lane of the day by crews, in the crew's color. */
export function LaneHead({ resource }: ResourceHeaderProps<Lane>) {
  const board = useBoard();
  return (
    <span className={`hw-lane-head ${board.colorOf(resource.id)}`}>
      <span className="hw-crew-mark" /> {resource.name}
      {resource.id !== NO_CREW && <ProblemCount day={board.date} crewId={resource.id} isShort />}
      {resource.id !== NO_CREW && <OffNote day={board.date} crewId={resource.id} />}
      {resource.id !== NO_CREW && <LockButton day={board.date} crewId={resource.id} />}
      {resource.id !== NO_CREW && <CrewDayMenu day={board.date} crewId={resource.id} />}
    </span>
  );
}

interface OffNoteProps {
  /** `YYYY-MM-DD` */
  day: string;
  /** One crew; null for all. */
  crewId: string | null;
  /** Only the number, where there is no space for names; screen readers still get the names. */
  isShort?: boolean;
}

/** Who has time off on a day: why a crew is short. */
export function OffNote({ day, crewId, isShort = false }: OffNoteProps) {
  const { schedule } = useBoard();
  const names = offOn(schedule, day, crewId);
  if (names.length === 0) return null;
  const words = `${names.length} off: ${names.join(', ')}`;
  if (!isShort) return <span className="hw-off">{words}</span>;
  return (
    <span className="hw-off" title={words}>
      <span className="hw-visually-hidden">{words}</span>
      <span aria-hidden="true">{names.length} off</span>
    </span>
  );
}

interface LockButtonProps {
  /** `YYYY-MM-DD` */
  day: string;
  /** For one crew; null for the whole company. */
  crewId: string | null;
  /** With a text label, where there is space. */
  isNamed?: boolean;
}

/** Locks or unlocks a day's plan. A locked day always shows it; the others on hover or focus. */
export function LockButton({ day, crewId, isNamed = false }: LockButtonProps) {
  const board = useBoard();
  const locked = isLocked(board.schedule, day, crewId);
  if (!board.canChange) return locked ? <Lock size={12} title="Locked" /> : null;
  const whose = crewId === null ? '' : ` for ${board.crewName(crewId)}`;
  const name = `${locked ? 'Unlock' : 'Lock'} ${formatWallDay(startOfDay(day))}${whose}`;
  return (
    <Button
      size="small"
      variant="minimal"
      className={locked || isNamed ? 'hw-day-lock hw-day-lock-shown' : 'hw-day-lock'}
      icon={locked ? <Lock size={12} /> : <Unlock size={12} />}
      text={isNamed ? (locked ? 'Locked' : 'Lock the day') : undefined}
      title={name}
      {...(!isNamed && { 'aria-label': name })}
      aria-pressed={locked}
      onClick={() => board.lock({ day, crewId, isLocked: !locked })}
    />
  );
}

/** A day's jobs, crew-hours and revenue. */
export function Figures({ figures, isShort = false }: { figures: DayFigures; isShort?: boolean }) {
  const { jobs, crewHours, amount } = figures;
  const words = `${jobs} ${jobs === 1 ? 'job' : 'jobs'} · ${formatSpan(crewHours)} of crew time${amount === null ? '' : ` · ${formatDollars(amount)}`}`;
  if (!isShort) return <span className="hw-day-figures">{words}</span>;
  return (
    <span className="hw-day-figures" title={words}>
      <span className="hw-visually-hidden">{words}</span>
      <span aria-hidden="true">
        {jobs} · {Math.round(crewHours * 10) / 10}h {amount !== null && ` · ${formatShortDollars(amount)}`}
      </span>
    </span>
  );
}
