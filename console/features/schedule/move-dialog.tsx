import { Callout, Dialog, DialogBody, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import type { Schedule, ScheduledJob } from '../../../api/schedule/schema.ts';
import { JOB_LIMITS } from '../../../domain/job/terms.ts';
import type { Conflict } from '../../../domain/schedule/conflicts.ts';
import { useAccountId } from '../../entities/account/session.ts';
import { unscheduledJobPicker } from '../../entities/job/job-picker.ts';
import { newConflictsAt } from '../../entities/schedule/conflicts.ts';
import {
  isSamePlan,
  isWhereItIs,
  type Placement,
  placementOf,
  plannedHours,
  type Slot,
  usualStart,
  visitsFrom,
} from '../../entities/schedule/placing.ts';
import { scheduledName } from '../../entities/schedule/schedule.ts';
import {
  dayOf,
  formatWallSpan,
  momentOf,
  plusDays,
  plusMinutes,
  wallDate,
} from '../../entities/schedule/wall-dates.ts';
import { FormDialog } from '../../records/form-dialog.tsx';
import { type PickerKind, RecordPicker } from '../../records/record-picker.tsx';
import { useDraft } from '../../records/use-draft.ts';
import { type ControlProps, type Field, jsonOf, parsed, type Values } from '../../ui/fields.ts';
import { InputsOf } from '../../ui/inputs-of.tsx';
import { lanesOf, NO_CREW } from './board.ts';

/** The time as typed, in the company's time zone. */
interface When {
  day: string;
  start: string;
  end: string;
}

/** A day with start and end. */
function WhenInput({ id, label, value, describedBy, onChange }: ControlProps) {
  const when = parsed<When>(value) ?? { day: '', start: '', end: '' };
  const change = (part: Partial<When>) => onChange(jsonOf({ ...when, ...part }));
  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-visit-when">
      <InputGroup type="date" aria-label="Date" autoFocus value={when.day} onValueChange={(day) => change({ day })} />
      <InputGroup
        type="time"
        aria-label="Start"
        value={when.start}
        onValueChange={(start) => change({ start, ...endAfter(when, start) })}
      />
      <span>to</span>
      <InputGroup type="time" aria-label="End" value={when.end} onValueChange={(end) => change({ end })} />
    </InputsOf>
  );
}

/** It keeps its duration, if it then still ends on the same day. */
function endAfter({ day, start, end }: When, moved: string): Partial<When> {
  if (start === '' || end <= start || moved === '') return {};
  const minutes = (+wallDate(`${DAY}T${end}`) - +wallDate(`${DAY}T${start}`)) / 60_000;
  const next = momentOf(plusMinutes(wallDate(`${DAY}T${moved}`), minutes));
  return day !== '' && next.startsWith(DAY) ? { end: next.slice(11) } : {};
}

/** Any day. */
const DAY = '2000-01-01';

/** Picks one of the schedule's crews. */
function crewInput(schedule: Schedule) {
  const lanes = lanesOf(schedule);
  return function CrewInput({ id, label, value, describedBy, onChange }: ControlProps) {
    return (
      <HTMLSelect
        fill
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {lanes.map((lane) => (
          <option key={lane.id} value={lane.id}>
            {lane.name}
          </option>
        ))}
      </HTMLSelect>
    );
  };
}

interface MoveDialogProps {
  schedule: Schedule;
  /** Where it is, or would go by default. */
  slot: Slot;
  onPlace(placement: Placement, overrideReason?: string): void;
  onClose(): void;
}

/** Asks for a job's day, time and crew. */
export function MoveDialog({ schedule, slot, onPlace, onClose }: MoveDialogProps) {
  const { job } = slot;
  const [opened] = useState(job);
  const fields = useMemo<readonly Field[]>(
    () => [
      { name: 'when', label: 'When', kind: 'structured', control: WhenInput, required: true },
      { name: 'crew', label: 'Crew', kind: 'structured', control: crewInput(schedule) },
      REASON,
    ],
    [schedule],
  );
  const draft = useDraft(`job/${job.id}/place`, fields, () => valuesOf(slot));
  const chosen = slotOf(slot, draft.values);
  const placement = chosen && placementOf(chosen);
  const conflicts = placement && !isWhereItIs(placement) ? newConflictsAt(schedule, placement) : [];

  return (
    <FormDialog
      title={slot.index === null ? 'Schedule the job' : 'Move the job'}
      about={
        <p className="hw-job-line">
          <strong>{scheduledName(job)}</strong> {job.number}
        </p>
      }
      draft={draft}
      fields={conflicts.length > 0 ? fields : fields.filter((field) => field !== REASON)}
      onSubmit={() => {
        if (!placement) return;
        draft.drop();
        onPlace(placement, conflicts.length > 0 ? draft.values['overrideReason'] : undefined);
      }}
      submitText={conflicts.length > 0 ? ANYWAY : slot.index === null ? 'Schedule' : 'Move'}
      canSubmit={placement !== null}
      below={<Against conflicts={conflicts} />}
      isBusy={false}
      error={null}
      onClose={onClose}
    >
      {!isSamePlan(job, opened) && <MovedMeanwhile job={job} />}
    </FormDialog>
  );
}

