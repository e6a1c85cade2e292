import { z } from 'zod';
import {
  EQUIPMENT_CATEGORIES,
  EQUIPMENT_LIMITS,
  EQUIPMENT_STATUSES,
  MAINTENANCE_INTERVAL,
  serialKey,
} from '../../domain/equipment/terms.ts';
import {
  amount,
  createBody,
  dayOrInstant,
  idOf,
  line,
  recordSchema,
  required,
  requiredChoice,
  requiredLine,
  reviseBody,
  shownShape,
  text,
  whole,
} from '../kit/fields/fields.schema.ts';
import { DAY_OR_INSTANT, line as plainLine, requiredText } from '../kit/fields/values.schema.ts';
import {
  type AnyList,
  dueOnes,
  type ListFilter,
  named,
  oneOf,
  onlyAnswered,
  removedOnes,
} from '../kit/lists/lists.schema.ts';

/** The details of a machine. */
export const equipmentFields = {
  name: requiredLine('The name', EQUIPMENT_LIMITS.line, 'Equipment name is required.'),
  category: requiredChoice('The category', EQUIPMENT_CATEGORIES, 'Choose a category.'),
  purchaseDate: dayOrInstant('The purchase date'),
  serialNumber: line('The serial number', EQUIPMENT_LIMITS.line),
  notes: text('The notes', EQUIPMENT_LIMITS.notes),
  purchasePrice: amount('The purchase price'),
};

const { least, most } = MAINTENANCE_INTERVAL;

/** When its next maintenance is, and the interval in days. */
export const planFields = {
  nextMaintenance: dayOrInstant('The date of the next maintenance'),
  maintenanceInterval: whole(`The interval must be a whole number of days from ${least} to ${most}.`, least, most),
};

/** Who has it. */
export const assignmentFields = {
  assignedTo: idOf('assignedTo', 'The id of a crew or a person.', EQUIPMENT_LIMITS.line),
};

/** Everything that a body may give for it, except the status. */
export const allFields = { ...equipmentFields, ...planFields, ...assignmentFields };

/** Whom it is handed to. */
export const handOutBody = z.object({
  heldBy: requiredText('The person', EQUIPMENT_LIMITS.line, 'Choose who gets it.').describe(
    'The id of a person who works here.',
  ),
});

const STATUS = `The status must be one of: ${EQUIPMENT_STATUSES.join(', ')}.`;

export const addEquipmentBody = createBody(allFields).extend({
  /** New equipment defaults to available. */
  status: z
    .enum([...EQUIPMENT_STATUSES, ''], STATUS)
    .nullish()
    .transform((value) => value || undefined),
});

export const reviseEquipmentBody = reviseBody(allFields).extend({
  status: z.enum(EQUIPMENT_STATUSES, STATUS).optional(),
});

const DONE_ON = 'Enter the date it was done, like 2026-06-15.';

/** One maintenance of a machine. */
export const maintenanceFields = {
  doneOn: required(
    plainLine('doneOn', EQUIPMENT_LIMITS.line, DONE_ON)
      .meta({ ...DAY_OR_INSTANT, description: 'Today in the time zone of the company, or an earlier day.' })
      .trim(),
    z.string(),
  ),
  cost: amount('The cost'),
  notes: text('The notes', EQUIPMENT_LIMITS.notes),
};

export const recordMaintenanceBody = createBody(maintenanceFields);

export const maintenanceParams = z.object({
  id: z.string().min(1).max(100),
  maintenanceId: z.string().min(1).max(100),
});

/** By serial number, however it is spelled. */
const bySerialNumber: ListFilter = {
  taken: plainLine('The serial number', EQUIPMENT_LIMITS.line).optional(),
  where: (asked) => ({ serialKey: serialKey(asked) ?? '' }),
  samples: ['CH-1207'],
};

export const equipmentList = {
  where: { removed: null },
  filters: {
    category: oneOf('The category', EQUIPMENT_CATEGORIES, 'category'),
    status: oneOf('The status', EQUIPMENT_STATUSES, 'status'),
    overdue: dueOnes('overdue', 'nextMaintenance'),
    serialNumber: bySerialNumber,
    heldBy: named('heldBy'),
    removed: removedOnes,
  },
  sorts: {
    createdAt: 'createdAt',
    name: 'nameKey',
    category: 'category',
    status: 'status',
    nextMaintenance: 'dueKey',
    serialNumber: 'serialKey',
    purchasePrice: 'purchasePrice',
    maintenanceCost: 'maintenanceCost',
  },
  needs: { purchasePrice: 'costs:read', maintenanceCost: 'costs:read' },
} satisfies AnyList;

const maintenanceRecord = z.object({ id: z.string(), ...shownShape(maintenanceFields) }).meta({ id: 'Maintenance' });

/** How many there are, and how many of them are overdue today in the company's time zone. */
export const equipmentFigures = z.object({ count: z.number(), overdue: z.number() }).meta({ id: 'EquipmentFigures' });

export const equipmentRecord = recordSchema('Equipment', allFields, {
  status: z.string(),
  assignedToName: z.string().nullable(),
  /** The id of the person in whose hands it is. */
  heldBy: z.string().nullable(),
  heldByName: z.string().nullable(),
  /** ISO UTC. */
  heldSince: z.string().nullable(),
  /** From the start of that day in the company's time zone. */
  isOverdue: z.boolean(),
  lastMaintenance: z.string().nullable(),
  /** Latest first. */
  maintenance: z.array(maintenanceRecord),
  /** The total, as decimal text in dollars. Null without the right to see it. */
  maintenanceCost: z.string().nullable(),
  /** In the answer to a change: what is allowed but may be a mistake. */
  warnings: onlyAnswered(z.array(z.string())),
});

export type EquipmentRecord = z.output<typeof equipmentRecord>;
export type EquipmentFigures = z.output<typeof equipmentFigures>;
