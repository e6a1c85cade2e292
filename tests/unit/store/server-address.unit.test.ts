import { describe, expect, test } from 'vitest';
import { hostsOf, hostWithoutName } from '../../../store/server-address.ts';

describe('the hosts of an address', () => {
  test.each([
    ['esdb://a:2113,b:2113,c:2113', ['a:2113', 'b:2113', 'c:2113']],
    ['esdb://127.0.0.1:2113?tls=false', ['127.0.0.1:2113']],
    ['esdb+discover://name:pass@cluster.example.com', ['cluster.example.com']],
    ['esdb://name:p%40ss/w?rd@db.example.com:2113?tls=true&tlsCAFile=/etc/ca.crt', ['db.example.com:2113']],
    ['mongodb://a,b,c/?replicaSet=rs0', ['a', 'b', 'c']],
    ['mongodb://name:pass@a:27017,b:27018/db?tls=true', ['a:27017', 'b:27018']],
    ['mongodb+srv://name@cluster.example.com', ['cluster.example.com']],
    ['mongodb://[::1]:27017/', ['[::1]:27017']],
  ])('The hosts of %s are shown without what is secret', (address, hosts) => {
    expect(hostsOf(address)).toEqual(hosts);
  });

  test.each(['', 'localhost', 'esdb://', 'esdb://a b', 'esdb://a,,b', 'mongodb://?x=y'])(
    'The address %j has no hosts',
    (address) => {
      expect(hostsOf(address)).toBeNull();
    },
  );
});

test.each([
  ['esdb://10.0.0.1:2113', '10.0.0.1'],
  ['esdb://a:2113,10.0.0.1?tls=true', '10.0.0.1'],
  ['esdb://10.0.0.1:2113?tls=false', null],
  ['esdb://db.example.com', null],
])('The address %s asks for a certificate by an IP address, which is no name: %j', (address, host) => {
  expect(hostWithoutName(address)).toBe(host);
});
