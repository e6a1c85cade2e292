import { Callout, Dialog, DialogBody, HTMLSelect } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import type { Schedule, ScheduledJob } from '../../../../api/schedule/schema.ts';
import { JOB_LIMITS } from '../../../../domain/job/terms.ts';
import type { Conflict } from '../../../../domain/schedule/conflicts.ts';
import { useAccountId } from '../../../entities/account/session.ts';
import { unscheduledJobPicker } from '../../../entities/job/job-picker.ts';
import { newConflictsAt } from '../../../entities/schedule/conflicts.ts';
import {
  type CompanyDays,
  daysOfCrew,
  drawnAs,
  hoursToPlace,
  isLongerThanDay,
  isLongerThanHours,
  isSamePlan,
  isWhereItIs,
  nextWorked,
  type Placement,
  placementOf,
  remainingWith,
  type Slot,
  startToday,
  usualStart,
  visitsByHours,
  visitsFrom,
  type WallVisit,
} from '../../../entities/schedule/placing.ts';
import { scheduledName } from '../../../entities/schedule/schedule.ts';
import { SplitChoice, SplitVisits } from '../../../entities/schedule/split-visits.tsx';
import { TypedTimes } from '../../../entities/schedule/typed-times.tsx';
import { momentsOf, type TypedVisit, typedVisit } from '../../../entities/schedule/typed-visit.ts';
import {
  dayOf,
  formatWallSpan,
  momentOf,
  plusDays,
  plusMinutes,
  wallDate,
} from '../../../entities/schedule/wall-dates.ts';
import { FormDialog } from '../../../records/edit/form-dialog.tsx';
import { type PickerKind, RecordPicker } from '../../../records/edit/record-picker.tsx';
import { type NewDraft, useDraft } from '../../../records/edit/use-draft.ts';
import { DateInput } from '../../../ui/inputs/date-input.tsx';
import { type ControlProps, type Field, jsonOf, parsed, type Values } from '../../../ui/inputs/fields.ts';
import { InputsOf } from '../../../ui/inputs/inputs-of.tsx';
import { formatSpan } from '../../../ui/values/format.ts';
import { lanesOf, NO_CREW } from '../board/board.ts';

/** The time as typed, in the company's time zone. */
interface When extends TypedVisit {
  /** The visits follow from the start, by working hours. */
  isSplit?: boolean;
}

const NO_TIME: When = { day: '', start: '', end: '' };

/** A day with start and end. @param canSplit whether it may be several visits, by working hours */
function whenInput(zone: string, canSplit: boolean) {
  return function WhenInput({ id, label, value, describedBy, onChange }: ControlProps) {
    const when = parsed<When>(value) ?? NO_TIME;
    const { isSplit = false } = when;
    const put = (next: When) => onChange(jsonOf(next));
    return (
      <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-visit-when">
        <DateInput aria-label="Date" autoFocus value={when.day} onValueChange={(day) => put({ ...when, day })} />
        <TypedTimes
          typed={when}
          zone={zone}
          hasNoEnd={isSplit}
          onChange={(next) => put({ ...next, ...(isSplit && { isSplit }) })}
        />
        {canSplit && <SplitChoice isSplit={isSplit} onChange={(next) => put({ ...when, isSplit: next })} />}
      </InputsOf>
    );
  };
}

