/** Opens a mail to an address and says nothing else: a `?` in it begins no subject. */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
}

/** The way from where one is to an address; on a phone it opens the app for maps. */
export function directionsLink(address: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`;
}

/** What there is near an address, on the map. @param what one looks for: `tree service` */
export function placesLink(what: string, address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${what} near ${address}`)}`;
}

/** Whether a link leads to another site, and not to an app of the person's own device. */
export function isAway(link: string): boolean {
  return link.startsWith('https:');
}

/** Does what a click on such a link does. */
export function followLink(link: string): void {
  if (isAway(link)) window.open(link, '_blank', 'noreferrer');
  else location.assign(link);
}
