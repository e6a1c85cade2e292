import { expect, test } from 'vitest';
import { createWatch, type Watch } from '../../../../ai/insights/watch.ts';
import { type EquipmentCommand, equipment } from '../../../../domain/equipment/equipment.ts';
import type { RecordedEvent } from '../../../../domain/kit/event.ts';
import { recordedBy } from '../../../support/insights/recorded-facts.ts';

const [MORNING, EVENING, NEXT_DAY] = [
  '2026-06-01T14:00:00.000Z',
  '2026-06-01T20:00:00.000Z',
  '2026-06-02T14:00:00.000Z',
];

const commands: EquipmentCommand[] = [
  {
    type: 'AddEquipment',
    details: { name: 'Saw', category: 'Chainsaws' },
    plan: { nextMaintenance: '2026-06-10', maintenanceInterval: null },
    status: 'available',
    assignedTo: null,
    today: '2026-06-01',
    now: MORNING,
  },
  { type: 'PlanMaintenance', plan: { nextMaintenance: '2027-06-10' }, today: '2026-06-01' },
];
const saw = recordedBy(equipment, 'saw', commands);
const [added, planned] = [saw.slice(0, 1), saw.slice(1)];

const take = (watch: Watch, entries: RecordedEvent[]) => {
  const last = entries.at(-1);
  watch.take({ entries, position: last?.position ?? '', eventId: last?.id ?? '', live: true });
};

test('Predictions are made once for what was known, and a day', () => {
  const watch = createWatch([]);
  take(watch, added);
  const first = watch.predict(MORNING);

  expect(first).toMatchObject({ asOf: '2026-06-01', maintenance: [{ value: 1 }, {}, {}, {}] });
  expect(watch.predict(EVENING)).toBe(first);
  expect(watch.predict(NEXT_DAY)).toMatchObject({ asOf: '2026-06-02' });
  take(watch, planned);
  expect(watch.predict(NEXT_DAY)).toMatchObject({ maintenance: [{ value: 0 }, {}, {}, {}] });
});
