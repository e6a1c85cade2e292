import { describe, expect, test } from 'vitest';
import { fold, Rejection } from '../../../../domain/kit/decider.ts';
import { type PlanEvent, type PlanRoute, planEvents } from '../../../../domain/plan/events.ts';
import { batchItems, type RouteKey } from '../../../../domain/plan/items.ts';
import { applicable, type Plan, plan } from '../../../../domain/plan/plan.ts';
import { specify } from '../../../support/decider-specification.ts';
import { PLAN_HEAD, PLAN_TOTALS, plannedMove, planRoute, planStop } from '../../../support/samples/plans.ts';

const { given } = specify(plan);
const NOW = '2026-06-14T22:00:00.000Z';
const ROUTE = planRoute([planStop('a')]);
const BEGUN: PlanEvent = { type: 'PlanProposed', data: { ...PLAN_HEAD, proposedAt: NOW } };
const ROUTED: PlanEvent = { type: 'PlanRouteProposed', data: ROUTE };
const COMPLETE: PlanEvent = { type: 'PlanProposalCompleted', data: PLAN_TOTALS };
const STALE: PlanEvent = { type: 'PlanMarkedStale', data: { reason: 'new_job', causedBy: 'job-b@0' } };
const APPLIED: PlanEvent = { type: 'PlanApplied', data: { batchId: 'b', appliedAt: NOW } };
const UNDONE: PlanEvent = { type: 'PlanApplicationUndone', data: { batchId: 'b' } };
const DISMISSED: PlanEvent = { type: 'PlanDismissed', data: {} };
const MOVED: PlanEvent = { type: 'PlanMovesProposed', data: { moves: [plannedMove('a')] } };
const CONFLICT = { kind: 'overtime', day: '2026-06-15', jobId: null, personId: null, machineId: null };
const ACCEPTANCE = { jobId: 'a', conflicts: [CONFLICT], reason: 'cannot_wait' };
const ACCEPTED: PlanEvent = { type: 'PlanConflictsAccepted', data: ACCEPTANCE };
const OUT = { category: 'staff', id: 'ann', from: '2026-06-15', to: '2026-06-16', half: null };
const OUTAGE: PlanEvent = { type: 'PlanOutageProposed', data: OUT };
const proposed = [BEGUN, ROUTED, COMPLETE];

