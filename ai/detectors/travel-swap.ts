import type { Finding } from '../../domain/insight/finding.ts';
import { addDays } from '../../domain/kit/times.ts';
import { type Conflict, conflictsOf, indexPlan, type PlanIndex, spokenDay } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment, minutesOf, type PlannedJob, type PlannedVisit } from '../../domain/schedule/parts.ts';
import { driveBetween } from '../../platform/places/drives.ts';
import { type Place, placeOf, placeOfJob } from '../../platform/places/places.ts';
import type { Facts } from '../facts/facts.ts';
import { grouped, perRecord } from '../facts/kept.ts';
import { isBooked, SCHEDULE_FACTS, scheduleOf } from '../facts/schedule.ts';
import type { Detector } from './detector.ts';
import { mondayOf } from './kit/calendar.ts';

/** What a swap saves at least: in minutes, and of the driving on both days. */
const LEAST_MINUTES = 20;
const LEAST_SHARE = 0.2;
/** How much longer than the other one a visit may be, in minutes. */
const SAME_LENGTH = 30;
/** How many swaps of a week are tried, the best first, until one is allowed. */
const MOST_TRIED = 200;
const HORIZON_DAYS = 14;

interface Stop {
  job: PlannedJob;
  visit: PlannedVisit;
  place: Place;
  minutes: number;
  /** Whether it may be done at another time by another crew. */
  isFree: boolean;
}

/** The visits of a crew on a day, in order, from its base and back. */
interface Route {
  day: string;
  base: Place | null;
  stops: readonly Stop[];
  minutes: number;
}

interface Swap {
  one: Stop;
  other: Stop;
  /** The driving of both routes, in minutes. */
  before: number;
  saved: number;
}

/** Two booked visits of about the same length whose swap saves driving, and against which nothing speaks. */
export const travelSwap: Detector = {
  name: 'travel_swap',
  reads: [...SCHEDULE_FACTS, 'customers'],
  needs: 'Visits of the next two weeks on two days or crews, with addresses that are known.',
  find(facts) {
    const ahead = weeksAhead(facts);
    if (ahead === null) return null;
    return ahead.weeks.flatMap(({ week, swaps }) => {
      const best = swaps.find((swap) => isFree(ahead.index, ahead.plan, swap));
      return best ? findingOf(facts, week, best) : [];
    });
  },
  version: 2,
  // The drives are estimated by distance, and a customer may mind the other time.
  prior: 0.6,
  horizonDays: HORIZON_DAYS,
  rightIf: 'both visits took place in that week, swapped or not',
  provedRight({ subject: week, evidence }, later) {
    const jobs = evidence.flatMap(({ kind, id }) => (kind === 'job' ? (later.jobs.get(id) ?? []) : []));
    if (jobs.length < 2 || addDays(week, 7) > later.today) return null;
    // Once a visit is called off, or in another week, there was nothing to be saved.
    return jobs.every(({ removed, status, visits }) => {
      const isThen = visits.some(({ start }) => start >= week && start < addDays(week, 7));
      return !removed && status !== 'cancelled' && isThen;
    });
  },
};

type Drive = (from: Place | null, to: Place | null) => number;

/** In minutes; the way from and to a base that nobody knows counts as none. */
function drives({ settings }: Facts): Drive {
  const known = new Map<Place, Map<Place, number>>();
  return (from, to) => {
    if (from === null || to === null) return 0;
    const fromHere = known.get(from) ?? new Map<Place, number>();
    known.set(from, fromHere);
    const before = fromHere.get(to);
    if (before !== undefined) return before;
    const { minutes } = driveBetween(from, to, settings.travel);
    fromHere.set(to, minutes);
    return minutes;
  };
}

function routesOf(
  facts: Facts,
  jobs: readonly PlannedJob[],
  { from, before }: { from: string; before: string },
  drive: Drive,
): Route[] {
  const visits = jobs.flatMap((job) => job.visits.map((visit) => ({ job, visit, day: dayOfMoment(visit.start) })));
  const within = visits.filter(({ job, day }) => job.crewId !== null && day >= from && day < before);
  const companyBase = facts.settings.homeBase;
  const ofCompany = companyBase && placeOf({ pin: companyBase, address: companyBase.address });
  return [...Map.groupBy(within, ({ job, day }) => `${day} ${job.crewId}`).values()].flatMap((there): Route[] => {
    const stops = there.map(({ job, visit }) => stopOf(facts, job, visit)).filter((stop) => stop !== null);
    const [first] = there;
    // Where one place is not known, nor is the way.
    if (!first || stops.length < there.length) return [];
    const crew = facts.crews.get(first.job.crewId ?? '');
    const base = placeOf({ address: crew?.homeAddress ?? null }) ?? ofCompany;
    const inOrder = stops.sort((one, other) => (one.visit.start < other.visit.start ? -1 : 1));
    const places = [base, ...inOrder.map(({ place }) => place), base];
    const minutes = places.slice(1).reduce((sum, place, at) => sum + drive(places[at] ?? null, place), 0);
    return [{ day: first.day, base, stops: inOrder, minutes }];
  });
}

