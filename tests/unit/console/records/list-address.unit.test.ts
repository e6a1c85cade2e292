import { describe, expect, test } from 'vitest';
import { listCall } from '../../../../console/data/paged-query.ts';
import { addressOf } from '../../../../console/entities/addresses.ts';
import { equipmentSearch } from '../../../../console/features/equipment/equipment-search.ts';
import { cleared, isFiltered } from '../../../../console/records/list/list-search.ts';

describe('the address of a list', () => {
  test('The address of a list holds what was meant; what an old or mistyped one holds besides is left out', () => {
    const meant = { q: 'saw', overdue: true, view: 'list', equipment: 'equipment-1', tab: 'history' };
    expect(equipmentSearch.parse(meant)).toEqual(meant);
    expect(equipmentSearch.parse({ q: [7], overdue: 'yes', view: 'map', tab: 'nowhere', color: 'red' })).toEqual({});
  });

  test('The address of a list holds the figures of a link that was written by hand', () => {
    expect(equipmentSearch.parse({ q: 5550100, equipment: true })).toEqual({ q: '5550100', equipment: 'true' });
  });

  test('The address of a list narrows by its filters alone, and not by blank text', () => {
    const keys = ['q', 'removed'];
    expect(
      [{}, { q: '  ' }, { q: undefined }, { removed: false }, { tab: 'edit', new: true }].some((search) =>
        isFiltered(search, keys),
      ),
    ).toBe(false);
    expect([{ q: 'saw' }, { removed: true }].every((search) => isFiltered(search, keys))).toBe(true);
    expect(isFiltered({ q: 'saw', ...cleared(keys) }, keys)).toBe(false);
  });
});

describe('the call of a list', () => {
  test('The call of a list leaves out what narrows nothing, so that the same wish is the same text', () => {
    expect(listCall('/api/leads', { search: ' oak & ash ', source: undefined, removed: false })).toBe(
      '/api/leads?search=oak+%26+ash',
    );
    expect(listCall('/api/leads', { search: ' ', removed: true })).toBe('/api/leads?removed=true');
    expect(listCall('/api/leads', {})).toBe('/api/leads');
  });
});

describe('the address of a record', () => {
  test('The address of a record is beside its list, or a page of its own', () => {
    expect(addressOf('crew', 'crew-1', 'history')).toEqual({
      to: '/crew',
      search: { crew: 'crew-1', tab: 'history' },
    });
    expect(addressOf('customer', 'customer-1', 'history')).toEqual({ to: '/customers/customer-1', search: {} });
    expect(addressOf('company', 'company-main')).toBeNull();
  });
});
