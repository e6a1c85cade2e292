import { expect, test } from 'vitest';
import { matchAddresses, trustedProxies } from '../../../../platform/http/addresses.ts';

test('Proxies are addresses, subnets and names', () => {
  const isProxy = matchAddresses(trustedProxies('loopback, 192.0.2.0/24,2001:db8::1, uniquelocal'));
  const are = ['127.0.0.9', '::1', '192.0.2.200', '::ffff:192.0.2.1', '2001:db8::1', '10.1.2.3', 'fd00::7'];
  expect(are.filter((address) => !isProxy(address))).toEqual([]);
  const others = ['192.0.3.1', '2001:db8::2', '203.0.113.1', '', 'loopback'];
  expect(others.filter((address) => isProxy(address))).toEqual([]);
});

test('Nobody is a proxy unless it is said', () => {
  expect(matchAddresses(trustedProxies(null))('127.0.0.1')).toBe(false);
});
