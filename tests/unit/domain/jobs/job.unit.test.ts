import { describe, expect, test } from 'vitest';
import type { Deduction } from '../../../../domain/invoice/lines.ts';
import { isToInvoice } from '../../../../domain/job/closing.ts';
import { type JobDetails, type JobEvent, NO_JOB_DETAILS } from '../../../../domain/job/events.ts';
import { job } from '../../../../domain/job/job.ts';
import { clockHours, NEW_LIFE } from '../../../../domain/job/life.ts';
import { type JobAct, standingOf } from '../../../../domain/job/terms.ts';
import { fold, Rejection } from '../../../../domain/kit/decider.ts';
import { happenedAt } from '../../../../domain/kit/device-times.ts';
import { addHours, exactMoment, instantOf, wallMoment } from '../../../../domain/kit/times.ts';
import { specify } from '../../../support/decider-specification.ts';
import { PLAIN_JOB } from '../../../support/samples/jobs.ts';

const NOW = '2026-06-15T12:00:00.000Z';
const ZONE = 'America/New_York';
const { given } = specify(job);

const details: JobDetails = {
  ...PLAIN_JOB,
  title: 'Oak at the gate',
  serviceType: 'tree_removal',
  estimatedDuration: 4,
  amount: 120_000,
};
const created: JobEvent = { type: 'JobCreated', data: { number: null, customerId: 'c', ...details, createdAt: NOW } };
const at = (hour: number, minute = 0) =>
  `2026-06-15T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00.000Z`;
const started = (hour: number): JobEvent => ({ type: 'JobStarted', data: { status: 'in_progress', at: at(hour) } });
const paused = (hour: number): JobEvent => ({ type: 'JobPaused', data: { at: at(hour) } });
const resumed = (hour: number): JobEvent => ({ type: 'JobResumed', data: { status: 'in_progress', at: at(hour) } });
const held = (hour: number): JobEvent => ({
  type: 'JobHeld',
  data: { status: 'on_hold', at: at(hour), reason: 'Wind' },
});
const completed = (hour: number): JobEvent => ({ type: 'JobCompleted', data: { status: 'completed', at: at(hour) } });
const cancelled = (reason: string | null): JobEvent => ({
  type: 'JobCancelled',
  data: { status: 'cancelled', at: at(9), reason },
});
const advance = (act: JobAct, hour = 9, reason: string | null = null) =>
  ({ type: 'AdvanceJob', act, at: at(hour), reason }) as const;
const visit = (day: number, start = '08:00', end = '12:00') => ({
  start: `2026-06-${day}T${start}`,
  end: `2026-06-${day}T${end}`,
});
const scheduled = (...visits: ReturnType<typeof visit>[]): JobEvent => ({
  type: 'JobScheduled',
  data: { status: 'scheduled', visits, zone: ZONE },
});
const plan = (planned: object, isStatus = false) => ({ type: 'ScheduleJob', planned, zone: ZONE, isStatus }) as never;

