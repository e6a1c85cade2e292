import { Hand, Person, Wrench } from '@blueprintjs/icons';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { seenWith } from '../../entities/account/rights.ts';
import { moneyColumn } from '../../records/list/common-columns.tsx';
import { RecordCard } from '../../records/list/record-cards.tsx';
import type { RecordColumn } from '../../records/list/record-columns.ts';
import { RestoreButton } from '../../records/list/removed.tsx';
import type { RemovableKind } from '../../records/record-kind.ts';
import { Money } from '../../ui/values/money.tsx';
import { isDue, NextMaintenance, StatusSelect, statusLabel } from './equipment-status.tsx';
import type { EquipmentActs } from './use-equipment-acts.ts';

// A machine in the inventory: as a card, and as a row.

interface EquipmentCardProps {
  equipment: EquipmentRecord;
  kind: RemovableKind<EquipmentRecord>;
  /** Null for somebody who can only view. */
  acts: EquipmentActs | null;
}

/** A machine's card, where its status can be changed. */
export function EquipmentCard({ equipment, kind, acts }: EquipmentCardProps) {
  const { id, name, category, assignedToName, heldByName, notes } = equipment;
  return (
    <RecordCard
      id={id}
      opens="equipment"
      title={name}
      above={category}
      isDue={isDue(equipment)}
      status={
        equipment.removed && acts ? (
          <RestoreButton kind={kind} record={equipment} isSmall />
        ) : (
          <StatusSelect equipment={equipment} acts={acts} />
        )
      }
      facts={[
        {
          icon: <Person size={14} />,
          label: 'Assigned to',
          text: assignedToName ?? <span className="hw-muted">Not assigned</span>,
        },
        ...(heldByName === null
          ? []
          : [{ icon: <Hand size={14} />, label: 'In hands of', text: `In hands of ${heldByName}` }]),
        {
          icon: <Wrench size={14} />,
          label: 'Maintenance',
          text: <NextMaintenance equipment={equipment} prefix="Maintenance " />,
        },
      ]}
      note={notes}
      acts={identityOf(equipment)}
    />
  );
}

/** What identifies it: its serial number, and its price. */
function identityOf({ serialNumber, purchasePrice }: EquipmentRecord) {
  if (serialNumber === null && purchasePrice === null) return null;
  return (
    <div className="hw-equipment-identity">
      {serialNumber && <code title="Serial number">{serialNumber}</code>}
      {purchasePrice && (
        <span title="Purchase price">
          <Money amount={purchasePrice} />
        </span>
      )}
    </div>
  );
}

/**
 * The columns of the inventory.
 * @param acts null for somebody who can only view
 * @param retired the kind, in a list of retired machines: they can only be restored
 */
export function equipmentColumns(
  acts: EquipmentActs | null,
  retired: RemovableKind<EquipmentRecord> | null,
): readonly RecordColumn<EquipmentRecord>[] {
  const restore: RecordColumn<EquipmentRecord> = {
    id: 'restore',
    header: '',
    value: () => null,
    cell: (equipment) => retired && <RestoreButton kind={retired} record={equipment} isSmall />,
  };
  return [
    { id: 'name', header: 'Name', value: ({ name }) => name },
    { id: 'category', header: 'Category', value: ({ category }) => category },
    // A retired machine has no status.
    ...(retired ? [] : [status(acts)]),
    { id: 'assignedTo', header: 'Assigned to', value: ({ assignedToName }) => assignedToName },
    { id: 'heldBy', header: 'In hands of', value: ({ heldByName }) => heldByName },
    {
      id: 'nextMaintenance',
      header: 'Next maintenance',
      value: ({ nextMaintenance }) => nextMaintenance,
      cell: (equipment) => equipment.nextMaintenance && <NextMaintenance equipment={equipment} />,
      stays: true,
    },
    {
      id: 'serialNumber',
      header: 'Serial',
      value: ({ serialNumber }) => serialNumber,
      cell: ({ serialNumber }) => serialNumber && <code>{serialNumber}</code>,
    },
    { ...moneyColumn('purchasePrice', 'Price'), ...seenWith('costs:read') },
    { ...moneyColumn('maintenanceCost', 'Upkeep'), ...seenWith('costs:read') },
    ...(acts && retired ? [restore] : []),
  ];
}

function status(acts: EquipmentActs | null): RecordColumn<EquipmentRecord> {
  return {
    id: 'status',
    header: 'Status',
    value: ({ status }) => statusLabel(status),
    cell: (equipment) => <StatusSelect equipment={equipment} acts={acts} />,
    stays: true,
  };
}
