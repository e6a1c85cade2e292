/** Where the router keeps how far each list was scrolled, by its URL, including any search text. */
const KEY = 'tsr-scroll-restoration-v1_3';

/** At sign-out: the next person at this desk may be somebody else. */
export function dropScrollPlaces(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Turned off: nothing is kept.
  }
}