describe('a finished job of which nothing is to be invoiced', () => {
  const free: JobEvent[] = [
    { ...created, data: { ...created.data, amount: 0 } } as JobEvent,
    started(8),
    completed(12),
  ];
  const close = (open: number | null, reason: string | null = 'Warranty', deposits: Deduction[] = []) =>
    ({ type: 'CloseWithoutInvoice', reason, at: NOW, open, deposits }) as const;
  const closing = (amount = 0): JobEvent => {
    return { type: 'JobClosedWithoutInvoice', data: { reason: 'Warranty', at: NOW, amount } };
  };

  test('A finished job of which nothing is to be invoiced is closed once, with a reason', () => {
    given(...free)
      .when(close(0))
      .then(closing());
    given(...free, closing())
      .when(close(0, 'Another reason'))
      .then();
  });

  test('A finished job of which nothing is to be invoiced has a price of 0 from then on, if it had none', () => {
    const unpriced = { ...created, data: { ...created.data, amount: null } } as JobEvent;
    given(unpriced, started(8), completed(12))
      .when(close(null))
      .then({ type: 'JobRevised', data: { amount: 0 } }, closing());
  });

  test('A job that is not finished, is invoiced, or still comes to something is not closed', () => {
    given(...free.slice(0, 2))
      .when(close(0))
      .thenRefused('conflict');
    given(...free, { type: 'JobInvoiced', data: { invoiceId: 'i' } })
      .when(close(0))
      .thenRefused('conflict');
    given(...free)
      .when(close(1))
      .thenRefused('conflict');
  });

  test('A finished job of which nothing is to be invoiced is not closed beside a deposit that nothing deducts', () => {
    given(...free)
      .when(close(0, null, [{ invoiceId: 'd', number: 1001, amount: 1 }]))
      .thenRefused('conflict');
  });

  test('A closed job is to be invoiced again when an invoice of it is cancelled', () => {
    const withdraw = { type: 'WithdrawInvoice', invoiceId: 'part' } as const;
    given(...free, closing())
      .when(withdraw)
      .then({ type: 'JobReopenedToInvoice', data: {} });
    given(...free)
      .when(withdraw)
      .then();
  });

  test('A closed job whose price is raised is to be invoiced after all, until that is undone', () => {
    const raised: JobEvent = { type: 'JobRevised', data: { amount: 500 } };
    const toInvoice = (...events: JobEvent[]) => {
      const state = fold(job, events);
      return state.presence !== 'absent' && isToInvoice(state);
    };
    expect(toInvoice(...free)).toBe(true);
    expect(toInvoice(...free, closing())).toBe(false);
    expect(toInvoice(...free, closing(), raised)).toBe(true);
    expect(toInvoice(...free, closing(), raised, { type: 'JobRevised', data: { amount: 0 } })).toBe(false);
    expect(toInvoice(...free, closing(), raised, closing(500))).toBe(false);
  });

  test('Why nothing is to be invoiced goes with the person', () => {
    const state = fold(job, [...free, closing(), { type: 'JobErased', data: {} }]);
    expect(JSON.stringify(state)).not.toContain('Warranty');
  });

  test('Closing a job and undoing that are undone like any act', () => {
    const before = fold(job, free);
    expect(job.inverse(closing(), before)).toEqual({ type: 'RestoreClosing', closing: null });
    given(...free, closing())
      .when({ type: 'RestoreClosing', closing: null })
      .then({ type: 'JobReopenedToInvoice', data: {} });
    const back = job.inverse({ type: 'JobReopenedToInvoice', data: {} }, fold(job, [...free, closing()]));
    given(...free)
      .when(back as never)
      .then(closing());
  });
});

test('A removed job stands as removed, but for work that is done', () => {
  expect([standingOf('scheduled', true), standingOf('completed', true), standingOf('cancelled', false)]).toEqual([
    'removed',
    'completed',
    'cancelled',
  ]);
});

describe('making a job', () => {
  test('Making a job records what is to be done, and for whom', () => {
    given().when({ type: 'CreateJob', customerId: 'c', details, now: NOW }).then(created);
  });
  test('Making a job a second time, or without an address, is refused', () => {
    given(created).when({ type: 'CreateJob', customerId: 'c', details, now: NOW }).thenRefused('conflict');
    const nowhere = { ...details, address: ' ' };
    given().when({ type: 'CreateJob', customerId: null, details: nowhere, now: NOW }).thenRefused('invalid');
  });
  test.each([
    { earliestDate: '2026-06-20', latestDate: '2026-06-19' },
    { timeWindow: { start: '12:00', end: '08:00' } },
  ])('Making a job with %j is refused', (wrong) => {
    const command = { type: 'CreateJob', customerId: null, details: { ...details, ...wrong }, now: NOW } as const;
    given().when(command).thenRefused('invalid');
  });
});

describe('revising a job', () => {
  test('Revising a job records the fields that changed', () => {
    given(created)
      .when({ type: 'ReviseJob', details: { priority: 'urgent', amount: 120_000, hazards: [] } })
      .then({ type: 'JobRevised', data: { priority: 'urgent' } });
    given(created)
      .when({ type: 'ReviseJob', details: { address: null } })
      .thenRefused('invalid');
  });
  test('Revising a job leaves its customer', () => {
    given(created).when({ type: 'ReviseJob', details: {}, customerId: 'c' }).thenNothingHappens();
    given(created).when({ type: 'ReviseJob', details: {}, customerId: 'd' }).thenRefused('invalid');
  });
});

