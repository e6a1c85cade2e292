import { Callout } from '@blueprintjs/core';
import { useState } from 'react';
import type { InsightRecord } from '../../../api/insights/schema.ts';
import { INSIGHT_LIMITS } from '../../../domain/insight/terms.ts';
import { INSIGHTS, insightPath } from '../../entities/insight/insight.ts';
import { insightKind } from '../../entities/insight/insight-kind.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import { type Field, valuesOf } from '../../ui/inputs/fields.ts';

const FIELDS: readonly Field[] = [
  {
    name: 'actionNotes',
    label: 'Action notes',
    kind: 'multiline',
    maxLength: INSIGHT_LIMITS.actionNotes,
    required: true,
    help: 'What you did, for whoever reads this next',
  },
];

interface InsightDialogProps {
  /** As it is by now. */
  insight: InsightRecord;
  onClose(): void;
}

/** Records what was done about an insight. */
export function ActionDialog({ insight, onClose }: InsightDialogProps) {
  const { id, revision } = insight;
  // What was done before it came up again is kept, and no beginning of what is done now.
  const actionNotes = insight.isActionTaken ? insight.actionNotes : null;
  const [initial] = useState(() => valuesOf(FIELDS, { ...insight, actionNotes }));
  const isChanged = (actionNotes ?? '') !== initial['actionNotes'];
  return (
    <NewRecordDialog<InsightRecord>
      title="Record Action Taken"
      submitText="Record Action"
      kind={{ category: 'insight', collections: INSIGHTS, fields: FIELDS }}
      initial={initial}
      draftOf={`action/${id}`}
      path={`${insightPath(id)}/action`}
      body={({ actionNotes = '' }) => ({ actionNotes: actionNotes.trim(), expectedRevision: revision })}
      canSubmit={({ actionNotes }) => Boolean(actionNotes?.trim())}
      saved={() => ({ title: 'Action Recorded', text: 'The notes are shown with the insight.' })}
      onClose={onClose}
    >
      {() => (
        <>
          <p className="hw-muted">{insightKind.titleOf(insight)}</p>
          {isChanged && (
            <Callout compact intent="warning" icon={null} role="status" title="Somebody recorded an action meanwhile">
              {actionNotes === null ? 'The action was taken back.' : `They wrote: “${actionNotes}”`}
              <br />
              Yours takes its place.
            </Callout>
          )}
        </>
      )}
    </NewRecordDialog>
  );
}
