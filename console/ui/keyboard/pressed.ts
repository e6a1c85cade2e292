import type { MouseEvent } from 'react';

let pressed: EventTarget | null = null;

/** Notes what is pressed, for as long as the page is open. */
export function notePresses(): void {
  const note = ({ target }: PointerEvent) => {
    pressed = target;
  };
  window.addEventListener('pointerdown', note, { capture: true });
}

/**
 * Whether a click began on the element that it ended on: a browser gives a tap to what is under the finger when it
 * leaves, which may have moved there meanwhile. A click without a pointer, as by assistive technology, always did.
 */
export function beganHere({ currentTarget, detail }: MouseEvent): boolean {
  return detail === 0 || (pressed instanceof Node && currentTarget.contains(pressed));
}