describe('scheduling a job', () => {
  test('Scheduling a job takes as long as is estimated, or four hours', () => {
    const estimated = (hours: number | null): JobEvent => ({ type: 'JobRevised', data: { estimatedDuration: hours } });
    given(created, estimated(2))
      .when(plan({ start: visit(15).start }))
      .then(scheduled(visit(15, '08:00', '10:00')));
    // 0 says nothing either.
    for (const unknown of [null, 0])
      given(created, estimated(unknown))
        .when(plan({ start: visit(15).start }))
        .then(scheduled(visit(15, '08:00', '12:00')));
  });
  test('Scheduling a job again moves it with its length, and several days together', () => {
    const two = [visit(15), visit(17, '07:00', '10:30')];
    given(created, scheduled(visit(15, '08:00', '09:30')))
      .when(plan({ start: '2026-06-16T13:00' }))
      .then(scheduled(visit(16, '13:00', '14:30')));
    given(created)
      .when(plan({ visits: [...two].reverse() }))
      .then(scheduled(...two));
    given(created, scheduled(...two))
      .when(plan({ start: visit(18).start, end: visit(18).end }, true))
      .then(scheduled(visit(18), visit(20, '07:00', '10:30')));
    given(created, scheduled(...two))
      .when(plan({ start: visit(15).start }))
      .thenNothingHappens();
  });
  test('Scheduling a job that is under way moves its visits only, and is no way back', () => {
    const moved = { type: 'JobScheduled', data: { status: 'in_progress', visits: [visit(15)], zone: ZONE } } as const;
    given(created, started(8))
      .when(plan({ start: visit(15).start }))
      .then({ ...moved, data: { ...moved.data, visits: [...moved.data.visits] } });
    given(created, started(8))
      .when(plan({ start: visit(15).start }, true))
      .thenRefused('conflict');
    given(created, cancelled(null))
      .when(plan({ start: visit(15).start }))
      .thenRefused('conflict');
  });
  test.each([
    [{ start: '2026-06-15T08:00', end: '2026-06-15T08:00' }],
    [{ visits: [visit(15), visit(15, '11:00', '13:00')] }],
    [{ visits: [] }],
    [{ end: '2026-06-15T08:00' }],
  ])('Scheduling a job as %j is refused', (planned) => {
    given(created).when(plan(planned)).thenRefused('invalid');
  });
  test('Scheduling a job against a rule is told with why it was chosen, and nothing is told where nothing stands against it', () => {
    const conflicts = [{ kind: 'overtime', day: '2026-06-15', jobId: null, personId: null, machineId: null }];
    const recorded = { conflicts, overrideReason: 'It cannot wait.' };
    given(created)
      .when({ type: 'AcceptConflicts', conflicts, because: 'cannot_wait' })
      .then({ type: 'JobConflictsRecorded', data: recorded });
    given(created).when({ type: 'AcceptConflicts', conflicts: [], because: 'cannot_wait' }).thenNothingHappens();
    given(created, { type: 'JobConflictsRecorded', data: recorded }).thenUndoneLeadsBack();
  });

  test('Scheduling a job as a visit of more than a day and a night is refused, in words', () => {
    const most = 'A visit can be at most 24 hours long; this one would be';
    const days = 'Give the job a visit for each day.';
    given(created)
      .when(plan({ visits: [{ start: '2026-06-15T08:00', end: '2027-06-15T08:00' }] }))
      .thenRefused('invalid', `${most} 365 days. ${days}`);
    given(created)
      .when(plan({ start: '2026-06-15T08:00', end: '2026-06-16T08:30' }))
      .thenRefused('invalid', `${most} 24.5 hours. ${days} Leave its date empty, then schedule its visits.`);
    const night = { start: '2026-06-15T20:00', end: '2026-06-16T20:00' };
    given(created)
      .when(plan({ visits: [night] }))
      .then(scheduled(night));
    // A visit planned that way earlier is still there, and may be shortened.
    const before = scheduled({ start: '2026-06-15T08:00', end: '2027-06-15T08:00' });
    given(created, before)
      .when(plan({ end: '2026-06-15T12:00' }))
      .then(scheduled(visit(15)));
    given(created, before, scheduled(visit(15))).thenUndoneLeadsBack();
  });
  test('Scheduling a job is taken back, unless work has begun', () => {
    given(created, scheduled(visit(15)))
      .when({ type: 'UnscheduleJob' })
      .then({ type: 'JobUnscheduled', data: { status: 'unscheduled' } });
    given(created).when({ type: 'UnscheduleJob' }).thenNothingHappens();
    given(created, scheduled(visit(15)), started(8))
      .when({ type: 'UnscheduleJob' })
      .thenRefused('conflict');
    given(created, scheduled(visit(15)), {
      type: 'JobUnscheduled',
      data: { status: 'unscheduled' },
    }).thenUndoneLeadsBack();
  });
});

