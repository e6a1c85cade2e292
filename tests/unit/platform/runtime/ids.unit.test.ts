import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalJson,
  eventId,
  HEARTWOOD,
  madeId,
  requestCommandId,
  sha256,
  uuidv5,
} from '../../../../platform/runtime/ids.ts';
import { runs } from '../../../support/depth.ts';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const URL_SPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';

describe('uuidv5', () => {
  test('A version 5 UUID is what RFC 9562 gives as its example', () => {
    expect(uuidv5(DNS, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  test('A version 5 UUID is what other implementations give', () => {
    expect(uuidv5(DNS, 'python.org')).toBe('886313e1-3b8a-5372-9b90-0c9aee199e5d');
    expect(uuidv5(URL_SPACE, 'http://example.com/ä')).toBe('5061b96d-0fc2-5060-bb4f-e90e713a78f4');
  });

  test('A version 5 UUID is of that version and the RFC’s variant, for any name', { tags: ['more'] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(uuidv5(HEARTWOOD, name)).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
      { numRuns: runs(100) },
    );
  });

  test('A version 5 UUID takes any text as the space, each another one', () => {
    expect(uuidv5('owner', 'customer')).toBe(uuidv5(uuidv5(HEARTWOOD, 'owner'), 'customer'));
    expect(uuidv5('owner', 'customer')).not.toBe(uuidv5('Owner', 'customer'));
  });

  test('A version 5 UUID of an event is another one at every place', () => {
    const ids = [eventId('c', 'h', 'lead-a', 0n), eventId('c', 'h', 'lead-a', 1n), eventId('c', 'h', 'lead-b', 0n)];
    expect(new Set([...ids, eventId('d', 'h', 'lead-a', 0n), eventId('c', 'i', 'lead-a', 0n)]).size).toBe(5);
    expect(eventId('c', 'h', 'lead-a', 0n)).toBe(ids[0]);
  });
});

describe('the id of what a command makes', () => {
  const again = requestCommandId('owner', 'POST', '/api/leads', 'key');

  test('The id of what a command makes follows from the command’s id and the role', () => {
    for (const commandId of [again, requestCommandId('owner', 'POST', '/api/leads', undefined)]) {
      expect(madeId(commandId, 'lead')).toBe(madeId(commandId, 'lead'));
      expect(madeId(commandId, 'lead')).not.toBe(madeId(commandId, 'property'));
    }
    expect(madeId(again, 'lead')).toBe(uuidv5(again, 'lead'));
  });

  test('The id of what a command makes is beside what others make at that time, where no key says that it may come again', () => {
    const before = Date.now();
    const made = Array.from({ length: 1_000 }, () => madeId(requestCommandId('a', 'POST', '/', undefined), 'lead'));
    expect(new Set(made).size).toBe(1_000);
    for (const id of made) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const time = Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
      expect(time).toBeGreaterThanOrEqual(before);
      expect(time).toBeLessThanOrEqual(Date.now());
    }
  });
});

describe('canonicalJson', () => {
  test('Canonical JSON sorts keys at every depth, and leaves out what is undefined', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: undefined, Z: '' })).toBe('{"Z":"","b":[{"c":null,"d":1}]}');
    expect(canonicalJson(null)).toBe('null');
    expect(canonicalJson([2, 1])).toBe('[2,1]');
  });

  test('Canonical JSON gives equal texts for equal values, however they were made', { tags: ['more'] }, () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(backwards(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: runs(100) },
    );
  });
});

test('A SHA-256 hash is hex', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

/** The same value with the keys of its objects in reverse order. */
function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([key, inner]) => [key, backwards(inner)]));
}
