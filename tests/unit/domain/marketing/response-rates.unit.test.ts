import { describe, expect, test } from 'vitest';
import { averageRate, rateOf } from '../../../../domain/campaign-response/rates.ts';

describe('open and click rates', () => {
  test('A rate is what people did of what was sent, in percent with two decimals', () => {
    expect(rateOf(1, 8)).toBe('12.50');
    expect(rateOf(1, 3)).toBe('33.33');
    expect(rateOf(8, 8)).toBe('100.00');
  });

  test('Where nothing was sent, the rate is nothing', () => {
    expect(rateOf(0, 0)).toBe('0.00');
    expect(averageRate(['10.00'], 0)).toBeNull();
  });

  test('An average is summed over all campaigns and divided by those that were sent alone', () => {
    // Two sent, one cancelled half way, one draft.
    expect(averageRate(['20.00', '40.00', '30.00', '0.00'], 2)).toBe('45.00');
    expect(averageRate(['20.00', '40.01'], 2)).toBe('30.01');
  });
});
