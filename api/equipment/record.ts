import { isOverdue } from '../../domain/equipment/equipment.ts';
import { formatCents } from '../../domain/kit/money.ts';
import type { EquipmentDocument } from '../../projections/equipment.ts';
import type { Document } from '../../store/read-models.ts';
import { EQUIPMENT_AMOUNTS, type EquipmentRecord } from './schema.ts';

/** What the record itself says; who has it and what is due today are joined on reading. */
export type EquipmentFields = Omit<EquipmentRecord, 'assignedToName' | 'isOverdue' | 'warnings'>;

/** Equipment as its own events tell it: money as a decimal text, every field present (design §7). */
export function presentEquipment(document: Document): EquipmentFields {
  const { serialKey: _, maintenance, removed, ...fields } = document as EquipmentDocument;
  return {
    ...fields,
    ...(Object.fromEntries(EQUIPMENT_AMOUNTS.map((field) => [field, amount(fields[field])])) as Amounts),
    lastMaintenance: maintenance[0]?.doneOn ?? null,
    maintenance: maintenance.map((entry) => ({ ...entry, cost: amount(entry.cost) })),
    maintenanceCost: formatCents(maintenance.reduce((sum, { cost }) => sum + (cost ?? 0), 0)),
    removed: removed === true,
  };
}

type Amounts = Record<(typeof EQUIPMENT_AMOUNTS)[number], string | null>;

/**
 * Equipment on the wire.
 * @param names of crews and people by id
 * @param today `YYYY-MM-DD` in the company's zone
 */
export function completeEquipment(
  fields: EquipmentFields,
  { names, today }: { names: ReadonlyMap<string, string>; today: string },
): EquipmentRecord {
  return {
    ...fields,
    assignedToName: fields.assignedTo === null ? null : (names.get(fields.assignedTo) ?? null),
    isOverdue: isOverdue(fields.nextMaintenance, today),
  };
}

function amount(cents: number | null): string | null {
  return cents === null ? null : formatCents(cents);
}
