import { expect, test } from 'vitest';
import { holds } from '../../../../../ai/detectors/kit/holding.ts';
import { dayAgo, places } from '../../../../support/insights/moments.ts';

/** Whether it holds on each of sixty days, as `0` and `1`. */
function heldWhere(clearly: (day: string) => boolean): string {
  const held = places(60).map((day) => holds(dayAgo(-day), { clearly, somewhat: () => true }));
  return held.map(Number).join('');
}

test('What was clear on one day alone is not found every seventh day', () => {
  for (const clear of places(14)) expect(heldWhere((day) => day === dayAgo(-clear))).toMatch(/^0*1*0*$/);
});

test('What was clear for a week is found for the three weeks after it', () => {
  for (const from of places(14)) {
    const held = heldWhere((day) => day >= dayAgo(-from) && day < dayAgo(-from - 7));
    expect(held).toMatch(/^0*1{28}0*$/);
  }
});

test('What has passed on the last Sunday is not found any more', () => {
  const held = places(14).map((day) => {
    return Number(holds(dayAgo(-day), { clearly: () => true, somewhat: (then) => then < dayAgo(-5) }));
  });
  // Days 6 and 13 are Sundays: what ends on Saturday is told until the week is over.
  expect(held.join('')).toBe('11111110000000');
});
