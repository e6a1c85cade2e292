import { useRef, useState } from 'react';

interface SteadyOrder<Shown> {
  records: readonly Shown[];
  /** Props for the element that contains the records. */
  pointer: { onPointerEnter(event: React.PointerEvent): void; onPointerLeave(): void };
}

/**
 * Keeps records in the given order; but while a mouse is over them their order does not change, and new ones come last:
 * nobody clicks on a record that just moved under the pointer.
 * @param asked what the person asked for, such as a sort: when it changes, the order changes at once
 */
export function useSteadyOrder<Shown extends { id: string }>(
  records: readonly Shown[],
  asked: string | undefined,
): SteadyOrder<Shown> {
  const [isInside, setInside] = useState(false);
  const shown = useRef({ asked, ids: [] as readonly string[] });
  const isHeld = isInside && shown.current.asked === asked;
  const steady = isHeld ? inOrderOf(shown.current.ids, records) : records;
  shown.current = { asked, ids: steady.map(({ id }) => id) };
  return {
    records: steady,
    pointer: {
      onPointerEnter: (event) => setInside(event.pointerType === 'mouse'),
      onPointerLeave: () => setInside(false),
    },
  };
}

function inOrderOf<Shown extends { id: string }>(ids: readonly string[], records: readonly Shown[]): Shown[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Shown) => places.get(id) ?? places.size;
  return records.toSorted((a, b) => placeOf(a) - placeOf(b));
}
