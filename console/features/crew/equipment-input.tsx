import { useQuery } from '@tanstack/react-query';
import { allEquipmentQuery } from '../../data/get-equipment.ts';
import { queryClient } from '../../data/query-client.ts';
import { type ControlProps, jsonOf, parsed } from '../../ui/fields.ts';
import { PickList } from '../../ui/pick-list.tsx';

/** Picks what a crew takes along on an ordinary day. */
export function EquipmentInput({ id, label, value, describedBy, onChange }: ControlProps) {
  const equipment = useQuery(allEquipmentQuery).data ?? [];
  return (
    <PickList
      {...{ id, label, describedBy }}
      items={equipment.map((piece) => ({ id: piece.id, label: piece.name ?? 'Unnamed', note: piece.category }))}
      none="There is no equipment yet."
      picked={parsed<string[]>(value) ?? []}
      onPick={(ids) => onChange(jsonOf(ids))}
    />
  );
}

/** Equipment by name, as the page knows it, a line each. */
export function formatEquipment(value: unknown): string {
  const equipment = queryClient.getQueryData(allEquipmentQuery.queryKey) ?? [];
  return ((value ?? []) as string[])
    .map((id) => equipment.find((piece) => piece.id === id)?.name ?? 'Unknown')
    .join('\n');
}
