import { median } from 'simple-statistics';
import type { Finding } from '../../domain/insight/finding.ts';
import { MOST_EVIDENCE } from '../../domain/insight/terms.ts';
import { suggestionOf } from '../../domain/job/experience.ts';
import { knownHours } from '../../domain/job/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import type { Facts } from '../facts/facts.ts';
import { perRecord } from '../facts/kept.ts';
import type { Detector } from './detector.ts';
import { holds, lastSunday } from './kit/holding.ts';
import { severityOf } from './kit/severity.ts';
import { signTest } from './kit/sign-test.ts';
import { capital, counted, hoursText, knownService, oddsText } from './kit/words.ts';

/** Fewer finished jobs would be chance. */
const FEWEST = 8;
/** The jobs over by less say little: that more than half are over by more is what is tested. */
const OVER_BY = 1.1;
/** When something takes longer than quoted. */
interface Overrun {
  /** Of the median job: hours on the clock for each hour quoted. */
  times: number;
  /** How likely chance alone may be to put so many jobs over their quote. Each group is looked at again each week. */
  chance: number;
  /** An estimator stands out by so much above what the others quote: else it is the work, and its service says so. */
  standsOut: number;
}
/** On one of the last Sundays, and as long as a finding stays. */
const CLEARLY: Overrun = { times: 1.2, chance: 0.01, standsOut: 1.15 };
const SOMEWHAT: Overrun = { times: 1.15, chance: 0.1, standsOut: 1.1 };
const YEAR_DAYS = 365;
/** What went wrong half a year ago would hide what goes wrong now, and the other way around. */
const NEWEST = 30;
const HORIZON_DAYS = 90;
/** The fewest later jobs that tell whether it went on, and the overrun, or the longer quote, that says so. */
const FEWEST_LATER = 3;
const WENT_ON = 1.1;

interface Measured {
  id: string;
  /** ISO UTC. */
  completedAt: string;
  /** In cents; null where nobody said. */
  amount: number | null;
  estimated: number;
  clock: number;
  /** What it may have in common with others: its service, and who made its quote. */
  subjects: readonly string[];
}

const measured = perRecord('jobs', (job, facts): Measured | null => {
  const { id, status, completedAt, amount, clockHours: clock, estimatedDuration, serviceType, quoteId } = job;
  const estimated = knownHours(estimatedDuration);
  if (status !== 'completed' || completedAt === null || clock <= 0 || estimated === null) return null;
  const maker = facts.people.get(facts.quotes.get(quoteId ?? '')?.madeBy ?? '');
  const subjects = [
    ...(knownService(serviceType) ? [`service/${serviceType}`] : []),
    ...(maker && !maker.erased ? [`estimator/${maker.id}`] : []),
  ];
  return { id, completedAt, amount, estimated, clock, subjects };
});

/** Work that takes longer than was quoted, by service and by who made the quote. */
export const hoursOverrun: Detector = {
  name: 'hours_overrun',
  reads: ['jobs', 'quotes', 'people', 'invoices', 'company'],
  needs: 'Eight finished jobs of a service within a year, with estimated hours and hours on the clock.',
  find(facts) {
    const groups = newestThrough(facts, lastSunday(facts.today));
    const enough = [...groups].filter(([, { length }]) => length >= FEWEST);
    if (enough.length === 0) return null;
    const looks = new Map<string, Groups>();
    const at = (day: string) => {
      const known = looks.get(day) ?? newestThrough(facts, day);
      looks.set(day, known);
      return known;
    };
    return enough
      .filter(([subject]) =>
        holds(facts.today, {
          clearly: (day) => isOver(at(day), subject, CLEARLY),
          somewhat: (day) => isOver(at(day), subject, SOMEWHAT),
        }),
      )
      .map(([subject, jobs]) => findingOf(facts, subject, jobs))
      .sort((one, other) => (other.worth ?? 0) - (one.worth ?? 0));
  },
  version: 2,
  // By a test that chance passes once in a hundred, on top of an overrun of a fifth.
  prior: 0.75,
  horizonDays: HORIZON_DAYS,
  rightIf: 'later work took 1.1 times its hours, or is quoted with a tenth more of them',
  provedRight({ subject }, later) {
    const since = addDays(later.today, -HORIZON_DAYS);
    const after = groupsOf(later, since, addDays(later.today, 1)).get(subject) ?? [];
    if (after.length < FEWEST_LATER) return null;
    if (ratioOf(after) >= WENT_ON) return true;
    const before = groupsOf(later, addDays(since, -YEAR_DAYS), since).get(subject) ?? [];
    // It passed because quotes say more now.
    return before.length > 0 && quotedOf(after) >= WENT_ON * quotedOf(before);
  },
};

