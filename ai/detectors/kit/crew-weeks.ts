import { median } from 'simple-statistics';
import { addDays } from '../../../domain/kit/times.ts';
import { crewDay, indexStaffing, type StaffingIndex } from '../../../domain/schedule/availability.ts';
import { dayFigures } from '../../../domain/schedule/figures.ts';
import { dayOfMoment, minutesOf, type PlannedCrew, type PlannedJob } from '../../../domain/schedule/parts.ts';
import { type Facts, present } from '../../facts/facts.ts';
import { plannedJob, scheduleOf } from '../../facts/schedule.ts';
import { mondayOf, numberOf } from './calendar.ts';
import { perFacts } from './per-facts.ts';

const WEEK = 7;
const WEEKS_AHEAD = 3;
const WEEKS_PAST = 8;
/** The fewest weeks of the past that say what is usual. */
const FEWEST_PAST = 6;

/** A crew's week, from Monday to Sunday. */
export interface CrewWeek {
  crew: PlannedCrew;
  monday: string;
  /** Whether it is the next one: those after it mostly fill up later. */
  isNext: boolean;
  /** The hours of its visits, and those it works. */
  booked: number;
  capacity: number;
  /** The share of its hours that is booked in the week before; null if it has none in it. */
  before: number | null;
  /** The jobs with a visit in that week. */
  jobs: readonly PlannedJob[];
  /** What share of its hours was booked in a usual week of the past; null if it has too little of one. */
  usual: number | null;
  /** The same of the fullest of them. */
  fullest: number | null;
  /** The same of what could be booked as long before as it is now. */
  usualByNow: number | null;
}

/** What keeps a crew busy, or kept it. */
const WORK: readonly string[] = ['scheduled', 'in_progress', 'completed'];

/**
 * The next three weeks of each active crew, from next Monday on. Hours are counted as the schedule does; days on which
 * the company is closed, or nobody of the crew is there, have none.
 */
export const crewWeeks = perFacts((facts: Facts): CrewWeek[] => {
  const monday = addDays(mondayOf(facts.today), WEEK);
  const from = addDays(monday, -WEEK * (WEEKS_PAST + 1));
  const until = addDays(monday, WEEK * WEEKS_AHEAD);
  const { timeZone, holidays } = facts.settings;
  const jobs = present(facts.jobs)
    .filter(
      ({ status, crewId, visits }) =>
        crewId !== null && WORK.includes(status) && visits.some(({ end }) => end > from && end < addDays(until, 1)),
    )
    .map((job) => plannedJob(job, timeZone));
  const byCrew = Map.groupBy(jobs, ({ crewId }) => crewId);
  const index = indexStaffing(scheduleOf(facts, monday));
  const closed = new Set(holidays.map(({ day }) => day));
  const active = [...index.crews.values()].filter(({ isActive }) => isActive);
  return active.flatMap((crew) => weeksOf(facts, byCrew.get(crew.id) ?? [], { index, crew, closed, monday }));
});

/** The hours of an active crew in a week, and the parts that its jobs take. */
export interface CrewHours extends Pick<CrewWeek, 'crew' | 'monday' | 'capacity'> {
  parts: readonly { jobId: string; hours: number }[];
}

/** Counted as in {@link crewWeeks}, for any weeks. @param from a Monday @param weeks how many, one after another */
export function crewHours(facts: Facts, from: string, weeks: number): CrewHours[] {
  const until = addDays(from, WEEK * weeks);
  const jobs = present(facts.jobs)
    .filter(
      ({ status, crewId, visits }) =>
        crewId !== null && WORK.includes(status) && visits.some(({ end }) => end >= from && end <= addDays(until, 1)),
    )
    .map((job) => plannedJob(job, facts.settings.timeZone));
  const byCrew = Map.groupBy(jobs, ({ crewId }) => crewId);
  const index = indexStaffing(scheduleOf(facts, from));
  const closed = new Set(facts.settings.holidays.map(({ day }) => day));
  const mondays = Array.from({ length: weeks }, (_, at) => addDays(from, WEEK * at));
  return [...index.crews.values()]
    .filter(({ isActive }) => isActive)
    .flatMap((crew) => {
      const ofWeek = Map.groupBy(
        (byCrew.get(crew.id) ?? []).flatMap((job) => mondaysOf(job).map((monday) => ({ job, monday }))),
        ({ monday }) => monday,
      );
      return mondays.map((monday) => ({
        crew,
        monday,
        capacity: capacityOf({ index, crew, closed, monday }, monday),
        parts: (ofWeek.get(monday) ?? []).map(({ job }) => ({ jobId: job.id, hours: bookedIn([job], monday) })),
      }));
    });
}

