import { Button } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { knownHours } from '../../../domain/job/terms.ts';
import { hasRight } from '../../entities/account/rights.ts';
import { useAccountId } from '../../entities/account/session.ts';
import { crewsQuery } from '../../entities/crew/crew.ts';
import { type JobStep, useJobSteps } from '../../entities/job/acts.ts';
import { hoursOfEach, refusalOfHours, withoutHours } from '../../entities/job/crew-hours.ts';
import { useCompanyZone } from '../../entities/job/job-tags.tsx';
import { personName, staffQuery } from '../../entities/person/person.ts';
import { personPicker } from '../../entities/person/person-picker.tsx';
import { DraftBanner } from '../../records/edit/draft-banner.tsx';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { type ControlProps, type Field, jsonOf, parsed } from '../../ui/inputs/fields.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Day } from '../../ui/values/day.tsx';
import { formatDay, formatSpan } from '../../ui/values/format.ts';
import { todayIn } from '../../ui/values/wall-time.ts';

interface JobHoursProps {
  job: JobRecord;
  canChange: boolean;
}

/** Each person's hours by day, compared with the planned hours of all. */
export function JobHours({ job, canChange }: JobHoursProps) {
  const [isAdding, setAdding] = useState(false);
  const staff = useQuery(staffQuery).data ?? [];
  const crew = useQuery(crewsQuery).data?.find(({ id }) => id === job.crewId);
  const steps = useJobSteps(job);
  const accountId = useAccountId();
  const nameOf = (id: string, unknown = 'Somebody') => {
    const person = staff.find((each) => each.id === id);
    return person ? personName(person) : unknown;
  };
  const writer = (id: string) => (id === accountId ? 'you' : nameOf(id, 'a colleague'));
  return (
    <Section
      title="Hours"
      actions={canChange && !isAdding && <Button size="small" text="Add hours" onClick={() => setAdding(true)} />}
    >
      {isAdding && <AddHours job={job} onDone={() => setAdding(false)} />}
      <ul className="hw-entries">
        {job.hours.map(({ id, personId, day, hours, enteredBy }) => (
          <li key={id}>
            <span>
              {nameOf(personId)}
              <span className="hw-muted">
                {' · '}
                <Day iso={day} />
                {enteredBy && enteredBy !== personId && ` · entered by ${writer(enteredBy)}`}
              </span>
            </span>
            <span className="hw-figure">{formatSpan(hours)}</span>
            {canChange && ([personId, enteredBy].includes(accountId) || hasRight('jobs:change')) && (
              <Button
                size="small"
                variant="minimal"
                icon={<Trash size={14} />}
                aria-label={`Remove the hours of ${nameOf(personId)} on ${formatDay(day)}`}
                title="Remove"
                onClick={() => steps.mutate({ act: 'withdraw-hours', hoursId: id })}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="hw-entries-sum">
        <span>{totalWords(job.estimatedDuration, crew?.memberIds.length || job.minimumCrewSize)}</span>
        <strong className="hw-figure">{formatSpan(job.hours.reduce((sum, { hours }) => sum + hours, 0))}</strong>
      </p>
    </Section>
  );
}

/** What the sum of everybody's hours compares with: the planned hours of as many people. */
function totalWords(hours: number | null, people: number | null): string {
  const planned = knownHours(hours);
  if (planned === null || people === null) return 'Total';
  return `Total, of ${formatSpan(planned * people)} planned for ${people === 1 ? 'one person' : `${people} people`}`;
}

/** Picks any number of workers. */
function WorkersInput({ value, onChange, ...control }: ControlProps) {
  const accountId = useAccountId();
  const staff = useQuery(staffQuery).data ?? [];
  return (
    <RecordPicker
      {...control}
      isMany
      kind={personPicker}
      accountId={accountId}
      picked={parsed<string[]>(value) ?? []}
      titles={Object.fromEntries(staff.map((person) => [person.id, personName(person)]))}
      placeholder="Who worked"
      onPick={(ids) => onChange(jsonOf(ids))}
    />
  );
}

const FIELDS: readonly Field[] = [
  { name: 'people', label: 'Who', kind: 'structured', control: WorkersInput, required: true, isOfNow: true },
  {
    name: 'hours',
    label: 'Hours',
    kind: 'decimal',
    required: true,
    help: 'For each person',
    isOfNow: true,
    refuse: refusalOfHours,
  },
  { name: 'day', label: 'Day', kind: 'date', required: true, isOfNow: true },
];

/**
 * Adds hours on a day, the same for several people; preset to the crew members without hours today, and the clock's
 * hours.
 */
function AddHours({ job, onDone }: { job: JobRecord; onDone(): void }) {
  const zone = useCompanyZone();
  const crew = useQuery(crewsQuery).data?.find(({ id }) => id === job.crewId);
  const draftKey = `job/${job.id}/hours`;
  const draft = useDraft(draftKey, FIELDS, () => {
    const day = todayIn(zone);
    const people = jsonOf(withoutHours(crew?.memberIds ?? [], job.hours, day));
    const hours = job.clockHours > 0 && job.clockHours <= 24 ? String(Math.round(job.clockHours * 4) / 4) : '';
    return { people, hours, day };
  });
  const steps = useJobSteps(job, { draftKey, onDone: () => draft.saved(close), onPart: leaveOut });
  const { people = '', hours = '', day = '' } = draft.values;

  function leaveOut(done: readonly JobStep[]): void {
    const isDone = (id: string) => done.some((step) => step.act === 'hours' && step.personId === id);
    const others = (kept = '') => jsonOf((parsed<string[]>(kept) ?? []).filter((id) => !isDone(id)));
    draft.change((newest) => ({ ...newest, people: others(newest['people']) }), false);
  }

  function close(): void {
    draft.drop();
    onDone();
  }

  return (
    <RecordForm
      fields={FIELDS}
      values={draft.values}
      onChange={draft.change}
      onSubmit={() => steps.mutate(hoursOfEach(parsed<string[]>(people) ?? [], hours, day))}
      onCancel={close}
      submitText="Add"
      isBusy={steps.isPending}
      error={steps.error}
    >
      {draft.found && <DraftBanner typedAt={draft.found.typedAt} onDiscard={draft.discard} />}
    </RecordForm>
  );
}
