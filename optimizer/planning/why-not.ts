import type { UnassignedJob } from '../../domain/plan/events.ts';
import { ability, crewDay } from '../../domain/schedule/availability.ts';
import { indexPlan, isReady, ownMachines, type PlanIndex } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment, type PlannedCrew } from '../../domain/schedule/parts.ts';
import { type Insertion, insertionsOf, type Need, severity } from '../solver/insertions.ts';
import type { Solved } from '../solver/pool.ts';
import { Bar, type BarName, type CrewDay, type Job } from '../solver/problem.ts';
import { type Clearing, takesNothing } from './clearing.ts';
import type { Inputs, OpenJob } from './inputs.ts';
import { isOfOtherCrew, momentAt, type Planning } from './problem.ts';

// Why a job found no place: the rules that bind where it comes closest, and the smallest change of all that it takes.

type Change = Pick<NonNullable<UnassignedJob['relaxation']>, 'kind' | 'amount' | 'what'>;

/**
 * For each job without a place, the rule that binds and the smallest change that would make it fit.
 * @param asked the time that is cleared, and the company's wall-clock time
 */
export function whyNot(
  inputs: Inputs,
  planning: Planning,
  { plan, evaluation }: Pick<Solved, 'plan' | 'evaluation'>,
  { clearing, now }: { clearing: Clearing | null; now: string },
): UnassignedJob[] {
  const { problem, jobs, days } = planning;
  const index = indexPlan({ ...inputs.resources, jobs: [], today: dayOfMoment(now) });
  // A place in the cleared time is no help, nor is another crew for the rest of a job.
  const helps = ({ document, isRest }: OpenJob, on: CrewDay) =>
    !(clearing && takesNothing(clearing, { crewId: on.crewId, day: days[on.day] ?? '' })) &&
    !(isRest && isOfOtherCrew(document, on, problem.crewDays));

  return evaluation.unassigned.map(({ job }) => {
    const left = jobs[job] as OpenJob;
    const open = [...problem.crewDays.keys()].filter((at) => helps(left, problem.crewDays[at] as CrewDay));
    const isOpen = new Set(open);
    const places = insertionsOf(problem, plan, job).filter(({ crewDay: at }) => isOpen.has(at));
    const [nearest] = places;
    const known = { jobId: left.document.id, revision: left.document.revision };
    if (!nearest)
      return { ...known, rule: ruleWithout(problem.jobs[job] as Job, open), isEverywhere: true, relaxation: null };
    const needs = nearest.needs.toSorted((a, b) => severity([b]) - severity([a]));
    const [first, ...also] = needs.flatMap((need) => changesFor(planning, index, left, { need, at: nearest.crewDay }));
    const [need] = needs;
    if (!need || !first) return { ...known, rule: 'stopped', isEverywhere: true, relaxation: null };
    return {
      ...known,
      rule: ruleOf(need, first),
      isEverywhere: needs.every((each) => bindsEverywhere(problem.jobs[job] as Job, each, open, places)),
      relaxation: { ...first, ...whereOf(planning, nearest), also },
    };
  });
}

/** The rule of a job without any place: there is no time, or what bars it from most crew-days if it may be done on none. */
function ruleWithout({ isLong, bars: ofJob }: Job, open: readonly number[]): string {
  if (open.length === 0) return 'cleared';
  const bars = open.map((at) => ofJob[at] ?? 0);
  if (bars.includes(0)) return isLong ? 'unfinished' : 'shift';
  const count = (name: BarName) => bars.filter((each) => each & Bar[name]).length;
  const [most] = (Object.keys(Bar) as BarName[]).toSorted((a, b) => count(b) - count(a));
  return most ?? 'shift';
}

/** Whether a rule keeps the job out wherever it could be done otherwise, so that it can be said of all crews. */
function bindsEverywhere(job: Job, need: Need, open: readonly number[], places: readonly Insertion[]): boolean {
  const bar = barOf(need);
  if (bar !== null) return open.every((at) => (job.bars[at] ?? 0) & Bar[bar]);
  const able = places.filter(({ needs }) => needs.every((each) => barOf(each) === null));
  return able.every(({ needs }) => needs.some((each) => ruleOfTime(each) === ruleOfTime(need)));
}

function barOf(need: Need): BarName | null {
  if (need.kind === 'members') return 'crewSize';
  return need.kind === 'bar' ? need.bar : null;
}

function ruleOfTime({ kind }: Need): string {
  return kind === 'overtime' || kind === 'displace' ? 'shift' : kind;
}

function ruleOf(need: Need, { kind }: Change): string {
  return barOf(need) === null ? ruleOfTime(need) : kind;
}

function whereOf({ problem, days }: Planning, { crewDay: at, visits: [first] }: Insertion) {
  const { crewId, day } = problem.crewDays[at] as CrewDay;
  const on = days[day] ?? '';
  return { crewId, day: on, start: first ? momentAt(on, first.start) : null };
}

// ── What would have to be otherwise ──────────────────────────────────────────────────────────────────────────────

interface Place {
  need: Need;
  /** Index in `Problem.crewDays`. */
  at: number;
}

function changesFor(planning: Planning, index: PlanIndex, { document }: OpenJob, { need, at }: Place): Change[] {
  const { crewId, day } = planning.problem.crewDays[at] as CrewDay;
  const on = { crew: index.crews.get(crewId) as PlannedCrew, day: planning.days[day] ?? '' };
  switch (need.kind) {
    case 'overtime':
      return [{ kind: 'overtime', amount: need.minutes, what: null }];
    case 'window':
      return [{ kind: need.side, amount: need.minutes, what: null }];
    case 'members':
      return [{ kind: 'crewSize', amount: need.missing, what: null }];
    case 'displace':
      return [{ kind: 'displace', amount: null, what: planning.jobs[need.job]?.document.jobNumber ?? null }];
    case 'capacity':
      return [{ kind: 'capacity', amount: null, what: null }];
    default:
  }
  if (need.bar === 'skill' || need.bar === 'certificate') {
    return [{ kind: need.bar, amount: null, what: lacking(index, on, document.requiredSkills, need.bar).join(', ') }];
  }
  if (need.bar !== 'equipment') return [{ kind: need.bar, amount: null, what: null }];
  const without = document.requiredEquipment.filter((category) => !planning.hasMachine(at, category));
  return without.map((category) => ({ amount: null, ...machineFor(index, on, category) }));
}

interface On {
  crew: PlannedCrew;
  day: string;
}

/** The skills that nobody there has, or has a valid certificate for. */
function lacking(
  index: PlanIndex,
  { crew, day }: On,
  skills: readonly string[],
  bar: 'skill' | 'certificate',
): string[] {
  const { present } = crewDay(index, crew, day);
  const lacks = skills.filter((skill) => {
    const abilities = present.map((person) => ability(person, skill, day));
    return !abilities.includes('yes') && abilities.includes('expired') === (bar === 'certificate');
  });
  return lacks.length > 0 ? lacks : [...skills];
}

/** Why a crew has no machine of a category that day, and what that is about: the category, or the one machine. */
function machineFor(index: PlanIndex, { crew, day }: On, category: string): Omit<Change, 'amount'> {
  const all = [...ownMachines(index, crew.id, category), ...(index.pool.get(category) ?? [])];
  const [machine] = all;
  if (!machine) return { kind: 'equipment', what: category };
  if (all.some((each) => isReady(each, day, index.today))) return { kind: 'reserved', what: category };
  const due = all.find(({ status }) => status === 'available' || status === 'in_use');
  return due ? { kind: 'maintenance', what: due.name } : { kind: 'outOfService', what: machine.name };
}
