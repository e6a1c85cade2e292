import { describe, expect, test } from 'vitest';
import { fold, followedBy } from '../../../../domain/kit/decider.ts';
import { type TimeOffEvent, timeOffEvents } from '../../../../domain/time-off/events.ts';
import { daysOff } from '../../../../domain/time-off/terms.ts';
import { type TimeOffCommand, timeOff } from '../../../../domain/time-off/time-off.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(timeOff);

const NOW = '2026-06-15T12:00:00.000Z';
const details = {
  requestType: 'vacation',
  startDate: '2026-07-06',
  endDate: '2026-07-10',
  half: null,
  reason: 'The lake',
};
const asked = { employeeId: 'lee', employeeRecord: 'staff', requestedBy: 'sam' } as const;
const request: TimeOffCommand = { type: 'RequestTimeOff', ...asked, details, now: NOW };
const requested: TimeOffEvent = { type: 'TimeOffRequested', data: { ...details, ...asked, requestedAt: NOW } };
const WHY = 'Two crews are short that week';
const COUNTED_BY = { workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], holidays: ['2026-07-06'] };
const approved = (decidedBy: string, isOwn = false): TimeOffEvent => ({
  type: 'TimeOffApproved',
  data: { decidedBy, isOwn, reason: null, countedBy: COUNTED_BY },
});
const denied: TimeOffEvent = { type: 'TimeOffDenied', data: { decidedBy: 'sam', isOwn: false, reason: WHY } };
const decide = (status: 'approved' | 'denied', by: string, mayApproveOwn = false): TimeOffCommand => ({
  type: 'DecideTimeOff',
  status,
  reason: null,
  countedBy: COUNTED_BY,
  by,
  mayApproveOwn,
});

describe('a request', () => {
  test('A request for time off is recorded, and may be for somebody else', () => {
    given().when(request).then(requested);
  });

  test.each([
    ['ends before it starts', { startDate: '2026-07-06', endDate: '2026-07-05' }],
    ['is for the morning of two days', { endDate: '2026-07-07', half: 'morning' }],
    ['is for more than a year', { startDate: '2026-07-06', endDate: '2027-07-07' }],
  ])('A request for time off is refused where it %s', (_, days) => {
    given()
      .when({ ...request, details: { ...details, ...days } } as TimeOffCommand)
      .thenRefused('invalid');
  });

  test.each([
    ['2026-07-06', '2026-07-06', 1],
    ['2026-07-06', '2026-07-10', 5],
    // Across the night when clocks go back.
    ['2026-10-31', '2026-11-02', 3],
    ['2027-02-27', '2027-03-01', 3],
  ])('A request for time off counts both ends: %s to %s', (start, end, days) => {
    expect(daysOff(start, end)).toBe(days);
  });

  test('A request for time off may be for half of its one day, and one from before half days is for whole days', () => {
    expect(daysOff('2026-07-06', '2026-07-06', 'afternoon')).toBe(0.5);
    const half = { ...details, endDate: details.startDate, half: 'afternoon' };
    given()
      .when({ ...request, details: half })
      .then({ ...requested, data: { ...requested.data, ...half } } as TimeOffEvent);
    const { half: _, ...before } = requested.data as Extract<TimeOffEvent, { type: 'TimeOffRequested' }>['data'];
    expect(timeOffEvents[0].versions[0]?.upcast?.(before as never)).toEqual(requested.data);
  });

  test('A request for time off is about the person who will be away, by their record or their account', () => {
    expect(followedBy(timeOff.whose, requested, 'x')).toEqual({ category: 'staff', id: 'lee' });
    const ofAccount = { ...requested, data: { ...requested.data, employeeRecord: 'user' } } as TimeOffEvent;
    expect(followedBy(timeOff.whose, ofAccount, 'x')).toEqual({ category: 'user', id: 'lee' });
  });
});

