import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TimeOffPolicy } from '../../../../domain/company/company.ts';
import { addDays } from '../../../../domain/kit/times.ts';
import { type BalanceInputs, balanceOf, balanceWith, type OpenRequest } from '../../../../domain/time-off/balance.ts';
import { type TimeOffCommand, timeOff } from '../../../../domain/time-off/time-off.ts';
import { runs } from '../../../support/depth.ts';

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
/** A Monday. */
const MONDAY = '2026-06-15';
const policy = (more: Partial<TimeOffPolicy> = {}): TimeOffPolicy => ({
  type: 'vacation',
  from: '2025-01-01',
  per: 'year',
  days: 15,
  carryOver: 5,
  probation: 0,
  probationUnit: 'days',
  ...more,
});
const off = (startDate: string, endDate = startDate, status: OpenRequest['status'] = 'approved'): OpenRequest => {
  return { startDate, endDate, half: null, status };
};
const inputs = (more: Partial<BalanceInputs> = {}): BalanceInputs => ({
  policies: [policy()],
  startedOn: '2020-03-16',
  requests: [],
  company: { workingDays: WEEK, holidays: new Set() },
  ...more,
});

describe('a balance', () => {
  test('A year’s days are there on January 1, and at most so many of those left are carried over', () => {
    const requests = [off('2025-07-07', '2025-07-11'), off('2026-02-02', '2026-02-03'), off('2026-03-02')];
    expect(balanceOf(inputs({ requests }), '2026-02-28')).toEqual({
      policy: policy(),
      carriedOver: 5,
      lapsed: 5,
      accrued: 15,
      used: 2,
      pending: 0,
      ahead: 1,
      balance: 18,
      probationUntil: null,
      available: 18,
    });
  });

  test('What accrues by the month is there on the first of each, from the first one after somebody began', () => {
    const monthly = inputs({ policies: [policy({ per: 'month', days: 1.25 })], startedOn: '2026-03-16' });
    const accrued = (day: string) => balanceOf(monthly, day)?.accrued;
    expect(['2026-03-31', '2026-04-01', '2026-05-31', '2026-06-01'].map(accrued)).toEqual([0, 1.25, 2.5, 3.75]);
  });

  test('Who begins within a year has the share of its months that are left', () => {
    const later = inputs({ startedOn: '2026-05-18' });
    expect(balanceOf(later, '2026-05-17')).toMatchObject({ accrued: 0, balance: 0 });
    expect(balanceOf(later, '2026-05-18')).toMatchObject({ accrued: 10 });
  });

  test('More than there was is owed in the new year; without a limit all is carried over', () => {
    const requests = [off('2025-03-03', '2025-03-28')];
    expect(balanceOf(inputs({ requests }), '2026-01-01')).toMatchObject({ carriedOver: -5, lapsed: 0, balance: 10 });
    const all = inputs({ policies: [policy({ carryOver: null })] });
    expect(balanceOf(all, '2027-01-01')).toMatchObject({ carriedOver: 30, balance: 45 });
  });

  test('A type without a policy has no balance, and days before the first one do not count', () => {
    expect(balanceOf(inputs({ policies: [] }), '2026-01-01')).toBe(null);
    const requests = [off('2024-12-30', '2025-01-03')];
    expect(balanceOf(inputs({ requests }), '2024-12-31')).toBe(null);
    expect(balanceOf(inputs({ requests }), '2025-01-31')).toMatchObject({ used: 3 });
  });

  test('In probation time off accrues and is not to be used', () => {
    const policies = [policy({ per: 'month', days: 1, probation: 3, probationUnit: 'months' })];
    const newcomer = inputs({ policies, startedOn: '2026-01-31' });
    const probationUntil = '2026-04-30';
    expect(balanceOf(newcomer, '2026-04-29')).toMatchObject({ balance: 3, available: 0, probationUntil });
    expect(balanceOf(newcomer, probationUntil)).toMatchObject({ balance: 3, available: 3, probationUntil: null });
    // Of these days two are in probation; the others are covered.
    expect(balanceWith(newcomer, off('2026-04-28', '2026-05-01'))).toEqual({
      asOf: '2026-05-01',
      counted: 4,
      before: 4,
      after: 0,
      beyond: 2,
      lacking: null,
      probationUntil,
    });
  });

  test('A request is beyond the balance by what there is not on its last day', () => {
    const requests = [off('2025-03-03', '2025-03-14'), off('2025-06-02', '2025-06-03', 'pending')];
    const ahead = inputs({ requests });
    expect(balanceWith(ahead, off('2025-06-05', '2025-06-11'))).toMatchObject({ before: 3, after: -2, beyond: 2 });
    expect(balanceWith(ahead, { ...off('2025-06-05'), half: 'morning' })).toMatchObject({ after: 2.5, beyond: 0 });
    const owing = inputs({ requests: [off('2025-01-06', '2025-01-31')] });
    expect(balanceWith(owing, off('2025-03-03', '2025-03-04'))).toMatchObject({ before: -5, after: -7, beyond: 2 });
  });

  test('A request is beyond the balance by what later requests lack because of it', () => {
    const august = [off('2025-08-04', '2025-08-15'), off('2025-08-18', '2025-08-20', 'pending')];
    const march = off('2025-03-03', '2025-03-07');
    expect(balanceWith(inputs({ requests: august }), march)).toMatchObject({
      after: 10,
      beyond: 3,
      lacking: { day: '2025-08-20', days: 3 },
    });
    // Without it two days are lacking already.
    const tooMany = [...august, off('2025-09-01', '2025-09-04')];
    expect(balanceWith(inputs({ requests: tooMany }), march)).toMatchObject({
      beyond: 5,
      lacking: { day: '2025-09-04', days: 5 },
    });
  });

  test('Thousands of requests over many years are reckoned at once', () => {
    const countedBy = {
      workingDays: WEEK,
      holidays: Array.from({ length: 100 }, (_, index) => addDays(MONDAY, 73 * index)),
    };
    const many = Array.from({ length: 3_000 }, (_, index) => ({ ...off(addDays(MONDAY, 2 * index)), countedBy }));
    expect(balanceWith(inputs({ requests: many }), off(addDays(MONDAY, 1)))).toMatchObject({ counted: 1, beyond: 1 });
  });

  test('Days that would have lapsed at new year are not missed after it', () => {
    const next = [off('2026-08-03', '2026-08-28')];
    const spared = inputs({ requests: next });
    expect(balanceWith(spared, off('2025-12-01', '2025-12-12'))).toMatchObject({ beyond: 0, lacking: null });
    const most = off('2025-12-01', '2025-12-16');
    expect(balanceWith(spared, most)).toMatchObject({ beyond: 2, lacking: { day: '2026-08-28', days: 2 } });
    const acrossIt = off('2025-12-29', '2026-01-02');
    expect(balanceWith(inputs(), acrossIt)).toMatchObject({ counted: 5, before: 20, after: 18 });
  });
});