/** Picks one of the schedule's crews. @param lanes as JSON */
function crewInput(json: string) {
  const lanes = parsed<{ id: string; name: string }[]>(json) ?? [];
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
  const canSplit = slot.index === null && isLongerThanHours(hoursToPlace(job), daysOf(schedule, slot.crewId));
  // By what it holds: the inputs must not be made anew, and lose the focus, when somebody changes another job.
  const lanes = jsonOf(lanesOf(schedule).map(({ id, name }) => ({ id, name })));
  const fields = useMemo<readonly Field[]>(
    () => [
      { name: 'when', label: 'When', kind: 'structured', control: whenInput(schedule.zone, canSplit), required: true },
      { name: 'crew', label: 'Crew', kind: 'structured', control: crewInput(lanes) },
      REASON,
    ],
    [schedule.zone, lanes, canSplit],
  );
  const draft = useDraft(`job/${job.id}/place`, fields, () => valuesOf(slot, schedule.zone));
  const chosen = slotOf(slot, draft.values, schedule.zone);
  const isSplit = canSplit && parsed<When>(draft.values['when'] ?? '')?.isSplit === true;
  const placement = chosen && (isSplit ? splitPlacement(chosen, schedule) : placementOf(chosen));
  const conflicts = placement && !isWhereItIs(placement) ? newConflictsAt(schedule, placement) : [];

  return (
    <FormDialog
      title={titleOf(slot)}
      about={
        <p className="hw-job-line">
          <strong>{scheduledName(job)}</strong> {job.number}
        </p>
      }
      draft={draft}
      fields={conflicts.length > 0 ? fields : fields.filter((field) => field !== REASON)}
      onSubmit={() => {
        if (!placement) return;
        const { visits, crewId } = placement;
        draft.change((newest) => ({ ...newest, sent: jsonOf([...sentIn(newest), { visits, crewId }]) }), false);
        onPlace(placement, conflicts.length > 0 ? draft.values['overrideReason'] : undefined);
      }}
      submitText={conflicts.length > 0 ? ANYWAY : slot.index === null ? 'Schedule' : 'Move'}
      canSubmit={placement !== null}
      below={
        <>
          {isSplit && placement && <SplitVisits visits={placement.visits} />}
          {placement && <Left hours={remainingWith(job, placement.visits)} />}
          <Against conflicts={conflicts} />
        </>
      }
      isBusy={false}
      error={null}
      onClose={onClose}
    >
      {isMovedSince(draft, job, opened) && <MovedMeanwhile job={job} isSinceOpened={!isSamePlan(job, opened)} />}
    </FormDialog>
  );
}

function titleOf({ job, index }: Slot): string {
  if (index !== null) return 'Move the job';
  return job.visits.length > 0 ? 'Schedule the rest' : 'Schedule the job';
}

/** What would still be without a visit. */
function Left({ hours }: { hours: number }) {
  return (
    <output aria-live="polite">
      {hours > 0 && <p className="hw-muted">{formatSpan(hours)} of it stay with the unscheduled jobs.</p>}
    </output>
  );
}

/** The plans that were sent: if an answer is lost, the job may have one of them, and that is nobody else's change. */
function sentIn({ sent = '' }: Values): Plan[] {
  return parsed<Plan[]>(sent) ?? [];
}

/** Whether somebody else gave a job another plan than the one that the input was typed over. */
function isMovedSince(draft: NewDraft, job: ScheduledJob, opened: ScheduledJob): boolean {
  if (sentIn(draft.values).some((plan) => isWhereItIs({ job, ...plan }))) return false;
  return !isSamePlan(job, { ...opened, ...replacedBy(draft, opened) });
}

/** The plan that was there when the input was begun; of a draft only as far as it was typed, as the rest is of this opening. */
function replacedBy({ values, found }: NewDraft, opened: ScheduledJob): Partial<Plan> {
  const before = parsed<Plan>(values['before'] ?? '');
  if (!before || !found) return before ?? {};
  const isTyped = (name: string) => found.held[name] !== undefined;
  return {
    visits: (isTyped('when') ? before : opened).visits,
    crewId: (isTyped('crew') ? before : opened).crewId,
  };
}

interface MovedMeanwhileProps {
  job: ScheduledJob;
  /** It changed while the dialog is open, else while its draft was left. */
  isSinceOpened: boolean;
}

