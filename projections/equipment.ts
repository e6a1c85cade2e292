import { type Maintenance, withMaintenance } from '../domain/equipment/equipment.ts';
import type { EquipmentDetails, EquipmentEvent, MaintenancePlan } from '../domain/equipment/events.ts';
import { serialKey } from '../domain/equipment/terms.ts';
import type { Recorded } from '../domain/kit/event.ts';
import { idsOfStream, type Projection, type RecordDocument } from './engine/projection.ts';

interface Equipment extends EquipmentDetails, MaintenancePlan {
  status: string;
  /** Of a crew or a person. */
  assignedTo: string | null;
  /** Latest first. */
  maintenance: Maintenance[];
  /** The serial number however it is written, to find the same one on another machine. */
  serialKey: string | null;
  /** ISO UTC. */
  createdAt: string;
  removed?: true;
}

/** A machine or tool of the inventory. */
export interface EquipmentDocument extends Equipment, RecordDocument {
  removed?: true;
}

function evolve(machine: Equipment | null, event: Recorded<EquipmentEvent>): Equipment | null {
  if (event.type === 'EquipmentAdded') {
    const { addedAt, ...fields } = event.data;
    return { ...fields, maintenance: [], serialKey: serialKey(fields.serialNumber), createdAt: addedAt };
  }
  if (machine === null) return null;
  switch (event.type) {
    case 'EquipmentRevised': {
      const revised = { ...machine, ...event.data } as Equipment;
      return { ...revised, serialKey: serialKey(revised.serialNumber) };
    }
    case 'EquipmentStatusChanged':
    case 'EquipmentAssigned':
    case 'MaintenancePlanned':
      return { ...machine, ...event.data };
    case 'MaintenanceRecorded': {
      const { maintenanceId: id, nextMaintenance, ...done } = event.data;
      return { ...machine, nextMaintenance, maintenance: withMaintenance(machine.maintenance, { id, ...done }) };
    }
    case 'MaintenanceWithdrawn': {
      const { maintenanceId, nextMaintenance } = event.data;
      return { ...machine, nextMaintenance, maintenance: machine.maintenance.filter(({ id }) => id !== maintenanceId) };
    }
    case 'EquipmentRetired':
      return { ...machine, removed: true };
    case 'EquipmentRestored': {
      const { removed: _, ...restored } = machine;
      return restored;
    }
    default:
      return machine;
  }
}

export const equipment: Projection = {
  name: 'equipment',
  version: 1,
  collection: 'equipment',
  indexes: [
    ['removed', 'createdAt'],
    ['removed', 'name'],
    ['removed', 'nextMaintenance'],
    ['removed', 'serialKey'],
  ],
  search: ['name', 'serialNumber'],
  ids: (event) => idsOfStream(event, 'equipment'),
  evolve: (document, event) => evolve(document as Equipment | null, event as Recorded<EquipmentEvent>),
};
