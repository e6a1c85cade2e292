import type { FoundInsight, InsightEvent } from '../domain/insight/events.ts';
import {
  answersRaise,
  type Dismissal,
  FOUND_BY_NOBODY,
  insightStatusOf,
  severityRankOf,
} from '../domain/insight/insight.ts';
import { removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

interface Derived {
  /** One of INSIGHT_STATUSES. */
  status: string;
  isRead: boolean;
  /** Since it was last raised. */
  isActionTaken: boolean;
  /** By its severity, and when it was raised: the last is the most severe, and of these the newest. */
  severityKey: string;
}

/** Something that an owner should know. */
export interface InsightDocument extends RecordDocument, FoundInsight, Derived {
  /** One of DETECTORS; null if a person entered it, or it is a sample. */
  detector: string | null;
  /** What makes it the same as yesterday's; null without a detector. */
  subject: string | null;
  isSample: boolean;
  /** ISO UTC; null if it is unread. */
  readAt: string | null;
  /** What was done last, maybe before it was last raised. */
  actionNotes: string | null;
  /** ISO UTC. */
  actionTakenAt: string | null;
  dismissed: Dismissal | null;
  /** When its fact passed, ISO UTC. */
  resolvedAt: string | null;
  /** When it was last raised, or entered, ISO UTC. */
  raisedAt: string;
  timesRaised: number;
  /** Whether its last raise proved right; null as long as what followed does not tell. */
  provedRight: boolean | null;
  /** When it was held against what followed, ISO UTC; null as long as that does not tell. */
  checkedAt: string | null;
  /** When it was first raised, or entered, ISO UTC. */
  createdAt: string;
}

const UNCHECKED = { provedRight: null, checkedAt: null } as const;

/** What every insight begins with. */
const NEW = {
  ...UNCHECKED,
  readAt: null,
  actionNotes: null,
  actionTakenAt: null,
  dismissed: null,
  resolvedAt: null,
  timesRaised: 1,
} as const;

const ORDERS = ['createdAt', 'raisedAt', 'severityKey', 'worth'] as const;

export const insights = readModel<InsightDocument, InsightEvent, Derived>()({
  name: 'insights',
  version: 3,
  of: 'insight',
  indexes: ORDERS.flatMap((order) => [['removed', order] as const, ['removed', 'status', order] as const]),
  search: ['title', 'description', 'actionItems', 'actionNotes'],
  first: {
    InsightRaised: (found) => ({ ...found, ...NEW, isSample: false, createdAt: found.raisedAt }),
    InsightEntered: ({ enteredAt, ...given }) => ({
      ...FOUND_BY_NOBODY,
      ...given,
      ...NEW,
      detector: null,
      subject: null,
      raisedAt: enteredAt,
      createdAt: enteredAt,
    }),
  },
  after: {
    InsightRaisedAgain: ({ why: _, ...found }, { timesRaised }) => ({
      ...found,
      ...UNCHECKED,
      readAt: null,
      dismissed: null,
      resolvedAt: null,
      timesRaised: timesRaised + 1,
    }),
    InsightUpdated: (found) => found,
    InsightResolved: ({ resolvedAt }) => ({ resolvedAt }),
    InsightChecked: ({ raisedAt, right, checkedAt }, last) =>
      raisedAt === last.raisedAt ? { provedRight: right, checkedAt } : {},
    InsightRead: ({ readAt }) => ({ readAt }),
    InsightMarkedUnread: () => ({ readAt: null }),
    InsightActionTaken: ({ actionNotes, takenAt }) => ({ actionNotes, actionTakenAt: takenAt }),
    InsightActionWithdrawn: () => ({ actionNotes: null, actionTakenAt: null }),
    InsightDismissed: ({ reason, note, dismissedAt }) => ({ dismissed: { reason, note, at: dismissedAt } }),
    InsightDismissalWithdrawn: () => ({ dismissed: null }),
    InsightRemoved: removed,
    InsightRestored: restored,
  },
  derived: ({ severity, raisedAt, readAt, actionTakenAt, dismissed, resolvedAt }) => ({
    status: insightStatusOf({ resolvedAt, dismissed }),
    isRead: readAt !== null,
    isActionTaken: actionTakenAt !== null && answersRaise(actionTakenAt, raisedAt),
    severityKey: `${severityRankOf(severity)} ${raisedAt}`,
  }),
});
