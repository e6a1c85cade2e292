import { BlockList, isIP, isIPv6 } from 'node:net';

/** Names that `TRUST_PROXY` may hold besides addresses and subnets. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** The entries of `TRUST_PROXY`, which is null if no proxy is trusted. */
export function trustedProxies(list: string | null): string[] {
  return list?.split(',').map((entry) => entry.trim()) ?? [];
}

/** Tells whether an address is one of those. What is not an address never is (the framework validates the list). */
export function matchAddresses(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries.flatMap((each) => NAMED[each] ?? [each])) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    if (isIP(address) === 0) continue;
    if (bits === undefined) list.addAddress(address, family);
    else if (/^\d+$/.test(bits)) list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
