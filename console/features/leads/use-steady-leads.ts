import { useCallback, useMemo, useRef, useState } from 'react';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { useTouched } from '../../data/touched.ts';
import { keepInPlace } from './pipeline.ts';

interface SteadyLeads {
  leads: readonly LeadRecord[];
  /** How many changes by others wait until the pointer leaves. */
  waiting: number;
  /** Shows them now. */
  show(): void;
  /** The person acts on this lead: its changes show at once, whoever made them. */
  accept(id: string): void;
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
  const accepted = useRef(new Set<string>());

  const steady = useMemo(() => {
    if (!isInside || since.current.shows !== shows) since.current = { shows, others: new Set() };
    if (!isInside) accepted.current.clear();
    if (isInside) for (const id of touched) if (!accepted.current.has(id)) since.current.others.add(id);
    const kept = keepInPlace(shown.current, latest, since.current.others);
    shown.current = kept.leads;
    return kept;
  }, [latest, touched, isInside, shows]);

  const accept = useCallback((id: string) => {
    accepted.current.add(id);
    since.current.others.delete(id);
  }, []);

  return {
    ...steady,
    show() {
      for (const id of touched) accepted.current.add(id);
      setShows((now) => now + 1);
    },
    accept,
    pointer: {
      onPointerEnter: (event) => setInside(event.pointerType === 'mouse'),
      onPointerLeave: () => setInside(false),
    },
  };
}
