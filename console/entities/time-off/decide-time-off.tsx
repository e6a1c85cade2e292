import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TimeOffRecord } from '../../../api/hr/schema.ts';
import { TIME_OFF_LIMITS, TIME_OFF_STATUS_LABELS, TIME_OFF_TYPE_LABELS } from '../../../domain/time-off/terms.ts';
import { useCommand } from '../../data/use-command.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { FormDialog } from '../../records/edit/form-dialog.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { useSaveAgain } from '../../records/edit/use-save-again.ts';
import { bodyOf, type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { planAround, TimeOffEffectsSection } from './effects.tsx';
import {
  type Decision,
  formatDays,
  formatSpan,
  nameIn,
  TIME_OFF,
  timeOffEffectsQuery,
  timeOffPath,
} from './time-off.ts';

const WORDS: Readonly<Record<Decision, { title: string; submit: string }>> = {
  approved: { title: 'Approve Time Off', submit: 'Approve' },
  denied: { title: 'Deny Time Off', submit: 'Deny' },
};

const REASON: Field = {
  name: 'decisionReason',
  label: 'Reason',
  kind: 'multiline',
  maxLength: TIME_OFF_LIMITS.reason,
  help: 'Optional. It stays with the request, where the person reads it',
};
const FIELDS = [REASON] as const;
/** Beyond the balance it is approved with a reason alone. */
const FIELDS_BEYOND: readonly Field[] = [
  { ...REASON, required: true, help: 'Why it is approved beyond the balance. The person reads it' },
];

interface DecideTimeOffProps {
  request: TimeOffRecord;
  decision: Decision;
  onClose(): void;
}

/** Approves or denies a request; before an approval it says what that does to the schedule. */
export function DecideTimeOff({ request, decision, onClose }: DecideTimeOffProps) {
  const { id, revision, requestType, reason } = request;
  const draftKey = `time_off/${id}/${decision}`;
  const draft = useDraft(draftKey, FIELDS, () => valuesOf(FIELDS, null));
  const { data: effects } = useQuery({ ...timeOffEffectsQuery(id), enabled: decision === 'approved' });
  const navigate = useNavigate();
  const decide = useCommand<Record<string, unknown>, TimeOffRecord>({
    command: (body) => ({ method: 'PATCH', path: timeOffPath(id), body }),
    collections: TIME_OFF,
    draftKey,
    onSuccess({ commandId }) {
      const around = decision === 'approved' ? planAround(effects) : null;
      void showToast({
        title: 'Request Updated',
        text: `${nameIn(request)} ${decision === 'approved' ? 'is off' : 'stays on the schedule'} ${formatSpan(request)}.`,
        intent: 'success',
        ...offerUndo({ category: 'time_off', id, commandId }, TIME_OFF),
        ...(around && { link: { text: 'Plan around it', run: () => void navigate(around) } }),
      });
      draft.saved(() => {
        draft.drop();
        onClose();
      });
    },
  });
  // Somebody else was faster, also while this was sent, or the link is old.
  const settled = decide.isIdle || decide.isError ? settledIn(request) : null;

  function submit(): void {
    decide.mutate({ status: decision, ...bodyOf(FIELDS, draft.values), expectedRevision: revision });
  }

  // It may have been decided and wait again: what was asked for never changes.
  useSaveAgain(decide, request, settled === null, submit);

  return (
    <FormDialog
      title={WORDS[decision].title}
      draft={draft}
      fields={decision === 'approved' && effects?.balance && effects.balance.beyond > 0 ? FIELDS_BEYOND : FIELDS}
      onSubmit={submit}
      submitText={WORDS[decision].submit}
      canSubmit={settled === null}
      isBusy={decide.isPending}
      error={decide.error}
      showsChanges
      onClose={onClose}
    >
      {settled && (
        <Callout compact intent="warning" role="status">
          This request is already {settled}.
        </Callout>
      )}
      <p>
        <strong>{nameIn(request)}</strong>, {formatSpan(request)}, {formatDays(request)}
        {requestType && `, ${(TIME_OFF_TYPE_LABELS[requestType] ?? requestType).toLowerCase()}`}
      </p>
      {reason && <p className="hw-muted">{reason}</p>}
      {decision === 'approved' && <TimeOffEffectsSection request={request} />}
    </FormDialog>
  );
}

/** What became of a request that no longer waits; null while it does. */
function settledIn({ status, removed }: TimeOffRecord): string | null {
  if (removed) return 'withdrawn';
  return status === 'pending' ? null : (TIME_OFF_STATUS_LABELS[status] ?? status).toLowerCase();
}
