import type { CrewDay } from '../../domain/schedule/availability.ts';
import { isReady, type PlanIndex, readyMachines } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment, type PlannedMachine } from '../../domain/schedule/parts.ts';
import type { OpenJob } from './inputs.ts';

/** The parts of a job that matter for machines. */
export interface NeedsMachines extends Pick<OpenJob, 'visits'> {
  document: Pick<OpenJob['document'], 'crewId' | 'requiredEquipment'>;
}

/** Which crew gets a machine of which category on which day. */
export interface Machines {
  has(on: CrewOn, category: string): boolean;
  /** Crews that list a machine which one of them had to do without on some day, once per category. */
  shared: readonly { crewId: string; category: string }[];
}

type CrewOn = Pick<CrewDay, 'crewId' | 'day' | 'present'>;

/**
 * Gives each machine to one crew for the whole day: one that lists it, or any crew if none does. Crews whose fixed
 * visits need it come first, then those it is planned for, then the largest. Each takes the one of its own that fewest
 * others list.
 * @param needing the jobs that stay where they are, and the others
 */
export function machinesOf(
  index: PlanIndex,
  staffed: readonly CrewOn[],
  needing: { fixed: readonly NeedsMachines[]; jobs: readonly NeedsMachines[] },
): Machines {
  const all = [...needing.fixed, ...needing.jobs];
  const categories = [...new Set(all.flatMap(({ document }) => document.requiredEquipment))];
  const given = new Set<string>();
  const shared = new Map<string, { crewId: string; category: string }>();
  for (const [day, crews] of Map.groupBy(staffed, (each) => each.day)) {
    for (const category of categories) {
      const needs = (jobs: readonly NeedsMachines[], { crewId }: CrewOn) =>
        Number(jobs.some((job) => isPlannedFor(job, { crewId, category, day })));
      const inTurn = crews.toSorted(
        (a, b) =>
          needs(needing.fixed, b) - needs(needing.fixed, a) ||
          needs(needing.jobs, b) - needs(needing.jobs, a) ||
          b.present.length - a.present.length,
      );
      const free = (index.pool.get(category) ?? []).filter((machine) => isReady(machine, day, index.today));
      const listed = inTurn.map(({ crewId }) => ({ crewId, own: readyMachines(index, crewId, category, day) }));
      const { having, sharing } = handOut(listed, free);
      for (const crewId of having) given.add(`${day} ${crewId} ${category}`);
      for (const crewId of sharing) shared.set(`${crewId} ${category}`, { crewId, category });
    }
  }
  return {
    has: ({ crewId, day }, category) => given.has(`${day} ${crewId} ${category}`),
    shared: [...shared.values()],
  };
}

interface Listed {
  crewId: string;
  own: readonly PlannedMachine[];
}

/** @returns the crews that got one, and those that share a listed machine with a crew that got none */
function handOut(inTurn: readonly Listed[], free: readonly PlannedMachine[]): { having: string[]; sharing: string[] } {
  const times = ({ id }: PlannedMachine) => inTurn.filter(({ own }) => own.some((each) => each.id === id)).length;
  const taken = new Set<string>();
  const without = new Set<string>();
  const having: string[] = [];
  for (const { crewId, own } of inTurn) {
    const machine = [...own.toSorted((a, b) => times(a) - times(b)), ...free].find(({ id }) => !taken.has(id));
    if (machine) {
      taken.add(machine.id);
      having.push(crewId);
    } else for (const { id } of own) without.add(id);
  }
  const sharing = inTurn.filter(({ own }) => own.some(({ id }) => without.has(id))).map(({ crewId }) => crewId);
  return { having, sharing };
}

function isPlannedFor(
  { document, visits }: NeedsMachines,
  { crewId, category, day }: { crewId: string; category: string; day: string },
): boolean {
  const needsIt = document.crewId === crewId && document.requiredEquipment.includes(category);
  return needsIt && visits.some(({ start }) => dayOfMoment(start) === day);
}
