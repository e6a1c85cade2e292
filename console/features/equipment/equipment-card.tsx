import { Person, Wrench } from '@blueprintjs/icons';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { RecordCard } from '../../records/record-cards.tsx';
import type { RemovableKind } from '../../records/record-kind.ts';
import { RestoreButton } from '../../records/removed.tsx';
import { formatMoney } from '../../ui/format.ts';
import { isDue, NextMaintenance, StatusSelect } from './equipment-status.tsx';
import type { EquipmentActs } from './use-equipment-acts.ts';

interface EquipmentCardProps {
  equipment: EquipmentRecord;
  kind: RemovableKind<EquipmentRecord>;
  /** Null for somebody who may only look. */
  acts: EquipmentActs | null;
}

/** One machine, whose status is changed on the card. */
export function EquipmentCard({ equipment, kind, acts }: EquipmentCardProps) {
  const { id, name, category, assignedToName, notes } = equipment;
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

/** What tells it from others: its number, and what it cost. */
function identityOf({ serialNumber, purchasePrice }: EquipmentRecord) {
  if (serialNumber === null && purchasePrice === null) return null;
  return (
    <div className="hw-equipment-identity">
      {serialNumber && <code title="Serial number">{serialNumber}</code>}
      {purchasePrice && <span title="Purchase price">{formatMoney(purchasePrice)}</span>}
    </div>
  );
}
