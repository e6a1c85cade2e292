const holders = new Set<() => boolean>();
/** Whether its person left without it, until the page is shown again. */
let isGivenUp = false;

/**
 * Registers something that exists only in this page and is still to be sent, such as a photo: a reload would lose it.
 */
export function holdsUnsent(isHeld: () => boolean): void {
  holders.add(isHeld);
}

/** Whether a reload would lose something unsent. */
export function isAnythingUnsent(): boolean {
  return !isGivenUp && [...holders].some((isHeld) => isHeld());
}

/** Its person wants to leave without it. If leaving fails and the page comes back, it is still to be sent. */
export function giveUpUnsent(): void {
  isGivenUp = true;
  window.addEventListener('pageshow', () => (isGivenUp = false), { once: true });
}

/** Makes the browser warn before the page is left while something is unsent. */
export function askBeforeLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    if (isAnythingUnsent()) event.preventDefault();
  });
}