describe('a proposal', () => {
  test('A proposed plan is written in parts, and is there once it is complete', () => {
    given().when({ type: 'BeginProposal', head: PLAN_HEAD, now: NOW }).then(BEGUN);
    given(BEGUN).when({ type: 'AddRoute', route: ROUTE }).then(ROUTED);
    given(BEGUN, ROUTED).when({ type: 'CompleteProposal', totals: PLAN_TOTALS }).then(COMPLETE);
    given(BEGUN, ROUTED).when({ type: 'DismissPlan' }).thenRefused('not_found');
    given().when({ type: 'AddRoute', route: ROUTE }).thenRefused('conflict');
  });

  test('A proposed plan tells what is moved, and what was accepted against it', () => {
    given(BEGUN)
      .when({ type: 'AddMoves', moves: [plannedMove('a')] })
      .then(MOVED);
    given(BEGUN).when({ type: 'AddAccepted', accepted: ACCEPTANCE }).then(ACCEPTED);
    expect(fold(plan, [BEGUN, MOVED, MOVED, ACCEPTED])).toMatchObject({
      moves: [plannedMove('a'), plannedMove('a')],
      accepted: [ACCEPTANCE],
    });
    given(...proposed)
      .when({ type: 'AddMoves', moves: [plannedMove('a')] })
      .thenNothingHappens();
    // What an unfinished run wrote no longer counts.
    expect(fold(plan, [BEGUN, MOVED, ACCEPTED, BEGUN])).toMatchObject({ moves: [], accepted: [] });
    given(BEGUN, MOVED).when({ type: 'BeginProposal', head: PLAN_HEAD, now: NOW }).then(BEGUN);
  });

  test('A proposed plan tells what it works without, and an earlier one works with all', () => {
    given(BEGUN).when({ type: 'AddOutage', outage: OUT }).then(OUTAGE);
    given(BEGUN, OUTAGE).when({ type: 'BeginProposal', head: PLAN_HEAD, now: NOW }).then(BEGUN);
    expect(fold(plan, [BEGUN, OUTAGE, COMPLETE])).toMatchObject({ outage: OUT });
    expect(fold(plan, [BEGUN, ROUTED, COMPLETE])).toMatchObject({ outage: null });
  });

  test('A proposed plan that was not finished begins anew, and one that is there is not written again', () => {
    expect(fold(plan, [BEGUN, ROUTED, BEGUN]).routes).toEqual([]);
    given(...proposed)
      .when({ type: 'BeginProposal', head: PLAN_HEAD, now: NOW })
      .thenNothingHappens();
  });

  test('A proposed plan becomes out of date only while it waits', () => {
    const mark = { type: 'MarkPlanStale', reason: 'new_job', causedBy: 'job-b@0' } as const;
    given(...proposed)
      .when(mark)
      .then(STALE);
    given(...proposed, STALE)
      .when(mark)
      .thenNothingHappens();
    given(...proposed, APPLIED)
      .when(mark)
      .thenNothingHappens();
    given(BEGUN).when(mark).thenNothingHappens();
  });

  test('A proposed plan is dismissed while it waits, and comes back as it was', () => {
    given(...proposed, STALE)
      .when({ type: 'DismissPlan' })
      .then(DISMISSED);
    given(...proposed, STALE, DISMISSED).thenUndoneLeadsBack();
    given(...proposed, APPLIED)
      .when({ type: 'DismissPlan' })
      .thenRefused('conflict', 'This plan was already applied. Only one that is waiting can be dismissed.');
  });

  test('A proposed plan that nobody waits for is kept for later, with an undo', () => {
    const shown: PlanEvent = { type: 'PlanProposed', data: { ...PLAN_HEAD, isKept: false, proposedAt: NOW } };
    const KEPT: PlanEvent = { type: 'PlanKept', data: {} };
    given(shown, ROUTED, COMPLETE).when({ type: 'KeepPlan' }).then(KEPT);
    given(shown, ROUTED, COMPLETE, KEPT).thenUndoneLeadsBack();
    given(shown, ROUTED, COMPLETE, KEPT).when({ type: 'KeepPlan' }).thenNothingHappens();
    given(...proposed)
      .when({ type: 'KeepPlan' })
      .thenNothingHappens();
    for (const after of [STALE, APPLIED, DISMISSED])
      given(shown, ROUTED, COMPLETE, after).when({ type: 'KeepPlan' }).thenRefused('conflict');
    given(shown, ROUTED, COMPLETE, KEPT, STALE).when({ type: 'LetPlanGo' }).thenNothingHappens();
    expect(fold(plan, [shown, ROUTED, COMPLETE, KEPT, STALE])).toMatchObject({ status: 'stale', isKept: true });
  });

  test('A proposed plan of days from before waits as it did; one for a rain day never did', () => {
    const [first] = planEvents[0].versions;
    const { isKept: _, ...before } = { ...PLAN_HEAD, proposedAt: NOW };
    expect(first?.upcast?.(before as never)).toEqual({ ...before, isKept: true });
    expect(first?.upcast?.({ ...before, kind: 'rain_day' } as never)).toMatchObject({ isKept: false });
  });

  test('What a plan of days from before left out is told as it was: one rule, and one change', () => {
    const unassigned = planEvents.find(({ type }) => type === 'PlanJobsUnassigned');
    const left = { jobId: 'a', revision: 1, rule: 'skill' };
    const relaxation = { kind: 'skill', crewId: 'elm', day: null, start: null, amount: null, what: 'Crane' };
    const jobs = [
      { ...left, relaxation },
      { ...left, relaxation: null },
    ];
    expect(unassigned?.versions[0]?.upcast?.({ jobs } as never)).toEqual({
      jobs: [
        { ...left, isEverywhere: true, relaxation: { ...relaxation, also: [] } },
        { ...left, isEverywhere: true, relaxation: null },
      ],
    });
  });

  test('A proposed plan knows whether its batch stands', () => {
    given(...proposed)
      .when({ type: 'RecordApplication', batchId: 'b', now: NOW })
      .then(APPLIED);
    given(...proposed, APPLIED)
      .when({ type: 'RecordUndoneApplication', batchId: 'b' })
      .then(UNDONE);
    given(...proposed, APPLIED, UNDONE)
      .when({ type: 'RecordApplication', batchId: 'b', now: NOW })
      .then(APPLIED);
    // What the batch did is a fact, whatever happened to the plan at the same moment.
    given(...proposed, DISMISSED)
      .when({ type: 'RecordApplication', batchId: 'b', now: NOW })
      .then(APPLIED);
  });

  test.each([
    ['is out of date', [STALE], 'The schedule has changed since'],
    ['was dismissed', [DISMISSED], 'This plan was dismissed.'],
    ['was undone', [APPLIED, UNDONE], 'This plan was undone.'],
  ])('A proposed plan that %s is not applied', (_, events, message) => {
    expect(() => applicable(fold(plan, [...proposed, ...events]))).toThrow(message);
  });

  test('A proposed plan is applied where it waits; one that was applied is answered by its batch', () => {
    expect(applicable(fold(plan, proposed))).toMatchObject({ routes: [ROUTE] });
    expect(applicable(fold(plan, [...proposed, APPLIED]))).toBeNull();
    expect(() => applicable(fold(plan, [BEGUN]))).toThrow('There is no such plan.');
  });
});

