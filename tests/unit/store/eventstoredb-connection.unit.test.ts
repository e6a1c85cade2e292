import { describe, expect, test } from 'vitest';
import { StoreRefused, StoreUnavailable } from '../../../store/event-store.ts';
import { addressFor, connectionString, wantsLeader } from '../../../store/eventstoredb/connection-string.ts';
import { translate } from '../../../store/eventstoredb/errors.ts';
import { streamNames } from '../../../store/eventstoredb/stream-names.ts';

const SEVENTH = 'gossiptimeout=1&maxdiscoverattempts=1&keepaliveinterval=10007';

describe('the address of an EventStoreDB', () => {
  test.each([
    ['esdb://a:b@host:2113?tls=false', 'esdb://a:b@host:2113?tls=false'],
    ['kurrentdb+discover://host', 'esdb+discover://host'],
    ['kurrentdb://a,b,c', 'esdb://a,b,c'],
  ])('The address of an EventStoreDB %s is %s to the client', (url, expected) => {
    expect(connectionString(url)).toBe(expected);
  });

  test.each([
    ['esdb://host', `esdb://host?${SEVENTH}`],
    ['esdb://a:b%3F@host:2113/?tls=false', `esdb://a:b%3F@host:2113?${SEVENTH}&tls=false`],
    ['esdb://a,b?Gossip-Timeout=9&tls=false', `esdb://a,b?${SEVENTH}&tls=false`],
    ['esdb://host?keepAliveInterval=20000', `esdb://host?${SEVENTH.replace('10007', '20007')}`],
    ['esdb+discover://a?keepAliveInterval=-1', `esdb+discover://a?${SEVENTH.replace('10007', '-1')}`],
    ['esdb://host?tls', `esdb://host?${SEVENTH}&tls`],
  ])('The address of an EventStoreDB %s is %s for the seventh client, which shares no connection', (url, expected) => {
    expect(addressFor(url, 7)).toBe(expected);
  });

  test.each([
    ['esdb://host:2113?tls=false', false],
    ['esdb://a,b,c', true],
    ['esdb+discover://host?nodePreference=Leader', true],
    ['esdb://a,b,c?node-preference=follower', false],
  ])('At the address of an EventStoreDB %s the leader is wanted: %s', (url, expected) => {
    expect(wantsLeader(url)).toBe(expected);
  });
});

describe('the streams of a namespace', () => {
  test('The streams of a namespace keep the first dash behind the category', () => {
    const names = streamNames('acme');
    expect(names.toStored('lead-1-2')).toBe('acme.lead-1-2');
    expect(names.toOwn('acme.lead-1-2')).toBe('lead-1-2');
    expect(names.toOwn('acme2.lead-1')).toBeNull();
    expect(names.toOwn('$$acme.lead-1')).toBeNull();
  });

  test.each(['', 'Acme', 'a-b', 'a.b', '$a', '1a'])(
    'The streams of a namespace are refused for the namespace “%s”',
    (namespace) => {
      expect(() => streamNames(namespace)).toThrow('namespace');
    },
  );
});

describe('an error of the client', () => {
  test.each([1, 4, 8, 10, 13, 14])('A client error of code %i is StoreUnavailable, whatever its class', (code) => {
    expect(translate(Object.assign(new Error('no'), { code }))).toBeInstanceOf(StoreUnavailable);
  });

  test.each([
    [16, 'name and password'],
    [7, 'rights'],
  ])('A client error of code %i is StoreRefused, which no wait helps', (code, remedy) => {
    const refused = translate(Object.assign(new Error('no'), { code }));
    expect(refused).toBeInstanceOf(StoreRefused);
    expect((refused as StoreRefused).remedy).toContain(remedy);
  });

  test.each([
    ['Could not recognize Server Is Busy', undefined],
    ['', undefined],
    ['2 UNKNOWN: No leader info available in response', 2],
  ])('A client error of the unknown kind, “%s”, is StoreUnavailable', (message, code) => {
    expect(translate(Object.assign(new Error(message), { type: 'unknown', code }))).toBeInstanceOf(StoreUnavailable);
  });

  test('A client error of the unknown kind that tells of something else stays what it is', () => {
    const cause = Object.assign(new Error('2 UNKNOWN: Unexpected ReadAllResult: InvalidPosition'), {
      type: 'unknown',
      code: 2,
    });
    expect(translate(cause)).toBe(cause);
  });

  test('A client error of another code stays what it is', () => {
    const cause = Object.assign(new Error('invalid argument'), { code: 3 });
    expect(translate(cause)).toBe(cause);
  });
});
