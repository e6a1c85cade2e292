import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { useCommand } from '../../data/use-command.ts';
import { useAccountId } from '../../entities/account/session.ts';
import { withDoubts } from '../../entities/job/doubts.ts';
import { JOBS, jobInWords, jobPath, jobQuery } from '../../entities/job/job.ts';
import { openJobPicker } from '../../entities/job/job-picker.ts';
import { BeginsShort, useCompanyZone } from '../../entities/job/job-tags.tsx';
import { offerUndo } from '../../records/acts/undo.ts';
import { FormDialog } from '../../records/edit/form-dialog.tsx';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { type ControlProps, type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { showToast } from '../../ui/status/toaster.tsx';

/** Picks one of the open jobs. */
function JobInput({ value, onChange, ...control }: ControlProps) {
  const accountId = useAccountId();
  return (
    <RecordPicker
      {...control}
      kind={openJobPicker}
      accountId={accountId}
      picked={value === '' ? [] : [value]}
      placeholder="Number, customer or address"
      onPick={([id = '']) => onChange(id)}
    />
  );
}

const FIELDS: readonly Field[] = [
  { name: 'jobId', label: 'Job', kind: 'structured', control: JobInput, required: true },
  { name: 'scheduledDate', label: 'Date', kind: 'date', help: 'Leave empty to keep its current date' },
];

interface AssignJobDialogProps {
  crew: CrewRecord;
  onClose(): void;
}

/** Assigns a job to a crew, optionally on another day. */
export function AssignJobDialog({ crew, onClose }: AssignJobDialogProps) {
  const draftKey = `crew/${crew.id}/job`;
  const draft = useDraft(draftKey, FIELDS, () => valuesOf(FIELDS, null));
  const { jobId = '', scheduledDate = '' } = draft.values;
  const job = useQuery({ ...jobQuery(jobId), enabled: jobId !== '' }).data;
  const [picked, setPicked] = useState(job);
  if (picked?.id !== job?.id) setPicked(job);
  const assign = useCommand<JobRecord, JobRecord>({
    command: ({ id, revision }) => ({
      method: 'PUT',
      path: jobPath(id),
      // Based on the job as shown: if a colleague was first, the person is told instead of overwriting it.
      body: { crewId: crew.id, ...(scheduledDate !== '' && { scheduledDate }), expectedRevision: revision },
    }),
    collections: JOBS,
    draftKey,
    onSuccess({ data, commandId }) {
      const text = `${jobInWords(data)} is assigned to ${crew.name}.`;
      void showToast({
        ...withDoubts({ title: 'Job Assigned', text, intent: 'success' }, data),
        ...offerUndo({ category: 'job', id: data.id, commandId }, JOBS),
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
      title={`Assign Job to ${crew.name}`}
      isTall
      draft={draft}
      fields={FIELDS}
      onSubmit={() => job && assign.mutate(job)}
      submitText="Assign Job"
      isBusy={assign.isPending}
      error={assign.error}
      showsChanges
      canSubmit={jobId === '' || job !== undefined}
      onClose={onClose}
    >
      {job && picked && !assign.isSuccess && (
        <JobNow job={job} isChanged={assign.error?.code === 'stale' || planOf(job) !== planOf(picked)} />
      )}
    </FormDialog>
  );
}

/** The job's current crew and day, which will be replaced. */
function JobNow({ job: { crewName, scheduledDate }, isChanged }: { job: JobRecord; isChanged: boolean }) {
  const zone = useCompanyZone();
  const now = (
    <>
      {crewName === null ? 'No crew has it' : `It is assigned to ${crewName}`}
      {scheduledDate === null ? ', and it has no date.' : ', on '}
      {scheduledDate !== null && <BeginsShort at={scheduledDate} zone={zone} />}
    </>
  );
  if (!isChanged) return <p className="hw-muted">{now}</p>;
  return (
    <Callout intent="warning" role="status" title="Someone else just changed this job">
      <p>{now}</p>
      <p>Saving replaces their change.</p>
    </Callout>
  );
}

function planOf({ crewId, visits }: JobRecord): string {
  return JSON.stringify([crewId, visits]);
}
