import { type Maintenance, withMaintenance } from '../domain/equipment/equipment.ts';
import type { EquipmentDetails, EquipmentEvent, MaintenancePlan } from '../domain/equipment/events.ts';
import { serialKey } from '../domain/equipment/terms.ts';
import { sortText } from '../domain/kit/sort-text.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

interface Derived {
  /** The serial number in normal form, to find the same one on another machine. */
  serialKey: string | null;
  /** What the list by name is sorted by. */
  nameKey: string;
  /** The next maintenance, for sorting: a machine without one sorts after every day. */
  dueKey: string;
  /** Integer cents, over all maintenance. */
  maintenanceCost: number;
  /**
   * The words and numbers within name and serial number, because a short search term matches only at the start of a
   * word.
   */
  parts: string;
}

/** Sorts after every day; never shown to anyone. */
const NEVER = '~';

/** A machine or tool of the inventory. */
export interface EquipmentDocument extends RecordDocument, EquipmentDetails, MaintenancePlan, Derived {
  status: string;
  /** The id of a crew or a person. */
  assignedTo: string | null;
  /** Latest first. */
  maintenance: Maintenance[];
  /** ISO UTC. */
  createdAt: string;
}

export const equipment = readModel<EquipmentDocument, EquipmentEvent, Derived>()({
  name: 'equipment',
  version: 2,
  of: 'equipment',
  indexes: [
    ['removed', 'createdAt'],
    ['removed', 'nameKey'],
    ['removed', 'category'],
    ['removed', 'status'],
    ['removed', 'dueKey'],
    ['removed', 'nextMaintenance'],
    ['removed', 'serialKey'],
    ['removed', 'purchasePrice'],
    ['removed', 'maintenanceCost'],
  ],
  search: ['name', 'serialNumber', 'serialKey', 'parts'],
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
  derived: ({ name, serialNumber, nextMaintenance, maintenance }) => ({
    serialKey: serialKey(serialNumber),
    nameKey: sortText(name),
    dueKey: nextMaintenance ?? NEVER,
    maintenanceCost: maintenance.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    parts: [name, serialNumber ?? '']
      .join(' ')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .join(' '),
  }),
});
