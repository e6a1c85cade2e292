import { Button, Callout, InputGroup } from '@blueprintjs/core';
import { Add, Cross } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { VISIT_DEFAULTS } from '../../../domain/job/terms.ts';
import { crewsQuery } from '../../entities/crew/crew.ts';
import { usePlanJob } from '../../entities/job/acts.ts';
import { useCompanyZone, VisitTimes } from '../../entities/job/job-tags.tsx';
import { personName, staffQuery } from '../../entities/person/person.ts';
import { FormDialog } from '../../records/form-dialog.tsx';
import { useDraft } from '../../records/use-draft.ts';
import { type ControlProps, type Field, jsonOf, parsed } from '../../ui/fields.ts';
import { formatSpan } from '../../ui/format.ts';
import { InputsOf } from '../../ui/inputs-of.tsx';
import { Section } from '../../ui/section.tsx';
import { instantAt, todayIn, wallAt } from '../../ui/wall-time.ts';

interface JobPlanProps {
  job: JobRecord;
  canChange: boolean;
  onSchedule(): void;
}

/** When the job is done, and by whom. */
export function JobPlan({ job, canChange, onSchedule }: JobPlanProps) {
  const { visits, status, estimatedDuration, minimumCrewSize } = job;
  const canPlan = canChange && status !== 'completed' && status !== 'cancelled';
  const takes = [
    estimatedDuration !== null && `${formatSpan(estimatedDuration)} planned`,
    minimumCrewSize !== null && `at least ${minimumCrewSize} people`,
  ].filter(Boolean);
  return (
    <Section
      title="Plan"
      actions={canPlan && <Button size="small" text={visits.length > 0 ? 'Move' : 'Schedule'} onClick={onSchedule} />}
    >
      {visits.length === 0 && <p className="hw-muted">No date yet.</p>}
      <Visits visits={visits} />
      <Crew job={job} />
      {takes.length > 0 && <p className="hw-muted">{takes.join(' · ')}</p>}
    </Section>
  );
}

function Visits({ visits }: Pick<JobRecord, 'visits'>) {
  const zone = useCompanyZone();
  return (
    <>
      <ul className="hw-job-visits">
        {visits.map((visit) => (
          <li key={visit.start}>
            <VisitTimes visit={visit} zone={zone} />
          </li>
        ))}
      </ul>
      {visits[0] && (
        <p>
          <Link
            to="/schedule"
            search={{ view: 'crews', date: wallAt(visits[0].start, zone).slice(0, 10) }}
            className="hw-in-text"
          >
            Show on the schedule
          </Link>
        </p>
      )}
    </>
  );
}

/** The crew, with phone links. */
function Crew({ job: { crewId, crewName } }: { job: JobRecord }) {
  const crews = useQuery(crewsQuery).data ?? [];
  const staff = useQuery(staffQuery).data ?? [];
  if (crewId === null) return <p className="hw-muted">Unassigned</p>;
  const crew = crews.find(({ id }) => id === crewId);
  const members = crew?.memberIds.flatMap((id) => staff.find((person) => person.id === id) ?? []) ?? [];
  return (
    <p>
      <Link to="/crew" search={{ crew: crewId }} className="hw-in-text">
        {crew?.name ?? crewName ?? 'A crew'}
      </Link>
      {members.length > 0 && <span className="hw-muted"> · {members.map(personName).join(', ')}</span>}
    </p>
  );
}

/** A visit as typed, in the company's time zone. */
interface Row {
  day: string;
  start: string;
  end: string;
  /** For one longer than a night: the number of days until it ends. */
  nights?: number;
}

