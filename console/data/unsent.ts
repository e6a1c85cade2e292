const holders = new Set<() => boolean>();

/**
 * Registers something that exists only in this page and is still to be sent, such as a photo: a reload would lose it.
 */
export function holdsUnsent(isHeld: () => boolean): void {
  holders.add(isHeld);
}

/** Whether a reload would lose something unsent. */
export function isAnythingUnsent(): boolean {
  return [...holders].some((isHeld) => isHeld());
}

/** Its person wants to leave without it. */
export function giveUpUnsent(): void {
  holders.clear();
}

/** Makes the browser warn before the page is left while something is unsent. */
export function askBeforeLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    if (isAnythingUnsent()) event.preventDefault();
  });
}
