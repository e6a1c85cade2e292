/** Where the router keeps how far each list was scrolled, by its address, with what was searched for in it. */
const KEY = 'tsr-scroll-restoration-v1_3';

/** At sign-out: the next person at this desk is another one. */
export function dropScrollPlaces(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Switched off: nothing is kept.
  }
}
