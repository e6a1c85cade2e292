import type { ReactNode } from 'react';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { useTouched } from '../../data/touched.ts';
import type { RemovableKind } from '../../ui/record-kind.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { useSteadyOrder } from '../../ui/use-steady-order.ts';
import { EquipmentCard } from './equipment-card.tsx';
import type { EquipmentActs } from './use-equipment-acts.ts';

interface EquipmentCardsProps {
  /** In their order. */
  equipment: readonly EquipmentRecord[];
  /** What the person asked for: where that changes, the order does at once. */
  asked: string;
  kind: RemovableKind<EquipmentRecord>;
  acts: EquipmentActs | null;
  openId: string | undefined;
  /** At their end: the way to more. */
  below: ReactNode;
}

/** The inventory as a grid of cards. */
export function EquipmentCards({ equipment, asked, kind, acts, openId, below }: EquipmentCardsProps) {
  const touched = useTouched();
  const { records, pointer } = useSteadyOrder(equipment, asked);
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
