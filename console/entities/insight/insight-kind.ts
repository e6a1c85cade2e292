import type { InsightRecord } from '../../../api/insights/schema.ts';
import {
  DETECTORS,
  DISMISSAL_REASON_LABELS,
  INSIGHT_CATEGORY_LABELS,
  INSIGHT_SEVERITY_LABELS,
  INSIGHT_STATUS_LABELS,
  INSIGHT_TYPE_LABELS,
} from '../../../domain/insight/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import { INSIGHTS, insightPath, wordsOf } from './insight.ts';

/** What a detector told has no inverse: it passes with its fact. */
const TOLD_BY_FACTS: readonly string[] = [
  'InsightRaised',
  'InsightRaisedAgain',
  'InsightUpdated',
  'InsightResolved',
  'InsightChecked',
];

const told = { readOnly: true, onlyInHistory: true } as const;

/** An insight in its details and history: nobody edits what was found. */
export const insightKind: RemovableKind<InsightRecord> = {
  category: 'insight',
  collections: INSIGHTS,
  noun: 'insight',
  fields: [
    { name: 'title', label: 'Title', kind: 'text', readOnly: true, inTitle: true },
    { name: 'description', label: 'Description', kind: 'multiline', ...told },
    { name: 'severity', label: 'Severity', kind: 'choice', labels: INSIGHT_SEVERITY_LABELS, ...told },
    { name: 'status', label: 'Status', kind: 'choice', labels: INSIGHT_STATUS_LABELS, ...told },
    { name: 'insightType', label: 'Type', kind: 'choice', labels: INSIGHT_TYPE_LABELS, readOnly: true },
    { name: 'category', label: 'Category', kind: 'choice', labels: INSIGHT_CATEGORY_LABELS, readOnly: true },
    { name: 'detector', label: 'Found by', kind: 'choice', labels: DETECTORS, readOnly: true, nothing: 'A person' },
    { name: 'worth', label: 'At stake', kind: 'money', readOnly: true },
    { name: 'actionNotes', label: 'Action notes', kind: 'multiline', ...told },
    {
      name: 'dismissed',
      label: 'Dismissed',
      kind: 'structured',
      ...told,
      format(value) {
        const { reason, note } = (value ?? {}) as { reason?: string; note?: string | null };
        return [reason && (DISMISSAL_REASON_LABELS[reason] ?? reason), note].filter(Boolean).join(': ');
      },
    },
    { name: 'raisedAt', label: 'Raised', kind: 'date', readOnly: true },
    { name: 'timesRaised', label: 'Times raised', kind: 'number', readOnly: true },
  ],
  path: insightPath,
  steps: {
    InsightRaised: 'Found',
    InsightEntered: 'Entered',
    InsightRaisedAgain: 'Raised again',
    InsightUpdated: 'Newer evidence',
    InsightResolved: 'Passed',
    InsightChecked: 'Held against what followed',
    InsightRead: 'Marked as read',
    InsightMarkedUnread: 'Marked as unread',
    InsightActionTaken: 'Action recorded',
    InsightActionWithdrawn: 'Action taken back',
    InsightDismissed: 'Dismissed',
    InsightDismissalWithdrawn: 'Dismissal taken back',
    InsightRemoved: 'Removed',
    InsightRestored: 'Restored',
  },
  isFinal: (type) => TOLD_BY_FACTS.includes(type),
  removal: {
    act: 'Remove',
    word: 'Removed',
    restored: { title: 'Insight Restored', text: 'It is back in the list.' },
  },
  titleOf: (insight) => wordsOf(insight).title,
};