describe('a job', () => {
  test('A job is started, paused, resumed and completed', () => {
    given(created).when(advance('start')).then(started(9));
    given(created, started(8)).when(advance('pause')).then(paused(9));
    given(created, started(8), paused(9)).when(advance('resume', 10)).then(resumed(10));
    given(created, started(8), paused(9)).when(advance('complete', 10)).then(completed(10));
    given(created, started(8), paused(9), resumed(10), completed(11)).thenUndoneLeadsBack();
  });
  test('A job is held, and goes on as it was before', () => {
    given(created, started(8))
      .when(advance('hold', 9, 'Wind'))
      .then(held(9));
    given(created, started(8), held(9)).when(advance('resume', 10)).then(resumed(10));
    const back = (status: string): JobEvent => ({ type: 'JobResumed', data: { status, at: at(10) } });
    given(created, held(9)).when(advance('resume', 10)).then(back('unscheduled'));
    given(created, scheduled(visit(15)), held(9))
      .when(advance('resume', 10))
      .then(back('scheduled'));
    given(created, scheduled(visit(15)), held(9), back('scheduled')).thenUndoneLeadsBack();
  });
  test.each<[JobAct, JobEvent[], string]>([
    ['complete', [], 'You cannot complete a job that is unscheduled.'],
    ['start', [started(8)], 'You cannot start a job that is in progress.'],
    ['resume', [started(8)], 'You cannot resume a job that is running.'],
    ['pause', [started(8), paused(9)], 'You cannot pause a job that is paused.'],
    ['complete', [started(8), completed(9)], 'You cannot complete a job that is completed.'],
    ['cancel', [started(8), completed(9)], 'You cannot cancel a job that is completed.'],
    ['complete', [started(8), held(9)], 'You cannot complete a job that is on hold.'],
    ['start', [cancelled('Sold')], 'You cannot start a job that is cancelled.'],
  ])('A job takes no %s after %j', (act, events, message) => {
    given(created, ...events)
      .when(advance(act, 12))
      .thenRefused('conflict', message);
  });
  test('A job does not end before it started; clocks that hardly differ are one', () => {
    given(created, started(9)).when(advance('complete', 8)).thenRefused('invalid');
    given(created, started(9))
      .when({ ...advance('complete'), at: at(8, 59) })
      .then(completed(9));
  });
  test('A job says why it was cancelled, and no longer once that is undone', () => {
    given(created, started(8))
      .when(advance('cancel', 9, 'Sold'))
      .then(cancelled('Sold'));
    given(created, started(8), cancelled('Sold')).thenUndoneLeadsBack();
  });
  test('A job that is cancelled already takes another reason, and keeps the one that it has where none or the same is given', () => {
    given(created, cancelled(null))
      .when(advance('cancel', 9, 'Sold'))
      .then(cancelled('Sold'));
    given(created, cancelled(null), cancelled('Sold')).thenUndoneLeadsBack();
    given(created, cancelled('Sold'))
      .when(advance('cancel', 9, 'Sold'))
      .thenNothingHappens();
    given(created, cancelled('Sold')).when(advance('cancel')).thenNothingHappens();
  });
  test('A job that was removed or erased is not changed', () => {
    given(created, { type: 'JobRemoved', data: {} }).when(advance('start')).thenRefused('removed');
    given(created, { type: 'JobErased', data: {} }).when(advance('start')).thenRefused('erased');
    given(created, { type: 'JobErased', data: {} }).when({ type: 'EraseJob' }).thenNothingHappens();
  });
});

