import { changedFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { partOf } from '../kit/event.ts';
import {
  existing,
  type Presence,
  presenceWords,
  present,
  removal,
  requireNew,
  restoral,
  type There,
} from '../kit/presence.ts';
import {
  type EnteredInsight,
  enteredInsight,
  type FoundInsight,
  foundInsight,
  type InsightEvent,
  type TrackRecord,
} from './events.ts';
import { type FindingDetails, findingDetails } from './finding.ts';
import {
  type DetectorName,
  type DismissalReason,
  INSIGHT_SEVERITIES,
  type InsightSeverity,
  type InsightStatus,
} from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Why an insight was dismissed. */
export interface Dismissal {
  /** One of DISMISSAL_REASONS. */
  reason: string;
  note: string | null;
  /** ISO UTC. */
  at: string;
}

/** What somebody did about it. */
interface ActionTaken {
  actionNotes: string;
  /** ISO UTC. */
  takenAt: string;
}

/** A finding as it was raised. */
export interface Raise {
  /** ISO UTC. */
  at: string;
  says: FoundInsight;
}

interface KnownInsight {
  /** What it says. */
  says: FoundInsight;
  /** What found it; null if a person entered it, or it is a sample. */
  detector: string | null;
  subject: string | null;
  isSample: boolean;
  /** As it was last raised. */
  raised: Raise;
  /** Its raises that were not held against what followed since one of them was, the oldest first. */
  unchecked: readonly Raise[];
  /** ISO UTC; null if it is unread. */
  readAt: string | null;
  action: ActionTaken | null;
  dismissed: Dismissal | null;
  /** When its fact passed, ISO UTC; null as long as it holds. */
  resolvedAt: string | null;
}

export type InsightState = Presence<KnownInsight>;

/** What only a finding says: one that a person entered rests on nothing of ours. */
export const FOUND_BY_NOBODY = {
  basis: null,
  evidence: [],
  opens: null,
  measure: null,
  worth: null,
  track: null,
} as const satisfies Partial<FoundInsight>;

/** What a raise begins anew: nobody has read or dismissed it, and its fact holds. */
const NEWS = { readAt: null, dismissed: null, resolvedAt: null } as const;

function evolve(state: InsightState, event: InsightEvent): InsightState {
  if (event.type === 'InsightRaised') {
    const { detector, subject, raisedAt } = event.data;
    const raised = { at: raisedAt, says: partOf(foundInsight, event.data) };
    const found = { detector, subject, isSample: false, unchecked: [raised] };
    return { presence: 'present', says: raised.says, ...found, raised, action: null, ...NEWS };
  }
  if (event.type === 'InsightEntered') {
    const says = { ...FOUND_BY_NOBODY, evidence: [], ...partOf(enteredInsight, event.data) };
    const { isSample, enteredAt } = event.data;
    const byHand = { detector: null, subject: null, isSample, unchecked: [] };
    return { presence: 'present', says, ...byHand, raised: { at: enteredAt, says }, action: null, ...NEWS };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'InsightRaisedAgain': {
      const raised = { at: event.data.raisedAt, says: partOf(foundInsight, event.data) };
      return { ...state, says: raised.says, raised, unchecked: [...state.unchecked, raised], ...NEWS };
    }
    case 'InsightUpdated':
      return { ...state, says: event.data };
    case 'InsightResolved':
      return { ...state, resolvedAt: event.data.resolvedAt };
    case 'InsightChecked':
      return { ...state, unchecked: after(event.data.raisedAt, state.unchecked) };
    case 'InsightRead':
      return { ...state, readAt: event.data.readAt };
    case 'InsightMarkedUnread':
      return { ...state, readAt: null };
    case 'InsightActionTaken':
      return { ...state, action: event.data };
    case 'InsightActionWithdrawn':
      return { ...state, action: null };
    case 'InsightDismissed': {
      const { reason, note, dismissedAt } = event.data;
      return { ...state, dismissed: { reason, note, at: dismissedAt } };
    }
    case 'InsightDismissalWithdrawn':
      return { ...state, dismissed: null };
    case 'InsightRemoved':
      return { ...state, presence: 'removed' };
    case 'InsightRestored':
      return { ...state, presence: 'present' };
    default:
      return unchanged(state, event);
  }
}

/** The raises after one: what did not tell of an earlier one by then never will. */
function after(raisedAt: string, raises: readonly Raise[]): readonly Raise[] {
  return raises.slice(raises.findLastIndex(({ at }) => at === raisedAt) + 1);
}

/**
 * Whether an action, taken at an instant, answers what was last raised: one from before answered what was said then. Both
 * are ISO UTC.
 */
export function answersRaise(takenAt: string, raisedAt: string): boolean {
  return takenAt >= raisedAt;
}

/** Where an insight stands: what has passed counts more than what somebody thought of it. */
export function insightStatusOf({
  resolvedAt,
  dismissed,
}: Pick<KnownInsight, 'resolvedAt' | 'dismissed'>): InsightStatus {
  if (resolvedAt !== null) return 'resolved';
  return dismissed === null ? 'open' : 'dismissed';
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** `now` is ISO UTC. */
export type InsightCommand =
  /** A detector finds something; it decides nothing if this is known already. */
  | {
      type: 'NoteFinding';
      detector: DetectorName;
      subject: string;
      finding: FindingDetails;
      /** Decimal text, 0 to 1. */
      confidence: string;
      track: TrackRecord;
      now: string;
    }
  /** Its detector finds it no more. */
  | { type: 'PassFinding'; now: string }
  /** What followed one of its raises tells whether it was right; it decides nothing on one that was checked. */
  | { type: 'CheckFinding'; raisedAt: string; right: boolean; now: string }
  /** A sample that is there already decides nothing, also one that somebody removed. */
  | ({ type: 'EnterInsight'; isSample: boolean; now: string } & EnteredInsight)
  | { type: 'ReadInsight'; now: string }
  | { type: 'MarkInsightUnread' }
  /** Other notes replace those that are there. */
  | { type: 'TakeAction'; actionNotes: string; now: string }
  | { type: 'WithdrawAction' }
  /** Another reason or note replaces those that are there. */
  | { type: 'DismissInsight'; reason: DismissalReason; note: string | null; now: string }
  | { type: 'WithdrawDismissal' }
  /** Only of one that a person entered, and of a sample. */
  | { type: 'RemoveInsight' }
  | { type: 'RestoreInsight' };

const INSIGHT = presenceWords('insight');

function decide(command: InsightCommand, state: InsightState): InsightEvent[] {
  switch (command.type) {
    case 'NoteFinding':
      return note(command, state);
    case 'PassFinding': {
      const { detector, resolvedAt } = existing(state, INSIGHT);
      if (detector === null || resolvedAt !== null) return [];
      return [{ type: 'InsightResolved', data: { resolvedAt: command.now } }];
    }
    case 'CheckFinding': {
      const { raisedAt, right, now } = command;
      const isWaiting = existing(state, INSIGHT).unchecked.some(({ at }) => at === raisedAt);
      return isWaiting ? [{ type: 'InsightChecked', data: { raisedAt, right, checkedAt: now } }] : [];
    }
    case 'EnterInsight':
      return enter(command, state);
    case 'ReadInsight':
      return present(state, INSIGHT).readAt === null ? [{ type: 'InsightRead', data: { readAt: command.now } }] : [];
    case 'MarkInsightUnread':
      return present(state, INSIGHT).readAt === null ? [] : [{ type: 'InsightMarkedUnread', data: {} }];
    case 'TakeAction':
      return takeAction(command, present(state, INSIGHT));
    case 'WithdrawAction':
      return present(state, INSIGHT).action === null ? [] : [{ type: 'InsightActionWithdrawn', data: {} }];
    case 'DismissInsight':
      return dismiss(command, present(state, INSIGHT));
    case 'WithdrawDismissal':
      return present(state, INSIGHT).dismissed === null ? [] : [{ type: 'InsightDismissalWithdrawn', data: {} }];
    case 'RemoveInsight':
      requireEntered(existing(state, INSIGHT));
      return removal(state, INSIGHT, { type: 'InsightRemoved', data: {} });
    case 'RestoreInsight':
      return restoral(state, INSIGHT, { type: 'InsightRestored', data: {} });
    default:
      return unreachable(command);
  }
}

type Asked<Type extends InsightCommand['type']> = Extract<InsightCommand, { type: Type }>;

function note(
  { detector, subject, finding: given, confidence, track, now }: Asked<'NoteFinding'>,
  state: InsightState,
): InsightEvent[] {
  // As it will be stored, so that it can be held against what is.
  const finding = findingDetails.parse(given);
  const found: FoundInsight = { ...finding, confidence, track };
  if (state.presence === 'absent') {
    return [{ type: 'InsightRaised', data: { ...found, detector, subject, raisedAt: now } }];
  }
  if (state.detector === null) return [];
  const again = (why: 'back' | 'worse'): InsightEvent[] => [
    { type: 'InsightRaisedAgain', data: { ...found, why, raisedAt: now } },
  ];
  if (state.resolvedAt !== null) return again('back');
  if (isWorse(finding, state.raised.says)) return again('worse');
  // How sure its detector is changes with every case of its own: that alone is no news.
  return Object.keys(changedFields<FindingDetails>(finding, state.says)).length === 0
    ? []
    : [{ type: 'InsightUpdated', data: found }];
}

/** It is raised again when it has grown by a quarter since it was last raised. */
const WORSE_BY = 0.25;

type Weight = Pick<FindingDetails, 'measure' | 'severity'>;

/** Whether a finding is materially worse than what was raised, and so is news. */
export function isWorse({ measure, severity }: Weight, raised: Weight): boolean {
  if (severityRankOf(severity) > severityRankOf(raised.severity)) return true;
  if (measure === null || raised.measure === null || measure <= raised.measure) return false;
  return measure - raised.measure >= WORSE_BY * Math.abs(raised.measure);
}

/** From the least to the most severe; -1 of a severity that only a newer product knows. */
export function severityRankOf(severity: string): number {
  return INSIGHT_SEVERITIES.indexOf(severity as InsightSeverity);
}

function enter({ type: _, now, ...given }: Asked<'EnterInsight'>, state: InsightState): InsightEvent[] {
  if (given.isSample && state.presence !== 'absent') return [];
  requireNew(state, INSIGHT);
  return [{ type: 'InsightEntered', data: { ...given, enteredAt: now } }];
}

/** @throws Rejection for notes in which nothing is written */
function takeAction({ actionNotes, now }: Asked<'TakeAction'>, { action, raised }: KnownInsight): InsightEvent[] {
  if (actionNotes.trim() === '') throw new Rejection('invalid', 'Say what was done.', 'actionNotes');
  // The same may have to be done again.
  const isSameRaise = action !== null && answersRaise(action.takenAt, raised.at) === answersRaise(now, raised.at);
  if (isSameRaise && action.actionNotes === actionNotes) return [];
  return [{ type: 'InsightActionTaken', data: { actionNotes, takenAt: now } }];
}

function dismiss({ reason, note, now }: Asked<'DismissInsight'>, { dismissed }: KnownInsight): InsightEvent[] {
  if (dismissed?.reason === reason && dismissed.note === note) return [];
  return [{ type: 'InsightDismissed', data: { reason, note, dismissedAt: now } }];
}

/** @throws Rejection for what a detector found, which would find it anew */
function requireEntered({ detector }: There<KnownInsight>): void {
  if (detector !== null) {
    throw new Rejection('conflict', 'This was found in your data, and goes once it has passed. Dismiss it instead.');
  }
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** What people did is taken back; what was found stays found. */
function inverse(event: InsightEvent, before: InsightState): InsightCommand | null {
  if (event.type === 'InsightEntered' || event.type === 'InsightRestored') return { type: 'RemoveInsight' };
  if (before.presence === 'absent') return null;
  const { readAt, action, dismissed } = before;
  switch (event.type) {
    case 'InsightRead':
      return { type: 'MarkInsightUnread' };
    case 'InsightMarkedUnread':
      return readAt === null ? null : { type: 'ReadInsight', now: readAt };
    case 'InsightActionTaken':
    case 'InsightActionWithdrawn':
      return action === null
        ? { type: 'WithdrawAction' }
        : { type: 'TakeAction', actionNotes: action.actionNotes, now: action.takenAt };
    case 'InsightDismissed':
    case 'InsightDismissalWithdrawn':
      return dismissed === null
        ? { type: 'WithdrawDismissal' }
        : {
            type: 'DismissInsight',
            reason: dismissed.reason as DismissalReason,
            note: dismissed.note,
            now: dismissed.at,
          };
    case 'InsightRemoved':
      return { type: 'RestoreInsight' };
    case 'InsightRaised':
    case 'InsightRaisedAgain':
    case 'InsightUpdated':
    case 'InsightResolved':
    case 'InsightChecked':
      return null;
    default:
      return unreachable(event);
  }
}

export const insight: Decider<InsightState, InsightCommand, InsightEvent> = {
  category: 'insight',
  whose: 'nobody',
  asides: ['InsightRaisedAgain', 'InsightUpdated', 'InsightResolved', 'InsightChecked'],
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
