import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { COMPANY_DEFAULTS } from '../../../domain/company/terms.ts';
import { travelByDistance } from '../../../optimizer/travel/by-distance.ts';
import { openTravel } from '../../../optimizer/travel/open-travel.ts';
import { travelByOsrm } from '../../../optimizer/travel/osrm.ts';
import { TravelUnavailable } from '../../../optimizer/travel/travel-times.ts';
import { crowMiles } from '../../../platform/places/crow-miles.ts';
import { driveMinutes } from '../../../platform/places/drives.ts';
import type { Place } from '../../../platform/places/places.ts';
import { runs } from '../../support/depth.ts';

const { travel } = COMPANY_DEFAULTS;

const at = (latitude: number, longitude: number, more: Partial<Place> = {}): Place => ({
  latitude,
  longitude,
  precision: 'pin',
  address: null,
  ...more,
});

test('The distance as the crow flies is the great circle’s', () => {
  // Boston to New York, 190 miles.
  expect(crowMiles({ latitude: 42.3601, longitude: -71.0589 }, { latitude: 40.7128, longitude: -74.006 })).toBeCloseTo(
    190.2,
    0,
  );
  expect(crowMiles({ latitude: 1, longitude: 2 }, { latitude: 1, longitude: 2 })).toBe(0);
});

test('A drive is made of its stretches, each at its speed, after setting off', () => {
  expect(driveMinutes(0, travel)).toBe(5);
  expect(driveMinutes(2, travel)).toBe(5 + 6);
  expect(driveMinutes(15, travel)).toBe(5 + 6 + 26);
  expect(driveMinutes(60, travel)).toBe(5 + 6 + 26 + 60);
});

test('A longer drive never takes less', { tags: ['more'] }, () => {
  const miles = fc.double({ min: 0, max: 500, noNaN: true });
  fc.assert(
    fc.property(miles, miles, (a, b) => a > b || driveMinutes(a, travel) <= driveMinutes(b, travel)),
    { numRuns: runs(100) },
  );
});

test('The same address is no drive, and two of one ZIP code are no neighbors in the same spot', async () => {
  const zip = { precision: 'zip', address: '1 Elm St, Hadley, MA 01035' } as const;
  const places = [
    at(42.3, -72.5, zip),
    at(42.3, -72.5, { ...zip, address: '1 ELM ST, Hadley, MA 01035' }),
    at(42.3, -72.5, { ...zip, address: '9 Elm St, Hadley, MA 01035' }),
  ];
  const { seconds, miles, source } = await travelByDistance(travel).between(places);
  expect([...seconds]).toEqual([0, 0, 360, 0, 0, 360, 360, 360, 0]);
  expect(miles[2]).toBe(1);
  expect(source).toBe('distance');
});

// ── A road server, as OSRM documents its table service ───────────────────────────────────────────────────────────

let server: Server | null = null;
afterEach(() => server?.close());

/** The request to a road server. */
interface Asked {
  places: string[];
  sources: number[];
  destinations: number[];
}

async function roads(
  answer: (asked: Asked, response: ServerResponse) => unknown,
): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const listen = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const numbers = (name: string) => (url.searchParams.get(name) ?? '').split(';').map(Number);
    const said = {
      places: (url.pathname.split('/').at(-1) ?? '').split(';'),
      sources: numbers('sources'),
      destinations: numbers('destinations'),
    };
    expect(url.searchParams.get('annotations')).toBe('duration,distance');
    expect(url.pathname).toMatch(/^\/roads\/table\/v1\/driving\//);
    asked.push(said);
    const body = answer(said, response);
    if (body !== undefined) response.end(JSON.stringify(body));
  };
  server = createServer(listen);
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/roads/`, asked };
}

/** Seconds are the origin's longitude plus a thousand times the destination's; meters are ten times that. */
function table({ places, sources, destinations }: Asked) {
  const longitude = (index: number) => Number(places[index]?.split(',')[0]);
  const durations = sources.map((from) => destinations.map((to) => longitude(from) + 1_000 * longitude(to)));
  return { code: 'Ok', durations, distances: durations.map((row) => row.map((seconds) => seconds * 10)) };
}

test('Roads are asked for in blocks that every server takes, longitude first, and put together in their places', async () => {
  const { url, asked } = await roads(table);
  const places = Array.from({ length: 120 }, (_, index) => at(42, index));
  const { seconds, miles, source, note } = await travelByOsrm({ url }).between(places);
  expect(asked).toHaveLength(9);
  for (const each of asked) expect(each.places.length).toBeLessThanOrEqual(100);
  expect(asked.flatMap((each) => each.places).every((place) => place.endsWith(',42.00000'))).toBe(true);
  for (const [from, to] of [
    [0, 0],
    [3, 119],
    [77, 51],
    [119, 2],
  ] as const) {
    expect(seconds[from * 120 + to]).toBe(from + 1_000 * to);
    expect(miles[from * 120 + to]).toBeCloseTo(((from + 1_000 * to) * 10) / 1_609.344);
  }
  expect({ source, note }).toEqual({ source: 'roads', note: null });
});

test('A place without a road is too far to drive to', async () => {
  const { url } = await roads(() => ({
    code: 'Ok',
    durations: [
      [0, null],
      [5, 0],
    ],
    distances: [
      [0, null],
      [7, 0],
    ],
  }));
  const { seconds } = await travelByOsrm({ url }).between([at(1, 1), at(2, 2)]);
  expect([...seconds]).toEqual([0, 86_400, 5, 0]);
});

const refuse = (status: number, body: unknown) => (_: Asked, response: ServerResponse) => {
  response.statusCode = status;
  return body;
};

test.each([
  ['an error', refuse(400, { code: 'TooBig', message: 'Too many table coordinates' }), 'answered no table'],
  ['no JSON', (_: Asked, response: ServerResponse) => void response.end('<html>'), 'answered no table'],
  ['a smaller table', () => ({ code: 'Ok', durations: [[0]], distances: [[0]] }), 'answered another table'],
  ['a closed line', (_: Asked, response: ServerResponse) => void response.destroy(), 'could not be reached'],
  ['nothing', () => undefined, 'did not answer in time'],
])('A server that answers %s is asked twice and then given up', async (_, answer, reason) => {
  const { url, asked } = await roads(answer);
  const travelling = travelByOsrm({ url, timeoutMs: 300 }).between([at(1, 1), at(2, 2)]);
  await expect(travelling).rejects.toThrow(TravelUnavailable);
  await expect(travelling).rejects.toThrow(reason);
  expect(asked).toHaveLength(2);
});

test('Without roads all drives are estimated, with a note that says so and tells no place', async () => {
  const { url } = await roads(({ places }, response) =>
    places.some((place) => place.startsWith('60.'))
      ? void response.destroy()
      : table({ places, sources: [0], destinations: [1] }),
  );
  const places = Array.from({ length: 61 }, (_, index) => at(42, index));
  const { seconds, source, note } = await openTravel(url, travel).between(places);
  expect(source).toBe('distance');
  expect(note).toMatch(/^Road times were not available \(the road server [^)]*\)\. Travel is estimated by distance\.$/);
  expect([...seconds]).toEqual([...(await openTravel(null, travel).between(places)).seconds]);
});

test('A run that is called off asks no more', async () => {
  const { url, asked } = await roads(() => undefined);
  const ending = new AbortController();
  const travelling = openTravel(url, travel).between([at(1, 1), at(2, 2)], ending.signal);
  await expect.poll(() => asked.length).toBe(1);
  ending.abort();
  await expect(travelling).rejects.toThrow('aborted');
  expect(asked).toHaveLength(1);
});
