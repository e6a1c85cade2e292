import type { Finding } from '../../domain/insight/finding.ts';
import { MOST_EVIDENCE } from '../../domain/insight/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import { conflictsOf, indexPlan, type PlanIndex, spokenDay } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment, type PlannedJob } from '../../domain/schedule/parts.ts';
import { type Facts, present } from '../facts/facts.ts';
import { perFacts, perRecord } from '../facts/kept.ts';
import { SCHEDULE_FACTS, scheduleOf } from '../facts/schedule.ts';
import type { Detector } from './detector.ts';
import { counted } from './kit/words.ts';

/** Maintenance that is due later is no matter yet: there is time to plan it. */
const DAYS_AHEAD = 21;
const HORIZON_DAYS = 21;
/** With fewer jobs that say what they take along, the company does not write it down. */
const FEWEST_SAYING = 10;
/** What so much of the work of a service says that it takes, the rest of it takes too. */
const MOST_OF_SERVICE = 0.5;

interface Clash {
  machineId: string;
  jobId: string;
  day: string;
}

/** Maintenance on the day of booked work that needs the machine, or overdue before it, where the crew has no other one. */
export const maintenanceClash: Detector = {
  name: 'maintenance_clash',
  reads: SCHEDULE_FACTS,
  needs: 'Machines with the day of their next maintenance, and booked jobs of the crews that use them.',
  find(facts) {
    const plan = scheduleOf(facts, facts.today);
    const planned = plan.machines.filter(({ nextMaintenance }) => nextMaintenance !== null);
    if (planned.length === 0 || plan.jobs.length === 0) return null;
    const soon = addDays(facts.today, DAYS_AHEAD);
    const due = new Map(planned.map(({ id, nextMaintenance }) => [id, nextMaintenance ?? '']));
    const index = indexPlan({ ...plan, locks: [] });
    const clashes = plan.jobs
      .flatMap((job) => clashesOf(index, withEquipment(job, index, facts)))
      .map((clash) => ({ ...clash, due: due.get(clash.machineId) ?? '' }))
      // On its day it may be done before the day is over.
      .filter(({ day, due }) => day >= facts.today && (due < facts.today || due === day));
    return [...Map.groupBy(clashes, ({ machineId }) => machineId)]
      .map(([machineId, work]) => ({ machineId, due: work[0]?.due ?? '', work }))
      .filter(({ due }) => due !== '' && due <= soon)
      .sort((one, other) => one.due.localeCompare(other.due) || one.machineId.localeCompare(other.machineId))
      .map(({ machineId, due, work }) => findingOf(facts, machineId, due, work));
  },
  version: 2,
  // The schedule warns by the same rule; what is not certain is that the work cannot wait.
  prior: 0.8,
  horizonDays: HORIZON_DAYS,
  rightIf: 'the maintenance was done, and not the work without it',
  provedRight({ subject, evidence }, later) {
    const machine = later.equipment.get(subject);
    if (!machine) return null;
    const since = addDays(later.today, -HORIZON_DAYS);
    if (machine.removed || machine.maintenance.some(({ doneOn }) => doneOn >= since)) return true;
    const jobs = present(later.jobs).filter(({ id }) => evidence.some((each) => each.kind === 'job' && each.id === id));
    const went = jobs.filter(({ status, completedAt }) => status === 'completed' && completedAt !== null);
    // The work was done without it.
    return went.length === 0 ? null : false;
  },
};

const needs = perRecord('jobs', ({ serviceType, requiredEquipment }) => ({ serviceType, requiredEquipment }));

/** What work of a service takes along, as its jobs say; null where the company does not write it down. */
const usualEquipment = perFacts((facts): ((service: string | null) => string[]) | null => {
  const jobs = needs.all(facts);
  if (jobs.filter(({ requiredEquipment }) => requiredEquipment.length > 0).length < FEWEST_SAYING) return null;
  const byService = Map.groupBy(jobs, ({ serviceType }) => serviceType);
  return (service) => {
    const same = service === null ? [] : (byService.get(service) ?? []);
    const said = Map.groupBy(
      same.flatMap(({ requiredEquipment }) => requiredEquipment),
      (category) => category,
    );
    return [...said].flatMap(([category, { length }]) => (length >= MOST_OF_SERVICE * same.length ? category : []));
  };
});

/** A job with what it takes along: where nobody said so, what such work does, or all machines of the crew. */
function withEquipment(job: PlannedJob, { crews, machines }: PlanIndex, facts: Facts): PlannedJob {
  if (job.equipment.length > 0) return job;
  const usual = usualEquipment(facts);
  if (usual !== null) return { ...job, equipment: usual(facts.jobs.get(job.id)?.serviceType ?? null) };
  const own = crews.get(job.crewId ?? '')?.equipmentIds ?? [];
  const equipment = machines.filter(({ id }) => own.includes(id)).map(({ category }) => category);
  return { ...job, equipment: [...new Set(equipment)] };
}

/** As the schedule sees them: what is due before the work, but not yet, will mostly be done by then. */
function clashesOf(index: PlanIndex, job: PlannedJob): Clash[] {
  return job.visits.flatMap((visit) => {
    const day = dayOfMoment(visit.start);
    const found = conflictsOf(index, { ...job, visits: [visit] });
    return found.flatMap(({ kind, machineId }) => {
      const machine = index.machines.find(({ id }) => id === machineId);
      const isDue = machine?.status === 'available' || machine?.status === 'in_use';
      return kind === 'equipment_maintenance' && machine && isDue
        ? [{ machineId: machine.id, jobId: job.id, day }]
        : [];
    });
  });
}

function findingOf(facts: Facts, machineId: string, due: string, work: readonly Clash[]): Finding {
  const jobs = [...Map.groupBy(work, ({ jobId }) => jobId)]
    .map(([id, rows]) => ({ id, day: rows.map(({ day }) => day).sort()[0] ?? '' }))
    .sort((one, other) => one.day.localeCompare(other.day) || one.id.localeCompare(other.id));
  const first = spokenDay(jobs[0]?.day ?? '');
  return {
    subject: machineId,
    insightType: 'prediction',
    category: 'operational',
    severity: 'warning',
    title: `{0} is booked past its maintenance date, ${spokenDay(due)}`,
    description: `${counted(jobs.length, 'booked job')}, the first on ${first}, ${jobs.length === 1 ? 'needs' : 'need'} {0}, which is to be maintained by ${spokenDay(due)}. The crew has no other one ready, and no other crew has one free.`,
    actionItems: [
      `Have the maintenance done before ${first}, and record it.`,
      'Or move the work, or lend the crew another machine.',
    ],
    basis: `Its next maintenance is due on ${spokenDay(due)}. The crew’s booked visits on that day need it, as do later ones until the maintenance is recorded.`,
    evidence: [
      { kind: 'equipment', id: machineId, why: `Maintenance due on ${spokenDay(due)}` },
      ...jobs.map(({ id, day }) => ({ kind: 'job', id, why: `Booked on ${spokenDay(day)}` })),
    ].slice(0, MOST_EVIDENCE),
    opens: 'open',
    // Work that is booked later does not make it worse.
    measure: null,
    worth: jobs.reduce((sum, { id }) => sum + (facts.jobs.get(id)?.amount ?? 0), 0) || null,
  };
}
