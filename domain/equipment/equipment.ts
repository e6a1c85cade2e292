import { changedFields, pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unreachable } from '../kit/decider.ts';
import { type EquipmentDetails, type EquipmentEvent, type MaintenancePlan, NO_DETAILS } from './events.ts';
import {
  type Maintenance,
  recordMaintenance,
  settledPlan,
  type Upkeep,
  withdrawMaintenance,
  withMaintenance,
} from './maintenance.ts';
import { requireDetails } from './rules.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Equipment extends Upkeep {
  details: EquipmentDetails;
  status: string;
  /** Of a crew or a person. */
  assignedTo: string | null;
}

export type EquipmentState =
  | { presence: 'absent' }
  | ({ presence: 'present' } & Equipment)
  | ({ presence: 'retired' } & Equipment);

function evolve(state: EquipmentState, event: EquipmentEvent): EquipmentState {
  if (event.type === 'EquipmentAdded') {
    const { status, assignedTo, nextMaintenance, maintenanceInterval, addedAt: _, ...details } = event.data;
    const plan = { nextMaintenance, maintenanceInterval };
    return { presence: 'present', details, status, assignedTo, plan, done: [] };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'EquipmentRevised':
      return { ...state, details: { ...state.details, ...event.data } as EquipmentDetails };
    case 'EquipmentStatusChanged':
    case 'EquipmentAssigned':
      return { ...state, ...event.data };
    case 'MaintenancePlanned':
      return { ...state, plan: event.data };
    case 'MaintenanceRecorded':
    case 'MaintenanceWithdrawn':
      return { ...state, ...evolveUpkeep(state, event) };
    case 'EquipmentRetired':
      return { ...state, presence: 'retired' };
    case 'EquipmentRestored':
      return { ...state, presence: 'present' };
    default:
      return state;
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

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** `today` is `YYYY-MM-DD` in the company's zone. */
export type EquipmentCommand =
  | {
      type: 'AddEquipment';
      /** A missing field is no value. */
      details: Partial<EquipmentDetails>;
      status: string;
      assignedTo: string | null;
      plan: MaintenancePlan;
      today: string;
      now: string;
    }
  /** A missing field is unchanged. */
  | { type: 'ReviseEquipment'; details: Partial<EquipmentDetails>; status?: string; assignedTo?: string | null }
  /** A missing field is unchanged. */
  | { type: 'PlanMaintenance'; plan: Partial<MaintenancePlan>; today: string }
  | { type: 'RecordMaintenance'; entry: Maintenance; today: string }
  | { type: 'WithdrawMaintenance'; id: string }
  | { type: 'RetireEquipment' }
  | { type: 'RestoreEquipment' }
  /** Puts back what an undone step had replaced. */
  | { type: 'RestorePlan'; plan: MaintenancePlan }
  | { type: 'RestoreMaintenance'; entry: Maintenance; nextMaintenance: string | null };

function decide(command: EquipmentCommand, state: EquipmentState): EquipmentEvent[] {
  switch (command.type) {
    case 'AddEquipment':
      return add(command, state);
    case 'ReviseEquipment':
      return revise(command, present(state));
    case 'PlanMaintenance': {
      const { plan, done } = present(state);
      if (isUnchanged(command.plan, plan)) return [];
      return replan(settledPlan({ ...plan, ...changedFields(command.plan, plan) }, done, command.today), plan);
    }
    case 'RestorePlan':
      return replan(command.plan, present(state).plan);
    case 'RecordMaintenance':
      return recordMaintenance(command.entry, command.today, present(state));
    case 'RestoreMaintenance':
      return restoreMaintenance(command.entry, command.nextMaintenance, present(state));
    case 'WithdrawMaintenance':
      return withdrawMaintenance(command.id, present(state));
    case 'RetireEquipment':
      return exists(state).presence === 'retired' ? [] : [{ type: 'EquipmentRetired', data: {} }];
    case 'RestoreEquipment':
      return exists(state).presence === 'present' ? [] : [{ type: 'EquipmentRestored', data: {} }];
    default:
      return unreachable(command);
  }
}

function add(command: Extract<EquipmentCommand, { type: 'AddEquipment' }>, state: EquipmentState): EquipmentEvent[] {
  if (state.presence !== 'absent') throw new Rejection('conflict', 'There is equipment with this id already.');
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
  const changed = changedFields(details, state.details);
  const events: EquipmentEvent[] = [];
  if (Object.keys(changed).length > 0) {
    requireDetails({ ...state.details, ...changed });
    events.push({ type: 'EquipmentRevised', data: changed });
  }
  if (status !== undefined && status !== state.status) {
    events.push({ type: 'EquipmentStatusChanged', data: { status } });
  }
  if (assignedTo !== undefined && assignedTo !== state.assignedTo) {
    events.push({ type: 'EquipmentAssigned', data: { assignedTo } });
  }
  return events;
}

function replan(next: MaintenancePlan, before: MaintenancePlan): EquipmentEvent[] {
  return isUnchanged(next, before) ? [] : [{ type: 'MaintenancePlanned', data: next }];
}

function isUnchanged(plan: Partial<MaintenancePlan>, before: MaintenancePlan): boolean {
  return Object.keys(changedFields(plan, before)).length === 0;
}

function restoreMaintenance(entry: Maintenance, nextMaintenance: string | null, { done }: Upkeep): EquipmentEvent[] {
  if (done.some(({ id }) => id === entry.id)) return [];
  const { id: maintenanceId, doneOn, cost, notes } = entry;
  return [{ type: 'MaintenanceRecorded', data: { maintenanceId, doneOn, cost, notes, nextMaintenance } }];
}

function exists(state: EquipmentState): Exclude<EquipmentState, { presence: 'absent' }> {
  if (state.presence === 'absent') throw new Rejection('not_found', 'There is no such equipment.');
  return state;
}

function present(state: EquipmentState): Equipment {
  const equipment = exists(state);
  if (equipment.presence === 'present') return equipment;
  throw new Rejection('removed', 'This equipment was retired. Restore it to change it.');
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
    default:
      return before.presence === 'absent' ? null : putBack(event, before);
  }
}

function putBack(
  event: Exclude<
    EquipmentEvent,
    { type: 'EquipmentAdded' | 'EquipmentRestored' | 'EquipmentRetired' | 'MaintenanceRecorded' }
  >,
  { details, status, assignedTo, plan, done }: Equipment,
): EquipmentCommand | null {
  switch (event.type) {
    case 'EquipmentRevised':
      return { type: 'ReviseEquipment', details: pickFields(details, event.data) };
    case 'EquipmentStatusChanged':
      return { type: 'ReviseEquipment', details: {}, status };
    case 'EquipmentAssigned':
      return { type: 'ReviseEquipment', details: {}, assignedTo };
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
  person: false,
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
