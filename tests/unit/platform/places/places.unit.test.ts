import { expect, test } from 'vitest';
import { placeOf, zipOf } from '../../../../platform/places/places.ts';
import { zipCodeCenter } from '../../../../platform/places/zip-codes.ts';

test.each([
  ['12 Mill Lane, Hadley, MA 01035', '01035'],
  ['12 Mill Lane, Hadley, MA 01035-1234, USA', '01035'],
  ['12345 Mill Lane, Hadley', null],
  ['12345 Mill Lane, Hadley, MA 01035', '01035'],
  ['01035', '01035'],
  ['Route 1234567', null],
  ['', null],
])('The ZIP code of %o is %o', (address, zip) => {
  expect(zipOf(address)).toBe(zip);
});

test('A ZIP code has a center, unless there is no such ZIP code', () => {
  expect(zipCodeCenter('01035')).toEqual({ latitude: expect.closeTo(42.36, 1), longitude: expect.closeTo(-72.57, 1) });
  expect(zipCodeCenter('00000')).toBeNull();
  expect(zipCodeCenter('00000')).toBeNull();
});

test('The surest of what tells where something is counts, and half of a pin tells nothing', () => {
  const address = '12 Mill Lane, Hadley, MA 01035';
  const pin = { latitude: 42.3, longitude: -72.5 };
  const property = { latitude: 42.4, longitude: -72.6 };
  const half = { latitude: 42.3, longitude: null };
  expect(placeOf({ pin, property, address })).toEqual({ ...pin, precision: 'pin', address });
  expect(placeOf({ pin: half, property, address })).toEqual({ ...property, precision: 'property', address });
  expect(placeOf({ pin: null, property: half, address })?.precision).toBe('zip');
  expect(placeOf({ address: 'behind the church' })).toBeNull();
  expect(placeOf({ pin, address: null })).toEqual({ ...pin, precision: 'pin', address: null });
});
