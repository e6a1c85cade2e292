import { Rejection } from '../kit/decider.ts';
import { addDays } from '../kit/times.ts';
import type { EquipmentEvent, MaintenancePlan } from './events.ts';
import { requireAmount, requireDay } from './rules.ts';
import { MAINTENANCE_INTERVAL } from './terms.ts';

/** One time that a machine was maintained. */
export interface Maintenance {
  id: string;
  /** `YYYY-MM-DD` in the company's zone. */
  doneOn: string;
  /** Integer cents. */
  cost: number | null;
  notes: string | null;
}

/** With the dates that the machine was due before it and after it, for its withdrawal. */
export interface RecordedMaintenance extends Maintenance {
  dueBefore: string | null;
  dueAfter: string | null;
}

/** What there is to decide on: the plan, and what was done, latest first. */
export interface Upkeep {
  plan: MaintenancePlan;
  done: readonly RecordedMaintenance[];
}

/** Puts a maintenance among the others, latest first; those of one day are in the order of their ids. */
export function withMaintenance<Entry extends Maintenance>(done: readonly Entry[], entry: Entry): Entry[] {
  const key = ({ doneOn, id }: Entry) => `${doneOn} ${id}`;
  return [...done, entry].sort((a, b) => (key(a) < key(b) ? 1 : -1));
}

/**
 * A plan as it holds: an interval without a date begins with the last maintenance, or else today.
 * @param today `YYYY-MM-DD` in the company's zone
 * @throws Rejection for an interval or a date that is none
 */
export function settledPlan(plan: MaintenancePlan, done: readonly Maintenance[], today: string): MaintenancePlan {
  const { maintenanceInterval, nextMaintenance } = plan;
  if (nextMaintenance !== null) requireDay('nextMaintenance', nextMaintenance);
  if (maintenanceInterval === null) return plan;
  const { least, most } = MAINTENANCE_INTERVAL;
  if (maintenanceInterval < least || maintenanceInterval > most) {
    throw new Rejection('invalid', `The interval must be ${least} to ${most} days.`, 'maintenanceInterval');
  }
  return {
    maintenanceInterval,
    nextMaintenance: nextMaintenance ?? addDays(done[0]?.doneOn ?? today, maintenanceInterval),
  };
}

/**
 * When a machine is due again after it was maintained on a day: an interval later. What is entered late does not move
 * the date that a later maintenance has set, and without an interval only a date that had come is done with.
 */
export function dueAfter(doneOn: string, { plan, done }: Upkeep): string | null {
  const { nextMaintenance, maintenanceInterval } = plan;
  if (done.some((other) => other.doneOn > doneOn)) return nextMaintenance;
  if (maintenanceInterval !== null) return addDays(doneOn, maintenanceInterval);
  return nextMaintenance !== null && nextMaintenance <= doneOn ? null : nextMaintenance;
}

/**
 * Whether maintenance is due: from the start of its day in the company's zone (design §9).
 * @param today `YYYY-MM-DD` in the company's zone
 */
export function isOverdue(nextMaintenance: string | null, today: string): boolean {
  return nextMaintenance !== null && nextMaintenance <= today;
}

/** @throws Rejection for a day that is yet to come: planned is not done */
export function recordMaintenance(entry: Maintenance, today: string, upkeep: Upkeep): EquipmentEvent[] {
  const { id: maintenanceId, doneOn, cost, notes } = entry;
  requireDay('doneOn', doneOn);
  requireAmount('cost', cost);
  if (doneOn > today) {
    throw new Rejection('invalid', 'Maintenance is recorded once it is done: enter today or an earlier day.', 'doneOn');
  }
  const nextMaintenance = dueAfter(doneOn, upkeep);
  return [{ type: 'MaintenanceRecorded', data: { maintenanceId, doneOn, cost, notes, nextMaintenance } }];
}

/** Takes its date back too, unless another one was set since. @throws Rejection where there is no such maintenance */
export function withdrawMaintenance(maintenanceId: string, { plan, done }: Upkeep): EquipmentEvent[] {
  const entry = done.find(({ id }) => id === maintenanceId);
  if (!entry) throw new Rejection('not_found', 'This equipment has no such maintenance.');
  const isItsDate = plan.nextMaintenance === entry.dueAfter;
  const nextMaintenance = isItsDate ? entry.dueBefore : plan.nextMaintenance;
  return [{ type: 'MaintenanceWithdrawn', data: { maintenanceId, nextMaintenance } }];
}
