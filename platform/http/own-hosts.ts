import { hostname, networkInterfaces } from 'node:os';

/** A host that a configuration names: with a port, only there. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9._-]*[a-z0-9])?)(:\d{1,5})?$/i;

/** Whether a text is a host as the Host header names it, such as `office.example.com` or `office:8080`. */
export function isHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}`);
}

/**
 * Whether a host that a request names is this office for certain: this machine by its name or one of its addresses, or
 * one that the configuration allows.
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

/** Asked anew each time: a machine gets other addresses while it runs. */
function namesOfThisMachine(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const names = addresses.map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address));
  return new Set([hostname(), ...names].filter(isHost).map(nameOf));
}

/** In one spelling, without the port. */
function nameOf(host: string): string {
  return new URL(`http://${host}`).hostname;
}
