import { Button, MenuDivider, MenuItem } from '@blueprintjs/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { JOB_ACTS, JOB_LIMITS } from '../../../domain/job/terms.ts';
import { takesClosing, useJobSteps, usePlanJob } from '../../entities/job/acts.ts';
import { JOBS, jobName, jobPath } from '../../entities/job/job.ts';
import { GiveUpRestDialog, restText } from '../../entities/job/rest.tsx';
import { fitInWords, isMovable } from '../../entities/schedule/placing.ts';
import { useRecordActs } from '../../records/acts/record-acts.ts';
import { useAct } from '../../records/acts/use-act.ts';
import { FormDialog } from '../../records/edit/form-dialog.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { RestoreButton } from '../../records/list/removed.tsx';
import type { RemovableKind } from '../../records/record-kind.ts';
import { type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { LANDING } from '../../ui/keyboard/focus.ts';
import { useShortcuts } from '../../ui/keyboard/shortcuts.ts';
import { MoreMenu } from '../../ui/layout/more-menu.tsx';
import type { OnSearch } from '../../ui/search.ts';
import { DepositOfEnded, isUnsettled, mayLoseDeposit, useDepositOf } from './job-deposit.tsx';
import { ScheduleDialog } from './job-plan.tsx';
import type { JobSearch } from './jobs-search.ts';

interface JobActionsProps {
  job: JobRecord;
  kind: RemovableKind<JobRecord>;
  canChange: boolean;
  onSearch: OnSearch<JobSearch>;
}

/** What the office does with a job: edit it, schedule it, put it on hold or cancel it. */
export function JobActions({ job, kind, canChange, onSearch }: JobActionsProps) {
  const plan = usePlanJob(job);
  const remove = useRemoveJob(job);
  const { status } = job;
  const canInvoice = takesClosing(job);
  const canUnschedule = job.visits.length > 0 && (status === 'scheduled' || status === 'on_hold');
  const edit = () => onSearch({ edit: true });
  const navigate = useNavigate();
  const fitIn = fitInWords(job);
  const acts = [
    ...(isMovable(job)
      ? [{ text: job.visits.length > 0 ? 'Move…' : 'Schedule…', run: () => onSearch({ do: 'schedule' }) }]
      : []),
    ...(fitIn ? [{ text: fitIn, run: () => void navigate({ to: '/schedule', search: { insert: job.id } }) }] : []),
    ...(canUnschedule ? [{ text: 'Remove the date', run: () => plan.mutate({ visits: [] }) }] : []),
    ...(restText(job) ? [{ text: 'Give up the rest…', run: () => onSearch({ do: 'give-up-rest' }) }] : []),
    ...(canInvoice
      ? [
          { text: 'Invoice…', run: () => void navigate({ to: '/invoices', search: { new: true, job: job.id } }) },
          { text: 'Nothing to invoice…', run: () => onSearch({ do: 'nothing-to-invoice' }) },
        ]
      : []),
    ...(takes(job, 'hold') ? [{ text: 'Put on hold…', run: () => onSearch({ do: 'hold' }) }] : []),
    ...(takes(job, 'cancel') ? [{ text: 'Cancel the job…', run: () => onSearch({ do: 'cancel' }) }] : []),
  ];
  useShortcuts(canChange ? [{ keys: 'e', label: 'Edit this job', run: edit }] : []);
  useRecordActs(jobName(job), canChange ? [{ text: 'Edit', run: edit }, ...acts] : []);

  if (job.removed) return <RestoreButton kind={kind} record={job} />;
  return (
    <>
      <Button {...LANDING} text="Edit" onClick={edit} />
      <MoreMenu>
        {acts.map(({ text, run }) => (
          <MenuItem key={text} text={text} onClick={run} />
        ))}
        <MenuDivider />
        {mayLoseDeposit(job) ? (
          <MenuItem text="Remove…" intent="danger" onClick={() => onSearch({ do: 'remove' })} />
        ) : (
          <MenuItem text="Remove" intent="danger" onClick={() => remove.mutate(null)} />
        )}
      </MoreMenu>
    </>
  );
}

/** What a crew does with its job besides the clock. */
export function CrewActions({ job, onSearch }: Pick<JobActionsProps, 'job' | 'onSearch'>) {
  if (!takes(job, 'hold')) return null;
  return <Button text="Put on hold…" aria-haspopup="dialog" onClick={() => onSearch({ do: 'hold' })} />;
}

function takes({ status }: JobRecord, act: 'hold' | 'cancel'): boolean {
  return status !== 'cancelled' && (JOB_ACTS[act].from as readonly string[]).includes(status);
}

/** Removes a job from the lists, with a toast to undo it. */
function useRemoveJob(job: JobRecord) {
  return useAct<null, unknown>({
    command: () => ({ method: 'DELETE', path: jobPath(job.id) }),
    collections: JOBS,
    done: () => ({ title: 'Job Removed', text: 'The history is kept.' }),
    undoneOn: () => ({ category: 'job', id: job.id }),
  });
}

interface JobDialogsProps {
  job: JobRecord;
  open: JobSearch['do'];
  onClose(): void;
}

/** The dialogs of acts that need input. */
export function JobDialogs({ job, open, onClose }: JobDialogsProps) {
  if (open === 'schedule') return <ScheduleDialog job={job} onClose={onClose} />;
  if (open === 'cancel') return <CancelDialog job={job} onClose={onClose} />;
  if (open === 'remove') return <RemoveDialog job={job} onClose={onClose} />;
  if (open === 'give-up-rest') return <GiveUpRestDialog job={job} onClose={onClose} />;
  if (open === 'nothing-to-invoice') return <ClosingDialog job={job} onClose={onClose} />;
  return open ? <ReasonDialog job={job} act={open} onClose={onClose} /> : null;
}

/** Says what becomes of the deposit before anybody cancels the job. */
function CancelDialog({ job, onClose }: Omit<ReasonDialogProps, 'act'>) {
  const deposit = useDepositOf(job);
  const about = <DepositOfEnded deposit={deposit} act="cancel" />;
  return <ReasonDialog job={job} about={about} onClose={onClose} act="cancel" canSubmit={deposit !== 'reading'} />;
}

const NO_FIELDS: readonly Field[] = [];

/** Says what becomes of the deposit before anybody removes the job. */
function RemoveDialog({ job, onClose }: Omit<ReasonDialogProps, 'act'>) {
  const deposit = useDepositOf(job);
  const draft = useDraft(`job/${job.id}/remove`, NO_FIELDS, () => valuesOf(NO_FIELDS, null));
  const remove = useRemoveJob(job);
  return (
    <FormDialog
      title="Remove the job"
      draft={draft}
      about={<DepositOfEnded deposit={deposit} act="cancel" />}
      canSubmit={deposit !== 'reading'}
      fields={NO_FIELDS}
      onSubmit={() => remove.mutate(null, { onSuccess: onClose })}
      submitText="Remove the job"
      isBusy={remove.isPending}
      // A toast says it.
      error={null}
      onClose={onClose}
    >
      <p>It leaves the lists, and can be restored. The history is kept.</p>
    </FormDialog>
  );
}

/** Says what to do with a deposit that no invoice deducts, as the job cannot be closed beside it. */
function ClosingDialog({ job, onClose }: Omit<ReasonDialogProps, 'act'>) {
  const deposit = useDepositOf(job);
  const about = (
    <>
      <p>
        For work that costs the customer nothing, such as a warranty visit. The job leaves the work to invoice, and its
        costs still count.
      </p>
      <DepositOfEnded deposit={deposit} act="close" />
    </>
  );
  const canSubmit = deposit !== 'reading' && !isUnsettled(deposit);
  return <ReasonDialog job={job} about={about} onClose={onClose} act="nothing-to-invoice" canSubmit={canSubmit} />;
}

const REASON: readonly Field[] = [{ name: 'reason', label: 'Reason', kind: 'multiline', maxLength: JOB_LIMITS.reason }];

const WORDS = {
  hold: { title: 'Put the job on hold', submit: 'Put on hold' },
  cancel: { title: 'Cancel the job', submit: 'Cancel the job' },
  'nothing-to-invoice': { title: 'Nothing to invoice', submit: 'Nothing to invoice' },
} as const;

interface ReasonDialogProps {
  job: JobRecord;
  act: keyof typeof WORDS;
  /** What follows from it. */
  about?: ReactNode;
  canSubmit?: boolean;
  onClose(): void;
}

/** Does something with a job that may have a reason. */
function ReasonDialog({ job, act, about, canSubmit = true, onClose }: ReasonDialogProps) {
  const draftKey = `job/${job.id}/${act}`;
  const draft = useDraft(draftKey, REASON, () => valuesOf(REASON, null));
  const steps = useJobSteps(job, { draftKey, onDone: () => draft.saved(close) });
  const { title, submit } = WORDS[act];

  function close(): void {
    draft.drop();
    onClose();
  }

  return (
    <FormDialog
      title={title}
      draft={draft}
      about={about}
      canSubmit={canSubmit}
      fields={REASON}
      onSubmit={() => steps.mutate({ act, reason: draft.values['reason'] ?? '' })}
      submitText={submit}
      isBusy={steps.isPending}
      error={steps.error}
      onClose={onClose}
    />
  );
}
