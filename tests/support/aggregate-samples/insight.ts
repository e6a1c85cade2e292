import fc from 'fast-check';
import { insightEvents } from '../../../domain/insight/events.ts';
import { insight, insightStatusOf } from '../../../domain/insight/insight.ts';
import { DISMISSAL_REASONS } from '../../../domain/insight/terms.ts';
import { insights } from '../../../projections/insights.ts';
import { AT, few, LATER, mark, maybe, of, SAMPLE_ID, sample, text, WHY } from './sample.ts';

const now = fc.constantFrom(AT, LATER);

const said = {
  insightType: of('anomaly'),
  category: of('financial'),
  severity: fc.constantFrom('info', 'warning', 'critical'),
  title: few,
  description: of('More than in other winters.'),
  actionItems: fc.subarray(['Compare the prices.', 'Ask for another quote.']),
};

const finding = fc.record({
  ...said,
  basis: maybe(of('The mean of three winters.')),
  evidence: fc.subarray([
    { kind: 'cost', id: 'c1', why: 'The largest.' },
    { kind: 'cost', id: 'c2', why: 'The next.' },
  ]),
  opens: maybe(of('open')),
  measure: maybe(fc.constantFrom(0, 4, 5, 8)),
  worth: maybe(fc.constantFrom(0, 120_000)),
});

const MADE = ['InsightRaised', 'InsightRaisedAgain', 'InsightUpdated', 'InsightResolved', 'InsightChecked'];

export const insightSample = sample(insight, insightEvents, {
  commands: fc.oneof(
    fc.record({
      type: of('NoteFinding'),
      detector: of('cost_spike'),
      subject: of('fuel'),
      finding,
      confidence: fc.constantFrom('0.70', '0.81'),
      track: maybe(fc.constant({ right: 17, of: 21 })),
      now,
    }),
    fc.record({ type: of('EnterInsight'), ...said, confidence: of('0.5'), isSample: fc.boolean(), now: of(AT) }),
    fc.record({ type: fc.constantFrom('PassFinding', 'ReadInsight'), now }),
    fc.record({ type: of('CheckFinding'), raisedAt: now, right: fc.boolean(), now: of(LATER) }),
    fc.record({ type: of('TakeAction'), actionNotes: fc.constantFrom('Sold it.', 'Asked.', ' '), now }),
    fc.record({ type: of('DismissInsight'), reason: fc.constantFrom(...DISMISSAL_REASONS), note: text, now }),
    fc.record({
      type: fc.constantFrom(
        'MarkInsightUnread',
        'WithdrawAction',
        'WithdrawDismissal',
        'RemoveInsight',
        'RestoreInsight',
      ),
    }),
  ) as fc.Arbitrary<never>,
  projection: insights,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { says, detector, subject, isSample, readAt, action, dismissed, resolvedAt, presence } = state;
    const acted = { actionNotes: action?.actionNotes ?? null, actionTakenAt: action?.takenAt ?? null };
    const told = { ...says, detector, subject, isSample, readAt, ...acted, dismissed, resolvedAt };
    return { [SAMPLE_ID]: { ...told, status: insightStatusOf(state), ...mark(presence === 'removed') } };
  },
  final: MADE,
  inClear: {
    'what was found in the company’s books: its texts name no person and no record': MADE.slice(0, 3).flatMap((type) =>
      ['title', 'description', 'actionItems', 'basis', 'measure', 'confidence', 'track'].map(
        (field) => `${type}.${field}`,
      ),
    ),
    'ids of records that it rests on, with reasons that name nobody': MADE.slice(0, 3).map(
      (type) => `${type}.evidence`,
    ),
    'what the detector looks at: a list of ours, or the id of a record': ['InsightRaised.subject'],
    [WHY.worth]: MADE.slice(0, 3).map((type) => `${type}.worth`),
    [WHY.choice]: [
      ...MADE.slice(0, 3).flatMap((type) =>
        ['insightType', 'category', 'severity', 'opens'].map((field) => `${type}.${field}`),
      ),
      'InsightRaised.detector',
      'InsightRaisedAgain.why',
      'InsightEntered.insightType',
      'InsightEntered.category',
      'InsightEntered.severity',
      'InsightEntered.isSample',
      'InsightDismissed.reason',
      'InsightChecked.right',
    ],
    [WHY.entered]: [
      'InsightRaised.raisedAt',
      'InsightRaisedAgain.raisedAt',
      'InsightResolved.resolvedAt',
      'InsightChecked.raisedAt',
      'InsightChecked.checkedAt',
      'InsightEntered.enteredAt',
      'InsightRead.readAt',
      'InsightActionTaken.takenAt',
      'InsightDismissed.dismissedAt',
    ],
    'what staff say about the company’s own work, and what they did about it': [
      'InsightEntered.title',
      'InsightEntered.description',
      'InsightEntered.actionItems',
      'InsightEntered.confidence',
      'InsightActionTaken.actionNotes',
      'InsightDismissed.note',
    ],
  },
});