/** Where booked work is, and whether it may be done at another time. */
const sites = grouped(
  perRecord('jobs', (job, { customers }) => {
    if (!isBooked(job)) return null;
    const place = placeOfJob(job, customers.get(job.customerId ?? '')?.properties ?? []);
    const isFree = job.status === 'scheduled' && !job.pinned && job.promisedStart === null;
    return place && { id: job.id, place, isFree };
  }),
  ({ id }) => id,
);

function stopOf(facts: Facts, job: PlannedJob, visit: PlannedVisit): Stop | null {
  const [site] = sites.of(facts, job.id);
  if (!site) return null;
  const minutes = minutesOf(visit.end) - minutesOf(visit.start);
  return { job, visit, place: site.place, minutes, isFree: site.isFree && job.visits.length === 1 };
}

/** Those that save enough, the best first. */
function swapsOf(routes: readonly Route[], drive: Drive): Swap[] {
  const swaps: Swap[] = [];
  const placed = routes.flatMap((route) => route.stops.map((stop, at) => ({ route, stop, at })));
  for (const [index, a] of placed.entries()) {
    if (!a.stop.isFree) continue;
    for (const b of placed.slice(index + 1)) {
      if (a.route === b.route || !b.stop.isFree || Math.abs(a.stop.minutes - b.stop.minutes) > SAME_LENGTH) continue;
      const now = wayBy(a, a.stop.place, drive) + wayBy(b, b.stop.place, drive);
      const saved = now - wayBy(a, b.stop.place, drive) - wayBy(b, a.stop.place, drive);
      const before = a.route.minutes + b.route.minutes;
      if (saved >= LEAST_MINUTES && saved >= LEAST_SHARE * before)
        swaps.push({ one: a.stop, other: b.stop, before, saved });
    }
  }
  return swaps.sort(
    (x, y) => y.saved - x.saved || (x.one.job.id + x.other.job.id < y.one.job.id + y.other.job.id ? -1 : 1),
  );
}

/** The drives to a place and on from it, in the stead of a stop. */
function wayBy({ route: { base, stops }, at }: { route: Route; at: number }, place: Place, drive: Drive): number {
  return drive(stops[at - 1]?.place ?? base, place) + drive(place, stops[at + 1]?.place ?? base);
}

/** Whether each fits in the other's place, by the rules of the schedule. */
function isFree(index: PlanIndex, plan: Parameters<typeof indexPlan>[0], { one, other }: Swap): boolean {
  const moved = [placedAs(one, other), placedAs(other, one)];
  const days = new Set([one, other].map(({ visit }) => dayOfMoment(visit.start)));
  const there = plan.jobs.filter(({ visits }) =>
    visits.some(({ start, end }) => days.has(dayOfMoment(start)) || days.has(dayOfMoment(end))),
  );
  const jobs = there.map((job) => moved.find(({ id }) => id === job.id) ?? job);
  // Locks are asked of where a job is now.
  const then = { ...indexPlan({ ...plan, jobs }), jobs: index.jobs };
  // What stands against the visits as they are, such as a day off, is no reason to leave them there.
  const known = new Set([one, other].flatMap(({ job }) => conflictsOf(index, job)).map(conflictKey));
  return moved.every((job) => conflictsOf(then, job).every((conflict) => known.has(conflictKey(conflict))));
}

function conflictKey({ kind, day, personId, machineId }: Conflict): string {
  return `${kind} ${day} ${personId} ${machineId}`;
}

function placedAs({ job, minutes }: Stop, there: Stop): PlannedJob {
  const { start } = there.visit;
  const end = new Date((minutesOf(start) + minutes) * 60_000).toISOString().slice(0, start.length);
  return { ...job, crewId: there.job.crewId, visits: [{ start, end }] };
}

