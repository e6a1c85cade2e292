import { expect, test } from 'vitest';
import { routesAndCrews } from '../../../../ai/predictions/routes-and-crews.ts';
import { addDays } from '../../../../domain/kit/times.ts';
import { crewRow, jobRow, personRow, visit } from '../../../support/insights/crew-at-work.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { expectNameless, figureOf } from '../../../support/insights/predicted.ts';

// A Monday. The crew works five days of 8.5 hours.
const NOW = '2026-06-01T14:00:00.000Z';
const NEXT = '2026-06-08';
type Job = ReturnType<typeof jobRow>;

const crews = [crewRow()];
const people = [personRow('ann')];
const told = (jobs: readonly Job[], more: object = {}) =>
  routesAndCrews(factsWith(NOW, { crews, people, jobs, ...more }));
const figure = (id: string, ...given: Parameters<typeof told>) => figureOf(told(...given), id);

/** A week of visits, so many hours on each of five days. @param days how many days before it was entered */
const weekOf = (monday: string, hours: number, days = 30, said = {}) =>
  [0, 1, 2, 3, 4].map((day) =>
    jobRow({
      id: `${monday}-${day}-${days}`,
      createdAt: `${addDays(monday, -days)}T15:00:00.000Z`,
      visits: [visit(`${addDays(monday, day)}T07:00`, hours)],
      ...said,
    }),
  );
const weeksBefore = (count: number, week: (monday: string, at: number) => Job[]) =>
  Array.from({ length: count }, (_, at) => week(addDays(NEXT, -7 * (at + 1)), at)).flat();

test('Utilization is booked hours by hours worked, over the next two weeks, with a row for each crew', () => {
  const full = [...weekOf(NEXT, 8.5), ...weekOf(addDays(NEXT, 7), 4.25)];
  const all = told([...weeksBefore(5, (monday) => weekOf(monday, 4.25)), ...full]);
  expectNameless(all);
  const utilization = figureOf(all, 'crew_utilization');

  expect(utilization).toMatchObject({ value: 75, range: null, offBy: null });
  expect(utilization.rows).toEqual([
    {
      kind: 'crew',
      id: 'elm',
      why: '63.75 hours of 85 hours booked in these two weeks, 50% of its hours in the last four.',
    },
  ]);
});

test('What is usually entered late is part of it, tried on past weeks', () => {
  // Of each past week, half was entered in the week itself.
  const past = weeksBefore(23, (monday) => [...weekOf(monday, 4.25), ...weekOf(monday, 2, 0)]);
  const utilization = figure('crew_utilization', [...past, ...weekOf(NEXT, 4.25), ...weekOf(addDays(NEXT, 7), 4.25)]);

  // 50% is booked, and 2 of 8.5 hours usually come.
  expect(utilization.value).toBe(74);
  expect(utilization.offBy).toMatch(/^Off by 0 points on average over 15 tries\.$/);
  expect(utilization.range).toEqual({ low: 74, high: 74, says: 'four times out of five' });
});

test('A crew that is away has no hours, and says what is needed', () => {
  const off = { employeeId: 'ann', startDate: NEXT, endDate: addDays(NEXT, 13), half: null, status: 'approved' };
  expect(figure('crew_utilization', weekOf(NEXT, 4), { timeOff: [off] })).toMatchObject({
    value: null,
    needs: 'A crew whose people work within those two weeks.',
  });
});

const at = (id: string, latitude: number, start: string) =>
  jobRow({ id, latitude, longitude: -75, visits: [visit(start, 2)] });
const company = [{ id: 'main', homeBase: { address: 'Home', latitude: 42, longitude: -75 } }];
/** Two days in the north and in the south, with one visit of each in the wrong one. @param week how many weeks later */
const crossed = (week: number) => {
  const [tuesday, thursday] = [addDays('2026-06-02', 7 * week), addDays('2026-06-04', 7 * week)];
  return [
    at(`n1-${week}`, 42.2, `${tuesday}T08:00`),
    at(`s1-${week}`, 41.8, `${tuesday}T10:00`),
    at(`n2-${week}`, 42.2, `${tuesday}T13:00`),
    at(`s2-${week}`, 41.8, `${thursday}T08:00`),
    at(`n3-${week}`, 42.2, `${thursday}T10:00`),
    at(`s3-${week}`, 41.8, `${thursday}T13:00`),
  ];
};

test('Swaps that save driving add up over two weeks, and their visits are listed', () => {
  const all = told([...crossed(0), ...crossed(1)], { company });
  expectNameless(all);
  const improvement = figureOf(all, 'route_improvement');
  const reduction = figureOf(all, 'time_reduction');

  expect(improvement.value).toBeGreaterThan(30);
  expect(reduction.value).toBeGreaterThan(0);
  expect(reduction.value ?? 0).toBeLessThan(improvement.value ?? 0);
  expect(improvement.rows.map(({ id }) => id).sort()).toEqual(['n3-0', 'n3-1', 's1-0', 's1-1']);
  expect(improvement.offBy).toContain('nobody records how long drives took');
});

test('Without places that are known nothing is said of routes, and a company without booked work has no card', () => {
  expect(figure('route_improvement', weekOf(NEXT, 4))).toMatchObject({
    value: null,
    needs: 'Booked visits of two crews or days within the next two weeks, with addresses that are known.',
  });
  expect(told([])).toBeNull();
});

test.each(['Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago'])('The weeks are those of %s', (timeZone) => {
  // Visits are kept in the zone in which they were entered.
  const jobs = weekOf(NEXT, 8.5, 30, { zone: timeZone });
  const rows = { company: [{ id: 'main', timeZone }] };
  expect(figure('crew_utilization', jobs, rows)).toMatchObject({ value: 50 });
});
