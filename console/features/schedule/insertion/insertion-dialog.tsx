import { Button, ButtonGroup, Dialog, DialogBody, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Schedule, ScheduledJob } from '../../../../api/schedule/schema.ts';
import type { InsertionAnswer } from '../../../../optimizer/answers/insertions.schema.ts';
import { ApiError } from '../../../data/api.ts';
import { PriorityTag } from '../../../entities/job/job-tags.tsx';
import { crewColor } from '../../../entities/schedule/crew-colors.ts';
import { scheduledName } from '../../../entities/schedule/schedule.ts';
import { formatWallSpan, wallDate } from '../../../entities/schedule/wall-dates.ts';
import { DateInput } from '../../../ui/inputs/date-input.tsx';
import { LANDING } from '../../../ui/keyboard/focus.ts';
import { DataArea, Failure, SkeletonSection } from '../../../ui/status/data-area.tsx';
import { NotApplied } from '../optimize/not-applied.tsx';
import { InsertionOption } from './insertion-option.tsx';
import { comingDays, type Days, whyNotThese } from './insertion-words.ts';
import { insertionsQuery, useInsert, type Wanted } from './use-insertions.ts';

interface InsertionDialogProps {
  schedule: Schedule;
  job: ScheduledJob;
  /** `YYYY-MM-DD`, in the company's time zone. */
  today: string;
  /** The days to search first. */
  days: Days;
  isEmergency: boolean;
  onClose(): void;
}

/**
 * Where a job fits into the schedule, and everything that would move for it: the cheapest places of all crews, or one
 * crew's on each day.
 */
export function InsertionDialog({ schedule, job, today, isEmergency, onClose, ...props }: InsertionDialogProps) {
  const [days, setDays] = useState<Days>(props.days);
  const [crewId, setCrewId] = useState<string | null>(null);
  const crews = schedule.crews.filter(({ isActive }) => isActive);
  const wrong = whyNotThese(days, today);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isEmergency ? 'Emergency' : job.visits.length > 0 ? 'Another crew or time' : 'Fit in the job'}
      className="hw-dialog hw-insertions"
      canOutsideClickClose={false}
    >
      <DialogBody>
        <JobLine job={job} crews={crews} />
        <div className="hw-insertions-asked">
          <DaysInput days={days} today={today} wrong={wrong} onChange={setDays} />
          <CrewSelect job={job} crews={crews} crewId={crewId} onChange={setCrewId} />
        </div>
        {wrong === null && (
          <Places
            wanted={{ jobId: job.id, ...days, crewId }}
            job={job}
            crews={crews}
            today={today}
            onClose={onClose}
            {...(days.from === days.to && { onWiden: () => setDays(comingDays(today)) })}
            {...(crewId !== null && { onAnyCrew: () => setCrewId(null) })}
          />
        )}
      </DialogBody>
    </Dialog>
  );
}

type Crews = Schedule['crews'];

/** The job, and where it is now. */
function JobLine({ job, crews }: { job: ScheduledJob; crews: Crews }) {
  const [visit] = job.visits;
  const crew = crews.find(({ id }) => id === job.crewId)?.name ?? 'Unassigned';
  return (
    <p className="hw-job-line">
      <strong>{scheduledName(job)}</strong> {job.number}
      {job.priority !== 'normal' && <PriorityTag priority={job.priority} />}
      <span className="hw-muted">
        {visit ? `Now ${formatWallSpan(wallDate(visit.start), wallDate(visit.end))}, ${crew}` : 'No date yet'}
      </span>
    </p>
  );
}

interface DaysInputProps {
  days: Days;
  today: string;
  /** What is wrong with them. */
  wrong: string | null;
  onChange(days: Days): void;
}

/** The days to search: today, the coming week, or a range. */
function DaysInput({ days, today, wrong, onChange }: DaysInputProps) {
  const id = useId();
  const week = comingDays(today);
  const is = (one: Days) => days.from === one.from && days.to === one.to;
  const presets = [
    { text: 'Today', days: { from: today, to: today } },
    { text: 'Next 7 days', days: week },
  ];
  const shared = {
    min: today,
    'aria-invalid': wrong !== null,
    ...(wrong !== null && { 'aria-describedby': `${id}-helper` }),
  } as const;
  return (
    <FormGroup label="Days" labelFor={id} intent={wrong === null ? 'none' : 'danger'} helperText={wrong}>
      <div className="hw-insertions-days">
        <DateInput
          {...shared}
          id={id}
          aria-label="First day"
          value={days.from}
          // The last day follows when the first one passes it.
          onValueChange={(from) => onChange({ from, to: from > days.to ? from : days.to })}
        />
        <span>through</span>
        <DateInput
          {...shared}
          aria-label="Last day"
          value={days.to}
          onValueChange={(to) => onChange({ from: days.from, to })}
        />
        <ButtonGroup>
          {presets.map((preset) => (
            <Button
              key={preset.text}
              text={preset.text}
              active={is(preset.days)}
              aria-pressed={is(preset.days)}
              onClick={() => onChange(preset.days)}
            />
          ))}
        </ButtonGroup>
      </div>
    </FormGroup>
  );
}