/** Where a job is now, if somebody else has moved it while the person was choosing. */
function MovedMeanwhile({ job: { visits } }: { job: ScheduledJob }) {
  const [first] = visits;
  return (
    <Callout intent="warning" role="status" title="Someone else just changed this job">
      <p>
        {first ? `It is on ${formatWallSpan(wallDate(first.start), wallDate(first.end))} now.` : 'It has no date now.'}
      </p>
      <p>Saving replaces their change.</p>
    </Callout>
  );
}

const ANYWAY = 'Schedule anyway';

const REASON: Field = {
  name: 'overrideReason',
  label: 'Why anyway',
  kind: 'multiline',
  maxLength: JOB_LIMITS.reason,
  required: true,
};

/** The conflicts of a placement. */
function Against({ conflicts }: { conflicts: readonly Conflict[] }) {
  return (
    <output aria-live="polite" className="hw-conflicts">
      {conflicts.length > 0 && (
        <Callout intent="warning" compact icon={<WarningSign />}>
          <ul>
            {conflicts.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Callout>
      )}
    </output>
  );
}

interface OverrideDialogProps {
  placement: Placement;
  conflicts: readonly Conflict[];
  onPlace(overrideReason: string): void;
  onClose(): void;
}

/** Asks why a job should stay where it was dropped, despite conflicts. */
export function OverrideDialog({ placement, conflicts, onPlace, onClose }: OverrideDialogProps) {
  const { job, visits } = placement;
  const draft = useDraft(`job/${job.id}/override`, OVERRIDE, () => ({ overrideReason: '' }));
  const [first] = visits;
  return (
    <FormDialog
      title="Schedule it there anyway?"
      about={
        <>
          <p>
            <strong>{scheduledName(job)}</strong>
            {first && `, ${formatWallSpan(wallDate(first.start), wallDate(first.end))}`}
          </p>
          <Against conflicts={conflicts} />
        </>
      }
      draft={draft}
      fields={OVERRIDE}
      onSubmit={() => {
        draft.drop();
        onPlace(draft.values['overrideReason'] ?? '');
      }}
      submitText={ANYWAY}
      isBusy={false}
      error={null}
      onClose={() => {
        draft.drop();
        onClose();
      }}
    />
  );
}

const OVERRIDE = [REASON];

function valuesOf({ start, end, crewId }: Slot): Values {
  const [from, to] = [momentOf(start), momentOf(end)];
  return {
    when: jsonOf({ day: from.slice(0, 10), start: from.slice(11), end: to.slice(11) }),
    crew: crewId ?? NO_CREW,
  };
}

/** The typed time on the board; an end before the start is on the next day, for night work. Null while incomplete. */
function slotOf(slot: Slot, { when: typed = '', crew }: Values): Slot | null {
  const { day = '', start: from = '', end: to = '' } = parsed<When>(typed) ?? {};
  if (day === '' || from === '' || to === '' || from === to) return null;
  const start = wallDate(`${day}T${from}`);
  const end = wallDate(`${day}T${to}`);
  if (Number.isNaN(+start) || Number.isNaN(+end)) return null;
  return { ...slot, start, end: to < from ? plusDays(end, 1) : end, crewId: crew === NO_CREW ? null : (crew ?? null) };
}

/** Where a job is, or would be if it began on a day. */
export function slotToMove(job: ScheduledJob, day: string): Slot {
  const [visit] = job.visits;
  if (visit) return { job, index: 0, start: wallDate(visit.start), end: wallDate(visit.end), crewId: job.crewId };
  const start = usualStart(day);
  return { job, index: null, start, end: plusMinutes(start, plannedHours(job.hours) * 60), crewId: job.crewId };
}

/** The first placement of a job by a person: a long job takes several days. */
export function firstPlacement({ job, start, crewId }: Slot, schedule: Schedule): Placement {
  return { job, visits: visitsFrom(start, plannedHours(job.hours), schedule), crewId };
}

interface PickJobDialogProps {
  title?: string;
  /** The jobs to pick from. */
  kind?: PickerKind;
  onPick(jobId: string): void;
  onClose(): void;
}

/** Asks which job to schedule. */
export function PickJobDialog({
  title = 'Schedule Job',
  kind = unscheduledJobPicker,
  onPick,
  onClose,
}: PickJobDialogProps) {
  const accountId = useAccountId();
  return (
    <Dialog
      isOpen
      onOpened={showChoices}
      onClose={onClose}
      title={title}
      className="hw-dialog hw-dialog-tall"
      canOutsideClickClose={false}
    >
      <DialogBody>
        <RecordPicker
          id="job-to-schedule"
          label="Job"
          describedBy={undefined}
          isInvalid={false}
          kind={kind}
          accountId={accountId}
          picked={[]}
          placeholder="Number, customer or address"
          onPick={([picked]) => picked !== undefined && onPick(picked)}
        />
      </DialogBody>
    </Dialog>
  );
}

/** The dialog contains nothing else: an empty one would leave a dispatcher guessing. */
function showChoices(dialog: HTMLElement): void {
  const input = dialog.querySelector('input');
  input?.focus();
  input?.click();
}

/** The default day for an unscheduled job: tomorrow. */
export function nextDay(now: Date): string {
  return dayOf(plusDays(now, 1));
}
