import { mean } from 'simple-statistics';
import type { Finding } from '../../domain/insight/finding.ts';
import { MOST_EVIDENCE } from '../../domain/insight/terms.ts';
import { plannedHours } from '../../domain/job/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import { ability } from '../../domain/schedule/availability.ts';
import { spokenDay } from '../../domain/schedule/conflicts.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { plannedPerson } from '../../projections/queries/schedule.ts';
import type { Facts } from '../facts/facts.ts';
import { perRecord } from '../facts/kept.ts';
import { SCHEDULE_FACTS } from '../facts/schedule.ts';
import type { Detector } from './detector.ts';
import { type CrewWeek, crewWeeks } from './kit/crew-weeks.ts';
import { counted, hoursText, percent } from './kit/words.ts';

/** Above its hours, a crew that always is a little over them is so by this much more than usual. */
const MORE_THAN_USUAL = 1.05;
/** With so much of its hours in visits, the drives take the rest: it is over if that is a tenth more than it ever had. */
const ALL_BUT_DRIVES = 0.85;
const MORE_THAN_EVER = 1.1;
/** The share of its hours below which a crew has room. */
const ROOM = 0.6;
/** And of what is usually booked by then: weeks ahead fill up later. */
const LESS_THAN_USUAL = 0.6;
/** Work that waits, in hours: less is no day of a crew. And since how many days: what came in now is still on its way. */
const LEAST_WAITING = 8;
const WAITING_DAYS = 2;
/** With less than this share of what is usual by then, a crew that usually has at least so much is told to be without work. */
const NEXT_TO_NOTHING = 0.25;
const LEAST_USUAL = 0.25;
/** So is one that has, in this week and the next one, less than this share of what the others have, who have so much of a week. */
const LEFT_OUT = 0.1;
const LEAST_OF_OTHERS = 0.5;
const HORIZON_DAYS = 28;
/** Of the hours that were planned. */
const FULL = 0.9;

/**
 * Crews with more booked than they have hours in one of the next three weeks, with room in the next one while work waits, or
 * with hardly any work in it.
 */
export const crewCapacity: Detector = {
  name: 'crew_capacity',
  reads: SCHEDULE_FACTS,
  needs: 'An active crew with visits; for room, six weeks of its work as well.',
  find(facts) {
    const weeks = crewWeeks(facts).filter(({ capacity }) => capacity > 0);
    if (!weeks.some(({ booked, usual }) => booked > 0 || usual !== null)) return null;
    const over = weeks.filter(isOver).sort((one, other) => other.booked - other.capacity - (one.booked - one.capacity));
    const waiting = waitingJobs(facts);
    const next = weeks.filter(({ isNext }) => isNext);
    const under = next.flatMap((week) => roomOf(facts, week, { waiting, isLeftOut: isLeftOut(week, next) }));
    return [...over.map(overOf), ...under];
  },
  version: 2,
  // What is booked is booked; whether a week fills up at the last moment is less sure.
  prior: 0.75,
  horizonDays: HORIZON_DAYS,
  rightIf: 'some of the work went elsewhere or took as long as planned, or what waited was put there or waits still',
  provedRight({ subject, evidence }, later) {
    const [kind, crewId, monday] = subject.split('/');
    if (monday === undefined) return null;
    const next = addDays(monday, 7);
    const jobs = evidence.flatMap((each) => (each.kind === 'job' ? (later.jobs.get(each.id) ?? []) : []));
    if (jobs.length === 0 || next > later.today) return null;
    const isThen = ({ start }: { start: string }) => start >= monday && start < next;
    const there = jobs.filter((job) => job.crewId === crewId && job.visits.some(isThen));
    // There was room if some of what waited was put there, or waits still.
    if (kind === 'under') return there.length > 0 || jobs.some(({ status }) => status === 'unscheduled');
    // It was too much if some of it went elsewhere, or the crew worked about as long as was planned.
    const worked = there.reduce((sum, { clockHours }) => sum + clockHours, 0);
    return there.length < jobs.length || worked >= FULL * plannedOf(there);
  },
};

