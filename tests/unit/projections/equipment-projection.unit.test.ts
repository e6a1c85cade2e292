import { describe, expect, test } from 'vitest';
import { type EquipmentEvent, NO_DETAILS } from '../../../domain/equipment/events.ts';
import { serialKey } from '../../../domain/equipment/terms.ts';
import { equipment } from '../../../projections/equipment.ts';
import { specifyProjection } from '../../support/stores/projection-specification.ts';

const spec = specifyProjection<EquipmentEvent>(equipment, 'equipment');
const AT = '2026-06-15T13:00:00.000Z';
const fields = {
  ...NO_DETAILS,
  name: 'Brush chipper',
  category: 'Chippers',
  purchaseDate: '2024-03-01',
  serialNumber: 'CH-1207',
  purchasePrice: 4_250_000,
  status: 'available',
  assignedTo: null,
  nextMaintenance: '2026-06-20',
  maintenanceInterval: 90,
};
const machine = {
  id: '1',
  revision: 0,
  ...fields,
  heldBy: null,
  heldSince: null,
  maintenance: [],
  createdAt: AT,
  serialKey: 'CH1207',
  nameKey: 'brush chipper',
  dueKey: '2026-06-20',
  maintenanceCost: 0,
  parts: 'Brush chipper CH 1207',
};
const Added: EquipmentEvent = { type: 'EquipmentAdded', data: { ...fields, addedAt: AT } };
const Retired: EquipmentEvent = { type: 'EquipmentRetired', data: {} };
const Restored: EquipmentEvent = { type: 'EquipmentRestored', data: {} };
const recorded = (maintenanceId: string, doneOn: string, nextMaintenance: string): EquipmentEvent => ({
  type: 'MaintenanceRecorded',
  data: { maintenanceId, doneOn, cost: 18_000, notes: 'Blades', nextMaintenance },
});
const entry = (id: string, doneOn: string) => ({ id, doneOn, cost: 18_000, notes: 'Blades' });

describe('equipment', () => {
  test('Equipment that was added is shown as it came', () => spec.given(Added).thenShows(machine));

  test('Equipment is what was last said of it, its serial number too', () => {
    spec
      .given(
        Added,
        { type: 'EquipmentRevised', data: { serialNumber: 'sn 12/b', notes: 'New knives' } },
        { type: 'EquipmentStatusChanged', data: { status: 'in_use' } },
        { type: 'EquipmentAssigned', data: { assignedTo: 'crew-1' } },
        { type: 'MaintenancePlanned', data: { nextMaintenance: '2026-08-01', maintenanceInterval: null } },
      )
      .thenShows({
        ...machine,
        revision: 4,
        serialNumber: 'sn 12/b',
        serialKey: 'SN12B',
        parts: 'Brush chipper sn 12 b',
        notes: 'New knives',
        status: 'in_use',
        assignedTo: 'crew-1',
        nextMaintenance: '2026-08-01',
        dueKey: '2026-08-01',
        maintenanceInterval: null,
      });
  });

  test('Equipment lists its maintenance, latest first, without what was withdrawn', () => {
    const steps = [recorded('a', '2026-03-01', '2026-05-30'), recorded('b', '2026-06-01', '2026-08-30')];
    const late = recorded('c', '2026-01-10', '2026-08-30');
    const Withdrawn: EquipmentEvent = {
      type: 'MaintenanceWithdrawn',
      data: { maintenanceId: 'b', nextMaintenance: '2026-05-30' },
    };
    const shown = [entry('b', '2026-06-01'), entry('a', '2026-03-01'), entry('c', '2026-01-10')];
    spec.given(Added, ...steps, late).thenShows({
      ...machine,
      revision: 3,
      nextMaintenance: '2026-08-30',
      dueKey: '2026-08-30',
      maintenance: shown,
      maintenanceCost: 54_000,
    });
    spec.given(Added, ...steps, late, Withdrawn).thenShows({
      ...machine,
      revision: 4,
      nextMaintenance: '2026-05-30',
      dueKey: '2026-05-30',
      maintenance: shown.slice(1),
      maintenanceCost: 36_000,
    });
  });

  test('Equipment is in the hands of one person until it is taken back', () => {
    const HandedOut: EquipmentEvent = { type: 'EquipmentHandedOut', data: { heldBy: 'p1', heldSince: AT } };
    spec.given(Added, HandedOut).thenShows({ ...machine, revision: 1, heldBy: 'p1', heldSince: AT });
    spec.given(Added, HandedOut, { type: 'EquipmentTakenBack', data: {} }).thenShows({ ...machine, revision: 2 });
  });

  test('Equipment without a next maintenance comes after all that has one', () => {
    const Unplanned: EquipmentEvent = {
      type: 'EquipmentAdded',
      data: { ...fields, nextMaintenance: null, addedAt: AT },
    };
    spec.given(Unplanned).thenShows({ ...machine, nextMaintenance: null, dueKey: '~' });
    expect('~' > '9999-12-31').toBe(true);
  });

  test('Equipment that was retired stays, marked; restored it is as before', () => {
    spec.given(Added, Retired).thenShows({ ...machine, revision: 1, removed: true });
    spec.given(Added, Retired, Restored).thenShows({ ...machine, revision: 2 });
  });

  test('Equipment that was never added shows nothing', () => spec.given(Retired, Restored).thenShows(null));
});

test('A serial number is the same however it is written', () => {
  expect(serialKey(' ch-1207 ')).toBe(serialKey('CH 1207'));
  expect(serialKey('--')).toBeNull();
  expect(serialKey(null)).toBeNull();
});
