import { expect, test } from 'vitest';
import { isServed } from '../../../../platform/places/service-area.ts';

const BASE = { latitude: 42.37, longitude: -72.52 };
const AMHERST = '12 Mill Lane, Amherst, MA 01002';

test.each<[string, string | null, Parameters<typeof isServed>[1], Parameters<typeof isServed>[2], boolean]>([
  ['nowhere without an area', AMHERST, null, BASE, false],
  ['a ZIP code of the list', AMHERST, { zipCodes: ['01060', '01002'], radiusMiles: null }, null, true],
  ['a ZIP code with its last four', `${AMHERST}-1234`, { zipCodes: ['01002'], radiusMiles: null }, null, true],
  ['another ZIP code', AMHERST, { zipCodes: ['01060'], radiusMiles: null }, null, false],
  ['within the radius', AMHERST, { zipCodes: null, radiusMiles: 10 }, BASE, true],
  ['beyond the radius', '1 Elm St, Boston, MA 02108', { zipCodes: null, radiusMiles: 10 }, BASE, false],
  ['a radius around nothing', AMHERST, { zipCodes: null, radiusMiles: 10 }, { latitude: null, longitude: null }, false],
  ['an address without a ZIP code', '12 Mill Lane, Amherst', { zipCodes: ['01002'], radiusMiles: 500 }, BASE, false],
  ['a ZIP code that there is not', 'Nowhere 00000', { zipCodes: null, radiusMiles: 500 }, BASE, false],
  ['no address', null, { zipCodes: ['01002'], radiusMiles: null }, BASE, false],
])('An address is in the service area or not: %s', (_what, address, area, base, expected) =>
  expect(isServed(address, area, base)).toBe(expected),
);
