import { describe, expect, test } from 'vitest';
import { addHoursBody } from '../../../../api/jobs/schema.ts';
import { hoursOfEach, refusalOfHours, withoutHours } from '../../../../console/entities/job/crew-hours.ts';

const entry = (personId: string, day: string) => ({ id: `${personId} ${day}`, personId, day, hours: 4 });

describe('hours of a crew', () => {
  test('Hours of a crew are meant for whoever has none of the day yet', () => {
    const hours = [entry('ada', '2026-06-15'), entry('grace', '2026-06-14')];
    expect(withoutHours(['ada', 'grace', 'edsger'], hours, '2026-06-15')).toEqual(['grace', 'edsger']);
    expect(withoutHours([], hours, '2026-06-15')).toEqual([]);
  });

  test('Hours of a crew are an entry of each person, once', () => {
    expect(hoursOfEach(['ada', 'grace', 'ada'], '3.5', '2026-06-15')).toEqual([
      { act: 'hours', personId: 'ada', hours: '3.5', day: '2026-06-15' },
      { act: 'hours', personId: 'grace', hours: '3.5', day: '2026-06-15' },
    ]);
    expect(hoursOfEach([], '3.5', '2026-06-15')).toEqual([]);
  });

  test.each(['4', ' 1.50 ', '0', '24', '1,5', '1:30', 'abc', '25', '-1', '1.555', '.5', '1e1', '１'])(
    'Hours typed as "%s" are refused on the phone exactly where the server refuses them, in its words',
    (hours) => {
      const { error } = addHoursBody.safeParse({ personId: 'ada', day: '2026-06-15', hours });
      expect(refusalOfHours(hours)).toBe(error?.issues[0]?.message);
    },
  );
});
