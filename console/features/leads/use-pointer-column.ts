import { useRef, useState } from 'react';

interface PointerColumn {
  /** The status of the slim column under the pointer; null where there is none, or nothing is dragged by a pointer. */
  over: string | null;
  /** Whether a card is dragged by a pointer. */
  isFollowing: boolean;
  follow(): void;
  /** @returns what it was over */
  letGo(): string | null;
}

/**
 * The slim column that the pointer is over while it drags a card. The library goes by the card's own box, which covers
 * several slim columns at once; a person goes by the tip of their pointer or finger.
 */
export function usePointerColumn(): PointerColumn {
  const [over, setOver] = useState<string | null>(null);
  const following = useRef<AbortController>(null);
  const [isFollowing, setFollowing] = useState(false);
  return {
    over,
    isFollowing,
    follow() {
      following.current = new AbortController();
      setFollowing(true);
      const look = ({ clientX, clientY }: { clientX: number; clientY: number }) => setOver(slimAt(clientX, clientY));
      const options = { signal: following.current.signal, capture: true, passive: true };
      window.addEventListener('mousemove', look, options);
      window.addEventListener('touchmove', ({ touches: [touch] }) => touch && look(touch), options);
    },
    letGo() {
      following.current?.abort();
      setFollowing(false);
      setOver(null);
      return over;
    },
  };
}

function slimAt(x: number, y: number): string | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('.hw-column-slim')?.dataset['status'] ?? null;
}
