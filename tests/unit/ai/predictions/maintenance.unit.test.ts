import { expect, test } from 'vitest';
import { maintenanceAhead } from '../../../../ai/predictions/maintenance.ts';
import { crewRow, jobRow, machineRow, personRow, visit } from '../../../support/insights/crew-at-work.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { places } from '../../../support/insights/moments.ts';
import { expectNameless, figureOf } from '../../../support/insights/predicted.ts';

const NOW = '2026-06-01T14:00:00.000Z';
type Machine = ReturnType<typeof machineRow>;

const done = (doneOn: string, cost: number | null) => ({ id: doneOn, doneOn, cost, notes: null });
const told = (equipment: readonly Machine[], more: object = {}) =>
  maintenanceAhead(factsWith(NOW, { equipment, ...more }));
const figure = (id: string, ...given: Parameters<typeof told>) => figureOf(told(...given), id);

const saw = (id: string, nextMaintenance: string | null, said = {}) => machineRow({ id, nextMaintenance, ...said });

test('Machines that come due within sixty days are listed, overdue and booked ones first, which are critical', () => {
  const chipper = saw('chipper', '2026-06-10', { assignedTo: 'elm' });
  const job = jobRow({ id: 'job', requiredEquipment: ['Chippers'], visits: [visit('2026-06-10T08:00')] });
  const plan = { crews: [crewRow()], people: [personRow('ann')], jobs: [job] };
  const machines = [
    saw('soon', '2026-06-05', { category: 'Chainsaws' }),
    chipper,
    saw('overdue', '2026-05-20', { category: 'Chainsaws' }),
    saw('later', '2026-08-20', { category: 'Chainsaws' }),
    saw('gone', '2026-06-05', { status: 'out_of_service' }),
  ];
  const all = told(machines, plan);
  expectNameless(all);

  expect(figureOf(all, 'upcoming_maintenance')).toMatchObject({ value: 3 });
  expect(figureOf(all, 'upcoming_maintenance').rows).toEqual([
    { kind: 'equipment', id: 'overdue', why: 'Overdue since Wed, May 20' },
    { kind: 'equipment', id: 'chipper', why: 'Due on Wed, Jun 10, and booked' },
    { kind: 'equipment', id: 'soon', why: 'Due on Fri, Jun 5' },
  ]);
  expect(figureOf(all, 'critical_maintenance')).toMatchObject({ value: 2 });
});

test('The cost is the average of a machine’s own, as often as it comes due by its interval', () => {
  const maintenance = [done('2026-01-10', 10_000), done('2026-03-01', 30_000)];
  const cost = figure('maintenance_cost', [saw('saw', '2026-06-11', { maintenanceInterval: 30, maintenance })]);

  // On June 11 and July 11: twice 200 dollars.
  expect(cost).toMatchObject({ value: 400, range: null, offBy: null });
  expect(cost.rows).toEqual([{ kind: 'equipment', id: 'saw', why: 'Due on Thu, Jun 11; usually $200.00' }]);
});

test('The range and how far off it was are those of sums, tried on the past', () => {
  // Each time 100 and 300 dollars in turns: single services are off, two of them together hardly are.
  const costs = places(13).map((at) =>
    done(`${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`, at % 2 ? 30_000 : 10_000),
  );
  const one = figure('maintenance_cost', [saw('saw', '2026-06-11', { maintenance: costs })]);
  const two = figure('maintenance_cost', [saw('saw', '2026-06-11', { maintenanceInterval: 30, maintenance: costs })]);
  const widthOf = ({ range, value }: typeof one) => ((range?.high ?? 0) - (range?.low ?? 0)) / (value ?? 1);

  expect(one.offBy).toMatch(/^Off by \d+% on average over 11 tries\.$/);
  expect(two.offBy).toMatch(/^Off by \d+% on average over 10 tries\.$/);
  expect(one.range).not.toBeNull();
  expect(widthOf(two)).toBeLessThan(widthOf(one) / 2);
});

test('What being in time saved is told where eight late services cost more than eight in time, and else what is needed', () => {
  // Every 100 days, and 140 days late ones, which cost twice as much.
  const services = (gap: number, cost: number, from: number) =>
    places(9).map((at) => done(new Date(Date.UTC(2020, 0, 1 + from + at * gap)).toISOString().slice(0, 10), cost));
  const inTime = [...services(100, 10_000, 0)];
  const late = services(140, 20_000, 900);
  const mixed = saw('saw', '2026-06-11', { maintenanceInterval: 100, maintenance: [...inTime, ...late] });
  const savings = figure('maintenance_savings', [mixed]);

  expect(savings.value).toBeGreaterThan(0);
  expect(savings.offBy).toMatch(/^8 late services against 9 on time: late ones cost \d+% more\.$/);
  const only = saw('saw', '2026-06-11', { maintenanceInterval: 100, maintenance: inTime });
  expect(figure('maintenance_savings', [only])).toMatchObject({
    value: null,
    needs: '8 services on time and 8 late ones, with costs; so far there are 8 and 0.',
  });
});

test('How far services came from their interval is told', () => {
  const maintenance = [done('2026-01-01', null), done('2026-01-31', null), done('2026-03-12', null)];
  const upcoming = figure('upcoming_maintenance', [saw('saw', '2026-06-11', { maintenanceInterval: 30, maintenance })]);

  expect(upcoming.offBy).toBe('On average, maintenance was done 5 days off its interval, over 2 services.');
});

test('Machines without a plan say what is needed, and a company without machines has no card', () => {
  expect(figure('upcoming_maintenance', [saw('saw', null)])).toMatchObject({
    value: null,
    needs: 'A day of the next maintenance, or an interval, on your machines.',
  });
  expect(figure('maintenance_cost', [saw('saw', '2026-06-11')])).toMatchObject({
    value: null,
    needs: '2 recorded costs of a machine that comes due.',
  });
  expect(told([])).toBeNull();
  expect(told([saw('saw', '2026-06-11', { removed: true })])).toBeNull();
});
