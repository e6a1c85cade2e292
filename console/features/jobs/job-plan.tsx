import { Button, Callout } from '@blueprintjs/core';
import { Add, Cross } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { plannedHours, VISIT_DEFAULTS } from '../../../domain/job/terms.ts';
import { crewsQuery } from '../../entities/crew/crew.ts';
import { usePlanJob } from '../../entities/job/acts.ts';
import { useCompanyZone, VisitTimes } from '../../entities/job/job-tags.tsx';
import { RestTag } from '../../entities/job/rest.tsx';
import { takesText } from '../../entities/job/takes.ts';
import { personName, staffQuery } from '../../entities/person/person.ts';
import {
  type CompanyDays,
  daysOfCrew,
  isLongerThanDay,
  isLongerThanHours,
  nextWorked,
  usualStart,
  visitOf,
  visitsByHours,
  type WallVisit,
} from '../../entities/schedule/placing.ts';
import { TypedTimes } from '../../entities/schedule/typed-times.tsx';
import { momentsOf, type TypedVisit, typedVisit } from '../../entities/schedule/typed-visit.ts';
import { dayAfter, wallDate } from '../../entities/schedule/wall-dates.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { FormDialog } from '../../records/edit/form-dialog.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { useSaveAgain } from '../../records/edit/use-save-again.ts';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { type ControlProps, type Field, jsonOf, parsed } from '../../ui/inputs/fields.ts';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { formatSpan } from '../../ui/values/format.ts';
import { instantAt, momentAt, todayIn, wallAt } from '../../ui/values/wall-time.ts';

interface JobPlanProps {
  job: JobRecord;
  canChange: boolean;
  onSchedule(): void;
}

