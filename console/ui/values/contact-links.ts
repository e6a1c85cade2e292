/** Starts an email to an address, with no other fields: a `?` in the address does not start a subject. */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
}

/** Directions from here to an address; on a phone it opens the maps app. */
export function directionsLink(address: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`;
}

/** A map of what is near an address. @param what to look for: `tree service` */
export function placesLink(what: string, address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${what} near ${address}`)}`;
}

/** Whether a link goes to another site rather than an app on this device. */
export function isAway(link: string): boolean {
  return link.startsWith('https:');
}

/** Does what a click on such a link would do. */
export function followLink(link: string): void {
  if (isAway(link)) window.open(link, '_blank', 'noreferrer');
  else location.assign(link);
}
