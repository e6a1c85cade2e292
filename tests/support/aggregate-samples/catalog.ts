import fc from 'fast-check';
import { catalog } from '../../../domain/catalog/catalog.ts';
import { catalogEvents } from '../../../domain/catalog/events.ts';
import { catalog as catalogs } from '../../../projections/catalog.ts';
import { of, SAMPLE_ID, sample } from './sample.ts';

const catalogItem = {
  id: 'a',
  service: 'pruning',
  description: null,
  unitPrice: 5,
  unit: 'tree',
  estimatedHours: 1,
};

export const catalogSample = sample(catalog, catalogEvents, {
  first: { type: 'ReviseCatalog', items: [{ ...catalogItem, unitPrice: 9 }] },
  commands: fc.record({
    type: of('ReviseCatalog'),
    items: fc.constantFrom([], [catalogItem], [{ ...catalogItem, unitPrice: null }], [catalogItem, catalogItem]),
  }) as fc.Arbitrary<never>,
  projection: catalogs,
  shows: (state) => ({ [SAMPLE_ID]: { ...state } }),
  inClear: {
    'what the company asks for its services': ['PriceCatalogRevised.items'],
  },
});