interface CrewSelectProps {
  job: ScheduledJob;
  crews: Crews;
  crewId: string | null;
  onChange(crewId: string | null): void;
}

/** Any crew, or a specific one. */
function CrewSelect({ job, crews, crewId, onChange }: CrewSelectProps) {
  const id = useId();
  return (
    <FormGroup label="Crew" labelFor={id}>
      <HTMLSelect id={id} fill value={crewId ?? ''} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">Any crew: the three best places</option>
        {crews.map((crew) => (
          <option key={crew.id} value={crew.id}>
            {crew.id === job.crewId ? `${crew.name} (has it now)` : `Why not ${crew.name}?`}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  );
}

interface PlacesProps {
  wanted: Wanted;
  job: ScheduledJob;
  crews: Crews;
  today: string;
  /** Searches more days, if there are more. */
  onWiden?(): void;
  /** Searches all crews, if only one was searched. */
  onAnyCrew?(): void;
  onClose(): void;
}

function Places({ wanted, job, crews, today, onWiden, onAnyCrew, onClose }: PlacesProps) {
  const query = useQuery(insertionsQuery(wanted));
  const inserting = useInsert(job, { to: wanted.to, revision: query.data?.job.revision }, onClose);
  const crew = crews.find(({ id }) => id === wanted.crewId)?.name;
  return (
    <>
      {inserting.error && <NotApplied error={inserting.error} onAgain={undefined} />}
      <DataArea
        query={query}
        isEmpty={({ insertions }) => insertions.length === 0}
        firstUse={{
          title: crew ? `No room with ${crew} on these days` : 'No room on these days',
          description: query.data?.message,
          ...(onWiden
            ? { action: <Button text="Look at the next 7 days" onClick={onWiden} /> }
            : onAnyCrew && { action: <Button text="Try all crews" onClick={onAnyCrew} /> }),
        }}
        filtered={null}
        skeleton={
          <div className="hw-insertions-list">
            {['one', 'two', 'three'].map((each) => (
              <SkeletonSection key={each} lines={5} />
            ))}
          </div>
        }
        failure={(error) => <NotFound error={error} retry={() => void query.refetch()} />}
      >
        {({ insertions }) => (
          <>
            <p role="status" {...LANDING} tabIndex={-1}>
              {summaryOf(insertions, crew)}
            </p>
            <ol className="hw-insertions-list">
              {insertions.map((insertion, index) => (
                <InsertionOption
                  key={`${insertion.crew_id} ${insertion.start}`}
                  insertion={insertion}
                  inserting={inserting}
                  job={job}
                  today={today}
                  isFirst={index === 0}
                  isWhyNot={crew !== undefined}
                  color={crewColor(insertion.crew_id, crews)}
                />
              ))}
            </ol>
          </>
        )}
      </DataArea>
    </>
  );
}

/** @param crew the only one searched */
function summaryOf(insertions: readonly InsertionAnswer[], crew: string | undefined): string {
  const free = insertions.filter(({ needs, takes_off: off }) => needs.length + off.length === 0).length;
  if (crew) {
    return free > 0
      ? `${crew} has room for it.`
      : `${crew} has no room for it as things stand. This would make it fit:`;
  }
  if (free === 0) return 'As things stand, it fits nowhere. This would make it fit, smallest change first:';
  if (free < insertions.length) return 'It fits. The places farther down take a change to make room.';
  return free === 1 ? 'It fits in one place.' : 'It fits. Places that are sooner, with less driving, come first.';
}

/** Why the search failed: a refusal has its own reason; otherwise the optimizer is down. */
function NotFound({ error, retry }: { error: Error; retry(): void }) {
  const isDown = !(error instanceof ApiError) || error.isOffline || error.status >= 500;
  return <Failure error={error} retry={retry} {...(isDown && { text: DOWN, offlineText: DOWN })} />;
}

const DOWN = 'The optimizer is not responding. The schedule is unchanged. Try again in a moment.';