describe('a decision', () => {
  test('A decision on time off is made once, with who made it', () => {
    given(requested).when(decide('approved', 'sam')).then(approved('sam'));
    given(requested, approved('sam')).when(decide('approved', 'kim')).thenNothingHappens();
    given(requested, approved('sam')).when(decide('denied', 'kim')).thenRefused('conflict');
    given(requested, denied).when(decide('approved', 'kim')).thenRefused('conflict');
  });

  test('An approval of time off keeps the working days, and the holidays within its days', () => {
    const holidays = ['2026-07-03', ...COUNTED_BY.holidays, '2026-07-11'];
    given(requested)
      .when({ ...decide('approved', 'sam'), countedBy: { ...COUNTED_BY, holidays } } as TimeOffCommand)
      .then(approved('sam'));
  });

  test('A decision on time off says why, and one of before that could be said says nothing', () => {
    given(requested)
      .when({ ...decide('denied', 'sam'), reason: WHY } as TimeOffCommand)
      .then(denied);
    const [approval, denial] = timeOffEvents.filter(
      ({ type }) => type === 'TimeOffApproved' || type === 'TimeOffDenied',
    );
    for (const { versions } of [approval, denial].filter((each) => each !== undefined))
      expect(versions[0]?.upcast?.({ decidedBy: 'sam', isOwn: false } as never)).toEqual({
        decidedBy: 'sam',
        isOwn: false,
        reason: null,
      });
  });

  test('What was said about a decision on time off goes with the person', () => {
    const state = fold(timeOff, [requested, denied, { type: 'TimeOffErased', data: {} }]);
    expect(state).toMatchObject({ decision: { decidedBy: 'sam', reason: '[erased]' }, status: 'denied' });
  });

  test('An approval of one’s own time off is for the owner, and recorded as such', () => {
    given(requested)
      .when(decide('approved', 'lee'))
      .thenRefused('forbidden', 'Someone else has to approve your own time off.');
    given(requested)
      .when(decide('approved', 'lee', true))
      .then(approved('lee', true));
    given(requested)
      .when(decide('denied', 'lee'))
      .then({ type: 'TimeOffDenied', data: { decidedBy: 'lee', isOwn: true, reason: null } });
  });

  test('A decision on time off is not made about a request that was withdrawn', () => {
    given(requested, { type: 'TimeOffWithdrawn', data: {} }).when(decide('approved', 'sam')).thenRefused('removed');
  });

  test('A decision on time off can be undone, and that too', () => {
    given(requested, approved('sam')).thenUndoneLeadsBack();
    given(requested, denied).thenUndoneLeadsBack();
    given(requested, denied, { type: 'TimeOffReopened', data: {} }).thenUndoneLeadsBack();
    given(requested, approved('lee', true), { type: 'TimeOffReopened', data: {} }).thenUndoneLeadsBack();
  });

  test('A decision on time off that an undo brings back has no right that nobody had', () => {
    const reopened: TimeOffEvent = { type: 'TimeOffReopened', data: {} };
    const back = (...events: TimeOffEvent[]) => timeOff.inverse(reopened, fold(timeOff, events));
    expect(back(requested, approved('sam'))).toEqual(decide('approved', 'sam'));
    expect(back(requested, approved('lee', true))).toEqual(decide('approved', 'lee', true));
  });
});

describe('withdrawing', () => {
  const withdraw = (by: string, mayForAll = false): TimeOffCommand => ({ type: 'WithdrawTimeOff', by, mayForAll });
  const withdrawn: TimeOffEvent = { type: 'TimeOffWithdrawn', data: {} };

  test.each([
    ['the person it is for', withdraw('lee')],
    ['whoever asked', withdraw('sam')],
    ['an owner', withdraw('kim', true)],
  ])('Withdrawing time off is for %s', (_, command) => {
    given(requested, approved('kim')).when(command).then(withdrawn);
    given(requested, withdrawn)
      .when({ ...command, type: 'RestoreTimeOff' } as TimeOffCommand)
      .then({ type: 'TimeOffRestored', data: {} });
  });

  test('Withdrawing time off is refused to everybody else, as is bringing it back', () => {
    const may = 'Only the person it is for, the person who asked for it, or an owner can';
    given(requested).when(withdraw('kim')).thenRefused('forbidden', `${may} withdraw this time off.`);
    given(requested, withdrawn)
      .when({ type: 'RestoreTimeOff', by: 'kim', mayForAll: false })
      .thenRefused('forbidden', `${may} bring this time off back.`);
    given(requested, withdrawn).when(withdraw('kim')).thenNothingHappens();
  });

  test('Withdrawing time off can be undone, and that too', () => {
    given(requested, withdrawn).thenUndoneLeadsBack();
    given(requested, withdrawn, { type: 'TimeOffRestored', data: {} }).thenUndoneLeadsBack();
  });

  test('Withdrawing time off is undone as by whoever asked, not as by an owner', () => {
    expect(timeOff.inverse(requested, timeOff.initial)).toEqual(withdraw('sam'));
    const restore = { ...withdraw('sam'), type: 'RestoreTimeOff' };
    expect(timeOff.inverse(withdrawn, fold(timeOff, [requested]))).toEqual(restore);
  });
});
