import { describe, expect, test } from 'vitest';
import { type EquipmentCommand, equipment, isOverdue } from '../../../../domain/equipment/equipment.ts';
import {
  type EquipmentDetails,
  type EquipmentEvent,
  type MaintenancePlan,
  NO_DETAILS,
} from '../../../../domain/equipment/events.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(equipment);

const TODAY = '2026-06-15';
const NOW = '2026-06-15T13:00:00.000Z';
const DETAILS: EquipmentDetails = {
  ...NO_DETAILS,
  name: 'Brush chipper',
  category: 'Chippers',
  purchaseDate: '2024-03-01',
  serialNumber: 'CH-1207',
  purchasePrice: 4_250_000,
};
const NO_PLAN: MaintenancePlan = { nextMaintenance: null, maintenanceInterval: null };

const added = (plan: Partial<MaintenancePlan> = {}): EquipmentEvent => ({
  type: 'EquipmentAdded',
  data: { ...DETAILS, ...NO_PLAN, ...plan, status: 'available', assignedTo: null, addedAt: NOW },
});
const add = (details: Partial<EquipmentDetails>, plan: Partial<MaintenancePlan> = {}): EquipmentCommand => ({
  type: 'AddEquipment',
  details: { ...DETAILS, ...details },
  status: 'available',
  assignedTo: null,
  plan: { ...NO_PLAN, ...plan },
  today: TODAY,
  now: NOW,
});
const done = (doneOn: string, nextMaintenance: string | null, maintenanceId = 'm1'): EquipmentEvent => ({
  type: 'MaintenanceRecorded',
  data: { maintenanceId, doneOn, cost: 18_000, notes: 'Oil and blades', nextMaintenance },
});
const record = (doneOn: string, changes: object = {}): EquipmentCommand => ({
  type: 'RecordMaintenance',
  entry: { id: 'm1', doneOn, cost: 18_000, notes: 'Oil and blades', ...changes },
  today: TODAY,
});
const retired: EquipmentEvent = { type: 'EquipmentRetired', data: {} };

const handed = (heldBy: string): EquipmentEvent => ({ type: 'EquipmentHandedOut', data: { heldBy, heldSince: NOW } });
const handOut = (heldBy: string): EquipmentCommand => ({ type: 'HandOutEquipment', held: { heldBy, heldSince: NOW } });

describe('equipment in somebody’s hands', () => {
  test('Equipment is in the hands of one person at a time, until it is taken back', () => {
    given(added()).when(handOut('p1')).then(handed('p1'));
    given(added(), handed('p1')).when(handOut('p1')).then();
    given(added(), handed('p1'))
      .when(handOut('p2'))
      .thenRefused('conflict', 'Somebody has this in their hands. Take it back first.');
    given(added(), handed('p1')).when({ type: 'TakeBackEquipment' }).then({ type: 'EquipmentTakenBack', data: {} });
    given(added()).when({ type: 'TakeBackEquipment' }).then();
  });
  test('Equipment that was retired is handed to nobody', () => {
    given(added(), retired).when(handOut('p1')).thenRefused('removed');
  });
});

describe('adding equipment', () => {
  test('Adding equipment records it as it was written down', () => given().when(add({})).then(added()));
  test('Adding equipment needs a name and a category', () => {
    given()
      .when(add({ name: '  ' }))
      .thenRefused('invalid', 'Equipment name is required.');
    given()
      .when(add({ category: '' }))
      .thenRefused('invalid', 'Choose a category.');
  });
  test('Adding equipment refuses a negative price and an invalid date', () => {
    given()
      .when(add({ purchasePrice: -1 }))
      .thenRefused('invalid', 'An amount cannot be negative.');
    given()
      .when(add({ purchaseDate: '2026-02-30' }))
      .thenRefused('invalid', '2026-02-30 is not a date. Write it as YYYY-MM-DD.');
  });
  test('Adding equipment with an interval and no date makes it due an interval from today', () => {
    given()
      .when(add({}, { maintenanceInterval: 30 }))
      .then(added({ maintenanceInterval: 30, nextMaintenance: '2026-07-15' }));
  });
  test.each([0, -1, 3_651])('Adding equipment refuses an interval of %i days', (maintenanceInterval) => {
    given().when(add({}, { maintenanceInterval })).thenRefused('invalid', 'The interval must be 1 to 3650 days.');
  });
});

describe('revising equipment', () => {
  test('Revising equipment records only what changed, status and assignment in events of their own', () => {
    given(added())
      .when({
        type: 'ReviseEquipment',
        details: { ...DETAILS, notes: 'New knives' },
        status: 'in_use',
        assignedTo: 'crew-1',
      })
      .then(
        { type: 'EquipmentRevised', data: { notes: 'New knives' } },
        { type: 'EquipmentStatusChanged', data: { status: 'in_use' } },
        { type: 'EquipmentAssigned', data: { assignedTo: 'crew-1' } },
      );
  });
  test('Revising equipment to what it is does nothing', () => {
    given(added()).when({ type: 'ReviseEquipment', details: DETAILS, status: 'available' }).thenNothingHappens();
  });
  test('Revising equipment cannot clear its name', () => {
    given(added())
      .when({ type: 'ReviseEquipment', details: { name: '' } })
      .thenRefused('invalid', 'Equipment name is required.');
  });
  test('Revising equipment is refused for what was retired, and for what never was', () => {
    given(added(), retired).when({ type: 'ReviseEquipment', details: {}, status: 'in_use' }).thenRefused('removed');
    given().when({ type: 'ReviseEquipment', details: {} }).thenRefused('not_found');
  });
});