/** The jobs finished from one day until before another, by what they may have in common. */
function groupsOf(facts: Facts, from: string, before: string): Map<string, Measured[]> {
  const groups = new Map<string, Measured[]>();
  for (const job of measured.all(facts)) {
    if (job.completedAt < from || job.completedAt >= before) continue;
    for (const subject of job.subjects) {
      const others = groups.get(subject);
      if (others) others.push(job);
      else groups.set(subject, [job]);
    }
  }
  return groups;
}

type Groups = ReadonlyMap<string, readonly Measured[]>;

/** The newest jobs of the year through a day. */
function newestThrough(facts: Facts, day: string): Groups {
  const before = addDays(day, 1);
  const ofYear = groupsOf(facts, addDays(before, -YEAR_DAYS), before);
  return new Map([...ofYear].map(([subject, jobs]) => [subject, newestOf(jobs)]));
}

function newestOf(jobs: readonly Measured[]): Measured[] {
  return jobs.toSorted((one, other) => (one.completedAt < other.completedAt ? 1 : -1)).slice(0, NEWEST);
}

function isService(subject: string): boolean {
  return subject.startsWith('service/');
}

function isOver(groups: Groups, subject: string, { times, chance, standsOut }: Overrun): boolean {
  const jobs = groups.get(subject) ?? [];
  if (jobs.length < FEWEST || ratioOf(jobs) < times || chanceOf(jobs) >= chance) return false;
  if (isService(subject)) return true;
  const others = [...groups].flatMap(([each, theirs]) => (isService(each) || each === subject ? [] : theirs));
  return others.length >= FEWEST && ratioOf(jobs) >= standsOut * ratioOf(others);
}

/** How likely chance alone is to put so many jobs over their quote. */
function chanceOf(jobs: readonly Measured[]): number {
  return signTest(jobs.filter(({ clock, estimated }) => clock > OVER_BY * estimated).length, jobs.length);
}

/** By the rule of what finished jobs teach. */
function ratioOf(jobs: readonly Measured[]): number {
  const finished = jobs.map(({ amount, estimated, clock }) => {
    return { estimatedHours: estimated, clockHours: clock, amount, cost: 0 };
  });
  return suggestionOf(finished).overrun ?? median(jobs.map(({ clock, estimated }) => clock / estimated));
}

function quotedOf(jobs: readonly Measured[]): number {
  return median(jobs.map(({ estimated }) => estimated));
}

function findingOf(facts: Facts, subject: string, jobs: readonly Measured[]): Finding {
  const ratio = ratioOf(jobs);
  const quoted = quarter(quotedOf(jobs));
  const better = quarter(quotedOf(jobs) * ratio);
  const over = jobs.filter(({ clock, estimated }) => clock > estimated).length;
  const extra = jobs.reduce((sum, { clock, estimated }) => sum + clock - estimated, 0);
  const worth = Math.round(Math.max(0, extra) * facts.settings.labourRate);
  const times = `${Math.round(ratio * 10) / 10} times`;
  const id = subject.slice(subject.indexOf('/') + 1);
  const service = isService(subject) ? (knownService(id) ?? '') : null;
  const maker = service === null ? facts.people.get(id) : undefined;
  const title =
    service === null
      ? `Work that {0} quoted takes ${times} the hours`
      : `${capital(service)} takes ${times} the hours quoted`;
  const rows = jobs
    .toSorted((one, other) => other.clock - other.estimated - (one.clock - one.estimated))
    .map(({ id: jobId, estimated, clock }) => {
      return { kind: 'job', id: jobId, why: `Quoted ${hoursText(estimated)}, took ${hoursText(clock)}` };
    });
  const person = maker && {
    kind: maker.staff ? 'staff' : 'user',
    id,
    why: `Made ${counted(jobs.length, 'quote')} of these`,
  };
  return {
    subject,
    insightType: 'recommendation',
    category: 'financial',
    severity: severityOf(worth, facts),
    title,
    description: `Of the last ${counted(jobs.length, 'finished job')}, ${over} took longer than quoted; the median one took ${times} the hours. Quote ${hoursText(better)} where you quoted ${quoted}.`,
    actionItems: [
      `Quote ${hoursText(better)} where you quoted ${quoted}.`,
      'Look at the worst of these jobs for what was not seen before the quote.',
      'Change the quotes that wait for an answer, if they are short too.',
    ],
    basis: `Hours on the clock divided by the hours quoted, the median of ${counted(jobs.length, 'job')}: ${Math.round(ratio * 100) / 100}. Chance alone would put so many of them a tenth over their quote less than once in ${oddsText(chanceOf(jobs))} times (sign test).`,
    evidence: [...(person ? [person] : []), ...rows].slice(0, MOST_EVIDENCE),
    opens: 'quote',
    measure: ratio,
    worth,
  };
}

function quarter(of: number): number {
  return Math.max(0.25, Math.round(of * 4) / 4);
}
