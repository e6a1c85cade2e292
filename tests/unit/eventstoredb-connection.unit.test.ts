import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../store/event-store.ts';
import { connectionString } from '../../store/eventstoredb/connection-string.ts';
import { translate } from '../../store/eventstoredb/errors.ts';
import { streamNames } from '../../store/eventstoredb/stream-names.ts';

describe('the address of an EventStoreDB', () => {
  test.each([
    ['esdb://host:2113', 'esdb://host:2113?keepAliveInterval=2000&keepAliveTimeout=2000'],
    ['esdb://a:b@host?tls=false', 'esdb://a:b@host?tls=false&keepAliveInterval=2000&keepAliveTimeout=2000'],
    ['esdb://host?keepaliveinterval=9000', 'esdb://host?keepaliveinterval=9000&keepAliveTimeout=2000'],
    [
      'kurrentdb+discover://host?keepAliveInterval=1&keepAliveTimeout=2',
      'esdb+discover://host?keepAliveInterval=1&keepAliveTimeout=2',
    ],
  ])('%s gets a keep-alive where it has none', (url, expected) => {
    expect(connectionString(url)).toBe(expected);
  });
});

describe('the streams of a namespace', () => {
  test('keep the first dash behind the category', () => {
    const names = streamNames('acme');
    expect(names.toStored('lead-1-2')).toBe('acme.lead-1-2');
    expect(names.toOwn('acme.lead-1-2')).toBe('lead-1-2');
    expect(names.toOwn('acme2.lead-1')).toBeNull();
    expect(names.toOwn('$$acme.lead-1')).toBeNull();
  });

  test.each(['', 'Acme', 'a-b', 'a.b', '$a', '1a'])('are refused for the namespace "%s"', (namespace) => {
    expect(() => streamNames(namespace)).toThrow('namespace');
  });
});

describe('an error of the client', () => {
  test.each([1, 4, 8, 10, 13, 14])('of code %i is StoreUnavailable, whatever its class', (code) => {
    expect(translate(Object.assign(new Error('no'), { code }))).toBeInstanceOf(StoreUnavailable);
  });

  test('of another code stays what it is', () => {
    const cause = Object.assign(new Error('access denied'), { code: 7 });
    expect(translate(cause)).toBe(cause);
  });
});