/** When the job is done, and by whom. */
export function JobPlan({ job, canChange, onSchedule }: JobPlanProps) {
  const { visits, status, items, estimatedDuration, minimumCrewSize, givenUp } = job;
  const canPlan = canChange && status !== 'completed' && status !== 'cancelled';
  const takes = [
    `Takes ${takesText(items, estimatedDuration)}`,
    minimumCrewSize !== null && `at least ${minimumCrewSize} people`,
    givenUp !== null && `${formatSpan(givenUp.hours)} given up: ${givenUp.reason}`,
  ].filter(Boolean);
  return (
    <Section
      title="Plan"
      actions={canPlan && <Button size="small" text={visits.length > 0 ? 'Move' : 'Schedule'} onClick={onSchedule} />}
    >
      {visits.length === 0 && <p className="hw-muted">No date yet.</p>}
      <Visits visits={visits} />
      <Crew job={job} />
      <p className="hw-muted">
        {takes.join(' · ')} <RestTag job={job} />
      </p>
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

/** A crew's days on a job, each with its times. @param hours that the job takes */
function visitsInput(hours: number, company: CompanyDays | undefined) {
  return function VisitsInput({ id, label, value, describedBy, onChange }: ControlProps) {
    const zone = useCompanyZone();
    const rows = parsed<TypedVisit[]>(value) ?? [];
    const put = (next: readonly TypedVisit[]) => onChange(jsonOf(next));
    const change = (at: number, next: TypedVisit) => put(rows.map((row, index) => (index === at ? next : row)));
    const first = rows[0] && momentsOf(rows[0], zone);
    const last = rows.at(-1);
    return (
      <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-visits">
        {rows.map((row, index) => {
          const which = rows.length === 1 ? '' : ` of day ${index + 1}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and are added at the end
            <div key={index} className="hw-visit">
              <DateInput
                aria-label={`Date${which}`}
                value={row.day}
                autoFocus={index === 0}
                onValueChange={(day) => change(index, { ...row, day })}
              />
              <TypedTimes typed={row} zone={zone} which={which} onChange={(next) => change(index, next)} />
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
          onClick={() => put([...rows, last?.day ? { ...last, day: dayAfter(last.day) } : NEW_ROW])}
        />
        {company && first && isLongerThanHours(hours, company) && (
          <Button
            size="small"
            text={`Split ${formatSpan(hours)} by working hours`}
            onClick={() => put(typedVisits(visitsByHours(wallDate(first.start), hours, company), zone))}
          />
        )}
      </InputsOf>
    );
  };
}

const NEW_ROW: TypedVisit = { day: '', start: VISIT_DEFAULTS.start, end: '' };

interface ScheduleDialogProps {
  job: JobRecord;
  onClose(): void;
}

/** Schedules or reschedules a job. */
export function ScheduleDialog({ job, onClose }: ScheduleDialogProps) {
  const zone = useCompanyZone();
  const company = useDaysOf(job.crewId);
  const hours = plannedHours(job.estimatedDuration);
  const fields = useMemo<readonly Field[]>(
    () => [{ name: 'visits', label: 'When', kind: 'structured', control: visitsInput(hours, company), required: true }],
    [hours, company],
  );
  const draftKey = `job/${job.id}/visits`;
  // A draft also holds the visits that it was typed over.
  const draft = useDraft(draftKey, fields, () => ({
    visits: jsonOf(rowsOf(job, zone, company)),
    before: jsonOf(job.visits),
  }));
  const plan = usePlanJob(job, { draftKey, onDone: () => draft.saved(close) });
  const [opened] = useState(job.visits);
  const sent = parsed<string[]>(draft.values['sent'] ?? '') ?? [];
  const isMoved = ![draft.values['before'], ...sent].includes(jsonOf(job.visits)) && !plan.isSuccess;
  const isSinceOpened = jsonOf(opened) !== jsonOf(job.visits);

  function save(): void {
    const rows = parsed<TypedVisit[]>(draft.values['visits'] ?? '') ?? [];
    const visits = visitsOf(rows, zone);
    // If its answer is lost, the job may have it: that is nobody else's change.
    draft.change((newest) => ({ ...newest, sent: jsonOf([...sent, jsonOf(visits)]) }), false);
    // Based on the job as shown: if a colleague was first, the person is told instead of overwriting it.
    plan.mutate({ visits, expectedRevision: job.revision });
  }

  useSaveAgain(plan, job, !isMoved, save);

  function close(): void {
    draft.drop();
    onClose();
  }

  return (
    <FormDialog
      title={job.visits.length > 0 ? 'Move the job' : 'Schedule the job'}
      draft={draft}
      fields={fields}
      onSubmit={save}
      submitText={job.visits.length > 0 ? 'Move' : 'Schedule'}
      isBusy={plan.isPending}
      error={plan.error}
      showsChanges
      canSubmit={(parsed<TypedVisit[]>(draft.values['visits'] ?? '') ?? []).every(
        (row) => momentsOf(row, zone) !== null,
      )}
      onClose={onClose}
    >
      {isMoved && (
        <Callout
          intent="warning"
          role="status"
          title={isSinceOpened ? 'Someone else just changed the plan' : CHANGED_SINCE}
        >
          {job.visits.length > 0 ? <Visits visits={job.visits} /> : <p>It no longer has a date.</p>}
          <p>Saving replaces {isSinceOpened ? 'their' : 'that'} change.</p>
        </Callout>
      )}
    </FormDialog>
  );
}

const CHANGED_SINCE = 'The plan has changed since this draft';

/** Undefined until they are known. */
function useDaysOf(crewId: string | null): CompanyDays | undefined {
  const settings = useQuery(settingsQuery).data;
  const crew = useQuery(crewsQuery).data?.find(({ id }) => id === crewId);
  return useMemo(() => settings && daysOfCrew(settings, crew), [settings, crew]);
}

/** Its current visits; otherwise one tomorrow with the estimated duration, or as many as it takes from the next workday. */
function rowsOf(job: JobRecord, zone: string | undefined, company: CompanyDays | undefined): TypedVisit[] {
  const { visits, estimatedDuration } = job;
  if (visits.length > 0)
    return typedVisits(
      visits.map(({ start, end }) => ({ start: momentAt(start, zone), end: momentAt(end, zone) })),
      zone,
    );
  const hours = plannedHours(estimatedDuration);
  if (!company || !isLongerThanDay(hours)) {
    const start = usualStart(dayAfter(todayIn(zone)));
    return [typedVisit(visitOf(start, hours), zone)];
  }
  const start = wallDate(`${nextWorked(todayIn(zone), company)}T${company.workingHours.start}`);
  return typedVisits(visitsByHours(start, hours, company), zone);
}

function typedVisits(visits: readonly WallVisit[], zone: string | undefined): TypedVisit[] {
  return visits.map((visit) => typedVisit(visit, zone));
}

function visitsOf(rows: readonly TypedVisit[], zone: string | undefined) {
  return rows.map((row) => {
    const { start = '', end = '' } = momentsOf(row, zone) ?? {};
    return { start: instantAt(start, zone) ?? '', end: instantAt(end, zone) ?? '' };
  });
}
