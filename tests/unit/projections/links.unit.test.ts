import { expect, test } from 'vitest';
import { checkLinks } from '../../../projections/engine/links.ts';
import type { Projection } from '../../../projections/engine/projection.ts';

const base = { version: 1, indexes: [['guestId']], search: [], ids: () => [], evolve: () => null };
const guests: Projection = { ...base, name: 'guests', collection: 'guests' };
const toGuests = { collection: 'guests', by: 'guestId', fields: { guestName: 'fullName' } };
const visits: Projection = { ...base, name: 'visits', collection: 'visits', links: [toGuests] };

test('Links that can be followed are taken', () => {
  expect(checkLinks([visits, guests])).toEqual([visits, guests]);
});

test.each<[string, Projection, string]>([
  ['nowhere', { ...visits, links: [{ ...toGuests, collection: 'ghosts' }] }, 'there is no such collection'],
  ['without an index', { ...visits, indexes: [['removed', 'guestId']] }, "declare the index ['guestId']"],
  [
    'to what is linked itself',
    {
      ...visits,
      name: 'trips',
      collection: 'trips',
      links: [{ ...toGuests, collection: 'visits', fields: { who: 'guestName' } }],
    },
    'its guestName is linked itself',
  ],
  [
    'found by what a later one copies',
    { ...visits, links: [toGuests, { collection: 'guests', by: 'houseId', fields: { guestId: 'ownerId' } }] },
    'a later link copies that',
  ],
])('A link %s is refused at the start', (_, projection, why) => {
  const others = [guests, visits].filter(({ name }) => name !== projection.name);
  expect(() => checkLinks([projection, ...others])).toThrow(
    `(projections/${projection.collection}.ts) links to ${projection.links?.[0]?.collection} by guestId: ${why}`,
  );
});
