/** How long a finger must rest to pick up a visit. */
export const LONG_PRESS_MS = 250;
/** Pixels that a resting finger may move. */
const REST = 8;

/** Reacts to a finger on a visit. */
export interface Follow {
  pickUp(): void;
  /**
   * @param columns days, or lanes, from where it was picked up
   * @param steps half hours from there, or crews in their week; 0 in a month
   */
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
      if (isMoved) follow.move(place.column - began.column, stepsFrom(began, place, at.y - from.y));
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

/**
 * Follows a mouse that was pressed on a visit of the crews' week: once it moves, it takes the visit along until it is
 * let go. Elsewhere the library does.
 */
export function followMouse(press: PointerEvent, follow: Omit<Follow, 'rested'>): void {
  if (press.pointerType !== 'mouse' || press.button !== 0) return;
  const from = { x: press.clientX, y: press.clientY };
  const over = new AbortController();
  const { signal } = over;
  let began: Place | null = null;

  window.addEventListener(
    'pointermove',
    ({ clientX: x, clientY: y }) => {
      if (!began) {
        if (Math.hypot(x - from.x, y - from.y) <= REST) return;
        began = placeUnder(from);
        if (!began) return over.abort();
        follow.pickUp();
      }
      const place = placeUnder({ x, y });
      if (place) follow.move(place.column - began.column, stepsFrom(began, place, y - from.y));
    },
    { signal },
  );
  window.addEventListener(
    'pointerup',
    () => {
      over.abort();
      if (!began) return;
      // The click that follows would open the job.
      const click = new AbortController();
      window.addEventListener('click', (event) => event.stopPropagation(), { signal: click.signal, capture: true });
      setTimeout(() => click.abort());
      follow.drop();
    },
    { signal },
  );
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape' || !began) return;
      over.abort();
      follow.cancel();
    },
    { signal, capture: true },
  );
}

/** How far down a place is from where it began. @param y pixels */
function stepsFrom(began: Place, place: Place, y: number): number {
  return began.step === null ? place.row - began.row : Math.round(y / began.step);
}

/** A point's position on the calendar. */
interface Place {
  /** Index of the day or lane, from 0. */
  column: number;
  /** Index of the crew in their week; 0 elsewhere. */
  row: number;
  /** Pixels per half hour; null in a month and in the crews' week. */
  step: number | null;
}

function placeUnder({ x, y }: { x: number; y: number }): Place | null {
  for (const element of document.elementsFromPoint(x, y)) {
    if (element.matches('.rbc-day-slot')) {
      const columns = element.parentElement?.querySelectorAll(':scope > .rbc-day-slot') ?? [];
      const hour = element.querySelector('.rbc-timeslot-group')?.getBoundingClientRect().height ?? 0;
      return hour > 0 ? { column: [...columns].indexOf(element), row: 0, step: hour / 2 } : null;
    }
    if (element.matches('.rbc-month-view .rbc-day-bg')) {
      const cells = element.closest('.rbc-month-view')?.querySelectorAll('.rbc-day-bg') ?? [];
      return { column: [...cells].indexOf(element), row: 0, step: null };
    }
    if (element instanceof HTMLTableCellElement && element.matches('.hw-crew-week td'))
      return {
        column: element.cellIndex,
        row: (element.parentElement as HTMLTableRowElement).sectionRowIndex,
        step: null,
      };
  }
  return null;
}
