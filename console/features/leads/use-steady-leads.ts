import { useMemo, useRef, useState } from 'react';
import type { LeadRecord } from '../../../api/schemas/leads.ts';
import { useTouched } from '../../data/touched.ts';
import { keepInPlace } from './pipeline.ts';

interface SteadyLeads {
  leads: readonly LeadRecord[];
  /** How many changes of others wait until the pointer leaves. */
  waiting: number;
  /** Shows them now. */
  show(): void;
  /** For the board's element. */
  pointer: { onPointerEnter(event: React.PointerEvent): void; onPointerLeave(): void };
}

/** The leads as the board shows them: nothing moves under the pointer because of somebody else. */
export function useSteadyLeads(latest: readonly LeadRecord[]): SteadyLeads {
  const touched = useTouched();
  const [isInside, setInside] = useState(false);
  const [shows, setShows] = useState(0);
  const since = useRef({ shows, others: new Set<string>() });
  const shown = useRef(latest);

  const steady = useMemo(() => {
    if (!isInside || since.current.shows !== shows) since.current = { shows, others: new Set() };
    if (isInside) for (const id of touched) since.current.others.add(id);
    const kept = keepInPlace(shown.current, latest, since.current.others);
    shown.current = kept.leads;
    return kept;
  }, [latest, touched, isInside, shows]);

  return {
    ...steady,
    show: () => setShows((now) => now + 1),
    pointer: {
      onPointerEnter: (event) => setInside(event.pointerType === 'mouse'),
      onPointerLeave: () => setInside(false),
    },
  };
}
