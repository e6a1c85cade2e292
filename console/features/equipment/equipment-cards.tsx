import { Person, Wrench } from '@blueprintjs/icons';
import type { JSX, ReactNode } from 'react';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { useTouched } from '../../data/touched.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import { RecordLink, useRowKeys } from '../../records/record-link.tsx';
import type { ListContent } from '../../records/record-list-page.tsx';
import { RestoreButton } from '../../records/removed.tsx';
import { useSteadyOrder } from '../../records/use-steady-order.ts';
import { formatMoney } from '../../ui/format.ts';
import { isDue, NextMaintenance, StatusSelect } from './equipment-status.tsx';
import type { EquipmentActs } from './use-equipment-acts.ts';

interface EquipmentCardsProps extends ListContent<EquipmentRecord> {
  kind: RemovableKind<EquipmentRecord>;
  acts: EquipmentActs | null;
}

/** The inventory as a grid of cards. */
export function EquipmentCards({ records: latest, asked, openId, below, kind, acts }: EquipmentCardsProps) {
  const touched = useTouched();
  const { records, pointer } = useSteadyOrder(latest, asked);
  const frame = useRowKeys<HTMLUListElement>();
  return (
    <div className="hw-equipment-frame">
      <ul ref={frame} className="hw-equipment-grid" aria-label="Equipment" {...pointer}>
        {records.map((each) => (
          <EquipmentCard
            key={each.id}
            equipment={each}
            kind={kind}
            acts={acts}
            isOpen={each.id === openId}
            isTouched={touched.has(each.id)}
          />
        ))}
      </ul>
      {below}
    </div>
  );
}

interface EquipmentCardProps {
  equipment: EquipmentRecord;
  kind: RemovableKind<EquipmentRecord>;
  acts: EquipmentActs | null;
  isOpen: boolean;
  isTouched: boolean;
}

/** One machine: a click anywhere opens it, the status is changed on the card. */
function EquipmentCard({ equipment, kind, acts, isOpen, isTouched }: EquipmentCardProps) {
  const { id, name, category, assignedToName, notes } = equipment;
  const classes = ['hw-equipment', isDue(equipment) && 'hw-equipment-overdue', isTouched && 'hw-touched'];
  return (
    <li className={classes.filter(Boolean).join(' ')} aria-current={isOpen ? 'true' : undefined}>
      <div className="hw-equipment-head">
        <span className="hw-equipment-category">{category}</span>
        {equipment.removed && acts ? (
          <RestoreButton kind={kind} record={equipment} isSmall />
        ) : (
          <StatusSelect equipment={equipment} acts={acts} />
        )}
      </div>
      <h2>
        <RecordLink id={id} param="equipment">
          {name}
        </RecordLink>
      </h2>
      <dl>
        <Line label="Assigned to" icon={<Person size={14} />}>
          {assignedToName ?? <span className="hw-muted">Not assigned</span>}
        </Line>
        <Line label="Maintenance" icon={<Wrench size={14} />}>
          <NextMaintenance equipment={equipment} prefix="Maintenance " />
        </Line>
      </dl>
      {notes && (
        <p className="hw-equipment-notes" title={notes}>
          {notes}
        </p>
      )}
      <Identity {...equipment} />
    </li>
  );
}

function Line({ label, icon, children }: { label: string; icon: JSX.Element; children: ReactNode }) {
  return (
    <div>
      <dt>
        <span className="hw-visually-hidden">{label}</span>
        {icon}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What tells it from others: its number, and what it cost. */
function Identity({ serialNumber, purchasePrice }: EquipmentRecord) {
  if (serialNumber === null && purchasePrice === null) return null;
  return (
    <div className="hw-equipment-identity">
      {serialNumber && <code title="Serial number">{serialNumber}</code>}
      {purchasePrice && <span title="Purchase price">{formatMoney(purchasePrice)}</span>}
    </div>
  );
}
