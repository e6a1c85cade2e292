import { expect, test } from 'vitest';
import { weatherSlack } from '../../../../ai/detectors/weather-slack.ts';
import { addDays } from '../../../../domain/kit/times.ts';
import { crewRow, jobRow, personRow, visit } from '../../../support/insights/crew-at-work.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';

// A Tuesday. The crew works five days of 8.5 hours.
const NOW = '2026-06-02T14:00:00.000Z';
const NEXT = '2026-06-08';
const bucket = { requiredEquipment: ['Bucket Trucks'] };
const ground = { requiredEquipment: ['Stump Grinders'] };

const week = (said: readonly object[], hours = 8.5) =>
  said.map((each, day) => jobRow({ id: `job-${day}`, visits: [visit(`${addDays(NEXT, day)}T07:00`, hours)], ...each }));
const found = (jobs: ReturnType<typeof week>) =>
  weatherSlack.find(factsWith(NOW, { crews: [crewRow()], people: [personRow('ann')], jobs }));

test('A full week of work that bad weather stops is found', () => {
  const [finding] = found(week([bucket, bucket, bucket, { requiredSkills: ['Climber'] }, ground])) ?? [];

  expect(finding).toMatchObject({
    subject: NEXT,
    title: 'The week of Mon, Jun 8 has no slack for bad weather',
    opens: 'schedule',
    worth: 400_000,
  });
  expect(finding?.evidence).toHaveLength(4);
});

test('A week with slack, or with enough work on the ground, is no finding', () => {
  expect(found(week([bucket, bucket, bucket, bucket, bucket], 7))).toEqual([]);
  expect(found(week([bucket, bucket, bucket, ground, ground]))).toEqual([]);
});

test('Where a job does not say what it needs, its service does', () => {
  const service = (serviceType: string) => found(week([1, 2, 3, 4, 5].map(() => ({ serviceType }))));

  expect(service('tree_removal')).toHaveLength(1);
  expect(service('stump_grinding')).toEqual([]);
});

test('It says nothing without visits ahead', () => {
  expect(found([])).toBeNull();
});

test('It was right if some of the work slipped out of the week', () => {
  const jobs = week([bucket, bucket, bucket, bucket, bucket]);
  const [finding] = found(jobs) ?? [];
  if (!finding) throw new Error('nothing found');
  const later = (completedAt: string | null) =>
    weatherSlack.provedRight(
      finding,
      factsWith('2026-06-30T14:00:00.000Z', { jobs: jobs.map((job) => ({ ...job, completedAt })) }),
    );

  expect(later('2026-06-16T20:00:00.000Z')).toBe(true);
  expect(later('2026-06-12T20:00:00.000Z')).toBe(false);
  expect(later(null)).toBe(true);
});
