import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { serialKey } from '../../../domain/equipment/terms.ts';

export interface EquipmentFilter {
  /** Part of a name or a serial number, whatever its case. */
  text: string;
  category: string | undefined;
  status: string | undefined;
  isOverdue: boolean;
}

/** Equipment that fits all of a filter, in its order. */
export function filterEquipment(
  all: readonly EquipmentRecord[],
  { text, category, status, isOverdue }: EquipmentFilter,
): readonly EquipmentRecord[] {
  const wanted = text.trim().toLowerCase();
  return all.filter(
    (each) =>
      (category === undefined || each.category === category) &&
      (status === undefined || each.status === status) &&
      (!isOverdue || each.isOverdue) &&
      [each.name, each.serialNumber ?? ''].some((value) => value.toLowerCase().includes(wanted)),
  );
}

/** The other machines with the same serial number, however it is written. */
export function sameSerial(all: readonly EquipmentRecord[], { id, serialNumber }: EquipmentRecord): EquipmentRecord[] {
  const key = serialKey(serialNumber);
  return key === null ? [] : all.filter((each) => each.id !== id && serialKey(each.serialNumber) === key);
}