interface Of {
  index: StaffingIndex;
  crew: PlannedCrew;
  closed: ReadonlySet<string>;
  monday: string;
}

function weeksOf({ jobs: known, today }: Facts, jobs: readonly PlannedJob[], of: Of): CrewWeek[] {
  const parts = jobs.flatMap((job) =>
    mondaysOf(job).map((monday) => ({ job, monday, hours: bookedIn([job], monday) })),
  );
  const byWeek = Map.groupBy(parts, ({ monday }) => monday);
  const partsOf = (monday: string) => (byWeek.get(monday) ?? []).filter(({ hours }) => hours > 0);
  // The week that is not over says nothing of a usual one.
  const past = Array.from({ length: WEEKS_PAST }, (_, at) => addDays(of.monday, -WEEK * (at + 2)))
    .map((monday) => ({ monday, parts: partsOf(monday), capacity: capacityOf(of, monday) }))
    .filter(({ capacity }) => capacity > 0);
  const isEnough = past.filter(({ parts }) => parts.length > 0).length >= FEWEST_PAST;
  const before = (monday: string) => {
    const hours = capacityOf(of, addDays(monday, -WEEK));
    return hours > 0 ? sumOf(partsOf(addDays(monday, -WEEK))) / hours : null;
  };
  const usualOf = (chosen: (job: PlannedJob, monday: string) => boolean) =>
    isEnough
      ? median(
          past.map(({ monday, parts, capacity }) => sumOf(parts.filter(({ job }) => chosen(job, monday))) / capacity),
        )
      : null;
  return Array.from({ length: WEEKS_AHEAD }, (_, at) => {
    const monday = addDays(of.monday, WEEK * at);
    const ahead = numberOf(monday) - numberOf(today);
    // What was entered later was not booked by then.
    const wasKnown = ({ id }: PlannedJob, then: string) => (known.get(id)?.createdAt ?? '') < addDays(then, 1 - ahead);
    return {
      crew: of.crew,
      monday,
      isNext: at === 0,
      booked: sumOf(partsOf(monday)),
      capacity: capacityOf(of, monday),
      before: before(monday),
      jobs: partsOf(monday).map(({ job }) => job),
      usual: usualOf(() => true),
      fullest: isEnough ? Math.max(...past.map(({ parts, capacity }) => sumOf(parts) / capacity)) : null,
      usualByNow: usualOf(wasKnown),
    };
  });
}

function sumOf(parts: readonly { hours: number }[]): number {
  return parts.reduce((sum, { hours }) => sum + hours, 0);
}

/** The Mondays of the weeks that its visits touch. */
function mondaysOf({ visits }: PlannedJob): string[] {
  const days = visits.flatMap(({ start, end }) => [dayOfMoment(start), dayOfMoment(end)]);
  return [...new Set(days.map(mondayOf))];
}

/** The hours of visits in a week. */
export function bookedIn(jobs: readonly PlannedJob[], monday: string): number {
  const sunday = addDays(monday, WEEK - 1);
  const there = jobs
    .filter(({ visits }) => visits.some(({ start, end }) => dayOfMoment(start) <= sunday && dayOfMoment(end) >= monday))
    .map(({ status, visits }) => ({ status, visits, amount: null }));
  return dayFigures(there, monday, sunday).reduce((sum, { crewHours }) => sum + crewHours, 0);
}

function capacityOf({ index, crew, closed }: Of, monday: string): number {
  const { start, end } = crew.workingHours;
  const hours = (minutesOf(`${monday}T${end}`) - minutesOf(`${monday}T${start}`)) / 60;
  const days = Array.from({ length: WEEK }, (_, at) => addDays(monday, at));
  return hours * days.filter((day) => !closed.has(day) && crewDay(index, crew, day).works).length;
}
