import type { TimesheetRecord } from '../../../api/timesheets/schema.ts';
import {
  daysOf,
  HOUR_KINDS,
  readMinutes,
  SOURCE_LABELS,
  spokenMinutes,
  TIMESHEET_LIMITS,
} from '../../../domain/timesheet/terms.ts';
import { useCommand } from '../../data/use-command.ts';
import { useAccountId } from '../../entities/account/session.ts';
import { jobPicker } from '../../entities/job/job-picker.ts';
import { formatWallDay, startOfDay } from '../../entities/schedule/wall-dates.ts';
import { sourceName, TIMESHEETS, timesheetPath } from '../../entities/timesheet/timesheet.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { FormDialog } from '../../records/edit/form-dialog.tsx';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { bodyOf, type ControlProps, type Field, jsonOf, parsed, type Values } from '../../ui/inputs/fields.ts';
import { showToast } from '../../ui/status/toaster.tsx';

interface DialogProps {
  sheet: TimesheetRecord;
  today: string;
  onClose(): void;
}

/** What a correction begins with. */
export interface Correcting {
  day: string;
  kind?: string;
  jobId?: string | null;
  jobNumber?: string | null;
  minutes?: number;
}

const TIME = 'Enter the time like 1:30 or 1.5.';
const refuseTime = (text: string) => (text === '' || readMinutes(text) !== null ? undefined : TIME);

/** The days of the week so far. */
function dayField({ week }: TimesheetRecord, today: string): Field {
  const choices = daysOf(week).filter((day) => day <= today);
  const labels = Object.fromEntries(choices.map((day) => [day, formatWallDay(startOfDay(day))]));
  return { name: 'day', label: 'Day', kind: 'choice', choices, labels, required: true, isOfNow: true };
}

/** Adds hours without a job. */
export function AddHoursDialog({ sheet, day, today, onClose }: DialogProps & { day: string }) {
  const fields: readonly Field[] = [
    dayField(sheet, today),
    {
      name: 'hours',
      label: 'Hours',
      kind: 'text',
      required: true,
      maxLength: 20,
      help: 'Like 1:30 or 1.5',
      refuse: refuseTime,
    },
    {
      name: 'kind',
      label: 'What for',
      kind: 'choice',
      choices: HOUR_KINDS,
      labels: SOURCE_LABELS,
      required: true,
      placeholder: 'Select what for',
    },
    { name: 'note', label: 'Note', kind: 'text', maxLength: TIMESHEET_LIMITS.note },
  ];
  return (
    <HoursDialog
      title="Add Hours"
      submitText="Add"
      part="entries"
      done="Hours Added"
      sheet={sheet}
      fields={fields}
      initial={{ day, hours: '', kind: '', note: '' }}
      onClose={onClose}
    />
  );
}

/** Picks the job that a correction is of. */
function JobInput({ value, onChange, ...control }: ControlProps) {
  const accountId = useAccountId();
  const picked = parsed<{ id: string; title: string | null }>(value);
  return (
    <RecordPicker
      {...control}
      kind={jobPicker}
      accountId={accountId}
      picked={picked === null ? [] : [picked.id]}
      titles={picked?.title ? { [picked.id]: picked.title } : {}}
      placeholder="Job"
      onPick={([id]) => onChange(id === undefined ? '' : jsonOf({ id, title: null }))}
    />
  );
}

/** Corrects an approved week: more or less hours, with the reason. */
export function CorrectDialog({ sheet, correcting, today, onClose }: DialogProps & { correcting: Correcting }) {
  const { day, kind = 'job', jobId = null, minutes } = correcting;
  const fields: readonly Field[] = [
    dayField(sheet, today),
    {
      name: 'hours',
      label: 'More or less hours',
      kind: 'text',
      required: true,
      maxLength: 20,
      help: 'Like 1:30 for more, or -0:30 for less',
      refuse: refuseTime,
    },
    {
      name: 'kind',
      label: 'What for',
      kind: 'choice',
      choices: ['job', ...HOUR_KINDS],
      labels: SOURCE_LABELS,
      required: true,
    },
    { name: 'jobId', label: 'Job', kind: 'structured', control: JobInput },
    {
      name: 'reason',
      label: 'Reason',
      kind: 'multiline',
      required: true,
      maxLength: TIMESHEET_LIMITS.note,
      help: 'The person is shown it',
    },
  ];
  const job = jobId === null ? '' : jsonOf({ id: jobId, title: correcting.jobNumber ?? null });
  return (
    <HoursDialog
      title="Correct Hours"
      submitText="Correct"
      part="corrections"
      done="Hours Corrected"
      sheet={sheet}
      fields={fields}
      shown={({ kind: chosen }) => (chosen === 'job' ? fields : fields.filter(({ name }) => name !== 'jobId'))}
      initial={{ day, hours: minutes === undefined ? '' : spokenMinutes(minutes), kind, jobId: job, reason: '' }}
      onClose={onClose}
    />
  );
}

interface HoursDialogProps {
  title: string;
  submitText: string;
  part: 'entries' | 'corrections';
  done: string;
  sheet: TimesheetRecord;
  fields: readonly Field[];
  shown?(values: Values): readonly Field[];
  initial: Values;
  onClose(): void;
}

function HoursDialog({
  title,
  submitText,
  part,
  done,
  sheet,
  fields,
  shown = () => fields,
  initial,
  onClose,
}: HoursDialogProps) {
  const { id } = sheet;
  const draftKey = `timesheet/${id}/${part}`;
  const draft = useDraft(draftKey, fields, () => initial);
  const send = useCommand<object, TimesheetRecord>({
    command: (body) => ({ method: 'POST', path: `${timesheetPath(id)}/${part}`, body }),
    collections: TIMESHEETS,
    draftKey,
    onSuccess({ data, commandId }) {
      const added = part === 'entries' ? data.entries.at(-1) : data.corrections.at(-1);
      const text = `${spokenMinutes(data.minutes)} this week`;
      void showToast({
        title: done,
        text: added ? text : sourceName({ kind: '', jobNumber: null }),
        intent: 'success',
        ...offerUndo({ category: 'timesheet', id, commandId }, TIMESHEETS),
      });
      draft.saved(() => {
        draft.drop();
        onClose();
      });
    },
  });
  const visible = shown(draft.values);
  const body = () => {
    const { jobId = '', ...others } = draft.values;
    const job = parsed<{ id: string }>(jobId);
    return {
      ...bodyOf(
        visible.filter(({ name }) => name !== 'jobId'),
        others,
      ),
      ...(job && { jobId: job.id }),
    };
  };
  return (
    <FormDialog
      title={title}
      draft={draft}
      fields={visible}
      onSubmit={() => send.mutate(body())}
      submitText={submitText}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
    />
  );
}