// ── Any history ──────────────────────────────────────────────────────────────────────────────────────────────────

const FIRST = '2023-11-20';
const DAYS = 900;
const aDay = fc.nat(DAYS).map((days) => addDays(FIRST, days));
/** Near a new year, where most goes wrong. */
const day = fc.oneof(
  aDay,
  fc.integer({ min: 30, max: 55 }).map((days) => addDays(FIRST, days)),
);

/** The working days and holidays of an approval, which are others than those of now; null: it was before they were kept. */
const countedBy = fc.oneof(
  fc.constant(null),
  fc.record({
    workingDays: fc.subarray([...WEEK, 'saturday'], { minLength: 1 }),
    holidays: fc.array(day, { maxLength: 10 }),
  }),
);

/** A request that somebody asked for, and what became of it. */
const request = fc
  .record({
    start: day,
    length: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 20 })),
    half: fc.constantFrom(null, 'morning', 'afternoon'),
    countedBy,
    acts: fc.array(fc.constantFrom('approved', 'denied', 'reopen', 'withdraw', 'restore'), { maxLength: 4 }),
  })
  .map(({ start, length, half, countedBy, acts }) => {
    const details = { requestType: 'vacation', startDate: start, endDate: addDays(start, length - 1), reason: null };
    const by = { by: 'u', mayApproveOwn: true, mayForAll: true };
    const commands: TimeOffCommand[] = [
      {
        type: 'RequestTimeOff',
        employeeId: 'p',
        employeeRecord: 'staff',
        requestedBy: 'u',
        now: '2023-01-01T00:00:00.000Z',
        details: { ...details, half: length === 1 ? half : null },
      },
      ...acts.map((act): TimeOffCommand => {
        if (act === 'reopen') return { type: 'ReopenTimeOff' };
        if (act === 'withdraw') return { type: 'WithdrawTimeOff', ...by };
        if (act === 'restore') return { type: 'RestoreTimeOff', ...by };
        return { type: 'DecideTimeOff', status: act, reason: null, countedBy, ...by };
      }),
    ];
    let state = timeOff.initial;
    for (const command of commands) {
      try {
        state = timeOff.decide(command, state).reduce(timeOff.evolve, state);
      } catch {
        // What a rule refuses changes nothing.
      }
    }
    return state;
  });

