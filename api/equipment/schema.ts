import { z } from 'zod';
import {
  EQUIPMENT_CATEGORIES,
  EQUIPMENT_LIMITS,
  EQUIPMENT_STATUSES,
  MAINTENANCE_INTERVAL,
} from '../../domain/equipment/terms.ts';
import { parseCents } from '../../domain/kit/money.ts';
import { expectedRevision, pageQuery } from '../kit/common.schema.ts';
import { amount, DAY_OR_INSTANT, line, lines, requiredText, text, wholeNumber } from '../kit/values.schema.ts';

// Each field answers what the rules take: trimmed text, integer cents, a number of days; null for no value, and
// undefined where the key is missing.

const optionalLine = (label: string) => text(label, EQUIPMENT_LIMITS.line).transform(trimmed);

const cents = (label: string) =>
  amount(label).transform((value) => (isBlank(value) ? noValue(value) : parseCents(value)));

/** '' and null are no value, as for every date here. */
const dayOrInstant = (label: string) =>
  line(label, EQUIPMENT_LIMITS.line)
    .meta({ anyOf: [...DAY_OR_INSTANT.anyOf, { const: '' }] })
    .nullish()
    .transform(trimmed);

const name = requiredText('The name', EQUIPMENT_LIMITS.line, 'Equipment name is required.').trim();

const STATUS = `The status must be one of: ${EQUIPMENT_STATUSES.join(', ')}.`;
const status = z.enum(EQUIPMENT_STATUSES, STATUS);
const CATEGORY = `The category must be one of: ${EQUIPMENT_CATEGORIES.join(', ')}.`;

const INTERVAL = `The interval must be a whole number of days from ${MAINTENANCE_INTERVAL.least} to ${MAINTENANCE_INTERVAL.most}.`;
const maintenanceInterval = wholeNumber(INTERVAL, MAINTENANCE_INTERVAL.least, MAINTENANCE_INTERVAL.most).transform(
  (value) => (isBlank(value) ? noValue(value) : Number(value)),
);

const category = z.enum(EQUIPMENT_CATEGORIES, { error: ({ input }) => (input ? CATEGORY : 'Choose a category.') });

/** What a machine is, as it is written down. */
const details = z.object({
  name: name.optional(),
  category: category.optional(),
  purchaseDate: dayOrInstant('The purchase date'),
  serialNumber: optionalLine('The serial number'),
  notes: lines('The notes', EQUIPMENT_LIMITS.notes).transform(trimmed),
  purchasePrice: cents('The purchase price'),
});

/** All fields of `details`, for what works on each alike. */
export const EQUIPMENT_DETAILS = Object.keys(details.shape);
/** The fields that are days: the company's, also where they come as instants. */
export const EQUIPMENT_DAYS = ['purchaseDate'] as const;
/** The fields that are integer cents inside and decimal text on the wire. */
export const EQUIPMENT_AMOUNTS = ['purchasePrice'] as const;

export const addEquipmentBody = details.extend({
  name,
  category,
  /** New equipment defaults to available. */
  status: z
    .enum([...EQUIPMENT_STATUSES, ''], STATUS)
    .nullish()
    .transform((value) => value || undefined),
  assignedTo: optionalLine('assignedTo').describe('The id of a crew or a person.'),
  nextMaintenance: dayOrInstant('The date of the next maintenance'),
  maintenanceInterval,
});

export const reviseEquipmentBody = addEquipmentBody.extend({
  name: name.optional(),
  category: category.optional(),
  status: status.optional(),
  expectedRevision,
});

export const recordMaintenanceBody = z.object({
  doneOn: line('doneOn', EQUIPMENT_LIMITS.line, 'Say on which day it was done: doneOn is a date like 2026-06-15.')
    .meta({ ...DAY_OR_INSTANT, description: 'Today where the company is, or an earlier day.' })
    .trim(),
  cost: cents('The cost'),
  notes: lines('The notes', EQUIPMENT_LIMITS.notes).transform(trimmed),
});

export const maintenanceParams = z.object({
  id: z.string().min(1).max(100),
  maintenanceId: z.string().min(1).max(100),
});

const SORTS = ['createdAt', 'name', 'nextMaintenance'].flatMap((field) => [field, `-${field}`]);

export const equipmentQuery = pageQuery.extend({
  category: z.enum(EQUIPMENT_CATEGORIES, CATEGORY).optional(),
  status: status.optional(),
  sort: z.enum(SORTS, `sort must be one of: ${SORTS.join(', ')}.`).optional(),
});

const maintenanceRecord = z
  .object({
    id: z.string(),
    doneOn: z.string(),
    /** Decimal text in dollars. */
    cost: z.string().nullable(),
    notes: z.string().nullable(),
  })
  .meta({ id: 'Maintenance' });

export const equipmentRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    category: z.string(),
    status: z.string(),
    /** `YYYY-MM-DD` in the company's zone, as all days here. */
    purchaseDate: z.string().nullable(),
    serialNumber: z.string().nullable(),
    notes: z.string().nullable(),
    /** Decimal text in dollars. */
    purchasePrice: z.string().nullable(),
    assignedTo: z.string().nullable(),
    assignedToName: z.string().nullable(),
    nextMaintenance: z.string().nullable(),
    /** From the start of that day in the company's zone. */
    isOverdue: z.boolean(),
    /** Days. */
    maintenanceInterval: z.number().nullable(),
    lastMaintenance: z.string().nullable(),
    /** Latest first. */
    maintenance: z.array(maintenanceRecord),
    /** All of it, as decimal text in dollars. */
    maintenanceCost: z.string(),
    createdAt: z.string(),
    revision: z.number(),
    removed: z.boolean(),
    /** In the answer to a change: what is allowed but may be a mistake. */
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'Equipment' });

/** What a body says beside the status. */
export type GivenEquipment = Omit<z.output<typeof reviseEquipmentBody>, 'status' | 'expectedRevision'>;
export type EquipmentRecord = z.output<typeof equipmentRecord>;

function trimmed(value: string | null | undefined): string | null | undefined {
  return value === undefined ? undefined : value?.trim() || null;
}

function isBlank(value: unknown): value is '' | null | undefined {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function noValue(value: unknown): null | undefined {
  return value === undefined ? undefined : null;
}
