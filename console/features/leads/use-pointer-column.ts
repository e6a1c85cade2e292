import { type RefObject, useRef, useState } from 'react';

interface PointerColumn {
  /** The status of the column under the pointer, '' if there is none; null if the library decides. */
  over: string | null;
  /** Whether a card is being dragged by a pointer. */
  isFollowing: boolean;
  follow(): void;
  /** @returns the last `over` */
  letGo(): string | null;
}

/** A card dragged this close to an edge of the board scrolls it, in pixels. */
const EDGE_PX = 56;
/** At the very edge, in pixels per millisecond. */
const FASTEST = 0.8;
/** A card may be lifted at an edge: it scrolls only after moving this far toward it, in pixels. */
const MEANT_PX = 8;

/**
 * Finds the column that takes a dragged card. The library goes by the card's box, which covers several slim columns at
 * once; people go by the tip of their pointer or finger. Near an edge the board scrolls sideways, which the library
 * does not notice: from then on only the pointer decides.
 */
export function usePointerColumn(board: RefObject<HTMLElement | null>): PointerColumn {
  const [over, setOver] = useState<string | null>(null);
  const following = useRef<AbortController>(null);
  const [isFollowing, setFollowing] = useState(false);
  return {
    over,
    isFollowing,
    follow() {
      following.current = new AbortController();
      setFollowing(true);
      const { signal } = following.current;
      let start: Point | undefined;
      let last: Point | undefined;
      let isScrolled = false;
      const look = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }) => {
        last = { x, y };
        start ??= last;
        setOver(columnAt(last, isScrolled));
      };
      const options = { signal, capture: true, passive: true };
      window.addEventListener('mousemove', look, options);
      window.addEventListener('touchmove', ({ touches: [touch] }) => touch && look(touch), options);

      let before = performance.now();
      function scroll(now: number): void {
        if (signal.aborted) return;
        const frame = board.current;
        if (frame && start && last) {
          const { scrollLeft } = frame;
          frame.scrollLeft += speed(frame, start.x, last.x) * (now - before);
          isScrolled ||= frame.scrollLeft !== scrollLeft;
          if (isScrolled) setOver(columnAt(last, isScrolled));
        }
        before = now;
        requestAnimationFrame(scroll);
      }
      requestAnimationFrame(scroll);
    },
    letGo() {
      following.current?.abort();
      setFollowing(false);
      setOver(null);
      return over;
    },
  };
}

interface Point {
  x: number;
  y: number;
}

/** How fast the board scrolls for a pointer, in pixels per millisecond: faster nearer to an edge. */
function speed(board: HTMLElement, from: number, to: number): number {
  const { left, right } = board.getBoundingClientRect();
  // Slim columns stick to the right edge, above the others.
  const slim = board.querySelector('.hw-column-slim')?.getBoundingClientRect().left ?? right;
  const end = Math.min(right, slim);
  const deep = (px: number) => Math.min(1, Math.max(0, px / EDGE_PX)) * FASTEST;
  if (to - from >= MEANT_PX && to <= end) return deep(to - (end - EDGE_PX));
  if (from - to >= MEANT_PX) return -deep(left + EDGE_PX - to);
  return 0;
}

function columnAt({ x, y }: Point, isScrolled: boolean): string | null {
  const column = isScrolled ? '.hw-column' : '.hw-column-slim';
  const status = document.elementFromPoint(x, y)?.closest<HTMLElement>(column)?.dataset['status'];
  return status ?? (isScrolled ? '' : null);
}