function plannedOf(jobs: readonly Pick<JobDocument, 'estimatedDuration'>[]): number {
  return jobs.reduce((sum, { estimatedDuration }) => sum + plannedHours(estimatedDuration), 0);
}

function isOver({ booked, capacity, usual, fullest }: CrewWeek): boolean {
  const isMoreThanEver = fullest !== null && booked > capacity * Math.max(ALL_BUT_DRIVES, MORE_THAN_EVER * fullest);
  return isMoreThanEver || (booked > capacity && booked > capacity * MORE_THAN_USUAL * (usual ?? 0));
}

function hasRoom({ booked, capacity, usualByNow }: CrewWeek): boolean {
  return usualByNow !== null && booked < ROOM * capacity && booked < LESS_THAN_USUAL * usualByNow * capacity;
}

function isEmpty({ booked, capacity, before, usual, usualByNow }: CrewWeek): boolean {
  const isBelow = (share: number, most: number) => most >= LEAST_USUAL && share < NEXT_TO_NOTHING * most;
  const share = booked / capacity;
  if (isBelow(share, usualByNow ?? 0)) return true;
  // On a Monday little is booked by then anyhow: a lull that lasts is not over because another week is the next one.
  return before !== null && isBelow(before, usual ?? 0) && isBelow(share, usual ?? 0);
}

/** Whether work goes to the others alone, however little is usual at this time of the year. */
function isLeftOut(week: CrewWeek, next: readonly CrewWeek[]): boolean {
  const shareOf = ({ booked, capacity, before }: CrewWeek) => (before === null ? [] : before + booked / capacity);
  const [own] = [week].flatMap(shareOf);
  const others = next.filter((each) => each !== week).flatMap(shareOf);
  if (own === undefined || others.length === 0 || !week.hadWork) return false;
  const theirs = mean(others);
  return theirs >= LEAST_OF_OTHERS && own < LEFT_OUT * theirs;
}

/** A week with hardly any work, and none that waits, or that goes to others. */
function emptyOf({ crew, monday, booked, capacity }: CrewWeek, isLeft: boolean): Finding {
  const week = `the week of ${spokenDay(monday)}`;
  return {
    // One lull, however many weeks it lasts.
    subject: `idle/${crew.id}`,
    insightType: 'prediction',
    category: 'operational',
    severity: 'warning',
    title: `{0} has hardly any work in ${week}`,
    description: `{0} has ${hoursText(booked)} booked of ${hoursText(capacity)} in ${week}, ${isLeft ? 'and hardly had any in the week before, while the other crews have work' : 'and no unscheduled job could go there'}.`,
    actionItems: [
      'Call the customers whose quotes are open, and those who should be back by now.',
      'Move work there from a crew that is full.',
      'Or plan maintenance, training or time off.',
    ],
    // What is usual by now is another figure on each day of the week, which would be news on each of them.
    basis: `${hoursText(booked)} of visits against ${hoursText(capacity)} to work; reported below ${isLeft ? `${percent(LEFT_OUT)} of what the other crews have in this week and the one before` : `${percent(NEXT_TO_NOTHING)} of what this crew usually has booked by then`}.`,
    evidence: [{ kind: 'crew', id: crew.id, why: `${hoursText(capacity - booked)} open in ${week}` }],
    opens: 'schedule',
    measure: null,
    worth: null,
  };
}

function overOf({ crew, monday, booked, capacity, jobs }: CrewWeek): Finding {
  const share = percent(booked / capacity);
  const rows = jobs.toSorted((one, other) => other.hours - one.hours || one.id.localeCompare(other.id));
  return {
    subject: `over/${crew.id}/${monday}`,
    insightType: 'prediction',
    category: 'operational',
    severity: 'warning',
    title: `{0} is booked at ${share} of its hours in the week of ${spokenDay(monday)}`,
    description: `In the week of ${spokenDay(monday)}, ${counted(jobs.length, 'job')} of {0} ${jobs.length === 1 ? 'takes' : 'take'} ${hoursText(booked)}, and it works ${hoursText(capacity)}.`,
    actionItems: [
      'Move a visit to another crew, or to a week with room.',
      'Or agree with the crew on longer days before the week begins.',
    ],
    basis: `${hoursText(booked)} of visits against ${hoursText(capacity)}: the crew’s hours on each working day on which somebody of it is there.`,
    evidence: [
      { kind: 'crew', id: crew.id, why: `Works ${hoursText(capacity)} in the week of ${spokenDay(monday)}` },
      ...rows.map(({ id, hours }) => ({ kind: 'job', id, why: `${hoursText(hours)} in that week` })),
    ].slice(0, MOST_EVIDENCE),
    opens: 'schedule',
    measure: booked / capacity,
    worth: null,
  };
}

