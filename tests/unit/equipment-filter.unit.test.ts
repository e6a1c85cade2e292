import { expect, test } from 'vitest';
import type { EquipmentRecord } from '../../api/equipment/schema.ts';
import { filterEquipment, sameSerial } from '../../console/features/equipment/filter-equipment.ts';
import { formatDay, todayIn } from '../../console/ui/format.ts';

const machine = (id: string, changes: Partial<EquipmentRecord>) =>
  ({
    id,
    name: id,
    category: 'Chainsaws',
    status: 'available',
    serialNumber: null,
    isOverdue: false,
    ...changes,
  }) as EquipmentRecord;
const ALL = [
  machine('Climbing saw', { serialNumber: 'CS-12', status: 'in_use' }),
  machine('Felling saw', { serialNumber: 'cs 12', isOverdue: true }),
  machine('Chipper', { category: 'Chippers', serialNumber: null }),
];
const NONE = { text: '', category: undefined, status: undefined, isOverdue: false };
const found = (filter: object) => filterEquipment(ALL, { ...NONE, ...filter }).map(({ id }) => id);

test('a search is a part of the name or the serial number, whatever its case', () => {
  expect(found({ text: ' SAW ' })).toEqual(['Climbing saw', 'Felling saw']);
  expect(found({ text: 'cs-1' })).toEqual(['Climbing saw']);
  expect(found({ text: 'saw climbing' })).toEqual([]);
});

test('all filters must match', () => {
  expect(found({ category: 'Chainsaws', status: 'in_use' })).toEqual(['Climbing saw']);
  expect(found({ text: 'saw', isOverdue: true })).toEqual(['Felling saw']);
  expect(found({ category: 'Chippers', isOverdue: true })).toEqual([]);
});

test('the same serial number is found however it is written, and none is not the same', () => {
  const others = (at: number) => sameSerial(ALL, ALL[at] as EquipmentRecord).map(({ id }) => id);
  expect(others(0)).toEqual(['Felling saw']);
  expect(others(2)).toEqual([]);
});

test('a date alone is that date wherever the person is', () => {
  expect(formatDay('2026-06-15')).toBe('Jun 15, 2026');
});

test("today is the company's day, wherever the person is", () => {
  expect(todayIn('America/New_York', new Date('2026-11-22T01:40:00Z'))).toBe('2026-11-21');
  expect(todayIn('America/New_York', new Date('2026-11-22T05:00:00Z'))).toBe('2026-11-22');
});
