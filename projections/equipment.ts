import { type Maintenance, withMaintenance } from '../domain/equipment/equipment.ts';
import type { EquipmentDetails, EquipmentEvent, MaintenancePlan } from '../domain/equipment/events.ts';
import { serialKey } from '../domain/equipment/terms.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

interface Derived {
  /** The serial number however it is written, to find the same one on another machine. */
  serialKey: string | null;
}

/** A machine or tool of the inventory. */
export interface EquipmentDocument extends RecordDocument, EquipmentDetails, MaintenancePlan, Derived {
  status: string;
  /** Of a crew or a person. */
  assignedTo: string | null;
  /** Latest first. */
  maintenance: Maintenance[];
  /** ISO UTC. */
  createdAt: string;
}

export const equipment = readModel<EquipmentDocument, EquipmentEvent, Derived>()({
  name: 'equipment',
  version: 1,
  of: 'equipment',
  indexes: [
    ['removed', 'createdAt'],
    ['removed', 'name'],
    ['removed', 'nextMaintenance'],
    ['removed', 'serialKey'],
  ],
  search: ['name', 'serialNumber'],
  first: { EquipmentAdded: ({ addedAt, ...fields }) => ({ ...fields, maintenance: [], createdAt: addedAt }) },
  after: {
    EquipmentRevised: merged,
    EquipmentStatusChanged: merged,
    EquipmentAssigned: merged,
    MaintenancePlanned: merged,
    MaintenanceRecorded: ({ maintenanceId: id, nextMaintenance, ...done }, { maintenance }) => ({
      nextMaintenance,
      maintenance: withMaintenance(maintenance, { id, ...done }),
    }),
    MaintenanceWithdrawn: ({ maintenanceId, nextMaintenance }, { maintenance }) => ({
      nextMaintenance,
      maintenance: maintenance.filter(({ id }) => id !== maintenanceId),
    }),
    EquipmentRetired: removed,
    EquipmentRestored: restored,
  },
  derived: ({ serialNumber }) => ({ serialKey: serialKey(serialNumber) }),
});