/** Where a job is now, if it was moved while the person was choosing, or had left it. */
function MovedMeanwhile({ job: { visits }, isSinceOpened }: MovedMeanwhileProps) {
  const [first] = visits;
  const title = isSinceOpened ? 'Someone else just changed this job' : 'The plan has changed since this draft';
  return (
    <Callout intent="warning" role="status" title={title}>
      <p>
        {first ? `It is on ${formatWallSpan(wallDate(first.start), wallDate(first.end))} now.` : 'It has no date now.'}
      </p>
      <p>Saving replaces {isSinceOpened ? 'their' : 'that'} change.</p>
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
            {[...new Set(conflicts.map(({ message }) => message))].map((message) => (
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
  const { job, visits, crewId } = placement;
  const [first] = visits;
  const place = [...visits.map(({ start, end }) => `${start}-${end}`), crewId].filter(Boolean).join('/');
  const draft = useDraft(`job/${job.id}/override/${place}`, OVERRIDE, () => ({ overrideReason: '' }));
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
      onSubmit={() => onPlace(draft.values['overrideReason'] ?? '')}
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

/** What a draft is typed over. */
type Plan = Pick<ScheduledJob, 'visits' | 'crewId'>;

function valuesOf({ job, index, start, end, crewId }: Slot, zone: string): Values {
  const visit = typedVisit(
    (index !== null && job.visits[index]) || { start: momentOf(start), end: momentOf(end) },
    zone,
  );
  const isSplit = index === null && isLongerThanDay(hoursToPlace(job));
  return {
    when: jsonOf({ ...visit, ...(isSplit && { isSplit }) } satisfies When),
    crew: crewId ?? NO_CREW,
    before: jsonOf({ visits: job.visits, crewId: job.crewId } satisfies Plan),
  };
}

/** The typed time on the board; null while incomplete. */
function slotOf(slot: Slot, { when: typed = '', crew }: Values, zone: string): Slot | null {
  const when = parsed<When>(typed) ?? NO_TIME;
  const chosen = momentsOf(when, zone);
  if (chosen === null) return null;
  const [start, end] = [wallDate(chosen.start), wallDate(chosen.end)];
  if (Number.isNaN(+start) || Number.isNaN(+end)) return null;
  return { ...slot, start, end, chosen, crewId: crew === NO_CREW ? null : (crew ?? null) };
}

/** Where a job is, or would be if it began on a day. */
export function slotToMove(job: ScheduledJob, day: string): Slot {
  const [visit] = job.visits;
  return visit ? { job, index: 0, ...drawnAs(visit), crewId: job.crewId } : slotToPlace(job, day);
}

/** Where what has no visit of a job would be if it began on a day; if all of it has visits, where the job is. */
export function slotToPlace(job: ScheduledJob, day: string): Slot {
  const hours = hoursToPlace(job);
  if (hours === 0) return slotToMove(job, day);
  const start = usualStart(day);
  return { job, index: null, start, end: plusMinutes(start, Math.round(hours * 60)), crewId: job.crewId };
}

/** A job put on today, for its own length, or what is left of it. @param now by the company's clock */
export function placementToday(job: ScheduledJob, schedule: Schedule, now: Date): Placement {
  const days = daysOf(schedule, job.crewId);
  return withVisits(job, visitsFrom(startToday(now, days), hoursToPlace(job), days), job.crewId);
}

/** The first placement of a job by a person: a long job takes several days. */
export function firstPlacement({ job, start, crewId }: Slot, schedule: Schedule): Placement {
  return withVisits(job, visitsFrom(start, hoursToPlace(job), daysOf(schedule, crewId)), crewId);
}

/** A job with as many visits as it takes by working hours. */
function splitPlacement({ job, start, crewId }: Slot, schedule: Schedule): Placement {
  return withVisits(job, visitsByHours(start, hoursToPlace(job), daysOf(schedule, crewId)), crewId);
}

/** A job with more visits beside those that it has. */
function withVisits(job: ScheduledJob, added: readonly WallVisit[], crewId: string | null): Placement {
  const visits = [...job.visits, ...added].sort((a, b) => a.start.localeCompare(b.start));
  return { job, visits, crewId };
}

function daysOf(schedule: Schedule, crewId: string | null): CompanyDays {
  return daysOfCrew(
    schedule,
    schedule.crews.find(({ id }) => id === crewId),
  );
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

/**
 * The default day for what has no visit of a job: tomorrow; for what takes several days, or goes on after other visits,
 * the next working day.
 */
export function firstDay(job: ScheduledJob, schedule: Schedule, now: Date): string {
  const last = job.visits.at(-1)?.end.slice(0, 'YYYY-MM-DD'.length) ?? '';
  const today = dayOf(now);
  if (last !== '') return nextWorked(last > today ? last : today, schedule);
  return isLongerThanDay(hoursToPlace(job)) ? nextWorked(today, schedule) : dayOf(plusDays(now, 1));
}
