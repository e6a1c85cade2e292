import type { Schedule, ScheduledJob } from '../../../../api/schedule/schema.ts';
import { crewDay, indexStaffing } from '../../../../domain/schedule/availability.ts';
import { type DayFigures, dayFigures } from '../../../../domain/schedule/figures.ts';
import { minutesOf } from '../../../../domain/schedule/parts.ts';
import { drawnAs, type Slot, usualStart } from '../../../entities/schedule/placing.ts';
import { dayAfter, dayOf, momentOf, plusMinutes, startOfDay } from '../../../entities/schedule/wall-dates.ts';
import { knownCents } from '../../../ui/values/amount.ts';
import { formatSpan } from '../../../ui/values/format.ts';
import { type BoardEvent, type Lane, NO_CREW } from './board.ts';

const DAYS = 7;
const STEP = 30;

/** A crew's work on one day. */
export interface CellLoad extends Pick<DayFigures, 'jobs' | 'amount'> {
  /** Hours of visits within the crew's shift, without the nights of those that go over one. */
  hours: number;
  /** Hours of visits outside the shift, of those that begin and end on the day. */
  outside: number;
  /** Hours of the crew's shift; 0 where it cannot be sent, null for visits without a crew. */
  shift: number | null;
}

/** The seven days from the first one. @param from `YYYY-MM-DD` */
export function daysFrom(from: string): string[] {
  return Array.from({ length: DAYS }, (_, index) => dayAfter(from, index));
}

/** The key of a crew's day. */
export function cellKey(laneId: string, day: string): string {
  return `${laneId}/${day}`;
}

/** The visits of each crew's day, in their order; a visit is in the cell of each day that it touches. */
export function visitsByCell(events: readonly BoardEvent[], days: readonly string[]): Map<string, BoardEvent[]> {
  const cells = new Map<string, BoardEvent[]>();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  for (const event of events) {
    // What ends at midnight does not touch the next day.
    const [from, to] = [dayOf(event.start), dayOf(plusMinutes(event.end, -1))];
    if (to < first || from > last) continue;
    for (const day of days) {
      if (day < from || day > to) continue;
      const key = cellKey(event.resourceId, day);
      const cell = cells.get(key);
      if (cell) cell.push(event);
      else cells.set(key, [event]);
    }
  }
  for (const cell of cells.values()) cell.sort((a, b) => +a.start - +b.start || +a.end - +b.end);
  return cells;
}

type Planned = Pick<Schedule, 'crews' | 'people' | 'machines' | 'timeOff' | 'workingDays' | 'workingHours'>;

/**
 * The load of each crew's day. Figures follow those of the whole day: a cancelled job does not count, and the amount of a
 * job of several days is split by its hours.
 * @param jobs all of these days, whatever the board is filtered by
 */
export function loadsOf(
  schedule: Planned,
  jobs: readonly ScheduledJob[],
  lanes: readonly Lane[],
  days: readonly string[],
): Map<string, CellLoad> {
  const loads = new Map<string, CellLoad>();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return loads;
  const byCrew = Map.groupBy(
    jobs.filter(({ status, visits }) => status !== 'cancelled' && visits.some((visit) => touches(visit, first, last))),
    ({ crewId }) => crewId ?? NO_CREW,
  );
  const { people, machines, timeOff, workingDays, workingHours } = schedule;
  const staffing = indexStaffing({ ...schedule, people, machines, timeOff, company: { workingDays, workingHours } });
  for (const { id } of lanes) {
    const theirs = (byCrew.get(id) ?? []).map((job) => ({ ...job, amount: knownCents(job.amount) }));
    const crew = staffing.crews.get(id);
    for (const { day, jobs: count, amount } of dayFigures(theirs, first, last)) {
      const span = shiftOn(day, crew?.workingHours ?? workingHours);
      const shift = crew ? shiftHours(span, crewDay(staffing, crew, day).works) : null;
      loads.set(cellKey(id, day), { jobs: count, amount, shift, ...workedOn(day, theirs, span) });
    }
  }
  return loads;
}

function shiftHours({ from, to }: Span, works: boolean): number {
  return works ? (to - from) / 60 : 0;
}

function touches({ start, end }: ScheduledJob['visits'][number], first: string, last: string): boolean {
  return start.slice(0, first.length) <= last && end.slice(0, first.length) >= first;
}

/** Minutes, as `minutesOf` has them. */
interface Span {
  from: number;
  to: number;
}

function shiftOn(day: string, { start, end }: { start: string; end: string }): Span {
  return { from: minutesOf(`${day}T${start}`), to: minutesOf(`${day}T${end}`) };
}

function workedOn(day: string, jobs: readonly Pick<ScheduledJob, 'visits'>[], shift: Span) {
  let [inside, outside] = [0, 0];
  for (const { visits } of jobs)
    for (const visit of visits) {
      const { start, end } = drawnAs(visit);
      if (dayOf(start) > day || dayOf(end) < day) continue;
      const [from, to] = [minutesOf(momentOf(start)), minutesOf(momentOf(end))];
      const within = Math.max(0, Math.min(to, shift.to) - Math.max(from, shift.from));
      inside += within;
      if (dayOf(start) === dayOf(end)) outside += to - from - within;
    }
  return { hours: inside / 60, outside: outside / 60 };
}

/**
 * Where a job without a time begins that is dropped on a crew's day: at the usual start if the crew is free then, else at
 * the first half hour after it that leaves room for all of it within the shift. Where there is none, at the usual start,
 * and the rules say what stands against it.
 * @param taken the visits of that day
 */
export function startInCell(
  { workingHours, crews }: Pick<Schedule, 'workingHours' | 'crews'>,
  { laneId, day, minutes }: { laneId: string; day: string; minutes: number },
  taken: readonly Pick<Slot, 'start' | 'end'>[],
): Date {
  const usual = usualStart(day);
  const { end } = crews.find(({ id }) => id === laneId)?.workingHours ?? workingHours;
  const latest = +plusMinutes(startOfDay(day), minutesOf(`${day}T${end}`) - minutesOf(`${day}T00:00`) - minutes);
  const isFree = (start: Date) =>
    laneId === NO_CREW || taken.every((each) => +each.end <= +start || +each.start >= +plusMinutes(start, minutes));
  for (let start = usual; +start <= latest; start = plusMinutes(start, STEP)) if (isFree(start)) return start;
  return usual;
}

/** `6 h of 9 h`, `7 h of 7 h, 2 h outside`, `9 h free`; `Off` where the crew does not work. Empty without a crew and work. */
export function loadWords({ hours, outside, shift }: CellLoad): string {
  const all = hours + outside;
  if (shift === null) return all > 0 ? formatSpan(all) : '';
  if (shift === 0) return all > 0 ? `Off, ${formatSpan(all)} planned` : 'Off';
  if (all === 0) return `${formatSpan(shift)} free`;
  return `${formatSpan(hours)} of ${formatSpan(shift)}${outside > 0 ? `, ${formatSpan(outside)} outside` : ''}`;
}
