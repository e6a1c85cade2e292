import type { Finding } from '../../domain/insight/finding.ts';
import { MOST_EVIDENCE } from '../../domain/insight/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import { conflictsOf, indexPlan, type PlanIndex, spokenDay } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment, type PlannedJob } from '../../domain/schedule/parts.ts';
import { type Facts, present } from '../facts/facts.ts';
import { SCHEDULE_FACTS, scheduleOf } from '../facts/schedule.ts';
import type { Detector } from './detector.ts';
import { counted } from './kit/words.ts';

/** Maintenance that is due later is no matter yet: there is time to plan it. */
const DAYS_AHEAD = 21;
const HORIZON_DAYS = 21;

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
    const clashes = plan.jobs.flatMap((job) => clashesOf(index, job)).filter(({ day }) => day >= facts.today);
    return [...Map.groupBy(clashes, ({ machineId }) => machineId)]
      .map(([machineId, work]) => ({ machineId, day: due.get(machineId) ?? '', work }))
      .filter(({ day }) => day !== '' && day <= soon)
      .sort((one, other) => one.day.localeCompare(other.day) || one.machineId.localeCompare(other.machineId))
      .map(({ machineId, day, work }) => findingOf(facts, machineId, day, work));
  },
  // The schedule warns by the same rule; what is not certain is that the work cannot wait.
  prior: 0.8,
  horizonDays: HORIZON_DAYS,
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

/** As the schedule sees them: what is due before the work, but not yet, will mostly be done by then. */
function clashesOf(index: PlanIndex, job: PlannedJob): Clash[] {
  const crew = index.crews.get(job.crewId ?? '');
  if (!crew) return [];
  const usual = index.machines.filter(({ id }) => crew.equipmentIds.includes(id));
  // Where nobody said what the work needs, the crew takes along what it usually does.
  const equipment = job.equipment.length > 0 ? job.equipment : [...new Set(usual.map(({ category }) => category))];
  return job.visits.flatMap((visit) => {
    const day = dayOfMoment(visit.start);
    const found = conflictsOf(index, { ...job, equipment, visits: [visit] });
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
