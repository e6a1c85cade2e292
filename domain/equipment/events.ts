import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster. Nothing here is about a
// person: a machine is about nobody, and whoever has it is named by id.

/** The details of a machine; a day is `YYYY-MM-DD` in the company's zone. */
const details = z.object({
  name: z.string(),
  category: z.string(),
  purchaseDate: z.string().nullable(),
  serialNumber: z.string().nullable(),
  notes: z.string().nullable(),
  /** Integer cents. */
  purchasePrice: z.int().nullable(),
});

/** The day of the next maintenance, and the interval in days. */
const plan = z.object({ nextMaintenance: z.string().nullable(), maintenanceInterval: z.int().nullable() });

/** The id of a crew or a person. */
const assignedTo = z.string().nullable();

const EquipmentAdded = defineEvent(
  'EquipmentAdded',
  z.object({ ...details.shape, ...plan.shape, status: z.string(), assignedTo, addedAt: z.string() }),
);

/** Holds only the fields that changed. */
const EquipmentRevised = defineEvent('EquipmentRevised', details.partial());

const EquipmentStatusChanged = defineEvent('EquipmentStatusChanged', z.object({ status: z.string() }));
const EquipmentAssigned = defineEvent('EquipmentAssigned', z.object({ assignedTo }));
/** The id of the person who has it in their hands, and since when: ISO UTC. */
const held = z.object({ heldBy: z.string(), heldSince: z.string() });

const EquipmentHandedOut = defineEvent('EquipmentHandedOut', held);
const EquipmentTakenBack = defineEvent('EquipmentTakenBack', z.object({}));
const MaintenancePlanned = defineEvent('MaintenancePlanned', plan);

/** `nextMaintenance` is when it is due again by the plan at the time. `cost` is integer cents. */
const MaintenanceRecorded = defineEvent(
  'MaintenanceRecorded',
  z.object({
    maintenanceId: z.string(),
    doneOn: z.string(),
    cost: z.int().nullable(),
    notes: z.string().nullable(),
    nextMaintenance: z.string().nullable(),
  }),
);

/** Recorded by mistake. */
const MaintenanceWithdrawn = defineEvent(
  'MaintenanceWithdrawn',
  z.object({ maintenanceId: z.string(), nextMaintenance: z.string().nullable() }),
);

const EquipmentRetired = defineEvent('EquipmentRetired', z.object({}));
const EquipmentRestored = defineEvent('EquipmentRestored', z.object({}));

export const equipmentEvents = [
  EquipmentAdded,
  EquipmentRevised,
  EquipmentStatusChanged,
  EquipmentAssigned,
  EquipmentHandedOut,
  EquipmentTakenBack,
  MaintenancePlanned,
  MaintenanceRecorded,
  MaintenanceWithdrawn,
  EquipmentRetired,
  EquipmentRestored,
] as const;

/** The defaults for what is not given for a new machine. */
export const NO_DETAILS: EquipmentDetails = {
  ...(Object.fromEntries(Object.keys(details.shape).map((field) => [field, null])) as Record<
    keyof EquipmentDetails,
    null
  >),
  name: '',
  category: '',
};

export type EquipmentEvent = BodyOf<(typeof equipmentEvents)[number]>;
export type EquipmentDetails = z.output<typeof details>;
export type Held = z.output<typeof held>;
export type MaintenancePlan = z.output<typeof plan>;
