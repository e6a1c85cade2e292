import { useRef, useState } from 'react';

interface SteadyOrder<Shown> {
  records: readonly Shown[];
  /** For the element that holds the records. */
  pointer: { onPointerEnter(event: React.PointerEvent): void; onPointerLeave(): void };
}

/**
 * Records in their order; while a mouse is over them they keep the one they have, and new ones come last: nobody clicks
 * on a record that another one has just pushed away.
 * @param asked what the person asked for, such as a sort: where that changes, the order does at once
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