const unscheduled = perRecord('jobs', (job) => {
  if (job.status !== 'unscheduled') return null;
  const { id, createdAt, priorityRank, amount, estimatedDuration } = job;
  const { earliestDate, latestDate, requiredSkills, minimumCrewSize } = job;
  const needs = { earliestDate, latestDate, requiredSkills, minimumCrewSize };
  return { id, createdAt, priorityRank, amount, estimatedDuration, ...needs };
});
type Waiting = ReturnType<typeof unscheduled.all>;

/** Unscheduled work that has waited a while, the most urgent first, then the oldest. */
function waitingJobs(facts: Facts): Waiting {
  const since = addDays(facts.today, -WAITING_DAYS);
  return unscheduled
    .all(facts)
    .filter(({ createdAt }) => createdAt < since)
    .sort((one, other) => one.priorityRank - other.priorityRank || (one.createdAt < other.createdAt ? -1 : 1));
}

interface Around {
  waiting: Waiting;
  isLeftOut: boolean;
}

function roomOf(facts: Facts, week: CrewWeek, { waiting, isLeftOut: isLeft }: Around): Finding[] {
  const { crew, monday, booked, capacity } = week;
  const people = crew.memberIds.flatMap((id) => {
    const person = facts.people.get(id);
    return person ? plannedPerson(person) : [];
  });
  const fitting = waiting.filter(
    ({ earliestDate, latestDate, requiredSkills, minimumCrewSize }) =>
      (earliestDate ?? '') < addDays(monday, 7) &&
      (latestDate === null || latestDate >= monday) &&
      (minimumCrewSize ?? 1) <= people.length &&
      requiredSkills.every((skill) => people.some((person) => ability(person, skill, monday) === 'yes')),
  );
  const hours = plannedOf(fitting);
  if (hours < LEAST_WAITING || !hasRoom(week)) return isEmpty(week) || isLeft ? [emptyOf(week, isLeft)] : [];
  const amount = fitting.reduce((sum, job) => sum + (job.amount ?? 0), 0);
  // As much of the waiting work as the week has room for.
  const worth = Math.round(amount * Math.min(1, (capacity - booked) / hours));
  const jobs = counted(fitting.length, 'unscheduled job');
  return [
    {
      subject: `under/${crew.id}/${monday}`,
      insightType: 'recommendation',
      category: 'operational',
      severity: 'info',
      title: `{0} has room in the week of ${spokenDay(monday)} while jobs wait`,
      description: `{0} has ${hoursText(booked)} booked of ${hoursText(capacity)} in the week of ${spokenDay(monday)}, less than usual by now. ${jobs} of ${hoursText(hours)} could go there.`,
      actionItems: [
        `Open the schedule in the week of ${spokenDay(monday)} and put waiting jobs on it, the most urgent first.`,
        'Or have the optimizer plan the week.',
      ],
      basis: `${hoursText(booked)} of visits against ${hoursText(capacity)} to work is ${percent(booked / capacity)}; reported below ${percent(ROOM)}, and below ${percent(LESS_THAN_USUAL)} of what this crew usually has booked by then.`,
      evidence: [
        { kind: 'crew', id: crew.id, why: `${hoursText(capacity - booked)} open in the week of ${spokenDay(monday)}` },
        ...fitting.map(({ id, estimatedDuration }) => {
          return { kind: 'job', id, why: `Unscheduled, ${hoursText(plannedHours(estimatedDuration))}` };
        }),
      ].slice(0, MOST_EVIDENCE),
      opens: 'schedule',
      measure: null,
      worth: worth || null,
    },
  ];
}
