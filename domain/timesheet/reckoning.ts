import type { ClockSpell } from '../job/clock-spells.ts';
import { addDays, startOfDay } from '../kit/times.ts';
import type { CrewStint } from '../roster/stints.ts';
import type { HourKind } from './terms.ts';

// What somebody worked, in whole minutes. Instants are cut to their minute before anything else is reckoned, and days
// begin on whole minutes: so a day is the sum of its sources, and a week that of its days, to the minute. Minutes are
// differences of instants: a night in which the clocks change is as long as it was.

/** When the clock of a job ran, and for which crews. */
export interface ClockedJob {
  jobId: string;
  spells: readonly ClockSpell[];
}

/** Hours of somebody that were entered on a job. */
export interface HandHours {
  jobId: string;
  day: string;
  hours: number;
}

/** Hours without a job. */
export interface OtherHours {
  day: string;
  kind: HourKind;
  minutes: number;
}

/** What is known of one person's time. */
export interface PersonTime {
  stints: readonly CrewStint[];
  /** Days on which they were off as a whole, as ranges with both ends included. */
  away: readonly { from: string; to: string }[];
  byHand: readonly HandHours[];
  others: readonly OtherHours[];
}

/** Minutes of a day, and what for. */
export interface SourceMinutes {
  /** `job`, or one of HOUR_KINDS. */
  kind: string;
  jobId: string | null;
  minutes: number;
}

export interface ReckonedSource extends SourceMinutes {
  /** By the clock of a job, or as somebody entered them. */
  by: 'clock' | 'hand';
}

/** What somebody worked on a day. */
export interface ReckonedDay {
  day: string;
  minutes: number;
  sources: ReckonedSource[];
  /** Minutes in which the clocks of several jobs ran for them: they count once, for the clock that was started first. */
  overlapping: number;
}

/**
 * The minutes of a person on some days, by source.
 *
 * The clock of a job counts for whoever was in its crew at that time, unless they had the whole day off. Hours that
 * somebody entered for a job and day stand instead of its clock. A clock that still runs counts for nothing yet.
 * @param zone of the company, in which days begin
 */
export function reckonDays(
  person: PersonTime,
  clocks: readonly ClockedJob[],
  days: readonly string[],
  zone: string,
): ReckonedDay[] {
  const intervals = intervalsOf(person.stints, clocks);
  return days.map((day) => {
    const byHand = person.byHand.filter((each) => each.day === day);
    const isAway = person.away.some(({ from, to }) => from <= day && day <= to);
    const noClock = new Set(byHand.map(({ jobId }) => jobId));
    const onClock = isAway ? [] : within(intervals, day, zone).filter(({ jobId }) => !noClock.has(jobId));
    const { counted, overlapping } = eachOnce(onClock);
    const sources = [
      ...summed(counted, 'clock'),
      ...summed(
        byHand.map(({ jobId, hours }) => ({ kind: 'job', jobId, minutes: Math.round(hours * 60) })),
        'hand',
      ),
      ...summed(
        person.others.filter((each) => each.day === day).map((each) => ({ ...each, jobId: null })),
        'hand',
      ),
    ];
    return { day, minutes: sources.reduce((sum, { minutes }) => sum + minutes, 0), sources, overlapping };
  });
}

/** Jobs whose clock runs for somebody at an instant, ISO UTC. */
export function runningFor(
  { stints }: Pick<PersonTime, 'stints'>,
  clocks: readonly ClockedJob[],
  now: string,
): string[] {
  const current = stints.find(({ to }) => to === null);
  if (!current) return [];
  const runs = ({ crewId, from, to }: ClockSpell) => to === null && crewId === current.crewId && from <= now;
  return clocks.filter(({ spells }) => spells.some(runs)).map(({ jobId }) => jobId);
}

/** Minutes since 1970. */
interface Interval {
  jobId: string;
  from: number;
  to: number;
}

/** When clocks ran while somebody was in the crew that they ran for. */
function intervalsOf(stints: readonly CrewStint[], clocks: readonly ClockedJob[]): Interval[] {
  const all = clocks.flatMap(({ jobId, spells }) =>
    spells.flatMap(({ crewId, from, to }) => {
      if (to === null || crewId === null) return [];
      return stints
        .filter((stint) => stint.crewId === crewId)
        .map((stint): Interval => {
          const begins = Math.max(minuteOf(from), minuteOf(stint.from));
          return { jobId, from: begins, to: Math.min(minuteOf(to), stint.to === null ? Infinity : minuteOf(stint.to)) };
        });
    }),
  );
  return all
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from || (a.jobId < b.jobId ? -1 : Number(a.jobId > b.jobId)));
}

function minuteOf(instant: string): number {
  return Math.floor(Date.parse(instant) / 60_000);
}

function within(intervals: readonly Interval[], day: string, zone: string): Interval[] {
  const [begins, ends] = [minuteOf(startOfDay(day, zone)), minuteOf(startOfDay(addDays(day, 1), zone))];
  return intervals
    .map(({ jobId, from, to }) => ({ jobId, from: Math.max(from, begins), to: Math.min(to, ends) }))
    .filter(({ from, to }) => to > from);
}

/** Each minute once, for the interval that began first. @param intervals in the order in which they began */
function eachOnce(intervals: readonly Interval[]): { counted: SourceMinutes[]; overlapping: number } {
  let end = Number.NEGATIVE_INFINITY;
  let [all, once] = [0, 0];
  const counted = intervals.map(({ jobId, from, to }): SourceMinutes => {
    const minutes = Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
    all += to - from;
    once += minutes;
    return { kind: 'job', jobId, minutes };
  });
  return { counted, overlapping: all - once };
}

/** One for each source. */
function summed(all: readonly SourceMinutes[], by: ReckonedSource['by']): ReckonedSource[] {
  const bySource = Map.groupBy(all, sourceKey);
  return [...bySource.values()]
    .map((same): ReckonedSource => {
      const { kind, jobId } = same[0] as SourceMinutes;
      return { kind, jobId, by, minutes: same.reduce((sum, { minutes }) => sum + minutes, 0) };
    })
    .filter(({ minutes }) => minutes > 0);
}

/** What tells sources apart. */
export function sourceKey({ kind, jobId }: Pick<SourceMinutes, 'kind' | 'jobId'>): string {
  return `${kind} ${jobId ?? ''}`;
}
