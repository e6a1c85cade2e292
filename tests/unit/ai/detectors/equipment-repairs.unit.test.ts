import { expect, test } from 'vitest';
import { equipmentRepairs } from '../../../../ai/detectors/equipment-repairs.ts';
import { type EquipmentCommand, equipment } from '../../../../domain/equipment/equipment.ts';
import { machineRow } from '../../../support/insights/crew-at-work.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { factsAfter, recordedBy } from '../../../support/insights/recorded-facts.ts';

const NOW = '2026-06-15T14:00:00.000Z';
const PRICE = 1_000_000;
const repaired = (done: Readonly<Record<string, number | null>>, said = {}) =>
  machineRow({
    id: 'chipper',
    name: 'Secret Chipper',
    purchasePrice: PRICE,
    maintenance: Object.entries(done).map(([doneOn, cost]) => ({ id: doneOn, doneOn, cost, notes: 'secret notes' })),
    ...said,
  });
const found = (machine: ReturnType<typeof repaired>, at = NOW) =>
  equipmentRepairs.find(factsWith(at, { equipment: [machine] }));

test('Repairs within a year that come near half of the price are found', () => {
  const [finding] = found(repaired({ '2026-05-01': 250_000, '2025-09-01': 200_000, '2024-01-01': 900 })) ?? [];

  expect(finding).toMatchObject({
    subject: 'chipper',
    title: 'Repairs of {0} came to $4,500.00, 45% of its price',
    description: expect.stringMatching(/^2 services since June 2025 cost \$4,500\.00, 45% of the \$10,000\.00/),
    worth: 450_000,
    measure: 450_000,
    evidence: [{ kind: 'equipment', id: 'chipper' }],
  });
  expect(JSON.stringify(finding)).not.toMatch(/ecret/);
});

test('Repairs that rise until all of them came to the price are found', () => {
  const rising = { '2026-05-01': 150_000, '2026-01-01': 100_000, '2025-01-01': 200_000, '2023-01-01': 550_000 };
  const falling = { '2026-05-01': 100_000, '2026-01-01': 100_000, '2025-01-01': 250_000, '2023-01-01': 550_000 };

  expect(found(repaired(rising))).toHaveLength(1);
  expect(found(repaired(falling))).toEqual([]);
});

test('Usual maintenance, one overhaul and a cheap tool are no finding', () => {
  expect(found(repaired({ '2026-05-01': 220_000, '2025-09-01': 200_000 }))).toEqual([]);
  expect(found(repaired({ '2026-05-01': 600_000 }))).toEqual([]);
  expect(found(repaired({ '2026-05-01': 10_000, '2026-04-01': 15_000 }, { purchasePrice: 200_000 }))).toEqual([]);
});

test('A saw is no news until a year of its repairs comes to $1,000', () => {
  const saw = (cents: number, purchasePrice = 79_900) =>
    found(repaired({ '2026-05-01': 20_000, '2026-04-01': cents - 20_000 }, { purchasePrice }));
  expect(saw(41_100)).toEqual([]);
  expect(saw(99_999)).toEqual([]);
  expect(saw(100_000)).toHaveLength(1);
  expect(saw(99_999, 150_000)).toHaveLength(1);
});

test('What was repaired counts until the end of the month a year later', () => {
  const machine = repaired({ '2026-05-01': 250_000, '2025-06-01': 200_000 });

  expect(found(machine, '2026-06-30T14:00:00.000Z')).toHaveLength(1);
  expect(found(machine, '2026-07-01T14:00:00.000Z')).toEqual([]);
});

test('It says nothing of machines without a price, or without a cost', () => {
  expect(found(repaired({ '2026-05-01': 250_000, '2026-01-01': 400_000 }, { purchasePrice: null }))).toBeNull();
  expect(found(repaired({ '2026-05-01': null }))).toBeNull();
});

test('It was right if the machine went, or its repairs went on', () => {
  const before = { '2026-05-01': 250_000, '2025-09-01': 200_000 };
  const [finding] = found(repaired(before)) ?? [];
  if (!finding) throw new Error('nothing found');
  const later = (machine: ReturnType<typeof repaired>) =>
    equipmentRepairs.provedRight(finding, factsWith('2026-12-12T14:00:00.000Z', { equipment: [machine] }));

  expect(later(repaired(before, { removed: true }))).toBe(true);
  expect(later(repaired({ ...before, '2026-10-01': 100_000 }))).toBe(true);
  expect(later(repaired(before))).toBe(false);
  expect(later(repaired(before, { purchasePrice: null }))).toBeNull();
});

test('It reads what the events of equipment say', () => {
  const done = (maintenanceId: string, doneOn: string): EquipmentCommand => ({
    type: 'RecordMaintenance',
    entry: { id: maintenanceId, doneOn, cost: 300_000, notes: null },
    today: '2026-06-15',
  });
  const events = recordedBy(equipment, 'chipper', [
    {
      type: 'AddEquipment',
      details: { name: 'Chipper', category: 'Chippers', purchasePrice: PRICE },
      status: 'available',
      assignedTo: null,
      plan: { nextMaintenance: null, maintenanceInterval: null },
      today: '2026-06-15',
      now: NOW,
    },
    done('first', '2026-03-01'),
    done('second', '2026-05-01'),
  ]);

  expect(equipmentRepairs.find(factsAfter(NOW, events))).toMatchObject([{ subject: 'chipper', worth: 600_000 }]);
});