describe('a maintenance plan', () => {
  const plan = (change: Partial<MaintenancePlan>): EquipmentCommand => ({
    type: 'PlanMaintenance',
    plan: change,
    today: TODAY,
  });
  const planned = (nextMaintenance: string | null, maintenanceInterval: number | null): EquipmentEvent => ({
    type: 'MaintenancePlanned',
    data: { nextMaintenance, maintenanceInterval },
  });

  test('A maintenance plan begins with the last maintenance, in whatever order they were recorded', () => {
    given(added(), done('2026-06-01', null), done('2026-03-01', null, 'm0'))
      .when(plan({ maintenanceInterval: 90 }))
      .then(planned('2026-08-30', 90));
  });
  test('A maintenance plan keeps a next date that was given', () => {
    given(added({ nextMaintenance: '2026-07-01' }))
      .when(plan({ maintenanceInterval: 90 }))
      .then(planned('2026-07-01', 90));
  });
  test('A maintenance plan that is taken away leaves its next date', () => {
    given(added({ nextMaintenance: '2026-07-01', maintenanceInterval: 90 }))
      .when(plan({ maintenanceInterval: null }))
      .then(planned('2026-07-01', null));
  });
  test('A maintenance plan that stays as it is does nothing, and one with an invalid date is refused', () => {
    const before = added({ nextMaintenance: '2026-07-01', maintenanceInterval: 90 });
    given(before)
      .when(plan({ maintenanceInterval: 90 }))
      .thenNothingHappens();
    given(before)
      .when(plan({ nextMaintenance: 'soon' }))
      .thenRefused('invalid');
  });
});

describe('recording maintenance', () => {
  const planned = added({ nextMaintenance: '2026-06-20', maintenanceInterval: 90 });

  test('Recording maintenance moves the next date an interval from the day when it was done', () => {
    given(planned).when(record('2026-06-10')).then(done('2026-06-10', '2026-09-08'));
  });
  test('Recording maintenance late does not move the date that a later one set', () => {
    given(planned, done('2026-06-10', '2026-09-08', 'm0'))
      .when(record('2026-03-01'))
      .then(done('2026-03-01', '2026-09-08'));
  });
  test('Recording maintenance without a plan clears a next date that had come, and leaves a later one', () => {
    given(added({ nextMaintenance: '2026-06-10' }))
      .when(record('2026-06-10'))
      .then(done('2026-06-10', null));
    given(added({ nextMaintenance: '2026-06-20' }))
      .when(record('2026-06-10'))
      .then(done('2026-06-10', '2026-06-20'));
  });
  test('Recording maintenance refuses tomorrow, an invalid date and a negative cost', () => {
    given(planned)
      .when(record('2026-06-16'))
      .thenRefused('invalid', 'Maintenance cannot be recorded before it is done. Enter today or an earlier date.');
    given(planned).when(record('2026-13-01')).thenRefused('invalid');
    given(planned)
      .when(record('1926-06-10'))
      .thenRefused('invalid', '1926-06-10 is before 2000-01-01. Check the year.');
    given(planned)
      .when(record('2026-06-10', { cost: -5 }))
      .thenRefused('invalid');
  });
  test('Recorded maintenance that is withdrawn puts its date back unless another was set since', () => {
    const withdraw: EquipmentCommand = { type: 'WithdrawMaintenance', id: 'm1' };
    const replanned: EquipmentEvent = {
      type: 'MaintenancePlanned',
      data: { nextMaintenance: '2026-10-01', maintenanceInterval: 90 },
    };
    const withdrawn = (nextMaintenance: string): EquipmentEvent => ({
      type: 'MaintenanceWithdrawn',
      data: { maintenanceId: 'm1', nextMaintenance },
    });
    given(planned, done('2026-06-10', '2026-09-08')).when(withdraw).then(withdrawn('2026-06-20'));
    given(planned, done('2026-06-10', '2026-09-08'), replanned).when(withdraw).then(withdrawn('2026-10-01'));
    given(planned).when(withdraw).thenRefused('not_found');
  });
});

describe('every step', () => {
  const plan: EquipmentEvent = {
    type: 'MaintenancePlanned',
    data: { nextMaintenance: '2026-08-01', maintenanceInterval: 30 },
  };
  const back: EquipmentEvent = { type: 'EquipmentTakenBack', data: {} };
  const withdrawn: EquipmentEvent = {
    type: 'MaintenanceWithdrawn',
    data: { maintenanceId: 'm1', nextMaintenance: null },
  };
  test.each<EquipmentEvent[]>([
    [{ type: 'EquipmentRevised', data: { notes: 'x', purchasePrice: null } }],
    [{ type: 'EquipmentStatusChanged', data: { status: 'maintenance' } }],
    [{ type: 'EquipmentAssigned', data: { assignedTo: 'crew-1' } }],
    [plan],
    [done('2026-06-10', null)],
    [done('2026-06-10', null), withdrawn],
    [handed('p1')],
    [handed('p1'), back],
    [retired],
    [retired, { type: 'EquipmentRestored', data: {} }],
  ])('Every step of equipment is undone: %j', (...steps) => given(added(), ...steps).thenUndoneLeadsBack());
  test('The step that added equipment is undone by retiring it', () => {
    expect(equipment.inverse(added(), { presence: 'absent' })).toEqual({ type: 'RetireEquipment' });
  });
});

test('Maintenance is overdue from the start of its day', () => {
  expect(isOverdue('2026-06-15', TODAY)).toBe(true);
  expect(isOverdue('2026-06-16', TODAY)).toBe(false);
  expect(isOverdue(null, TODAY)).toBe(false);
});
