import { spokenSpan } from '../../domain/kit/span-text.ts';
import { type Conflict, conflictsOf, indexPlan, type PlanIndex, spokenTime } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment, type PlannedJob, type PlannedVisit } from '../../domain/schedule/parts.ts';
import type { ConflictKind } from '../../domain/schedule/terms.ts';
import type { InsertionAnswer, NeedKind } from '../answers/insertions.schema.ts';
import type { Insertion, Need } from '../solver/insertions.ts';
import type { CrewDay } from '../solver/problem.ts';
import { type Naming, namesOf } from './answer.ts';
import type { Choice, Fitting } from './fitting.ts';
import { effectsOf, placeText } from './fitting-words.ts';
import type { Inputs, OpenJob } from './inputs.ts';
import { crewSizeOf, momentAt, type Planning } from './problem.ts';
import { ruleText } from './words.ts';

/** Describes places for a job: what each is, moves and needs. @param now the company's wall-clock time */
export function sayingOf(inputs: Inputs, fitting: Fitting, now: string): (choice: Choice) => InsertionAnswer {
  const naming = namesOf(inputs);
  const index = indexOf(inputs, now);
  return (choice) => {
    const { planning, travelNow } = fitting;
    const { crewId } = planning.problem.crewDays[choice.crewDay] as CrewDay;
    const parts = partsOf(planning, choice);
    const [first, last] = [parts[0], parts.at(-1)];
    const term = (kind: string) => choice.terms.find((each) => each.kind === kind)?.amount ?? 0;
    const travel = term('travel');
    const what = {
      crew_name: naming.names.crew(crewId),
      start: first?.start ?? '',
      parts,
      moves: choice.moves.map((move) => movedOf(planning, choice, move, naming)),
      takes_off: displacedOf(choice).map((job) => ({ ...shownOf(planning, job, naming), ...promised(planning, job) })),
      needs: needsOf(inputs, fitting, choice, index),
    };
    const beside = travelNow === null ? null : travel - travelNow;
    const place = { ...what, travel, travelBesideNow: beside, unfinished: term('unfinished') };
    return {
      crew_id: crewId,
      ...what,
      date: dayOfMoment(what.start),
      end: last?.end ?? '',
      points: choice.cost,
      extra_travel_minutes: travel,
      reasons: effectsOf(place),
      text: placeText(place),
    };
  };
}

/** When the job is worked on, in the company's wall time. */
export function partsOf({ problem, days }: Planning, { visits }: Pick<Insertion, 'visits'>) {
  return visits.map(({ crewDay, start, minutes }) => {
    const date = days[problem.crewDays[crewDay]?.day ?? 0] ?? '';
    return { date, start: momentAt(date, start), end: momentAt(date, start + minutes) };
  });
}

/** The jobs, by index, that have to leave the day. */
export function displacedOf({ needs }: Pick<Insertion, 'needs'>): number[] {
  return needs.flatMap((need) => (need.kind === 'displace' ? need.job : []));
}

/** The conflicts of a job in a place, in the words of the schedule board. */
export function conflictsAt(index: PlanIndex, { document }: OpenJob, crewId: string, visits: readonly PlannedVisit[]) {
  return conflictsOf(index, { ...plannedJob({ document, visits }), crewId });
}

/** The schedule, indexed to check places against. */
export function indexOf(
  { resources, visited, unscheduled }: Pick<Inputs, 'resources' | 'visited' | 'unscheduled'>,
  now: string,
): PlanIndex {
  const jobs = new Map([...unscheduled, ...visited].map((job) => [job.document.id, plannedJob(job)]));
  return indexPlan({ ...resources, jobs: [...jobs.values()], today: dayOfMoment(now) });
}

function plannedJob({ document, visits }: Pick<OpenJob, 'document' | 'visits'>): PlannedJob {
  const { id, jobNumber, customerFirstName, customerLastName, status, crewId } = document;
  return {
    id,
    number: jobNumber,
    status,
    crewId,
    visits,
    customer: [customerFirstName, customerLastName].filter(Boolean).join(' ') || null,
    hours: document.estimatedDuration,
    crewSize: document.minimumCrewSize,
    skills: document.requiredSkills,
    equipment: document.requiredEquipment,
    earliest: document.earliestDate,
    latest: document.latestDate,
    window: document.timeWindow,
  };
}