function bookedText(day: string): string {
  return `Booked on ${spokenDay(day)}`;
}

function findingOf(facts: Facts, week: string, { one, other, before, saved }: Swap): Finding {
  const [first, second] = one.visit.start <= other.visit.start ? [one, other] : [other, one];
  const [firstDay, secondDay] = [dayOfMoment(first.visit.start), dayOfMoment(second.visit.start)];
  const [now, then] = [Math.round(before), Math.round(before - saved)];
  const crewIds = [first, second].flatMap(({ job }) => job.crewId ?? []);
  const members = Math.min(...crewIds.map((id) => facts.crews.get(id)?.memberIds.length ?? 1));
  const days =
    firstDay === secondDay ? `both on ${spokenDay(firstDay)}` : `on ${spokenDay(firstDay)} and ${spokenDay(secondDay)}`;
  return {
    subject: week,
    insightType: 'recommendation',
    category: 'operational',
    severity: 'info',
    title: `Swapping {0} and {1} would save ${now - then} minutes of driving`,
    description: `{0} and {1}, ${days}, take about the same time, and each can be done in the other’s place. The crews would drive ${then} minutes instead of ${now}.`,
    actionItems: ['Ask both customers whether the other time suits them.', 'Swap the two visits on the schedule.'],
    basis: `The drives of both crews’ days by straight-line distance, road factor and speeds of the settings: ${now} minutes as booked, ${then} with the two swapped. No rule of the schedule speaks against it.`,
    evidence: [
      { kind: 'job', id: first.job.id, why: bookedText(firstDay) },
      { kind: 'job', id: second.job.id, why: bookedText(secondDay) },
      ...[...new Set(crewIds)].map((id) => ({ kind: 'crew', id, why: 'Would drive less' })),
    ],
    opens: 'schedule',
    measure: now - then,
    worth: Math.round(((now - then) / 60) * facts.settings.labourRate * Math.max(1, members)),
  };
}

/** What better routes of this week and the next would save. */
export interface BetterRoutes {
  /** The driving as booked, and the time of the visits themselves, in minutes. */
  driving: number;
  visits: number;
  /** The swaps, the best first, none of which touches the routes of another: what they save adds up. */
  swaps: { jobIds: [string, string]; days: [string, string]; saved: number }[];
}

/** The routes of this week and the next, and the swaps of each that are tried, the best first. @returns null with fewer than two routes */
function weeksAhead(facts: Facts) {
  const tomorrow = addDays(facts.today, 1);
  const plan = scheduleOf(facts, tomorrow);
  const monday = mondayOf(facts.today);
  const drive = drives(facts);
  const routes = routesOf(facts, plan.jobs, { from: tomorrow, before: addDays(monday, 14) }, drive);
  if (routes.length < 2) return null;
  const weeks = [monday, addDays(monday, 7)].map((week) => {
    const ofWeek = routes.filter(({ day }) => day >= week && day < addDays(week, 7));
    return { week, swaps: swapsOf(ofWeek, drive).slice(0, MOST_TRIED) };
  });
  return { plan, index: indexPlan(plan), routes, weeks };
}

/** By the same rule as the detector, but all swaps that can be made together. @returns null with fewer than two routes */
export function betterRoutes(facts: Facts): BetterRoutes | null {
  const ahead = weeksAhead(facts);
  if (ahead === null) return null;
  const { plan, index, routes, weeks } = ahead;
  const isOn = new Map(routes.flatMap((route) => route.stops.map((stop) => [stop, route] as const)));
  const taken = new Set<Route | undefined>();
  const swaps = weeks.flatMap(({ swaps: possible }) => {
    return possible.filter((swap) => {
      const both = [isOn.get(swap.one), isOn.get(swap.other)];
      if (both.some((route) => taken.has(route)) || !isFree(index, plan, swap)) return false;
      for (const route of both) taken.add(route);
      return true;
    });
  });
  return {
    driving: routes.reduce((sum, { minutes }) => sum + minutes, 0),
    visits: routes.flatMap(({ stops }) => stops).reduce((sum, { minutes }) => sum + minutes, 0),
    swaps: swaps
      .sort((one, other) => other.saved - one.saved)
      .map(({ one, other, saved }) => ({
        jobIds: [one.job.id, other.job.id],
        days: [dayOfMoment(one.visit.start), dayOfMoment(other.visit.start)],
        saved,
      })),
  };
}
