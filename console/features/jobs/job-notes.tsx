import { Button } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { JOB_LIMITS } from '../../../domain/job/terms.ts';
import { useQueue, useWaitingOf } from '../../data/device/queue.ts';
import { hasRight } from '../../entities/account/rights.ts';
import type { Account } from '../../entities/account/session.ts';
import { useJobSteps } from '../../entities/job/acts.ts';
import { DraftBanner } from '../../records/edit/draft-banner.tsx';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Instant } from '../../ui/values/day.tsx';
import { ERASED } from '../../ui/values/erased.ts';
import { useNameOf } from './name-of.ts';

interface JobNotesProps {
  job: JobRecord;
  account: Account;
  canChange: boolean;
}

/** Notes between the crew and the office, newest first. */
export function JobNotes({ job, account, canChange }: JobNotesProps) {
  const steps = useJobSteps(job);
  const waiting = useWaitingOf(job.id);
  const { isCutOff } = useQueue();
  const writer = useNameOf(account);
  return (
    <Section title="Notes">
      {canChange && <AddNote job={job} />}
      {job.notes.length === 0 && !canChange && <p className="hw-muted">No notes yet.</p>}
      <ul className="hw-job-notes">
        {job.notes.toReversed().map(({ id, note, addedBy, addedAt }) => (
          <li key={id}>
            <p className="hw-job-text">{note ?? ERASED}</p>
            <p className="hw-muted">
              {writer(addedBy)} · <Instant iso={addedAt} />
              {waiting.some((each) => each.id === id) && (isCutOff ? ' · Waiting for signal' : ' · Sending…')}
            </p>
            {canChange && (addedBy === account.id || hasRight('jobs:change')) && (
              <Button
                size="small"
                variant="minimal"
                icon={<Trash size={14} />}
                aria-label={`Remove the note of ${writer(addedBy)}`}
                title="Remove"
                onClick={() => steps.mutate({ act: 'withdraw-note', noteId: id })}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const FIELDS: readonly Field[] = [{ name: 'note', label: 'New note', kind: 'multiline', maxLength: JOB_LIMITS.note }];
const BLANK = valuesOf(FIELDS, null);

function AddNote({ job }: { job: JobRecord }) {
  const draftKey = `job/${job.id}/note`;
  const draft = useDraft(draftKey, FIELDS, () => BLANK);
  const steps = useJobSteps(job, { draftKey, onDone: () => draft.saved(draft.discard) });
  const note = draft.values['note'] ?? '';
  return (
    <RecordForm
      fields={FIELDS}
      values={draft.values}
      onChange={draft.change}
      onSubmit={() => steps.mutate({ act: 'note', note })}
      submitText="Add note"
      canSubmit={note.trim() !== ''}
      autoFocus={false}
      isBusy={steps.isPending}
      error={steps.error}
    >
      {draft.found && <DraftBanner typedAt={draft.found.typedAt} onDiscard={draft.discard} />}
    </RecordForm>
  );
}
