import { changedFields, pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import {
  type Presence,
  type PresenceWords,
  present,
  removal,
  requireNew,
  restoral,
  revision,
} from '../kit/presence.ts';
import { isSeen } from '../kit/seen-text.ts';
import { addDays, requireDay, requireLikelyDay } from '../kit/times.ts';
import { type EquipmentDetails, type EquipmentEvent, type Held, type MaintenancePlan, NO_DETAILS } from './events.ts';
import { MAINTENANCE_INTERVAL } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** One maintenance of a machine. */
export interface Maintenance {
  id: string;
  /** `YYYY-MM-DD` in the company's zone. */
  doneOn: string;
  /** Integer cents. */
  cost: number | null;
  notes: string | null;
}

/** Also holds the due dates before and after it, for its withdrawal. */
interface RecordedMaintenance extends Maintenance {
  dueBefore: string | null;
  dueAfter: string | null;
}

/** The maintenance of a machine: the plan, and what was done, latest first. */
interface Upkeep {
  plan: MaintenancePlan;
  done: readonly RecordedMaintenance[];
}

interface Equipment extends Upkeep {
  details: EquipmentDetails;
  status: string;
  /** The id of a crew or a person. */
  assignedTo: string | null;
  /** Null while it is in nobody's hands. */
  held: Held | null;
}

/** A retired machine counts as removed. */
export type EquipmentState = Presence<Equipment>;

function evolve(state: EquipmentState, event: EquipmentEvent): EquipmentState {
  if (event.type === 'EquipmentAdded') {
    const { status, assignedTo, nextMaintenance, maintenanceInterval, addedAt: _, ...details } = event.data;
    const plan = { nextMaintenance, maintenanceInterval };
    return { presence: 'present', details, status, assignedTo, held: null, plan, done: [] };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'EquipmentRevised':
      return { ...state, details: { ...state.details, ...event.data } as EquipmentDetails };
    case 'EquipmentStatusChanged':
    case 'EquipmentAssigned':
      return { ...state, ...event.data };
    case 'EquipmentHandedOut':
      return { ...state, held: event.data };
    case 'EquipmentTakenBack':
      return { ...state, held: null };
    case 'MaintenancePlanned':
      return { ...state, plan: event.data };
    case 'MaintenanceRecorded':
    case 'MaintenanceWithdrawn':
      return { ...state, ...evolveUpkeep(state, event) };
    case 'EquipmentRetired':
      return { ...state, presence: 'removed' };
    case 'EquipmentRestored':
      return { ...state, presence: 'present' };
    default:
      return unchanged(state, event);
  }
}

type MaintenanceEvent = Extract<EquipmentEvent, { type: 'MaintenanceRecorded' | 'MaintenanceWithdrawn' }>;

function evolveUpkeep({ plan, done }: Upkeep, event: MaintenanceEvent): Upkeep {
  const { maintenanceId: id, nextMaintenance } = event.data;
  const next = { ...plan, nextMaintenance };
  if (event.type === 'MaintenanceWithdrawn') return { plan: next, done: done.filter((entry) => entry.id !== id) };
  const { doneOn, cost, notes } = event.data;
  const entry = { id, doneOn, cost, notes, dueBefore: plan.nextMaintenance, dueAfter: nextMaintenance };
  return { plan: next, done: withMaintenance(done, entry) };
}

/** Sorts a maintenance in among the others, latest first; those of one day by id, descending. */
export function withMaintenance<Entry extends Maintenance>(done: readonly Entry[], entry: Entry): Entry[] {
  const key = ({ doneOn, id }: Entry) => `${doneOn} ${id}`;
  return [...done, entry].sort((a, b) => (key(a) < key(b) ? 1 : -1));
}

/**
 * Whether maintenance is due: from the start of its day in the company's zone.
 * @param today `YYYY-MM-DD` in the company's zone
 */
export function isOverdue(nextMaintenance: string | null, today: string): boolean {
  return nextMaintenance !== null && nextMaintenance <= today;
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** `today` is `YYYY-MM-DD` in the company's zone. */
export type EquipmentCommand =
  | {
      type: 'AddEquipment';
      /** A missing field has no value. */
      details: Partial<EquipmentDetails>;
      status: string;
      assignedTo: string | null;
      plan: MaintenancePlan;
      today: string;
      now: string;
    }
  /** A missing field is unchanged. */
  | { type: 'ReviseEquipment'; details: Partial<EquipmentDetails>; status?: string; assignedTo?: string | null }
  | { type: 'HandOutEquipment'; held: Held }
  | { type: 'TakeBackEquipment' }
  /** A missing field is unchanged. */
  | { type: 'PlanMaintenance'; plan: Partial<MaintenancePlan>; today: string }
  | { type: 'RecordMaintenance'; entry: Maintenance; today: string }
  | { type: 'WithdrawMaintenance'; id: string }
  | { type: 'RetireEquipment' }
  | { type: 'RestoreEquipment' }
  /** Puts back the plan before an undone step. */
  | { type: 'RestorePlan'; plan: MaintenancePlan }
  | { type: 'RestoreMaintenance'; entry: Maintenance; nextMaintenance: string | null };

const EQUIPMENT: PresenceWords = {
  noun: 'equipment',
  absent: 'There is no such equipment.',
  taken: 'This equipment already exists.',
  removed: 'This equipment was retired. Restore it to change it.',
};

function decide(command: EquipmentCommand, state: EquipmentState): EquipmentEvent[] {
  switch (command.type) {
    case 'AddEquipment':
      return add(command, state);
    case 'ReviseEquipment':
      return revise(command, present(state, EQUIPMENT));
    case 'HandOutEquipment':
      return handOut(command.held, present(state, EQUIPMENT));
    case 'TakeBackEquipment':
      return present(state, EQUIPMENT).held === null ? [] : [{ type: 'EquipmentTakenBack', data: {} }];
    case 'PlanMaintenance': {
      const { plan, done } = present(state, EQUIPMENT);
      if (isUnchanged(command.plan, plan)) return [];
      return replan(settledPlan({ ...plan, ...changedFields(command.plan, plan) }, done, command.today), plan);
    }
    case 'RestorePlan':
      return replan(command.plan, present(state, EQUIPMENT).plan);
    case 'RecordMaintenance':
      return recordMaintenance(command.entry, command.today, present(state, EQUIPMENT));
    case 'RestoreMaintenance':
      return restoreMaintenance(command.entry, command.nextMaintenance, present(state, EQUIPMENT));
    case 'WithdrawMaintenance':
      return withdrawMaintenance(command.id, present(state, EQUIPMENT));
    case 'RetireEquipment':
      return removal(state, EQUIPMENT, { type: 'EquipmentRetired', data: {} });
    case 'RestoreEquipment':
      return restoral(state, EQUIPMENT, { type: 'EquipmentRestored', data: {} });
    default:
      return unreachable(command);
  }
}

function add(command: Extract<EquipmentCommand, { type: 'AddEquipment' }>, state: EquipmentState): EquipmentEvent[] {
  requireNew(state, EQUIPMENT);
  const { status, assignedTo, plan, today, now } = command;
  const details = { ...NO_DETAILS, ...command.details };
  requireDetails(details);
  return [
    {
      type: 'EquipmentAdded',
      data: { ...details, ...settledPlan(plan, [], today), status, assignedTo, addedAt: now },
    },
  ];
}

function revise(
  { details, status, assignedTo }: Extract<EquipmentCommand, { type: 'ReviseEquipment' }>,
  state: Equipment,
): EquipmentEvent[] {
  const revised = (data: Partial<EquipmentDetails>): EquipmentEvent => ({ type: 'EquipmentRevised', data });
  const events = revision(details, state.details, revised, requireDetails);
  if (status !== undefined && status !== state.status) {
    events.push({ type: 'EquipmentStatusChanged', data: { status } });
  }
  if (assignedTo !== undefined && assignedTo !== state.assignedTo) {
    events.push({ type: 'EquipmentAssigned', data: { assignedTo } });
  }
  return events;
}

/** @throws Rejection if somebody else has it: one person at a time answers for it */
function handOut(next: Held, { held }: Equipment): EquipmentEvent[] {
  if (held?.heldBy === next.heldBy) return [];
  if (held) throw new Rejection('conflict', 'Somebody has this in their hands. Take it back first.', 'heldBy');
  return [{ type: 'EquipmentHandedOut', data: next }];
}

function replan(next: MaintenancePlan, before: MaintenancePlan): EquipmentEvent[] {
  return isUnchanged(next, before) ? [] : [{ type: 'MaintenancePlanned', data: next }];
}

function isUnchanged(plan: Partial<MaintenancePlan>, before: MaintenancePlan): boolean {
  return Object.keys(changedFields(plan, before)).length === 0;
}

/**
 * Completes a plan: an interval without a date starts from the last maintenance, or else from today.
 * @param today `YYYY-MM-DD` in the company's zone
 * @throws Rejection for an invalid interval or date
 */
function settledPlan(plan: MaintenancePlan, done: readonly Maintenance[], today: string): MaintenancePlan {
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
 * When a machine is due again after maintenance on a day: one interval later. A maintenance entered late does not move
 * the date that a later one has set, and without an interval only a date already reached is cleared.
 */
function dueAfter(doneOn: string, { plan, done }: Upkeep): string | null {
  const { nextMaintenance, maintenanceInterval } = plan;
  if (done.some((other) => other.doneOn > doneOn)) return nextMaintenance;
  if (maintenanceInterval !== null) return addDays(doneOn, maintenanceInterval);
  return nextMaintenance !== null && nextMaintenance <= doneOn ? null : nextMaintenance;
}

/** @throws Rejection for a day in the future: planned maintenance has not been done yet */
function recordMaintenance(entry: Maintenance, today: string, upkeep: Upkeep): EquipmentEvent[] {
  const { id: maintenanceId, doneOn, cost, notes } = entry;
  if (upkeep.done.some(({ id }) => id === maintenanceId)) return [];
  requireDay('doneOn', doneOn);
  requireAmount('cost', cost);
  if (doneOn > today) {
    throw new Rejection(
      'invalid',
      'Maintenance cannot be recorded before it is done. Enter today or an earlier date.',
      'doneOn',
    );
  }
  requireLikelyDay('doneOn', doneOn, today);
  const nextMaintenance = dueAfter(doneOn, upkeep);
  return [{ type: 'MaintenanceRecorded', data: { maintenanceId, doneOn, cost, notes, nextMaintenance } }];
}

/** Also takes back the due date it set, unless that has changed. @throws Rejection if there is no such maintenance */
function withdrawMaintenance(maintenanceId: string, { plan, done }: Upkeep): EquipmentEvent[] {
  const entry = done.find(({ id }) => id === maintenanceId);
  if (!entry) throw new Rejection('not_found', 'This maintenance record was not found.');
  const isItsDate = plan.nextMaintenance === entry.dueAfter;
  const nextMaintenance = isItsDate ? entry.dueBefore : plan.nextMaintenance;
  return [{ type: 'MaintenanceWithdrawn', data: { maintenanceId, nextMaintenance } }];
}

function restoreMaintenance(entry: Maintenance, nextMaintenance: string | null, { done }: Upkeep): EquipmentEvent[] {
  if (done.some(({ id }) => id === entry.id)) return [];
  const { id: maintenanceId, doneOn, cost, notes } = entry;
  return [{ type: 'MaintenanceRecorded', data: { maintenanceId, doneOn, cost, notes, nextMaintenance } }];
}

/** @throws Rejection for a missing name or category, an invalid date or a negative price */
function requireDetails({ name, category, purchaseDate, purchasePrice }: EquipmentDetails): void {
  if (!isSeen(name)) throw new Rejection('invalid', 'Equipment name is required.', 'name');
  if (category === '') throw new Rejection('invalid', 'Choose a category.', 'category');
  if (purchaseDate !== null) requireDay('purchaseDate', purchaseDate);
  requireAmount('purchasePrice', purchasePrice);
}

/** @throws Rejection for a negative amount */
function requireAmount(field: string, cents: number | null): void {
  if (cents !== null && cents < 0) throw new Rejection('invalid', 'An amount cannot be negative.', field);
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: EquipmentEvent, before: EquipmentState): EquipmentCommand | null {
  switch (event.type) {
    case 'EquipmentAdded':
    case 'EquipmentRestored':
      return { type: 'RetireEquipment' };
    case 'EquipmentRetired':
      return { type: 'RestoreEquipment' };
    case 'MaintenanceRecorded':
      return { type: 'WithdrawMaintenance', id: event.data.maintenanceId };
    case 'EquipmentHandedOut':
      return { type: 'TakeBackEquipment' };
    default:
      return before.presence === 'absent' ? null : putBack(event, before);
  }
}

function putBack(
  event: Exclude<
    EquipmentEvent,
    { type: 'EquipmentAdded' | 'EquipmentRestored' | 'EquipmentRetired' | 'EquipmentHandedOut' | 'MaintenanceRecorded' }
  >,
  { details, status, assignedTo, held, plan, done }: Equipment,
): EquipmentCommand | null {
  switch (event.type) {
    case 'EquipmentRevised':
      return { type: 'ReviseEquipment', details: pickFields(details, event.data) };
    case 'EquipmentStatusChanged':
      return { type: 'ReviseEquipment', details: {}, status };
    case 'EquipmentAssigned':
      return { type: 'ReviseEquipment', details: {}, assignedTo };
    case 'EquipmentTakenBack':
      return held && { type: 'HandOutEquipment', held };
    case 'MaintenancePlanned':
      return { type: 'RestorePlan', plan };
    case 'MaintenanceWithdrawn': {
      const entry = done.find(({ id }) => id === event.data.maintenanceId);
      return entry ? { type: 'RestoreMaintenance', entry, nextMaintenance: plan.nextMaintenance } : null;
    }
    default:
      return unreachable(event);
  }
}

export const equipment: Decider<EquipmentState, EquipmentCommand, EquipmentEvent> = {
  category: 'equipment',
  whose: 'nobody',
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
