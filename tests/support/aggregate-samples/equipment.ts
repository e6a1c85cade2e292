import fc from 'fast-check';
import { equipment } from '../../../domain/equipment/equipment.ts';
import { equipmentEvents } from '../../../domain/equipment/events.ts';
import { equipment as machines } from '../../../projections/equipment.ts';
import { AT, few, mark, maybe, of, SAMPLE_ID, sample, some, TODAY, text, WHY } from './sample.ts';

const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-05-${String(date).padStart(2, '0')}`);

export const equipmentSample = sample(equipment, equipmentEvents, {
  first: {
    type: 'AddEquipment',
    details: { name: 'Saw', category: 'Chainsaws' },
    status: 'available',
    assignedTo: null,
    plan: { nextMaintenance: null, maintenanceInterval: 30 },
    today: TODAY,
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseEquipment'),
      details: some({ notes: text, name: fc.constantFrom('', 'Saw', 'Chipper'), serialNumber: text }),
      status: fc.constantFrom('available', 'in_use'),
      assignedTo: maybe(few),
    }),
    fc.record({ type: of('HandOutEquipment'), held: fc.record({ heldBy: few, heldSince: of(AT) }) }),
    fc.record({ type: of('TakeBackEquipment') }),
    fc.record({
      type: of('PlanMaintenance'),
      plan: some({ nextMaintenance: maybe(day), maintenanceInterval: maybe(fc.integer({ min: 0, max: 60 })) }),
      today: fc.constant(TODAY),
    }),
    fc.record({
      type: of('RecordMaintenance'),
      entry: fc.record({ id: few, doneOn: day, cost: maybe(fc.nat(9)), notes: fc.constant(null) }),
      today: fc.constant(TODAY),
    }),
    fc.record({ type: of('WithdrawMaintenance'), id: few }),
    fc.record({ type: fc.constantFrom('RetireEquipment', 'RestoreEquipment') }),
  ) as fc.Arbitrary<never>,
  projection: machines,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, status, assignedTo, held, plan, done, presence } = state;
    const maintenance = done.map(({ dueBefore: _, dueAfter: __, ...entry }) => entry);
    return {
      [SAMPLE_ID]: { ...details, status, assignedTo, ...held, ...plan, maintenance, ...mark(presence === 'removed') },
    };
  },
  // With an interval there is always a date.
  always: (state) =>
    state.presence === 'absent' || state.plan.maintenanceInterval === null || state.plan.nextMaintenance !== null,
  // The dates around a past maintenance only serve to withdraw it.
  essence: (state) =>
    state.presence === 'absent'
      ? state
      : { ...state, done: state.done.map(({ dueBefore: _, dueAfter: __, ...entry }) => entry) },
  inClear: {
    [WHY.id]: [
      'EquipmentAdded.assignedTo',
      'EquipmentAssigned.assignedTo',
      'EquipmentHandedOut.heldBy',
      'MaintenanceRecorded.maintenanceId',
      'MaintenanceWithdrawn.maintenanceId',
    ],
    [WHY.entered]: ['EquipmentAdded.addedAt', 'EquipmentHandedOut.heldSince'],
    'of a machine, which is nobody': [
      'EquipmentAdded.name',
      'EquipmentAdded.category',
      'EquipmentAdded.purchaseDate',
      'EquipmentAdded.serialNumber',
      'EquipmentAdded.notes',
      'EquipmentAdded.purchasePrice',
      'EquipmentAdded.nextMaintenance',
      'EquipmentAdded.maintenanceInterval',
      'EquipmentAdded.status',
      'EquipmentRevised.name',
      'EquipmentRevised.category',
      'EquipmentRevised.purchaseDate',
      'EquipmentRevised.serialNumber',
      'EquipmentRevised.notes',
      'EquipmentRevised.purchasePrice',
      'EquipmentStatusChanged.status',
      'MaintenancePlanned.nextMaintenance',
      'MaintenancePlanned.maintenanceInterval',
      'MaintenanceRecorded.doneOn',
      'MaintenanceRecorded.cost',
      'MaintenanceRecorded.notes',
      'MaintenanceRecorded.nextMaintenance',
      'MaintenanceWithdrawn.nextMaintenance',
    ],
  },
});
