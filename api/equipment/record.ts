import { equipment, isOverdue } from '../../domain/equipment/equipment.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { type EquipmentDocument, equipment as machines } from '../../projections/equipment.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownFields, shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { without } from '../kit/rights.ts';
import { assigneeNames } from './assignees.ts';
import { intoHandsOfStaff } from './hands.ts';
import { allFields, type EquipmentRecord, maintenanceFields } from './schema.ts';

/** What the record's own events say; who has it and what is due today are joined when reading. */
type EquipmentFields = Omit<EquipmentRecord, 'assignedToName' | 'heldByName' | 'isOverdue' | 'warnings'>;

function presentEquipment(machine: EquipmentDocument): EquipmentFields {
  const { status, heldBy, heldSince, maintenance, maintenanceCost } = machine;
  return {
    ...shownOf(allFields, machine),
    status,
    heldBy,
    heldSince,
    lastMaintenance: maintenance[0]?.doneOn ?? null,
    maintenance: maintenance.map((entry) => ({ id: entry.id, ...shownFields(maintenanceFields, entry) })),
    maintenanceCost: formatCents(maintenanceCost),
  };
}

/** Adds the names of whoever has each machine or was given it, and what is due today in the company's time zone. */
async function joinEquipment(context: ApiContext, machines: readonly EquipmentFields[]): Promise<EquipmentRecord[]> {
  const today = await companyToday(context);
  const names = await assigneeNames(
    context,
    machines.flatMap(({ assignedTo, heldBy }) => [assignedTo, heldBy]),
  );
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return machines.map((fields) => ({
    ...fields,
    assignedToName: nameOf(fields.assignedTo),
    heldByName: nameOf(fields.heldBy),
    isOverdue: isOverdue(fields.nextMaintenance, today),
  }));
}

export const equipmentKind = recordKind({
  decider: equipment,
  projection: machines,
  area: 'equipment',
  title: ({ name }: EquipmentDocument) => name,
  found: { detail: ({ category, serialNumber }) => [category, serialNumber] },
  present: presentEquipment,
  join: joinEquipment,
  across: intoHandsOfStaff,
  own: {
    where: async (_, { id }) => ({ heldBy: id }),
    includes: async (_, { id }, { heldBy }) => heldBy === id,
    isSearched: true,
  },
  limited(machine, has) {
    if (has('costs:read')) return machine;
    const shown = without(machine, 'purchasePrice', 'maintenanceCost');
    return { ...shown, maintenance: machine.maintenance.map((each) => without(each, 'cost')) };
  },
});
