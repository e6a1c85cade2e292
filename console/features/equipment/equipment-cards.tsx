import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { useTouched } from '../../data/touched.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { useSteadyOrder } from '../../ui/use-steady-order.ts';
import { EquipmentCard } from './equipment-card.tsx';
import type { EquipmentActs } from './use-equipment-acts.ts';

interface EquipmentCardsProps {
  /** In their order. */
  equipment: readonly EquipmentRecord[];
  acts: EquipmentActs | null;
  openId: string | undefined;
}

/** The inventory as a grid of cards. */
export function EquipmentCards({ equipment, acts, openId }: EquipmentCardsProps) {
  const touched = useTouched();
  const { records, pointer } = useSteadyOrder(equipment, undefined);
  const frame = useRowKeys<HTMLUListElement>();
  return (
    <ul ref={frame} className="hw-equipment-grid" aria-label="Equipment" {...pointer}>
      {records.map((each) => (
        <EquipmentCard
          key={each.id}
          equipment={each}
          acts={acts}
          isOpen={each.id === openId}
          isTouched={touched.has(each.id)}
        />
      ))}
    </ul>
  );
}
