import { expect, test } from 'vitest';
import { maintenanceClash } from '../../../../ai/detectors/maintenance-clash.ts';
import { equipment } from '../../../../domain/equipment/equipment.ts';
import { crewRow, jobRow, machineRow, personRow, visit } from '../../../support/insights/crew-at-work.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { factsAfter, recordedBy } from '../../../support/insights/recorded-facts.ts';

const NOW = '2026-06-01T14:00:00.000Z';
const people = [personRow('ann')];
const chipper = (nextMaintenance: string | null, said = {}) =>
  machineRow({ id: 'chipper', assignedTo: 'elm', nextMaintenance, ...said });
const chipping = (id: string, day: string, said = {}) =>
  jobRow({ id, requiredEquipment: ['Chippers'], visits: [visit(`${day}T08:00`)], ...said });

test('Maintenance on the day of booked work with the machine is found', () => {
  const facts = factsWith(NOW, {
    crews: [crewRow()],
    people,
    equipment: [chipper('2026-06-10')],
    jobs: [chipping('before', '2026-06-09'), chipping('on', '2026-06-10'), chipping('after', '2026-06-12')],
  });

  const found = maintenanceClash.find(facts);

  expect(found).toMatchObject([{ subject: 'chipper', severity: 'warning', opens: 'open', worth: 100_000 }]);
  expect(found?.[0]?.evidence.map(({ id }) => id)).toEqual(['chipper', 'on']);
  expect(found?.[0]?.title).toBe('{0} is booked past its maintenance date, Wed, Jun 10');
});

test('Maintenance that is overdue is in the way of all booked work with the machine', () => {
  const facts = factsWith(NOW, {
    crews: [crewRow()],
    people,
    equipment: [chipper('2026-05-28')],
    jobs: [chipping('1', '2026-06-09'), chipping('2', '2026-06-12')],
  });

  expect(maintenanceClash.find(facts)?.[0]?.evidence.map(({ id }) => id)).toEqual(['chipper', '1', '2']);
});

test('Nothing is found where the crew has another machine, one is free, or the maintenance comes after the work', () => {
  const jobs = [chipping('1', '2026-06-10')];
  const second = (assignedTo: string | null) => machineRow({ id: 'second', assignedTo });

  for (const equipment of [
    [chipper('2026-06-10'), second('elm')],
    [chipper('2026-06-10'), second(null)],
    [chipper('2026-06-11')],
    // It cannot be used anyway.
    [chipper('2026-06-10', { status: 'out_of_service' })],
  ])
    expect(maintenanceClash.find(factsWith(NOW, { crews: [crewRow()], people, equipment, jobs }))).toEqual([]);
});

test('On the day on which it is due, it may still be done, unless the work is on that day', () => {
  const due = [chipper('2026-06-01')];
  const on = (...jobs: ReturnType<typeof chipping>[]) =>
    maintenanceClash.find(factsWith(NOW, { crews: [crewRow()], people, equipment: due, jobs }));

  expect(on(chipping('1', '2026-06-04'))).toEqual([]);
  expect(on(chipping('1', '2026-06-01'))).toHaveLength(1);
});

test('Where a job does not say what it needs, it needs what such work mostly does here', () => {
  const serviceType = 'stump_grinding';
  const others = Array.from({ length: 10 }, (_, number) =>
    chipping(`other-${number}`, '2026-05-04', { serviceType, status: 'completed' }),
  );
  const of = (service: string) => {
    const jobs = [...others, chipping('1', '2026-06-10', { requiredEquipment: [], serviceType: service })];
    return maintenanceClash.find(
      factsWith(NOW, { crews: [crewRow()], people, equipment: [chipper('2026-06-10')], jobs }),
    );
  };

  expect(of(serviceType)).toMatchObject([{ subject: 'chipper' }]);
  expect(of('consultation')).toEqual([]);
});

test('Where no job here says what it needs, the crew takes along its usual machines', () => {
  const facts = factsWith(NOW, {
    crews: [crewRow({ defaultEquipmentIds: ['truck'] })],
    people,
    equipment: [machineRow({ id: 'truck', category: 'Trucks', nextMaintenance: '2026-06-10' })],
    jobs: [chipping('1', '2026-06-10', { requiredEquipment: [] })],
  });

  expect(maintenanceClash.find(facts)).toMatchObject([{ subject: 'truck' }]);
});

test('Maintenance in more than three weeks is no matter yet', () => {
  const rows = (due: string) => ({
    crews: [crewRow()],
    people,
    equipment: [chipper(due)],
    jobs: [chipping('1', due)],
  });

  expect(maintenanceClash.find(factsWith(NOW, rows('2026-06-22')))).toHaveLength(1);
  expect(maintenanceClash.find(factsWith(NOW, rows('2026-06-23')))).toEqual([]);
});

test('It says nothing without a planned maintenance or booked work', () => {
  const jobs = [chipping('1', '2026-06-12')];

  expect(maintenanceClash.find(factsWith(NOW, { crews: [crewRow()], equipment: [chipper(null)], jobs }))).toBeNull();
  expect(maintenanceClash.find(factsWith(NOW, { crews: [crewRow()], equipment: [chipper('2026-06-10')] }))).toBeNull();
});

test('It was right if the maintenance was done, and wrong if the work was done without', () => {
  const rows = { crews: [crewRow()], people, equipment: [chipper('2026-06-10')], jobs: [chipping('1', '2026-06-10')] };
  const [finding] = maintenanceClash.find(factsWith(NOW, rows)) ?? [];
  if (!finding) throw new Error('nothing found');
  const done = [chipping('1', '2026-06-10', { status: 'completed', completedAt: '2026-06-12T20:00:00.000Z' })];
  const later = (machine: ReturnType<typeof chipper>, jobs = done) =>
    factsWith('2026-06-22T14:00:00.000Z', { ...rows, equipment: [machine], jobs });
  const maintained = { maintenance: [{ id: 'm', doneOn: '2026-06-08', cost: null, notes: null }] };

  expect(maintenanceClash.provedRight(finding, later(chipper('2026-09-10', maintained)))).toBe(true);
  expect(maintenanceClash.provedRight(finding, later(chipper('2026-06-10')))).toBe(false);
  expect(maintenanceClash.provedRight(finding, later(chipper('2026-06-10'), rows.jobs))).toBeNull();
});

test('It reads what the events of equipment say', () => {
  const added = recordedBy(equipment, 'chipper', [
    {
      type: 'AddEquipment',
      details: { name: 'Chipper', category: 'Chippers' },
      status: 'available',
      assignedTo: 'elm',
      plan: { nextMaintenance: '2026-06-10', maintenanceInterval: 90 },
      today: '2026-06-01',
      now: NOW,
    },
  ]);
  const machines = factsAfter(NOW, added).equipment;
  const rest = factsWith(NOW, { crews: [crewRow()], people, jobs: [chipping('1', '2026-06-10')] });

  expect(maintenanceClash.find({ ...rest, equipment: machines })).toMatchObject([{ subject: 'chipper' }]);
});
