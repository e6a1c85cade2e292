import { isIP } from 'node:net';

/** Scheme, account, hosts, the rest: split the way the EventStoreDB and MongoDB clients split an address. */
const ADDRESS = /^([a-z+]+):\/\/(?:[^/:@]*(?::[^@]*)?@)?([^/?#@]+)([/?#].*)?$/i;
const HOST = /^[^\s:[\]]+(:\d{1,5})?$/;
const IPV6_HOST = /^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/**
 * The hosts in the address of a server or cluster, with any ports: the only part that may be shown, since the rest can
 * contain an account and its password.
 * @returns null if it is not such an address
 */
export function hostsOf(address: string): string[] | null {
  const hosts = ADDRESS.exec(address.trim())?.[2]?.split(',') ?? [];
  const areHosts = hosts.length > 0 && hosts.every((host) => HOST.test(host) || IPV6_HOST.test(host));
  return areHosts ? hosts : null;
}

/**
 * The first host given as an IP address, when an EventStoreDB address asks for TLS (as it does unless it says
 * `tls=false`): TLS asks the server for a certificate by name, and Node does not accept an IP address as a name.
 */
export function hostWithoutName(address: string): string | null {
  if (!/^(esdb|kurrentdb)/.test(address) || /[?&]tls=false(&|$)/i.test(address)) return null;
  const hosts = hostsOf(address) ?? [];
  return hosts.map((host) => host.replace(/:\d+$/, '')).find((host) => isIP(host) !== 0) ?? null;
}