/** A crew's days on a job, each with its times. */
function VisitsInput({ id, label, value, describedBy, onChange }: ControlProps) {
  const rows = parsed<Row[]>(value) ?? [];
  const put = (next: readonly Row[]) => onChange(jsonOf(next));
  const change = (at: number, part: Partial<Row>) =>
    put(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const last = rows.at(-1);
  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-visits">
      {rows.map((row, index) => {
        const which = rows.length === 1 ? '' : ` of day ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and are added at the end
          <div key={index} className="hw-visit">
            <InputGroup
              type="date"
              aria-label={`Date${which}`}
              value={row.day}
              autoFocus={index === 0}
              onValueChange={(day) => change(index, { day })}
            />
            <InputGroup
              type="time"
              aria-label={`Start${which}`}
              value={row.start}
              onValueChange={(start) => change(index, { start })}
            />
            <span>to</span>
            <InputGroup
              type="time"
              aria-label={`End${which}`}
              value={row.end}
              onValueChange={(end) => change(index, { end })}
            />
            {rows.length > 1 && (
              <Button
                variant="minimal"
                icon={<Cross />}
                aria-label={`Remove day ${index + 1}`}
                onClick={() => put(rows.filter((_, at) => at !== index))}
              />
            )}
          </div>
        );
      })}
      <Button
        size="small"
        icon={<Add />}
        text="Add a day"
        onClick={() => put([...rows, last ? { ...last, day: dayAfter(last.day) } : NEW_ROW])}
      />
    </InputsOf>
  );
}

const NEW_ROW: Row = { day: '', start: VISIT_DEFAULTS.start, end: '' };

const DAY_MS = 86_400_000;

function dayAfter(day: string, days = 1): string {
  const next = Date.parse(day) + days * DAY_MS;
  return Number.isNaN(next) ? '' : new Date(next).toISOString().slice(0, 10);
}

const FIELDS: readonly Field[] = [
  { name: 'visits', label: 'When', kind: 'structured', control: VisitsInput, required: true },
];

interface ScheduleDialogProps {
  job: JobRecord;
  onClose(): void;
}

/** Schedules or reschedules a job. */
export function ScheduleDialog({ job, onClose }: ScheduleDialogProps) {
  const zone = useCompanyZone();
  const draftKey = `job/${job.id}/visits`;
  const draft = useDraft(draftKey, FIELDS, () => ({ visits: jsonOf(rowsOf(job, zone)) }));
  const plan = usePlanJob(job, { draftKey, onDone: close });
  const [before] = useState(job.visits);
  const isMoved = jsonOf(before) !== jsonOf(job.visits) && !plan.isSuccess;

  function save(): void {
    const rows = parsed<Row[]>(draft.values['visits'] ?? '') ?? [];
    // Based on the job as shown: if a colleague was first, the person is told instead of overwriting it.
    plan.mutate({ visits: visitsOf(rows, zone), expectedRevision: job.revision });
  }

  function close(): void {
    draft.drop();
    onClose();
  }

  return (
    <FormDialog
      title={job.visits.length > 0 ? 'Move the job' : 'Schedule the job'}
      draft={draft}
      fields={FIELDS}
      onSubmit={save}
      submitText={job.visits.length > 0 ? 'Move' : 'Schedule'}
      isBusy={plan.isPending}
      error={plan.error}
      canSubmit={(parsed<Row[]>(draft.values['visits'] ?? '') ?? []).every(isWhole)}
      onClose={onClose}
    >
      {(isMoved || plan.error?.code === 'stale') && (
        <Callout
          intent="warning"
          role="status"
          title={`Someone else just changed ${isMoved ? 'the plan' : 'this job'}`}
        >
          {job.visits.length > 0 ? <Visits visits={job.visits} /> : <p>It no longer has a date.</p>}
          <p>Saving replaces their change.</p>
        </Callout>
      )}
    </FormDialog>
  );
}

function isWhole({ day, start, end }: Row): boolean {
  return day !== '' && start !== '' && end !== '';
}

/** Its current visits; otherwise one tomorrow with the estimated duration. */
function rowsOf({ visits, estimatedDuration }: JobRecord, zone: string | undefined): Row[] {
  if (visits.length === 0) {
    const { start, hours } = VISIT_DEFAULTS;
    return [{ day: dayAfter(todayIn(zone)), start, end: later(start, estimatedDuration ?? hours) }];
  }
  return visits.map(({ start, end }) => {
    const [day = '', time = ''] = wallAt(start, zone).split('T');
    const [lastDay = '', endTime = ''] = wallAt(end, zone).split('T');
    const nights = Math.round((Date.parse(lastDay) - Date.parse(day)) / DAY_MS);
    return { day, start: time, end: endTime, ...(nights > 1 && { nights }) };
  });
}

/** A later time, on the same day at most. */
function later(time: string, hours: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = Math.min(hour * 60 + minute + Math.round(hours * 60), 23 * 60 + 59);
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** An end before the start is on the next day: night work. */
function visitsOf(rows: readonly Row[], zone: string | undefined) {
  return rows.map(({ day, start, end, nights = end > start ? 0 : 1 }) => ({
    start: instantAt(`${day}T${start}`, zone) ?? '',
    end: instantAt(`${dayAfter(day, nights)}T${end}`, zone) ?? '',
  }));
}
