import type { InsightRecord } from '../../../api/insights/schema.ts';
import { DISMISSAL_REASON_LABELS, DISMISSAL_REASONS, INSIGHT_LIMITS } from '../../../domain/insight/terms.ts';
import { INSIGHTS, insightPath } from '../../entities/insight/insight.ts';
import { insightKind } from '../../entities/insight/insight-kind.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import { bodyOf, type Field } from '../../ui/inputs/fields.ts';

const FIELDS: readonly Field[] = [
  {
    name: 'reason',
    label: 'Why',
    kind: 'choice',
    required: true,
    placeholder: 'Choose a reason',
    choices: DISMISSAL_REASONS,
    labels: DISMISSAL_REASON_LABELS,
    row: 'whole',
    help: 'Only “Not true” counts against what found it',
  },
  { name: 'note', label: 'Note', kind: 'multiline', maxLength: INSIGHT_LIMITS.note },
];

/** Sets an insight aside, with the reason; it comes back only when it gets materially worse. */
export function DismissDialog({ insight, onClose }: { insight: InsightRecord; onClose(): void }) {
  const { id, revision } = insight;
  return (
    <NewRecordDialog<InsightRecord>
      title="Dismiss Insight"
      submitText="Dismiss"
      kind={{ category: 'insight', collections: INSIGHTS, fields: FIELDS }}
      draftOf={`dismiss/${id}`}
      path={`${insightPath(id)}/dismiss`}
      body={(values) => ({ ...bodyOf(FIELDS, values), expectedRevision: revision })}
      canSubmit={({ reason }) => Boolean(reason)}
      saved={() => ({ title: 'Insight Dismissed', text: 'It comes back only if it gets clearly worse.' })}
      onClose={onClose}
    >
      {() => <p className="hw-muted">{insightKind.titleOf(insight)}</p>}
    </NewRecordDialog>
  );
}