describe('the batch of a plan', () => {
  const itemsOf = (routes: PlanRoute[], chosen?: RouteKey[], more: Partial<Plan> = {}) =>
    batchItems({ routes, moves: [], accepted: [], ...more }, 'UTC', chosen);
  const next = (stop: ReturnType<typeof planStop>) => ({
    ...stop,
    start: stop.start.replace('-15T', '-16T'),
    end: stop.end.replace('-15T', '-16T'),
  });
  const long = [
    planRoute([planStop('a'), planStop('b', 13, { revision: 4 }), planStop('pinned', 17, { isFixed: true })]),
    planRoute([next(planStop('b', 8, { revision: 4 })), next(planStop('c', 13))], { day: '2026-06-16' }),
  ];

  test('The batch of a plan adds what is left of a job to the visits that it has', () => {
    const [item] = itemsOf([planRoute([planStop('a', 8, { isFixed: true }), planStop('a', 13, { isRest: true })])]);
    expect(item?.commands).toEqual([
      { type: 'ReviseJob', details: { crewId: 'elm' } },
      {
        type: 'AddVisits',
        zone: 'UTC',
        visits: [{ start: '2026-06-15T13:00', end: '2026-06-15T17:00' }],
      },
    ]);
  });

  test('The batch of a plan gives each job its crew and all of its visits, and leaves alone what is fixed', () => {
    expect(itemsOf(long).map(({ recordId }) => recordId)).toEqual(['a', 'b', 'c']);
    expect(itemsOf(long)[1]).toEqual({
      stream: 'job-b',
      recordId: 'b',
      expectedRevision: 4,
      commands: [
        { type: 'ReviseJob', details: { crewId: 'elm' } },
        {
          type: 'ScheduleJob',
          zone: 'UTC',
          isStatus: true,
          planned: {
            visits: [
              { start: '2026-06-15T13:00', end: '2026-06-15T17:00' },
              { start: '2026-06-16T08:00', end: '2026-06-16T12:00' },
            ],
          },
        },
        { type: 'RecordConflicts', conflicts: [], overrideReason: null },
      ],
    });
  });

  test('The batch of a plan takes a job that has no place off its day, and says what was accepted', () => {
    const accepted = [{ jobId: 'a', conflicts: [CONFLICT], reason: 'cannot_wait' }];
    const moves = [plannedMove('a'), plannedMove('off', { to: null, revision: 7 })];
    const routes = [planRoute([planStop('a')])];
    const [placed, off, ...others] = itemsOf(routes, undefined, { moves, accepted });
    expect(placed?.commands.at(-1)).toEqual({
      type: 'AcceptConflicts',
      conflicts: [CONFLICT],
      because: 'cannot_wait',
    });
    expect(off).toEqual({
      stream: 'job-off',
      recordId: 'off',
      expectedRevision: 7,
      commands: [{ type: 'UnscheduleJob' }, { type: 'RecordConflicts', conflicts: [], overrideReason: null }],
    });
    expect(others).toEqual([]);
  });

  test('The batch of a plan of moves is all of its moves', () => {
    const routes = [planRoute([planStop('a')]), planRoute([planStop('c')], { crewId: 'oak' })];
    const moves = [plannedMove('a'), plannedMove('c')];
    expect(itemsOf(routes, routes, { moves })).toHaveLength(2);
    expect(() => itemsOf(routes, [{ day: '2026-06-15', crewId: 'oak' }], { moves })).toThrow('Apply all of it.');
  });

  test('The batch of a plan takes only the routes that were chosen, whole jobs each', () => {
    const one = [planRoute([planStop('a')]), planRoute([planStop('c')], { crewId: 'oak' })];
    expect(itemsOf(one, [{ day: '2026-06-15', crewId: 'oak' }]).map(({ recordId }) => recordId)).toEqual(['c']);
    expect(() => itemsOf(long, [{ day: '2026-06-15', crewId: 'elm' }])).toThrow('takes several days');
    expect(() => itemsOf(long, [{ day: '2026-06-15', crewId: 'none' }])).toThrow(Rejection);
  });
});
