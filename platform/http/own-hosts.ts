import { hostname, networkInterfaces } from 'node:os';

/** A host in the configuration; if it has a port, only that port counts. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9._-]*[a-z0-9])?)(:\d{1,5})?$/i;

/** Whether a text is a host as in a Host header, such as `office.example.com` or `office:8080`. */
export function isHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}`);
}

/**
 * Whether the host of a request is certainly this office: this machine by its name or one of its addresses, or a host
 * that the configuration allows.
 * @param host name or address, with or without its port
 * @param allowed hosts as {@link isHost} takes them; one without a port allows every port
 */
export function isOwnHost(host: string, allowed: readonly string[]): boolean {
  if (!isHost(host)) return false;
  const name = nameOf(host);
  if (
    allowed.some((each) => (/:\d+$/.test(each) ? each.toLowerCase() === host.toLowerCase() : nameOf(each) === name))
  ) {
    return true;
  }
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(name) || namesOfThisMachine().has(name);
}

/** Looked up each time: a machine's addresses may change while it runs. */
function namesOfThisMachine(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const names = addresses.map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address));
  return new Set([hostname(), ...names].filter(isHost).map(nameOf));
}

/** In one spelling, without the port. */
function nameOf(host: string): string {
  return new URL(`http://${host}`).hostname;
}
