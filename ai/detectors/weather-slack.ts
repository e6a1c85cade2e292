import { MOST_EVIDENCE } from '../../domain/insight/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import { spokenDay } from '../../domain/schedule/conflicts.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { type Facts, present } from '../facts/facts.ts';
import { SCHEDULE_FACTS } from '../facts/schedule.ts';
import type { Detector } from './detector.ts';
import { type CrewWeek, crewWeeks } from './kit/crew-weeks.ts';
import { counted, hoursText, percent } from './kit/words.ts';

/** The share of booked hours from which the weather decides a week. */
const SENSITIVE = 0.7;
/** The share of a crew's hours from which, with the drives, what falls out has nowhere to go in the week. */
const NO_SLACK = 0.85;
const HORIZON_DAYS = 28;

/** Machines and skills of work up in a tree or under a crane, which wind, ice and lightning stop. */
const OUT_OF_REACH: readonly string[] = ['Bucket Trucks', 'Climbing Gear'];
const UP_THERE = /climb|crane|bucket|aerial/i;
/** Where a job does not say what it needs, the services that mostly are. */
const MOSTLY_UP: readonly string[] = ['tree_removal', 'tree_trimming', 'pruning'];

/** A week of the next three that is full for a crew, and mostly of work that bad weather stops. */
export const weatherSlack: Detector = {
  name: 'weather_slack',
  reads: SCHEDULE_FACTS,
  needs: 'An active crew with visits in the next three weeks.',
  find(facts) {
    const weeks = crewWeeks(facts).filter(({ capacity }) => capacity > 0);
    if (!weeks.some(({ booked }) => booked > 0)) return null;
    const tight = weeks
      .map((week) => ({ ...week, rows: sensitiveOf(facts, week) }))
      .filter(({ booked, capacity, rows }) => booked >= NO_SLACK * capacity && hoursOf(rows) >= SENSITIVE * booked);
    return [...Map.groupBy(tight, ({ monday }) => monday)].map(([monday, ofCrews]) => {
      const booked = ofCrews.reduce((sum, week) => sum + week.booked, 0);
      const capacity = ofCrews.reduce((sum, week) => sum + week.capacity, 0);
      const rows = ofCrews
        .flatMap((week) => week.rows)
        .sort((one, other) => other.hours - one.hours || one.id.localeCompare(other.id));
      const sensitive = hoursOf(rows);
      const crews = ofCrews.length === 1 ? 'one crew is' : `${ofCrews.length} crews are`;
      const day = spokenDay(monday);
      return {
        subject: monday,
        insightType: 'prediction',
        category: 'operational',
        severity: 'info',
        title: `The week of ${day} has no slack for bad weather`,
        description: `In the week of ${day} ${crews} booked for ${hoursText(booked)}, with ${hoursText(capacity)} to work. Of these, ${hoursText(sensitive)} on ${counted(rows.length, 'job')} are work that wind, ice or lightning stops. A day lost has nowhere to go.`,
        actionItems: [
          'Move one of these jobs to a week with room, so that a lost day can be made up.',
          'Have work on the ground ready that can take its place, such as stumps and hedges.',
          'Watch the forecast, and tell these customers early.',
        ],
        basis: `Booked ${percent(booked / capacity)} of their hours (reported from ${percent(NO_SLACK)}), ${percent(sensitive / booked)} of it climbing, crane or bucket work (reported from ${percent(SENSITIVE)}).`,
        evidence: rows
          .map(({ id, hours }) => ({ kind: 'job', id, why: `${hoursText(hours)} that bad weather stops` }))
          .slice(0, MOST_EVIDENCE),
        opens: 'schedule',
        measure: null,
        worth: rows.reduce((sum, { id }) => sum + (facts.jobs.get(id)?.amount ?? 0), 0) || null,
      };
    });
  },
  // That there is no slack is sure; that the weather turns in that very week is not.
  prior: 0.5,
  horizonDays: HORIZON_DAYS,
  rightIf: 'some of the work slipped out of the week',
  provedRight({ subject, evidence }, later) {
    const ids = new Set(evidence.map(({ id }) => id));
    const jobs = present(later.jobs).filter(({ id, status }) => ids.has(id) && status !== 'cancelled');
    if (jobs.length === 0 || addDays(subject, 7) > later.today) return null;
    // Something slipped: it was finished after the week, or is not done yet.
    return jobs.some(({ completedAt }) => completedAt === null || completedAt >= addDays(subject, 7));
  },
};

function sensitiveOf(facts: Facts, { jobs }: CrewWeek): CrewWeek['jobs'] {
  return jobs.filter(({ id }) => isSensitive(facts.jobs.get(id)));
}

function hoursOf(rows: readonly { hours: number }[]): number {
  return rows.reduce((sum, { hours }) => sum + hours, 0);
}

function isSensitive(job: JobDocument | undefined): boolean {
  if (!job) return false;
  const { requiredEquipment, requiredSkills, serviceType } = job;
  if (requiredEquipment.some((category) => OUT_OF_REACH.includes(category))) return true;
  if (requiredSkills.some((skill) => UP_THERE.test(skill))) return true;
  const saysNothing = requiredEquipment.length === 0 && requiredSkills.length === 0;
  return saysNothing && MOSTLY_UP.includes(serviceType ?? '');
}