describe('what a crew reports', () => {
  const note = { id: 'n', note: 'The gate sticks', addedBy: 'u', addedAt: NOW };
  const { id: _, ...noted } = note;
  const added: JobEvent = { type: 'JobNoteAdded', data: { noteId: 'n', ...noted } };
  const entry = { id: 'h', personId: 'p', day: '2026-06-15', hours: 3.5, rate: 6_800 };
  const worked: JobEvent = {
    type: 'JobHoursAdded',
    data: { hoursId: 'h', personId: 'p', day: '2026-06-15', hours: 3.5, rate: 6_800 },
  };
  const today = '2026-06-15';
  test('What a crew reports is kept, each once, and taken back', () => {
    given(created).when({ type: 'AddNote', note }).then(added);
    given(created, added).when({ type: 'AddNote', note }).thenNothingHappens();
    given(created, added, { type: 'JobNoteWithdrawn', data: { noteId: 'n' } }).thenUndoneLeadsBack();
    given(created, completed(9)).when({ type: 'AddHours', entry, today }).then(worked);
    given(created, worked)
      .when({ type: 'WithdrawHours', hoursId: 'h' })
      .then({ type: 'JobHoursWithdrawn', data: { hoursId: 'h' } });
    given(created, worked, { type: 'JobHoursWithdrawn', data: { hoursId: 'h' } }).thenUndoneLeadsBack();
  });
  test('What a crew reports is refused where it is nothing, or cannot be yet', () => {
    given(created)
      .when({ type: 'AddNote', note: { ...note, note: ' ' } })
      .thenRefused('invalid');
    for (const wrong of [{ hours: 0 }, { hours: 25 }, { day: '2026-06-16' }])
      given(created)
        .when({ type: 'AddHours', entry: { ...entry, ...wrong }, today })
        .thenRefused('invalid');
  });
  test('What a crew reports reads as erased with the job', () => {
    expect(fold(job, [created, added, { type: 'JobErased', data: {} }])).toMatchObject({
      report: { notes: [{ id: 'n', note: '[erased]', addedAt: NOW }] },
    });
  });
});

test('The clock of a job counts what it ran, to the minute', () => {
  const spells = [
    { from: at(8), to: at(9, 30) },
    { from: at(10), to: at(10, 15) },
    { from: at(11), to: null },
  ];
  expect(clockHours(spells)).toBe(1.75);
});

describe('when something happened on a device', () => {
  test('The time of an act on a device is now where it does not say, and as it says where its clock is right', () => {
    expect(happenedAt({}, NOW)).toBe(NOW);
    expect(happenedAt({ at: at(9), sentAt: at(12) }, '2026-06-15T12:00:20.000Z')).toBe(at(9));
    expect(happenedAt({ at: '2026-06-15T05:00:00-04:00' }, NOW)).toBe(at(9));
  });
  test('The time of an act on a device is put right where its clock is wrong by a day', () => {
    const [early, late] = ['2026-06-14T12:00:00.000Z', '2026-06-16T12:00:00.000Z'];
    expect(happenedAt({ at: '2026-06-14T09:00:00.000Z', sentAt: early }, NOW)).toBe(at(9));
    expect(happenedAt({ at: '2026-06-16T09:00:00.000Z', sentAt: late }, NOW)).toBe(at(9));
  });
  test('The time of an act on a device is refused in the future, and after it was sent', () => {
    for (const times of [{ at: '2026-06-16T09:00:00Z' }, { at: at(13), sentAt: at(12) }])
      expect(() => happenedAt(times, NOW)).toThrow(Rejection);
  });
});

test('A wall clock is read and set on both days on which it changes', () => {
  expect(wallMoment(Date.parse('2026-03-08T12:00:00Z'), ZONE)).toBe('2026-03-08T08:00');
  expect(instantOf('2026-03-08T08:00', ZONE)).toBe('2026-03-08T12:00:00.000Z');
  expect(instantOf('2026-11-01T08:00', ZONE)).toBe('2026-11-01T13:00:00.000Z');
  expect(instantOf('2026-03-08T02:30', ZONE)).toBe('2026-03-08T07:30:00.000Z');
  expect(addHours('2026-03-07T22:00', 4.5)).toBe('2026-03-08T02:30');
  expect([
    instantOf('soon', ZONE),
    instantOf('2026-02-31T08:00', ZONE),
    instantOf('2026-03-08T08:00', 'Nowhere'),
  ]).toEqual([null, null, null]);
});

