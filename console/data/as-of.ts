// A page shows either what is now, or the company as of one earlier moment, for as long as it is open: going to another
// moment loads it anew, so that nothing of two moments ever stands side by side (docs/design/time-travel.md).

const STORED = 'heartwood.as-of';

/** The moment that this page shows, ISO UTC; null: now. */
export const shownMoment: string | null = readMoment();

function readMoment(): string | null {
  // In tests of what needs no page there is none.
  if (typeof location === 'undefined') return null;
  const address = new URL(location.href);
  const linked = address.searchParams.get(STORED);
  if (linked !== null) {
    address.searchParams.delete(STORED);
    history.replaceState(history.state, '', address);
    keep(linked);
  }
  try {
    const kept = sessionStorage.getItem(STORED);
    return kept !== null && !Number.isNaN(Date.parse(kept)) ? new Date(kept).toISOString() : null;
  } catch {
    return null;
  }
}

function keep(moment: string | null): void {
  try {
    if (moment === null) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, moment);
  } catch {
    // Turned off: the page stays with what is now.
  }
}

/** Loads the page anew as of a moment, in this tab. @param moment ISO UTC; null: now */
export function goToMoment(moment: string | null): void {
  keep(moment);
  location.reload();
}

/** The address of this page as of its moment, for whoever may see it. */
export function linkToMoment(moment: string): string {
  const address = new URL(location.href);
  address.searchParams.set(STORED, moment);
  return address.href;
}

/**
 * Makes every link to a file lead to the file as of the moment that the page shows, however it was made. A call with an
 * `asOf` of its own keeps that.
 * @returns stops it
 */
export function openFilesAsShown(): () => void {
  function open({ target }: Event): void {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/api/"]') : null;
    if (link === null || shownMoment === null) return;
    const address = new URL(link.href);
    if (OF_NOW.test(address.pathname)) return;
    if (!address.searchParams.has('asOf')) address.searchParams.set('asOf', shownMoment);
    link.setAttribute('href', address.pathname + address.search);
  }
  for (const press of PRESSES) document.addEventListener(press, open, true);
  return () => {
    for (const press of PRESSES) document.removeEventListener(press, open, true);
  };
}

/** Proofs are of all that was signed. */
const OF_NOW = /^\/api\/audit\/(?!events$)/;

/** Of a mouse's middle button there is no click. */
const PRESSES = ['click', 'auxclick'] as const;

/** Now, in milliseconds since 1970: where the page shows an earlier moment, that one. */
export function shownNow(): number {
  return shownMoment === null ? Date.now() : Date.parse(shownMoment);
}
