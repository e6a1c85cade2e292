import { describe, expect, test } from 'vitest';
import { type FinishedJob, isOfSize, sizeOf, suggestionOf } from '../../../../domain/job/experience.ts';

const job = (told: Partial<FinishedJob> = {}): FinishedJob => ({
  estimatedHours: 4,
  clockHours: 5,
  amount: 80_000,
  cost: 60_000,
  ...told,
});
const times = (count: number, told: Partial<FinishedJob> = {}) => Array.from({ length: count }, () => job(told));

describe('what finished jobs suggest', () => {
  test('What finished jobs suggest is nothing before five told it', () => {
    expect(suggestionOf(times(4))).toEqual({ hours: null, price: null, overrun: null, margin: null });
    expect(suggestionOf(times(5))).toEqual({ hours: 5, price: 80_000, overrun: 1.25, margin: 25 });
  });

  test('What finished jobs suggest counts for each figure only the jobs that know it', () => {
    const jobs = [...times(4), job({ clockHours: 0 }), job({ amount: null }), job({ cost: 0 })];
    expect(suggestionOf(jobs)).toEqual({ hours: 5, price: 80_000, overrun: 1.25, margin: 25 });
    expect(suggestionOf([...times(4), job({ clockHours: 0, amount: null })])).toMatchObject({
      hours: null,
      price: null,
    });
  });

  test('What finished jobs suggest for a price leaves out work that was done for nothing', () => {
    const jobs = [...times(5), ...times(9, { amount: 0 })];
    expect(suggestionOf(jobs)).toMatchObject({ price: 80_000, hours: 5 });
    expect(suggestionOf(times(9, { amount: 0 })).price).toBeNull();
  });

  test('What finished jobs suggest is not decided by one job that went wrong', () => {
    const jobs = [...times(4), job({ clockHours: 40, amount: 900_000, cost: 2_000_000 })];
    expect(suggestionOf(jobs)).toMatchObject({ hours: 5, price: 80_000 });
  });

  test('What finished jobs suggest is exact to a quarter of an hour and a dollar, between two in the middle', () => {
    const jobs = [3, 3, 3.3, 3.6, 4, 4].map((clockHours, at) => job({ clockHours, amount: 10_010 + at * 40 }));
    expect(suggestionOf(jobs)).toMatchObject({ hours: 3.5, price: 10_100 });
  });
});

describe('the size of a job', () => {
  test.each([
    [0.5, { from: 0, to: 2 }],
    [2, { from: 0, to: 2 }],
    [2.25, { from: 2, to: 4 }],
    [8, { from: 4, to: 8 }],
    [30, { from: 8, to: null }],
  ])('A job of %d hours is of a size that begins below its hours', (hours, size) => {
    expect(sizeOf(hours)).toEqual(size);
    expect(isOfSize({ estimatedHours: hours }, size)).toBe(true);
    expect(isOfSize({ estimatedHours: size.from }, size)).toBe(false);
  });

  test('The size of a job is not known where nobody estimated it', () => {
    expect(isOfSize({ estimatedHours: null }, { from: 0, to: 2 })).toBe(false);
  });
});
