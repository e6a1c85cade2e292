import { z } from 'zod';
import {
  EQUIPMENT_CATEGORIES,
  EQUIPMENT_LIMITS,
  EQUIPMENT_STATUSES,
  MAINTENANCE_INTERVAL,
} from '../../domain/equipment/terms.ts';
import { parseCents } from '../../domain/kit/money.ts';
import { expectedRevision, pageQuery, text } from './common.ts';

// Each field answers what the rules take: trimmed text, integer cents, a number of days; null for no value, and
// undefined where the key is missing.

const line = (label: string) => text(label, EQUIPMENT_LIMITS.line).transform(trimmed);

/** Where there must be a value, '' is none, for a rule to refuse. */
const requiredLine = (label: string) =>
  text(label, EQUIPMENT_LIMITS.line).transform((value) => (value === undefined ? undefined : (value ?? '').trim()));

const amount = (label: string) =>
  z
    .union([z.number(), z.string()], `${label} must be an amount like 1200 or 1200.50.`)
    .nullish()
    .refine((value) => isBlank(value) || (parseCents(value) ?? -1) >= 0, {
      message: `${label} must be an amount from 0 to 9999999.99, like 1200 or 1200.50.`,
    })
    .transform((value) => (isBlank(value) ? noValue(value) : parseCents(value)));

const STATUS = `The status must be one of: ${EQUIPMENT_STATUSES.join(', ')}.`;
const status = z.enum(EQUIPMENT_STATUSES, STATUS);
const CATEGORY = `The category must be one of: ${EQUIPMENT_CATEGORIES.join(', ')}.`;

const INTERVAL = `The interval must be a whole number of days from ${MAINTENANCE_INTERVAL.least} to ${MAINTENANCE_INTERVAL.most}.`;
const maintenanceInterval = z
  .union([z.number(), z.string()], INTERVAL)
  .nullish()
  .refine((value) => isBlank(value) || isInterval(Number(value)), { message: INTERVAL })
  .transform((value) => (isBlank(value) ? noValue(value) : Number(value)));

/** What a machine is, as it is written down. */
const details = z.object({
  name: requiredLine('The name'),
  category: z
    .enum([...EQUIPMENT_CATEGORIES, ''], CATEGORY)
    .nullish()
    .transform((value) => (value === undefined ? undefined : (value ?? ''))),
  purchaseDate: line('The purchase date'),
  serialNumber: line('The serial number'),
  notes: text('The notes', EQUIPMENT_LIMITS.notes).transform(trimmed),
  purchasePrice: amount('The purchase price'),
});

/** All fields of `details`, for what works on each alike. */
export const EQUIPMENT_DETAILS = Object.keys(details.shape);
/** The fields that are days: the company's, also where they come as instants. */
export const EQUIPMENT_DAYS = ['purchaseDate'] as const;
/** The fields that are integer cents inside and decimal text on the wire. */
export const EQUIPMENT_AMOUNTS = ['purchasePrice'] as const;

export const addEquipmentBody = details.extend({
  /** New equipment defaults to available (staff-console §4). */
  status: z
    .enum([...EQUIPMENT_STATUSES, ''], STATUS)
    .nullish()
    .transform((value) => value || undefined),
  /** Of a crew or a person. */
  assignedTo: line('assignedTo'),
  nextMaintenance: line('The date of the next maintenance'),
  maintenanceInterval,
});

export const reviseEquipmentBody = addEquipmentBody.extend({ status: status.optional(), expectedRevision });

export const recordMaintenanceBody = z.object({
  doneOn: z.string('Say on which day it was done: doneOn is a date like 2026-06-15.').max(EQUIPMENT_LIMITS.line).trim(),
  cost: amount('The cost'),
  notes: text('The notes', EQUIPMENT_LIMITS.notes).transform(trimmed),
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
export type GivenEquipment = Omit<z.output<typeof addEquipmentBody>, 'status'>;
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

function isInterval(days: number): boolean {
  return Number.isInteger(days) && days >= MAINTENANCE_INTERVAL.least && days <= MAINTENANCE_INTERVAL.most;
}
