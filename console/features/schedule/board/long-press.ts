/** How long a finger must rest to pick up a visit. */
export const LONG_PRESS_MS = 250;
/** Pixels that a resting finger may move. */
const REST = 8;

/** Reacts to a finger on a visit. */
export interface Follow {
  pickUp(): void;
  /** @param columns days, or lanes, from where it was picked up @param steps half hours from there; 0 in a month */
  move(columns: number, steps: number): void;
  drop(): void;
  /** The finger was lifted without moving. */
  rested(): void;
  cancel(): void;
}

/**
 * Follows a finger from its first touch: once it has rested, it moves the visit until it is lifted. One that moves
 * earlier scrolls the page. The library does not start drags by touch.
 */
export function followFinger(press: TouchEvent, follow: Follow): void {
  const { target, touches } = press;
  const [finger] = touches;
  if (!finger || touches.length > 1 || !(target instanceof Element)) return;
  const from = { x: finger.clientX, y: finger.clientY };
  const over = new AbortController();
  const { signal } = over;
  let began: Place | null = null;
  let isMoved = false;

  function end(): void {
    clearTimeout(timer);
    over.abort();
  }
  const timer = setTimeout(() => {
    began = placeUnder(from);
    if (began) follow.pickUp();
    else end();
  }, LONG_PRESS_MS);

  // On the touched element: it keeps receiving the finger's events even after a new render has removed it from the
  // page.
  target.addEventListener(
    'touchmove',
    (event) => {
      const [now] = (event as TouchEvent).touches;
      if (!now) return;
      const at = { x: now.clientX, y: now.clientY };
      if (!began) {
        if (Math.hypot(at.x - from.x, at.y - from.y) > REST) end();
        return;
      }
      event.preventDefault();
      const place = placeUnder(at);
      if (!place) return;
      isMoved ||= Math.hypot(at.x - from.x, at.y - from.y) > REST;
      const steps = began.step === null ? 0 : Math.round((at.y - from.y) / began.step);
      if (isMoved) follow.move(place.column - began.column, steps);
    },
    { signal, passive: false },
  );
  target.addEventListener(
    'touchend',
    (event) => {
      if (began) {
        // Prevents a click, which would open the job.
        event.preventDefault();
        if (isMoved) follow.drop();
        else follow.rested();
      }
      end();
    },
    { signal, passive: false },
  );
  target.addEventListener(
    'touchcancel',
    () => {
      if (began) follow.cancel();
      end();
    },
    { signal },
  );
  // From the same finger, a moment later.
  window.addEventListener(
    'contextmenu',
    (event) => {
      if (!began) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
}

/** A point's position on the calendar. */
interface Place {
  /** Index of the day or lane, from 0. */
  column: number;
  /** Pixels per half hour; null in a month. */
  step: number | null;
}

function placeUnder({ x, y }: { x: number; y: number }): Place | null {
  for (const element of document.elementsFromPoint(x, y)) {
    if (element.matches('.rbc-day-slot')) {
      const columns = element.parentElement?.querySelectorAll(':scope > .rbc-day-slot') ?? [];
      const hour = element.querySelector('.rbc-timeslot-group')?.getBoundingClientRect().height ?? 0;
      return hour > 0 ? { column: [...columns].indexOf(element), step: hour / 2 } : null;
    }
    if (element.matches('.rbc-month-view .rbc-day-bg')) {
      const cells = element.closest('.rbc-month-view')?.querySelectorAll('.rbc-day-bg') ?? [];
      return { column: [...cells].indexOf(element), step: null };
    }
  }
  return null;
}
