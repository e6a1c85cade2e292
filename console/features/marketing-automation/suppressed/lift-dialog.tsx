import { Checkbox } from '@blueprintjs/core';
import { useState } from 'react';
import type { SuppressionRecord } from '../../../../api/suppressions/schema.ts';
import { isOwnWish, SUPPRESSION_LIMITS } from '../../../../domain/suppression/terms.ts';
import { useCommand } from '../../../data/use-command.ts';
import { SUPPRESSIONS, suppressionPath } from '../../../entities/suppression/suppression.ts';
import { suppressionKind } from '../../../entities/suppression/suppression-kind.ts';
import { offerUndo } from '../../../records/acts/undo.ts';
import { FormDialog } from '../../../records/edit/form-dialog.tsx';
import { useDraft } from '../../../records/edit/use-draft.ts';
import { bodyOf, type Field, valuesOf } from '../../../ui/inputs/fields.ts';
import { showToast } from '../../../ui/status/toaster.tsx';

const FIELDS: readonly Field[] = [
  { name: 'why', label: 'Why', kind: 'text', maxLength: SUPPRESSION_LIMITS.why, required: true },
];

interface LiftDialogProps {
  suppression: SuppressionRecord;
  onClose(): void;
}

/** Lets marketing go to an address again. Who unsubscribed has to have asked for it. */
export function LiftDialog({ suppression, onClose }: LiftDialogProps) {
  const { id, reason } = suppression;
  const draftKey = `suppression/${id}/lift`;
  const draft = useDraft(draftKey, FIELDS, () => valuesOf(FIELDS, null));
  const [isAskedFor, setAskedFor] = useState(false);
  const mustAsk = isOwnWish(reason);
  const lift = useCommand<object, SuppressionRecord>({
    command: (body) => ({ method: 'POST', path: `${suppressionPath(id)}/lift`, body }),
    collections: SUPPRESSIONS,
    draftKey,
    onSuccess({ commandId }) {
      void showToast({
        title: 'Suppression Lifted',
        text: `${suppressionKind.titleOf(suppression)} may get marketing again.`,
        intent: 'success',
        ...offerUndo({ category: 'suppression', id, commandId }, SUPPRESSIONS),
      });
      draft.saved(() => {
        draft.drop();
        onClose();
      });
    },
  });
  return (
    <FormDialog
      title="Lift the suppression"
      draft={draft}
      fields={FIELDS}
      onSubmit={() => lift.mutate({ ...bodyOf(FIELDS, draft.values), isAskedFor })}
      submitText="Lift"
      canSubmit={Boolean(draft.values['why']?.trim()) && (isAskedFor || !mustAsk)}
      isBusy={lift.isPending}
      error={lift.error}
      below={
        <Checkbox
          label="The person asked for marketing again"
          checked={isAskedFor}
          onChange={({ currentTarget }) => setAskedFor(currentTarget.checked)}
        />
      }
      onClose={onClose}
    >
      <p className="hw-muted">
        {mustAsk
          ? 'They asked for no more marketing, and the law lets only them take that back. Lift it only when they asked you to.'
          : 'Marketing goes to this address again.'}
      </p>
    </FormDialog>
  );
}
