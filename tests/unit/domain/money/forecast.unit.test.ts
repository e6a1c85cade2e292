import { describe, expect, test } from 'vitest';
import { forecastOf, MONTHS_NEEDED } from '../../../../domain/forecast/forecast.ts';

const months = (count: number, value: (at: number) => number) => Array.from({ length: count }, (_, at) => value(at));

describe('a forecast', () => {
  test('A forecast is not made below ten months, and is of fewer months where the past is short', () => {
    const told = (known: number, asked: number) => forecastOf(Array(known).fill(100), asked)?.months.length;
    expect(MONTHS_NEEDED).toBe(10);
    expect([told(0, 6), told(9, 6)]).toEqual([undefined, undefined]);
    expect([told(10, 6), told(12, 6), told(40, 6), told(40, 3)]).toEqual([3, 5, 6, 3]);
  });

  test('A forecast of months that are all the same is the same, without any error', () => {
    expect(
      forecastOf(
        months(20, () => 5_000),
        3,
      ),
    ).toEqual({
      method: 'average',
      tries: 16 + 15 + 14,
      averageError: 0,
      percentError: 0,
      months: months(3, () => 0).map(() => ({ value: 5_000, low: 5_000, high: 5_000 })),
    });
  });

  test('A forecast of a year that repeats itself is the same month of the year before', () => {
    const season = (at: number) => 1_000 * (1 + (at % 12));
    const told = forecastOf(months(30, season), 6);
    expect(told).toMatchObject({ method: 'seasonal', averageError: 0 });
    expect(told?.months.map(({ value }) => value)).toEqual([7_000, 8_000, 9_000, 10_000, 11_000, 12_000]);
  });

  test('A forecast of months that rise steadily follows their trend, and says how far off it is', () => {
    const told = forecastOf(
      months(14, (at) => 10_000 + 1_000 * at),
      3,
    );
    expect(told?.method).toBe('damped');
    expect(told?.averageError).toBeGreaterThan(0);
  });

  test('A forecast has the range of its own errors, as computed by hand', () => {
    // Six months of 100, then 130, 70, 100, 100, 160, 100: the six-month average is tested on them.
    const history = [100, 100, 100, 100, 100, 100, 130, 70, 100, 100, 160, 100];
    const told = forecastOf(history, 3);
    expect(told?.method).toBe('average');
    // Errors one month ahead, from the 5th month on: 0, 0, 30, |70 − 105|, 0, 0, 60, |100 − 110|: rank ⌈0.8 × 9⌉ is the
    // largest.
    expect(told?.months[0]).toEqual({ value: 110, low: 50, high: 170 });
    // Further ahead there are fewer trials, and the range never narrows.
    expect(told?.months[2]?.high).toBeGreaterThanOrEqual(170);
    expect(told?.tries).toBe(8 + 7 + 6);
  });

  test('A forecast is never below zero, whatever the past was', () => {
    const told = forecastOf(
      months(24, (at) => Math.max(0, 24_000 - 2_000 * at)),
      6,
    );
    for (const { value, low, high } of told?.months ?? []) {
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(value);
      expect(value).toBeLessThanOrEqual(high);
    }
  });

  test('A forecast’s range holds four of five months that come, where the months to come are like those before', () => {
    // A number generator that gives the same numbers everywhere.
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    let held = 0;
    const tries = 400;
    for (let at = 0; at < tries; at++) {
      const all = months(31, () => Math.round(50_000 + 20_000 * random()));
      const [next] = forecastOf(all.slice(0, 30), 3)?.months ?? [];
      if (next && (all[30] ?? 0) >= next.low && (all[30] ?? 0) <= next.high) held++;
    }
    expect(held / tries).toBeGreaterThan(0.74);
    expect(held / tries).toBeLessThan(0.92);
  });
});
