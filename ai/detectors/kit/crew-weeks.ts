import { median } from 'simple-statistics';
import { addDays } from '../../../domain/kit/times.ts';
import { crewDay, indexStaffing } from '../../../domain/schedule/availability.ts';
import { dayFigures } from '../../../domain/schedule/figures.ts';
import { dayOfMoment, minutesOf, type PlannedCrew, type PlannedJob } from '../../../domain/schedule/parts.ts';
import type { Facts } from '../../facts/facts.ts';
import { perFacts, perRecord } from '../../facts/kept.ts';
import { plannedJob, staffingOf } from '../../facts/schedule.ts';
import { mondayOf, numberOf } from './calendar.ts';

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
  /** The jobs with a visit in that week, and their hours in it. */
  jobs: readonly { id: string; hours: number }[];
  /** What share of its hours was booked in a usual week of the past; null if it has too little of one. */
  usual: number | null;
  /** The same of the fullest of them. */
  fullest: number | null;
  /** The same of what could be booked as long before as it is now. */
  usualByNow: number | null;
  /** Whether it had any work in those weeks. */
  hadWork: boolean;
}

/** What keeps a crew busy, or kept it. */
const WORK: readonly string[] = ['scheduled', 'in_progress', 'completed'];

/** A job in a week in which it has a visit. */
interface InWeek {
  id: string;
  /** ISO UTC. */
  createdAt: string;
  monday: string;
  hours: number;
}

const work = perRecord('jobs', (job, { settings }): { crewId: string; weeks: readonly InWeek[] } | null => {
  const { id, crewId, status, createdAt } = job;
  if (crewId === null || !WORK.includes(status)) return null;
  const planned = plannedJob(job, settings.timeZone);
  const weeks = mondaysOf(planned).map((monday) => ({ id, createdAt, monday, hours: hoursIn(planned, monday) }));
  return { crewId, weeks: weeks.filter(({ hours }) => hours > 0) };
});

/** How many hours a crew works in a week, that of a Monday. */
const capacities = perFacts((facts) => {
  const index = indexStaffing(staffingOf(facts));
  const closed = new Set(facts.settings.holidays.map(({ day }) => day));
  const known = new Map<string, number>();
  const capacityOf = (crew: PlannedCrew, monday: string) => {
    const { start, end } = crew.workingHours;
    const hours = (minutesOf(`${monday}T${end}`) - minutesOf(`${monday}T${start}`)) / 60;
    const days = Array.from({ length: WEEK }, (_, at) => addDays(monday, at));
    return hours * days.filter((day) => !closed.has(day) && crewDay(index, crew, day).works).length;
  };
  return {
    active: [...index.crews.values()].filter(({ isActive }) => isActive),
    capacityOf(crew: PlannedCrew, monday: string): number {
      const key = `${crew.id} ${monday}`;
      const hours = known.get(key) ?? capacityOf(crew, monday);
      known.set(key, hours);
      return hours;
    },
  };
});

/**
 * The next three weeks of each active crew, from next Monday on. Hours are counted as the schedule does; days on which
 * the company is closed, or nobody of the crew is there, have none.
 */
export const crewWeeks = perFacts((facts: Facts): CrewWeek[] => {
  const next = addDays(mondayOf(facts.today), WEEK);
  const [first, last] = [addDays(next, -WEEK * (WEEKS_PAST + 1)), addDays(next, WEEK * (WEEKS_AHEAD - 1))];
  const byCrew = partsByCrew(facts, first, last);
  const { active, capacityOf } = capacities(facts);
  return active.flatMap((crew) => {
    const capacity = (monday: string) => capacityOf(crew, monday);
    return weeksOf({ crew, next, today: facts.today, capacity }, byCrew.get(crew.id) ?? []);
  });
});

/** The hours of an active crew in a week, and the parts that its jobs take. */
export interface CrewHours extends Pick<CrewWeek, 'crew' | 'monday' | 'capacity'> {
  parts: readonly { jobId: string; hours: number }[];
}

/** Counted as in {@link crewWeeks}, for any weeks. @param from a Monday @param weeks how many, one after another */
export function crewHours(facts: Facts, from: string, weeks: number): CrewHours[] {
  const mondays = Array.from({ length: weeks }, (_, at) => addDays(from, WEEK * at));
  const byCrew = partsByCrew(facts, from, mondays.at(-1) ?? from);
  const { active, capacityOf } = capacities(facts);
  return active.flatMap((crew) => {
    const byWeek = Map.groupBy(byCrew.get(crew.id) ?? [], ({ monday }) => monday);
    return mondays.map((monday) => ({
      crew,
      monday,
      capacity: capacityOf(crew, monday),
      parts: (byWeek.get(monday) ?? []).map(({ id: jobId, hours }) => ({ jobId, hours })),
    }));
  });
}

/** What the jobs of each crew take of the weeks from one Monday through another. */
function partsByCrew(facts: Facts, first: string, last: string): Map<string, InWeek[]> {
  const byCrew = new Map<string, InWeek[]>();
  for (const { crewId, weeks } of work.all(facts)) {
    for (const week of weeks) {
      if (week.monday < first || week.monday > last) continue;
      const others = byCrew.get(crewId);
      if (others) others.push(week);
      else byCrew.set(crewId, [week]);
    }
  }
  return byCrew;
}

interface Of {
  crew: PlannedCrew;
  /** The next Monday. */
  next: string;
  today: string;
  capacity(monday: string): number;
}

function weeksOf({ crew, next, today, capacity }: Of, parts: readonly InWeek[]): CrewWeek[] {
  const byWeek = Map.groupBy(parts, ({ monday }) => monday);
  const partsOf = (monday: string) => byWeek.get(monday) ?? [];
  // The week that is not over says nothing of a usual one.
  const past = Array.from({ length: WEEKS_PAST }, (_, at) => addDays(next, -WEEK * (at + 2)))
    .map((monday) => ({ monday, parts: partsOf(monday), hours: capacity(monday) }))
    .filter(({ hours }) => hours > 0);
  const isEnough = past.filter((week) => week.parts.length > 0).length >= FEWEST_PAST;
  const before = (monday: string) => {
    const hours = capacity(addDays(monday, -WEEK));
    return hours > 0 ? sumOf(partsOf(addDays(monday, -WEEK))) / hours : null;
  };
  const usualOf = (chosen: (part: InWeek) => boolean) =>
    isEnough ? median(past.map((week) => sumOf(week.parts.filter(chosen)) / week.hours)) : null;
  return Array.from({ length: WEEKS_AHEAD }, (_, at) => {
    const monday = addDays(next, WEEK * at);
    const ahead = numberOf(monday) - numberOf(today);
    return {
      crew,
      monday,
      isNext: at === 0,
      booked: sumOf(partsOf(monday)),
      capacity: capacity(monday),
      before: before(monday),
      jobs: partsOf(monday).map(({ id, hours }) => ({ id, hours })),
      usual: usualOf(() => true),
      fullest: isEnough ? Math.max(...past.map((week) => sumOf(week.parts) / week.hours)) : null,
      // What was entered later was not booked by then.
      usualByNow: usualOf((part) => part.createdAt < addDays(part.monday, 1 - ahead)),
      hadWork: past.some((week) => week.parts.length > 0),
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

/** The hours of its visits in a week. */
function hoursIn({ status, visits }: PlannedJob, monday: string): number {
  const days = dayFigures([{ status, visits, amount: null }], monday, addDays(monday, WEEK - 1));
  return days.reduce((sum, { crewHours }) => sum + crewHours, 0);
}