const history = fc.record({
  startedOn: day,
  policies: fc.uniqueArray(
    fc.record({
      from: day,
      per: fc.constantFrom('year' as const, 'month' as const),
      days: fc.constantFrom(0, 0.5, 1.25, 1.67, 10, 15),
      carryOver: fc.constantFrom(null, 0, 2.5, 5),
      probation: fc.constantFrom(0, 30, 90),
    }),
    { selector: ({ from }) => from, maxLength: 4 },
  ),
  requests: fc.array(request, { maxLength: 12 }),
  holidays: fc.array(day, { maxLength: 10 }),
  asOf: day,
});

interface Tally {
  carriedOver: number;
  lapsed: number;
  accrued: number;
  used: number;
  pending: number;
}

const leftIn = ({ carriedOver, accrued, used, pending }: Tally) => carriedOver + accrued - used - pending;

/** The tally in hundredths after a day began: at a new year what is carried over, and what is granted. */
function begun(tally: Tally, date: string, rule: TimeOffPolicy, before: TimeOffPolicy | undefined): Tally {
  const [, month = 0, dayOfMonth] = date.split('-').map(Number);
  const isNewYear = month === 1 && dayOfMonth === 1;
  const all = Math.round(rule.days * 100);
  let next = tally;
  if (isNewYear) {
    const left = leftIn(tally);
    const carriedOver = rule.carryOver === null ? left : Math.min(left, Math.round(rule.carryOver * 100));
    next = { carriedOver, lapsed: left - carriedOver, accrued: 0, used: 0, pending: 0 };
  }
  let granted = 0;
  if (rule.per === 'month' && dayOfMonth === 1) granted = all;
  if (rule.per === 'year' && (isNewYear || before?.per !== 'year')) granted = Math.round((all * (13 - month)) / 12);
  return { ...next, accrued: next.accrued + granted };
}

/** The tally after what was taken on a day. */
function taken(tally: Tally, date: string, { requests, company }: BalanceInputs): Tally {
  const weekday = ['sunday', ...WEEK, 'saturday'][new Date(`${date}T12:00Z`).getUTCDay()] as string;
  const next = { ...tally };
  for (const { startDate, endDate, half, countedBy, status } of requests) {
    const works = (countedBy?.workingDays ?? company.workingDays).includes(weekday);
    const isHoliday = company.holidays.has(date) || countedBy?.holidays.includes(date);
    if (startDate <= date && date <= endDate && works && !isHoliday)
      next[status === 'approved' ? 'used' : 'pending'] += half ? 50 : 100;
  }
  return next;
}

