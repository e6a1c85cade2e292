import type { DateHeaderProps, HeaderProps, ResourceHeaderProps } from 'react-big-calendar';
import type { Schedule } from '../../../api/schedule/schema.ts';
import { dayOf, formatWallDay } from '../../entities/schedule/wall-dates.ts';
import { formatDollars, formatSpan } from '../../ui/format.ts';
import { type Lane, useBoard } from './board.ts';

type DayFigures = Schedule['days'][number];

/** What there is to do on a day; undefined of one that was not read. */
export function figuresOf({ days }: Schedule, day: string): DayFigures | undefined {
  return days.find((each) => each.day === day);
}

/** A day of the month: its number opens the day, and beside it stands what there is to do. */
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
    </span>
  );
}

/** A weekday above a month. */
export function WeekdayHead({ label }: HeaderProps) {
  return <span>{label}</span>;
}

/** A day of a week. */
export function DayHead({ date, label }: HeaderProps) {
  const board = useBoard();
  const day = dayOf(date);
  const figures = figuresOf(board.schedule, day);
  return (
    <span className="hw-day-head hw-day-head-tall">
      <button type="button" className="hw-day-number" onClick={() => board.showDay(day)}>
        {label}
      </button>
      {figures && <Figures figures={figures} />}
    </span>
  );
}

/** A lane of the day by crews, in the crew's color. */
export function LaneHead({ resource }: ResourceHeaderProps<Lane>) {
  const board = useBoard();
  return (
    <span className={`hw-lane-head ${board.colorOf(resource.id)}`}>
      <span className="hw-crew-mark" /> {resource.name}
    </span>
  );
}

/** Jobs, crew-hours and money of a day. */
export function Figures({ figures, isShort = false }: { figures: DayFigures; isShort?: boolean }) {
  const { jobs, crewHours, amount } = figures;
  const words = `${jobs} ${jobs === 1 ? 'job' : 'jobs'} · ${formatSpan(crewHours)} of crews · ${formatDollars(amount)}`;
  if (!isShort) return <span className="hw-day-figures">{words}</span>;
  return (
    <span className="hw-day-figures" title={words}>
      <span className="hw-visually-hidden">{words}</span>
      <span aria-hidden="true">
        {jobs} · {Math.round(crewHours * 10) / 10}h · {compact.format(Number(amount))}
      </span>
    </span>
  );
}

const compact = new Intl.NumberFormat('en-US', {
  ...{ style: 'currency', currency: 'USD', notation: 'compact', maximumFractionDigits: 1 },
});