function movedOf(
  planning: Planning,
  { crewDay }: Insertion,
  { job, from, to }: Insertion['moves'][number],
  names: Naming,
) {
  const day = planning.days[planning.problem.crewDays[crewDay]?.day ?? 0] ?? '';
  const times = { from: momentAt(day, from), to: momentAt(day, to) };
  return { ...shownOf(planning, job, names), ...times, ...promised(planning, job) };
}

function shownOf({ jobs }: Planning, job: number, { shown }: Naming) {
  return shown((jobs[job] as OpenJob).document.id);
}

function promised({ jobs }: Planning, job: number): { is_promised: boolean } {
  return { is_promised: (jobs[job] as OpenJob).document.promisedStart !== null };
}

// ── What has to give way ─────────────────────────────────────────────────────────────────────────────────────────

type SaidNeed = InsertionAnswer['needs'][number];
type Rule = Exclude<Need, { kind: 'displace' }>;

/** The board's conflict kinds that say the same as a need. */
export const SAME: Readonly<Record<NeedKind, readonly [ConflictKind, ...ConflictKind[]]>> = {
  overtime: ['outside_working_hours'],
  earlier: ['outside_window'],
  later: ['outside_window'],
  capacity: ['crew_too_small'],
  crewSize: ['crew_too_small', 'crew_empty'],
  skill: ['skill_missing'],
  certificate: ['certificate_expired'],
  equipment: ['equipment_missing', 'equipment_reserved', 'equipment_maintenance'],
  timeOff: ['time_off', 'crew_too_small', 'crew_empty'],
  dayLocked: ['day_locked'],
  date: ['before_earliest', 'after_latest'],
  unavailable: ['outside_working_days', 'crew_empty'],
};

function needsOf(inputs: Inputs, { planning, job }: Fitting, choice: Choice, index: PlanIndex): SaidNeed[] {
  const wanted = planning.jobs[job] as OpenJob;
  const on = planning.problem.crewDays[choice.crewDay] as CrewDay;
  const conflicts = conflictsAt(index, wanted, on.crewId, partsOf(planning, choice));
  const rules = choice.needs.filter((need): need is Rule => need.kind !== 'displace');
  const said = rules.map((rule): SaidNeed => {
    const kind = kindOf(rule);
    return { kind, amount: amountOf(rule), text: textOf(inputs, wanted, on, rule) ?? textOfBoard(kind, conflicts) };
  });
  // The day that the job leaves may be locked.
  const locked = conflicts.some(({ kind }) => kind === 'day_locked') && !said.some(({ kind }) => kind === 'dayLocked');
  return locked ? [...said, { kind: 'dayLocked', amount: null, text: textOfBoard('dayLocked', conflicts) }] : said;
}

function kindOf(rule: Rule): NeedKind {
  if (rule.kind === 'window') return rule.side;
  if (rule.kind === 'members') return 'crewSize';
  return rule.kind === 'bar' ? rule.bar : rule.kind;
}

function amountOf(rule: Rule): number | null {
  if (rule.kind === 'members') return rule.missing;
  return rule.kind === 'overtime' || rule.kind === 'window' ? rule.minutes : null;
}

function textOfBoard(kind: NeedKind, conflicts: readonly Conflict[]): string {
  const found = conflicts.filter((each) => SAME[kind].includes(each.kind)).map(({ message }) => message);
  return [...new Set(found)].join(' ') || ruleText(kind);
}

/** Null if the board's rules have words for it. */
function textOf({ resources }: Inputs, { document }: OpenJob, on: CrewDay, rule: Rule): string | null {
  const crew = resources.crews.find(({ id }) => id === on.crewId);
  const name = crew?.name ?? 'The crew';
  switch (rule.kind) {
    case 'overtime':
      return `${name} would be back ${spokenSpan(rule.minutes)} after the end of the day, ${spokenTime(momentAt('2000-01-01', on.shiftEnd).slice(11))}.`;
    case 'window': {
      const { timeWindow } = document;
      const wants = timeWindow
        ? `The customer wants it between ${spokenTime(timeWindow.start)} and ${spokenTime(timeWindow.end)}`
        : 'The customer was promised another time';
      return `${wants}: it would be ${spokenSpan(rule.minutes)} too ${rule.side === 'later' ? 'late' : 'early'}.`;
    }
    case 'members':
      if (document.minimumCrewSize !== null) return null;
      return `${name} has ${on.members === 1 ? 'one person' : `${on.members} people`} on that day; no crew size is entered for the job, so ${crewSizeOf(document, resources)} are assumed.`;
    default:
      return null;
  }
}
