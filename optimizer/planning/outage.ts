import type { PlannedOutage } from '../../domain/plan/events.ts';
import { crewDay, indexStaffing } from '../../domain/schedule/availability.ts';
import { indexPlan } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment } from '../../domain/schedule/parts.ts';
import { Bar } from '../solver/problem.ts';
import { type Clearing, isInTheWay, whyStays } from './clearing.ts';
import type { Inputs, OpenJob } from './inputs.ts';
import { machinesOf } from './machines.ts';
import { crewBars, crewSizeOf } from './problem.ts';

type Resources = Inputs['resources'];

/**
 * The same days without a machine that broke or somebody who is away, and what nobody can do where it is any more: jobs
 * that their crew could do with it and cannot without. The rest stays with its crew.
 * @param clearing from when on, and of which crew if only of one
 * @param now the company's wall-clock time
 */
export function planWithout(
  inputs: Inputs,
  clearing: Clearing,
  outage: PlannedOutage,
  now: string,
): { inputs: Inputs; clearing: Clearing } {
  const ids = inputs.visited.map(({ document }) => document.id);
  const asked: Clearing = { ...clearing, without: { outage, jobIds: ids } };
  const resources = withoutIt(inputs.resources, outage);
  const [before, after] = [withIt(inputs.resources, outage), resources].map((each) => barsWith(inputs, each, now)) as [
    BarsOfVisit,
    BarsOfVisit,
  ];
  const leaving = inputs.visited.filter((job) => {
    if (whyStays(asked, job, now) !== null) return false;
    return job.visits.some((visit) => isInTheWay(asked, visit) && (after(job, visit) & ~before(job, visit)) !== 0);
  });
  const jobIds = leaving.map(({ document }) => document.id);
  return { inputs: { ...inputs, resources }, clearing: { ...clearing, without: { outage, jobIds } } };
}

function withoutIt(resources: Resources, { category, id, from, to, half }: PlannedOutage): Resources {
  if (category !== 'equipment')
    return { ...resources, timeOff: [...resources.timeOff, { personId: id, from, to, half }] };
  return withMachine(resources, id, { status: 'out_of_service' });
}

/** A machine that somebody has already taken out of service worked when the day was planned. */
function withIt(resources: Resources, { category, id }: PlannedOutage): Resources {
  return category === 'equipment'
    ? withMachine(resources, id, { status: 'available', nextMaintenance: null })
    : resources;
}

function withMachine(resources: Resources, id: string, changed: Partial<Resources['machines'][number]>): Resources {
  const machines = resources.machines.map((machine) => (machine.id === id ? { ...machine, ...changed } : machine));
  return { ...resources, machines };
}

type BarsOfVisit = (job: OpenJob, visit: OpenJob['visits'][number]) => number;

/** What bars a job's crew from each of its visits, by its people and its machines. */
function barsWith({ visited }: Inputs, resources: Resources, now: string): BarsOfVisit {
  const staffing = indexStaffing(resources);
  const index = indexPlan({ ...resources, jobs: [], today: dayOfMoment(now) });
  const days = [...new Set(visited.flatMap(({ visits }) => visits.map(({ start }) => dayOfMoment(start))))];
  const crews = resources.crews.filter(({ isActive }) => isActive);
  const staffed = days.flatMap((day) => crews.map((crew) => crewDay(staffing, crew, day)));
  const machines = machinesOf(index, staffed, { fixed: visited, jobs: [] });
  return ({ document }, visit) => {
    const crew = staffing.crews.get(document.crewId ?? '');
    if (!crew) return 0;
    const on = crewDay(staffing, crew, dayOfMoment(visit.start), visit);
    const lacks = document.requiredEquipment.some((category) => !machines.has(on, category));
    return crewBars(on, crewSizeOf(document, resources), document.requiredSkills) | (lacks ? Bar.equipment : 0);
  };
}