/** The same as a balance, by walking through every day since the first one there is. */
function reckoned(given: BalanceInputs, asOf: string): (Tally & { balance: number }) | null {
  const newestFirst = given.policies.toSorted((a, b) => (a.from < b.from ? 1 : -1));
  let tally: Tally = { carriedOver: 0, lapsed: 0, accrued: 0, used: 0, pending: 0 };
  let before: TimeOffPolicy | undefined;
  for (let date = FIRST; date <= asOf; date = addDays(date, 1)) {
    const rule = newestFirst.find(({ from }) => from <= date);
    if (!rule || date < given.startedOn) continue;
    tally = taken(begun(tally, date, rule, before), date, given);
    before = rule;
  }
  return newestFirst.some(({ from }) => from <= asOf) ? { ...tally, balance: leftIn(tally) } : null;
}

interface History {
  startedOn: string;
  policies: readonly Pick<TimeOffPolicy, 'from' | 'per' | 'days' | 'carryOver' | 'probation'>[];
  requests: readonly ReturnType<typeof timeOff.evolve>[];
  holidays: readonly string[];
}

/** What the balance of a history follows from. */
function inputsOf({ startedOn, policies, requests, holidays }: History): BalanceInputs {
  return inputs({
    startedOn,
    requests: requests.flatMap((state): OpenRequest[] =>
      state.presence === 'present' && state.status !== 'denied'
        ? [{ ...state.details, countedBy: state.countedBy, status: state.status }]
        : [],
    ),
    policies: policies.map((each) => policy({ ...each, probationUnit: 'days' })),
    company: { workingDays: WEEK, holidays: new Set(holidays) },
  });
}

test('The balance of any history is that of a reckoning day by day', { tags: ['more'] }, () => {
  fc.assert(
    fc.property(history, ({ asOf, ...each }) => {
      const given = inputsOf(each);
      const slow = reckoned(given, asOf);
      const found = balanceOf(given, asOf);
      expect(found === null).toBe(slow === null);
      if (!found) return;
      const { carriedOver, lapsed, accrued, used, pending, balance } = found;
      const hundredths = Object.entries({ carriedOver, lapsed, accrued, used, pending, balance });
      expect(Object.fromEntries(hundredths.map(([name, days]) => [name, Math.round(days * 100)]))).toEqual(slow);
      const isFree = asOf >= addDays(given.startedOn, found.policy.probation);
      expect(found.available).toBe(isFree ? balance : Math.min(0, balance));
    }),
    { numRuns: runs(200) },
  );
});

/** By how many hundredths of a day a request is beyond the balance, by walking through all days with it and without. */
function slowlyBeyond(given: BalanceInputs, asked: OpenRequest): number {
  const withIt = { ...given, requests: [...given.requests, asked] };
  const lack = (of: BalanceInputs, day: string) => Math.max(0, -(reckoned(of, day)?.balance ?? 0));
  const ends = [asked, ...given.requests].map(({ endDate }) => endDate).filter((day) => day >= asked.endDate);
  const lacks = ends.map((day) => lack(withIt, day) - lack(given, day));
  const newest = given.policies
    .filter(({ from }) => from <= asked.endDate)
    .sort((a, b) => (a.from < b.from ? 1 : -1))[0];
  const free = addDays(given.startedOn, newest?.probation ?? 0);
  const taken = (of: BalanceInputs) => {
    const tally = reckoned(
      { ...of, policies: given.policies.map((each) => ({ ...each, carryOver: null })) },
      addDays(free, -1),
    );
    return tally?.balance ?? 0;
  };
  return Math.max(...lacks, taken(given) - taken(withIt));
}

test('A request is beyond the balance of any history as a reckoning day by day says', { tags: ['more'] }, () => {
  fc.assert(
    fc.property(history, (each) => {
      const { requests: all, ...others } = inputsOf(each);
      const [asked, ...requests] = all;
      fc.pre(asked !== undefined);
      const given = { ...others, requests };
      const found = balanceWith(given, asked);
      expect(found === null).toBe(reckoned(given, asked.endDate) === null);
      if (!found) return;
      expect(Math.round(found.beyond * 100)).toBe(slowlyBeyond(given, asked));
      expect(found.beyond).toBeLessThanOrEqual(found.counted);
    }),
    { numRuns: runs(200) },
  );
});
