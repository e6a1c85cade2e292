import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isHost } from './own-hosts.ts';

/**
 * Keeps only sound values of the forwarding headers, before anything reads them, because a proxy may pass on what a
 * client wrote. A scheme must be http or https, a host must be a host, and visitors must be addresses without a port;
 * anything else counts as missing, so that the connection's own scheme, host and address are used. `TRUST_PROXY`
 * decides whether the sender is trusted at all. @param headers are changed in place
 */
export function tidyForwarding(headers: IncomingHttpHeaders): void {
  tidy(headers, 'x-forwarded-proto', (text) => schemeOf(lastOf(text)));
  tidy(headers, 'x-forwarded-host', (text) => hostOf(lastOf(text)));
  tidy(headers, 'x-forwarded-for', visitorsOf);
}

function tidy(headers: IncomingHttpHeaders, name: string, meaning: (text: string) => string | null): void {
  const said = headers[name];
  if (said === undefined) return;
  const meant = meaning(String(said));
  if (meant === null) delete headers[name];
  else headers[name] = meant;
}

/** The nearest proxy writes last. */
function lastOf(text: string): string {
  return text.slice(text.lastIndexOf(',') + 1).trim();
}

function schemeOf(text: string): string | null {
  const scheme = text.toLowerCase();
  return scheme === 'http' || scheme === 'https' ? scheme : null;
}

function hostOf(text: string): string | null {
  return isHost(text) ? text : null;
}

/** From the last one back to the first that is not an address: its writer may have forged the earlier ones too. */
function visitorsOf(text: string): string | null {
  const visitors: string[] = [];
  for (const entry of text.split(',').reverse()) {
    const address = addressOf(entry.trim());
    if (address === null) break;
    visitors.unshift(address);
  }
  return visitors.length > 0 ? visitors.join(', ') : null;
}

/** Without the port that some proxies write, and without the zone of an IPv6 address, which may be any text. */
function addressOf(entry: string): string | null {
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry) ?? [];
  const [address = ''] = (bracketed ?? withPort ?? entry).split('%', 1);
  return isIP(address) === 0 ? null : address;
}