describe('the hour that comes twice', () => {
  const [first, second] = ['2026-11-01T01:30', '2026-11-01T01:30-05:00'];
  const night = (start: string, end: string) => ({ start, end });

  test('Each of the two times that a wall clock shows alike is an instant of its own', () => {
    const instants = ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'];
    expect(instants.map((instant) => exactMoment(Date.parse(instant), ZONE))).toEqual([first, second]);
    expect([first, second].map((moment) => instantOf(moment, ZONE))).toEqual(instants);
    // A distance from UTC that the zone does not have then says nothing.
    expect(instantOf('2026-06-15T08:00-05:00', ZONE)).toBe('2026-06-15T12:00:00.000Z');
    expect(instantOf('2026-11-01T01:30Z', ZONE)).toBeNull();
  });

  test('A visit is planned from the first of two equal times to the second, and is the same when said again', () => {
    given(created)
      .when(plan({ visits: [night(first, second)] }))
      .then(scheduled(night(first, second)));
    given(created, scheduled(night(first, second)))
      .when(plan({ visits: [night(first, second)] }))
      .then();
    given(created, scheduled(night('2026-11-01T01:45', '2026-11-01T01:15-05:00')))
      .when(plan({ visits: [night(second, '2026-11-01T01:15-05:00')] }))
      .thenRefused('invalid');
  });

  test('Visits in the two equal hours are in their order, and not at the same time', () => {
    const [early, late] = [night('2026-11-01T01:15', '2026-11-01T01:45'), night(second, '2026-11-01T02:30')];
    given(created)
      .when(plan({ visits: [late, early] }))
      .then(scheduled(early, late));
  });

  test('A visit within the two hours is left as it is where its start is sent again', () => {
    given(created, scheduled(night(first, second)))
      .when(plan({ start: first }))
      .then();
  });

  test('A visit that begins or ends in the second hour keeps the time that it takes, when it is moved', () => {
    given(created, scheduled(night(first, second)))
      .when(plan({ start: '2026-11-02T08:00' }))
      .then(scheduled(night('2026-11-02T08:00', '2026-11-02T09:00')));
    given(created, scheduled(visit(15, '08:00', '08:15')))
      .when(plan({ start: second }))
      .then(scheduled(night(second, '2026-11-01T01:45-05:00')));
    given(created, scheduled(visit(15), night(second, '2026-11-01T03:00')))
      .when(plan({ start: '2026-06-16T08:00' }))
      .then(scheduled(visit(16), night('2026-11-02T01:30', '2026-11-02T03:00')));
  });
});

