import type { TouchEvent as ReactTouchEvent } from 'react';

const RELAYED = ['touchmove', 'touchend', 'touchcancel'] as const;

/**
 * Passes a finger's touches on to the window once their target has left the page. A browser sends all touches of a
 * finger to the element where it came down; a virtual list takes that element out when it is lifted (its copy is what
 * moves), and the library, which listens at the window, heard nothing more (hello-pangea/dnd issues 801 and 927).
 */
export function relayTouches(event: ReactTouchEvent): void {
  const target = event.target as HTMLElement;
  const done = new AbortController();
  for (const type of RELAYED) {
    target.addEventListener(
      type,
      (touch) => {
        if (!target.isConnected && !relay(touch)) touch.preventDefault();
        if (type !== 'touchmove') done.abort();
      },
      { passive: false, signal: done.signal },
    );
  }
}

/** @returns false where a listener has taken it for itself */
function relay({ type, touches, changedTouches, targetTouches }: TouchEvent): boolean {
  return window.dispatchEvent(
    new TouchEvent(type, {
      bubbles: true,
      cancelable: true,
      touches: [...touches],
      targetTouches: [...targetTouches],
      changedTouches: [...changedTouches],
    }),
  );
}
