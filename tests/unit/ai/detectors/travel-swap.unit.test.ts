import { expect, test } from 'vitest';
import { travelSwap } from '../../../../ai/detectors/travel-swap.ts';
import { crewRow, jobRow, personRow, visit } from '../../../support/insights/crew-at-work.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';

// A Monday. Two days in the north and in the south of the base, about 28 miles apart, with one visit of each in the
// wrong one.
const NOW = '2026-06-01T14:00:00.000Z';
const [NORTH, SOUTH] = [42.2, 41.8];
const TUESDAY = '2026-06-02';
const THURSDAY = '2026-06-04';
const at = (id: string, latitude: number, start: string, said = {}) =>
  jobRow({ id, latitude, longitude: -75, visits: [visit(start, 2)], ...said });
const plan = (said: Readonly<Record<string, object>> = {}) => [
  at('n1', NORTH, `${TUESDAY}T08:00`, said['n1']),
  at('s1', SOUTH, `${TUESDAY}T10:00`, said['s1']),
  at('n2', NORTH, `${TUESDAY}T13:00`, said['n2']),
  at('s2', SOUTH, `${THURSDAY}T08:00`, said['s2']),
  at('n3', NORTH, `${THURSDAY}T10:00`, said['n3']),
  at('s3', SOUTH, `${THURSDAY}T13:00`, said['s3']),
];
const company = [{ id: 'main', homeBase: { address: 'Home', latitude: 42, longitude: -75 } }];
const rows = { crews: [crewRow()], people: [personRow('ann')], company };
const found = (jobs: ReturnType<typeof plan>, said = {}) => travelSwap.find(factsWith(NOW, { ...rows, jobs, ...said }));

test('The best swap of a week is found, with what it saves', () => {
  const all = found(plan());

  expect(all).toHaveLength(1);
  const [finding] = all ?? [];
  expect(finding).toMatchObject({ subject: '2026-06-01', opens: 'schedule', insightType: 'recommendation' });
  expect(finding?.evidence).toEqual([
    { kind: 'job', id: 's1', why: 'Booked on Tue, Jun 2' },
    { kind: 'job', id: 'n3', why: 'Booked on Thu, Jun 4' },
    { kind: 'crew', id: 'elm', why: 'Would drive less' },
  ]);
  expect(finding?.title).toBe(`Swapping {0} and {1} would save ${finding?.measure} minutes of driving`);
  expect(finding?.measure).toBeGreaterThan(100);
});

test('It names no place', () => {
  expect(JSON.stringify(found(plan()))).not.toMatch(/42\.|41\.|-75|Home/);
});

test.each([
  ['pinned', { s1: { pinned: true } }],
  ['promised for a time', { s1: { promisedStart: '2026-06-02T14:00:00.000Z' } }],
  ['begun', { s1: { status: 'in_progress' } }],
  ['to be done by then', { s1: { latestDate: TUESDAY } }],
  ['wanted at other hours', { s1: { timeWindow: { start: '10:30', end: '13:00' } } }],
  ['in need of a skill that nobody has', { s1: { requiredSkills: ['Crane operator'] } }],
  ['much longer', { s1: { visits: [visit(`${TUESDAY}T10:00`, 3)] } }],
])('A visit that is %s is not swapped', (_, said) => {
  const jobs = plan(said);

  expect(found(jobs)?.flatMap(({ evidence }) => evidence.map(({ id }) => id)) ?? []).not.toContain('s1');
});

test('A locked day stays as it is', () => {
  expect(found(plan(), { scheduleDays: [{ id: THURSDAY, isLocked: true, lockedCrewIds: [] }] })).toEqual([]);
});

test('What stands against the visits as they are is no reason to leave them there', () => {
  const small = { minimumCrewSize: 5 };
  expect(found(plan({ s1: small, n3: small }))).toHaveLength(1);
  expect(found(plan({ s1: small }))?.flatMap(({ evidence }) => evidence.map(({ id }) => id))).not.toContain('s1');
});

test('Days that are well planned, or short drives, are no finding', () => {
  const well = [
    at('n1', NORTH, `${TUESDAY}T08:00`),
    at('n2', NORTH, `${TUESDAY}T10:00`),
    at('s1', SOUTH, `${THURSDAY}T08:00`),
  ];
  const near = plan().map((job, place) => {
    return { ...job, latitude: 42 + ((job.latitude ?? 0) - 42) / 50, longitude: -75 + place / 1000 };
  });

  expect(found(well)).toEqual([]);
  expect(found(near)).toEqual([]);
});

test('It says nothing without two days or crews with known places', () => {
  expect(found(plan().map((job) => ({ ...job, latitude: null, longitude: null })))).toBeNull();
  expect(found(plan().slice(0, 3))).toBeNull();
});

test('It was right if both visits took place that week, and wrong if one of them did not', () => {
  const [finding] = found(plan()) ?? [];
  if (!finding) throw new Error('nothing found');
  const later = (jobs: ReturnType<typeof plan>) =>
    travelSwap.provedRight(finding, factsWith('2026-06-15T14:00:00.000Z', { ...rows, jobs }));

  expect(later(plan())).toBe(true);
  expect(
    later(plan({ s1: { visits: [visit(`${THURSDAY}T10:00`, 2)] }, n3: { visits: [visit(`${TUESDAY}T10:00`, 2)] } })),
  ).toBe(true);
  expect(later(plan({ s1: { visits: [visit('2026-06-16T10:00', 2)] } }))).toBe(false);
  expect(later(plan({ s1: { status: 'cancelled' } }))).toBe(false);
  expect(travelSwap.provedRight(finding, factsWith(NOW, { ...rows, jobs: plan() }))).toBeNull();
});
