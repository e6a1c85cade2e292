import { type Maintenance, withMaintenance } from '../domain/equipment/equipment.ts';
import type { EquipmentDetails, EquipmentEvent, Held, MaintenancePlan } from '../domain/equipment/events.ts';
import { serialKey } from '../domain/equipment/terms.ts';
import { sortText } from '../domain/kit/sort-text.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';
import type { PersonDocument } from './staff.ts';

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

/** Whoever has it in their hands: it is searched by their name. */
const ofHolder = {
  collection: 'people',
  by: 'heldBy',
  fields: { holderNames: 'names' },
} as const satisfies LinkTo<PersonDocument>;

type Linked = Record<keyof typeof ofHolder.fields, string | null>;

/** Nobody has it. */
const IN_NO_HANDS = { heldBy: null, heldSince: null };

/** Sorts after every day; never shown to anyone. */
const NEVER = '~';

type OrNull<Fields> = { [Name in keyof Fields]: Fields[Name] | null };

/** A machine or tool of the inventory. */
export interface EquipmentDocument
  extends RecordDocument,
    EquipmentDetails,
    MaintenancePlan,
    Derived,
    Linked,
    OrNull<Held> {
  status: string;
  /** The id of a crew or a person. */
  assignedTo: string | null;
  /** Latest first. */
  maintenance: Maintenance[];
  /** ISO UTC. */
  createdAt: string;
}

export const equipment = readModel<EquipmentDocument, EquipmentEvent, Derived, Linked>()({
  name: 'equipment',
  version: 3,
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
    ['removed', 'heldBy', 'nameKey'],
    ['heldBy'],
  ],
  search: ['name', 'serialNumber', 'serialKey', 'parts', 'holderNames'],
  links: [ofHolder],
  first: {
    EquipmentAdded: ({ addedAt, ...fields }) => ({
      ...fields,
      ...IN_NO_HANDS,
      maintenance: [],
      createdAt: addedAt,
    }),
  },
  after: {
    EquipmentRevised: merged,
    EquipmentStatusChanged: merged,
    EquipmentAssigned: merged,
    EquipmentHandedOut: merged,
    EquipmentTakenBack: () => IN_NO_HANDS,
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
