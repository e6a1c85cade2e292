import { describe, expect, test } from 'vitest';
import { customerList } from '../../../../api/customers/schema.ts';
import { equipmentList } from '../../../../api/equipment/schema.ts';
import { CUSTOMER_SORTS } from '../../../../console/features/customers/customers-search.ts';
import { EQUIPMENT_SORTS, equipmentSearch } from '../../../../console/features/equipment/equipment-search.ts';
import { type ColumnChoice, canSort, columnsFor, widened } from '../../../../console/records/list/record-columns.ts';

const columns = [
  { id: 'name', width: 200, stays: false },
  { id: 'category', width: 100, stays: false },
  { id: 'status', width: 100, stays: true },
  { id: 'serial', width: 100, stays: false },
  { id: 'price', width: 100, stays: false },
];
const shown = (choice: ColumnChoice, room: number) => columnsFor(columns, choice, room).map(({ id }) => id);

describe('a table without room for all its columns', () => {
  test('A table shows all of its columns where they fit', () => {
    expect(shown({}, 600)).toEqual(['name', 'category', 'status', 'serial', 'price']);
  });

  test('A table without room leaves out the last columns first, never the name nor what stays', () => {
    expect(shown({}, 599)).toEqual(['name', 'category', 'status', 'serial']);
    expect(shown({}, 400)).toEqual(['name', 'category', 'status']);
    expect(shown({}, 1)).toEqual(['name', 'status']);
  });

  test('A table without room shows what the person chose all the same, and not what they put away', () => {
    expect(shown({ price: true, status: false, name: false }, 300)).toEqual(['name', 'price']);
  });

  test('A table shares the room that is left among its columns', () => {
    expect([...widened(columns, 1200).values()]).toEqual([400, 200, 200, 200, 200]);
    expect([...widened(columns, 600).values()]).toEqual([200, 100, 100, 100, 100]);
  });

  test('A table takes what lacks from its widest columns, and scrolls where nothing would be left of them', () => {
    expect([...widened(columns, 570).values()]).toEqual([170, 100, 100, 100, 100]);
    expect([...widened(columns, 300).values()]).toEqual([140, 100, 100, 100, 100]);
    const costs = [
      { id: 'name', width: 318, stays: false },
      { id: 'amount', width: 70, stays: true },
      { id: 'origin', width: 320, stays: true },
    ];
    expect([...widened(costs, 486).values()]).toEqual([208, 70, 208]);
  });
});

describe('the heads that sort', () => {
  const column = (id: string, header = 'Head') => ({ id, header, value: () => null });

  test('The heads that sort are those that the server sorts by, where it does; acts are no order', () => {
    expect(canSort(column('name'), ['name'])).toBe(true);
    expect(canSort(column('phone'), ['name'])).toBe(false);
    expect(canSort(column('phone'))).toBe(true);
    expect(canSort(column('restore', ''))).toBe(false);
  });

  test('The heads that sort ask for nothing that the server refuses', () => {
    expect(Object.keys(customerList.sorts)).toEqual(expect.arrayContaining([...CUSTOMER_SORTS]));
    expect(Object.keys(equipmentList.sorts)).toEqual(expect.arrayContaining([...EQUIPMENT_SORTS]));
    expect(equipmentSearch.parse({ sort: '-purchasePrice' })).toEqual({ sort: '-purchasePrice' });
    expect(equipmentSearch.parse({ sort: 'notes' })).toEqual({});
  });
});