describe('a plan that the customer signed', () => {
  const item = {
    id: 'i',
    service: 'pruning',
    description: 'The oak',
    quantity: 1,
    priority: 'high',
    estimatedHours: 4,
    hazards: ['Wires'],
  };
  const quoted = {
    address: '3 Elm St',
    propertyId: null,
    description: 'Mind the roses',
    serviceType: 'pruning',
    priority: 'high',
    estimatedDuration: 4,
    amount: 120_000,
    hazards: ['Wires'],
  };
  const agreement = { quoteId: 'q', quoteVersion: 1, items: [item], photoIds: ['p'], ...quoted };
  const changed = { ...agreement, quoteVersion: 3, amount: 150_000, estimatedDuration: 6, hazards: ['Bees'] };
  const agree = (to: typeof agreement) =>
    ({ type: 'AgreeOnPlan', number: 1001, customerId: 'c', agreement: to, now: NOW }) as const;
  const agreed = (to: typeof agreement): JobEvent => ({ type: 'JobPlanAgreed', data: { ...to, agreedAt: NOW } });
  const made: JobEvent = {
    type: 'JobCreated',
    data: { number: 1001, customerId: 'c', ...NO_JOB_DETAILS, ...quoted, createdAt: NOW },
  };
  const revised = (data: Partial<JobDetails>): JobEvent => ({ type: 'JobRevised', data });
  const both = { hazards: ['Wires', 'Bees'] };

  test('A plan that the customer signed becomes a job, once', () => {
    given().when(agree(agreement)).then(made, agreed(agreement));
    given(made, agreed(agreement)).when(agree(agreement)).then();
    given(made, agreed(changed)).when(agree(agreement)).then();
  });

  test('A plan that the customer signed again changes its job: price, hours and what is to be done, and no hazard goes', () =>
    given(made, agreed(agreement))
      .when(agree(changed))
      .then(agreed(changed), revised({ estimatedDuration: 6, amount: 150_000, ...both })));

  test('A plan that the customer signed again leaves what a person has said otherwise since, but for the price', () =>
    given(made, agreed(agreement), revised({ estimatedDuration: 8, amount: 1, description: 'Ring twice' }))
      .when(agree({ ...changed, description: 'Mind the lawn' }))
      .then(agreed({ ...changed, description: 'Mind the lawn' }), revised({ amount: 150_000, ...both })));

  test('A plan that the customer signed again brings back a job that was removed or cancelled, without a date', () => {
    given(made, agreed(agreement), { type: 'JobRemoved', data: {} })
      .when(agree({ ...agreement, quoteVersion: 2 }))
      .then({ type: 'JobRestored', data: {} }, agreed({ ...agreement, quoteVersion: 2 }));
    const life = { ...NEW_LIFE, visits: [], work: [] };
    given(made, agreed(agreement), scheduled(visit(16)), cancelled('Wind'))
      .when(agree({ ...agreement, quoteVersion: 2 }))
      .then({ type: 'JobLifeRestored', data: life }, agreed({ ...agreement, quoteVersion: 2 }));
  });

  test('A plan that the customer signed again reopens a completed job for work not agreed before, and keeps the hours of its clock', () => {
    const done = [made, agreed(agreement), scheduled(visit(16)), started(8), completed(12)];
    const work = [{ from: at(8), to: at(12) }];
    const life = { ...NEW_LIFE, visits: [], work };
    for (const items of [
      [item, { ...item, id: 'j' }],
      [{ ...item, quantity: 2 }],
      [{ ...item, description: 'Both oaks' }],
    ]) {
      const more = { ...agreement, quoteVersion: 2, items };
      given(...done)
        .when(agree(more))
        .then({ type: 'JobLifeRestored', data: life }, agreed(more));
    }
  });

  test('A plan that the customer signed again leaves a job completed of which only the price, or less, was signed', () => {
    const done = [made, agreed({ ...agreement, items: [item, { ...item, id: 'j', quantity: 2 }] }), started(8)];
    const cheaper = { ...agreement, quoteVersion: 2, items: [{ ...item, id: 'j', estimatedHours: 1 }], amount: 90_000 };
    given(...done, completed(12))
      .when(agree(cheaper))
      .then(agreed(cheaper), revised({ amount: 90_000 }));
  });

  test('A plan that the customer signed again leaves a job alone whose person was erased', () =>
    given(made, agreed(agreement), { type: 'JobErased', data: {} }).when(agree(changed)).then());

  describe('and its invoice', () => {
    const invoiced: JobEvent = { type: 'JobInvoiced', data: { invoiceId: 'i' } };
    const withdrawn: JobEvent = { type: 'JobInvoiceWithdrawn', data: { invoiceId: 'i' } };
    const compare = (quoteVersion: number | null) =>
      ({ type: 'CompareInvoice', invoiceId: 'i', quoteVersion }) as const;

    test('A signed plan and its invoice are told apart where more was signed while it was issued: that is still to be invoiced', () => {
      given(made, agreed(agreement), agreed(changed), invoiced).when(compare(1)).then(withdrawn);
      given(made, agreed(agreement), invoiced).when(compare(null)).then(withdrawn);
    });

    test('A signed plan, and an invoice, end what was said about nothing to invoice', () => {
      const close = { type: 'CloseWithoutInvoice', reason: null, at: NOW, open: 0, deposits: [] } as const;
      const closing: JobEvent = { type: 'JobClosedWithoutInvoice', data: { reason: null, at: NOW, amount: 120_000 } };
      const done = [created, started(8), completed(12)];
      given(...done, closing, invoiced, withdrawn)
        .when(close)
        .then(closing);
      const { amount } = agreement;
      given(...done, closing, agreed(agreement))
        .when(close)
        .then(closing);
      expect(amount).toBe(120_000);
    });

    test('A signed plan and its invoice stay together where it is of what was signed last, or of nothing that was signed', () => {
      given(made, agreed(agreement), agreed(changed), invoiced).when(compare(3)).then();
      given(created, invoiced).when(compare(null)).then();
    });

    test('A signed plan and its invoice are nothing to a job that has another invoice, has none, or is not there', () => {
      given(made, agreed(changed), { type: 'JobInvoiced', data: { invoiceId: 'j' } })
        .when(compare(1))
        .then();
      given(made, agreed(changed)).when(compare(1)).then();
      given().when(compare(1)).then();
    });
  });
});
