import { isIP } from 'node:net';

/** Scheme, account, hosts, the rest: as the clients of EventStoreDB and MongoDB cut an address. */
const ADDRESS = /^([a-z+]+):\/\/(?:[^/:@]*(?::[^@]*)?@)?([^/?#@]+)([/?#].*)?$/i;
const HOST = /^[^\s:[\]]+(:\d{1,5})?$/;
const IPV6_HOST = /^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/**
 * The hosts that the address of a server or of a cluster names, with their ports where it says them: what may be shown
 * of it, as the rest can hold an account and its password.
 * @returns null where it is no such address
 */
export function hostsOf(address: string): string[] | null {
  const hosts = ADDRESS.exec(address.trim())?.[2]?.split(',') ?? [];
  const areHosts = hosts.length > 0 && hosts.every((host) => HOST.test(host) || IPV6_HOST.test(host));
  return areHosts ? hosts : null;
}

/**
 * The first host that is a number and not a name, where the address of an EventStoreDB asks for TLS (which it does
 * unless it says `tls=false`): TLS asks the server for the certificate of a name, and Node takes no number for one.
 */
export function hostWithoutName(address: string): string | null {
  if (!/^(esdb|kurrentdb)/.test(address) || /[?&]tls=false(&|$)/i.test(address)) return null;
  const hosts = hostsOf(address) ?? [];
  return hosts.map((host) => host.replace(/:\d+$/, '')).find((host) => isIP(host) !== 0) ?? null;
}
