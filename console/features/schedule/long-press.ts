/** How long a finger rests until it has picked a visit up. */
export const LONG_PRESS_MS = 250;
/** Pixels that a resting finger may move. */
const REST = 8;

/** What becomes of a visit under a finger. */
export interface Follow {
  pickUp(): void;
  /** @param columns days, or lanes, from where it was picked up @param steps half hours from there; 0 in a month */
  move(columns: number, steps: number): void;
  drop(): void;
  /** The finger was lifted where it was. */
  rested(): void;
  cancel(): void;
}

/**
 * Follows a finger from its touch on: once it has rested, it carries what it is on until it is lifted. One that moves before
 * scrolls the page. The library begins no drag by touch.
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

  // On what was touched: it goes on telling of the finger when it is not on the page any more, as the calendar is drawn anew.
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
        // No click follows, which would open the job.
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
  // Of the same finger, a moment later.
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

/** Where a point is on the calendar. */
interface Place {
  /** Of the days or lanes that are shown, from 0. */
  column: number;
  /** Pixels of half an hour; null in a month. */
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
