import type { JobRecord } from '../../../api/jobs/schema.ts';
import { JOB_LIMITS } from '../../../domain/job/terms.ts';
import { useCommand } from '../../data/use-command.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { FormDialog } from '../../records/edit/form-dialog.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { formatSpan } from '../../ui/values/format.ts';
import { jobInWords, jobPath } from './job.ts';

// What is left of a job beside its visits (docs/design/planning.md).

/** What no visit of a job stands for, beside those that it has: `3 h left`; null if there is nothing. */
export function restText({ visits, remainingHours }: Pick<JobRecord, 'remainingHours'> & HasVisits): string | null {
  return visits.length > 0 && remainingHours > 0 ? `${formatSpan(remainingHours)} left` : null;
}

interface HasVisits {
  visits: readonly unknown[];
}

/** A tag with what is left of a job that has visits; nothing for any other. */
export function RestTag({ job }: { job: Parameters<typeof restText>[0] }) {
  const text = restText(job);
  return text === null ? null : <StatusTag tone="amber">{text}</StatusTag>;
}

const REASON: readonly Field[] = [
  { name: 'reason', label: 'Why', kind: 'multiline', maxLength: JOB_LIMITS.reason, required: true },
];

/** The collections it changes: the boards, too. */
const CHANGED = ['jobs', 'schedule_days'];

/** Asks why the rest of a job is not to be done. */
export function GiveUpRestDialog({ job, onClose }: { job: JobRecord; onClose(): void }) {
  const draftKey = `job/${job.id}/give-up-rest`;
  const draft = useDraft(draftKey, REASON, () => valuesOf(REASON, null));
  const giveUp = useCommand<object, JobRecord>({
    command: (body) => ({ method: 'POST', path: `${jobPath(job.id)}/give-up-rest`, body }),
    collections: CHANGED,
    draftKey,
    onSuccess({ commandId }) {
      void showToast({
        title: 'Rest Given Up',
        text: 'It is no longer listed with the unscheduled jobs.',
        intent: 'success',
        ...offerUndo({ category: 'job', id: job.id, commandId }, CHANGED),
      });
      draft.saved(close);
    },
  });

  function close(): void {
    draft.drop();
    onClose();
  }

  return (
    <FormDialog
      title="Give up the rest"
      about={
        <p>
          <strong>{formatSpan(job.remainingHours)}</strong> of {jobInWords(job)} will not be done. Its visits stay as
          they are.
        </p>
      }
      draft={draft}
      fields={REASON}
      onSubmit={() => giveUp.mutate({ reason: draft.values['reason'] ?? '', expectedRevision: job.revision })}
      submitText="Give up the rest"
      isBusy={giveUp.isPending}
      error={giveUp.error}
      onClose={onClose}
    />
  );
}
