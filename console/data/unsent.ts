const holders = new Set<() => boolean>();

/** Tells of something that is nowhere but in this page and is still to be sent, such as a photo: a reload would lose it. */
export function holdsUnsent(isHeld: () => boolean): void {
  holders.add(isHeld);
}

/** Whether a reload would lose something that was not sent. */
export function isAnythingUnsent(): boolean {
  return [...holders].some((isHeld) => isHeld());
}

/** Lets the browser ask before the page is left while something is unsent. */
export function askBeforeLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    if (isAnythingUnsent()) event.preventDefault();
  });
}
