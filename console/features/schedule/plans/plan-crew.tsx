import type { ReactNode } from 'react';
import { serviceLabel } from '../../../../domain/job/terms.ts';
import type { Assignment, CrewSchedule } from '../../../../optimizer/answers/schedule.schema.ts';
import { PriorityTag } from '../../../entities/job/job-tags.tsx';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { formatSpan } from '../../../ui/values/format.ts';
import {
  type Change,
  type CrewMarks,
  type FixedVisit,
  formatPlace,
  formatSpanOf,
  visitsOf,
} from '../optimize/optimizer-plan.ts';

/** What all parts of a plan's view share. */
export interface View extends CrewMarks {
  /** Opens a job's details on top of the plan. */
  openJob(id: string): void;
  crewName(crewId: string | null): string;
  /** The plan's change to a job; null once the plan is closed. */
  changeOf(jobId: string): Change | null;
}

interface PlanCrewProps {
  schedule: CrewSchedule;
  /** What stays as it is, of all crews. */
  fixed: readonly FixedVisit[];
  view: View;
}

/** A crew's day: its figures, and its jobs in order with the reasons for each. */
export function PlanCrew({ schedule, fixed, view }: PlanCrewProps) {
  const { crew_id: crewId, crew_name: name, metrics } = schedule;
  const letter = view.letterOf(crewId);
  return (
    <section aria-label={name} className={`hw-plan-crew ${view.colorOf(crewId)}`}>
      <h4>
        <span className="hw-plan-letter">{letter}</span> {name}
      </h4>
      <dl className="hw-plan-metrics">
        <Metric name="Jobs">{metrics.total_jobs}</Metric>
        <Metric name="Work">{formatSpan(metrics.total_work_hours)}</Metric>
        <Metric name="Travel">{formatSpan(metrics.total_travel_minutes / 60)}</Metric>
        <Metric name="Distance">{metrics.total_distance_miles.toFixed(1)} mi</Metric>
        <Metric name="Efficiency">{Math.round(metrics.efficiency_score)}%</Metric>
        <Metric name="Of the shift">{Math.round(metrics.utilization_percent)}%</Metric>
      </dl>
      <ol className="hw-plan-stops">
        {visitsOf(schedule, fixed).map((each) => {
          const label = `${letter}${each.sequence}`;
          return 'reasons' in each ? (
            <Stop key={label} assignment={each} label={label} view={view} />
          ) : (
            <Held key={label} visit={each} label={label} view={view} />
          );
        })}
      </ol>
    </section>
  );
}

function Metric({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface StopProps {
  assignment: Assignment;
  label: string;
  view: View;
}

function Stop({ assignment, label, view }: StopProps) {
  const { job_id: id, job_number: number, customer_name: name, priority, address, reasons } = assignment;
  const change = view.changeOf(id);
  return (
    <OnRoute visit={assignment} label={label}>
      <p>
        <strong>{formatSpanOf(assignment)}</strong> {change && <ChangeTag change={change} />}
      </p>
      <p>
        <JobButton job={assignment} openJob={view.openJob} />{' '}
        {priority !== 'normal' && <PriorityTag priority={priority} />}
      </p>
      <p className="hw-muted">
        {serviceLabel(assignment.service_type)}, {formatSpan(assignment.duration_hours)}
        {assignment.is_part && ', '}
        {assignment.is_part && <StatusTag tone="amber">{partOf(assignment)}</StatusTag>}
        {address && ` · ${address}`}
      </p>
      {change?.kind === 'moved' && (
        <p className="hw-plan-from">Now at {formatPlace(change.from, assignment.start.slice(0, 10), view.crewName)}</p>
      )}
      {reasons.length > 0 && <Why reasons={reasons} what={name ?? number ?? 'this job'} />}
    </OnRoute>
  );
}

/** A visit that the plan leaves where it is. */
function Held({ visit, label, view }: { visit: FixedVisit; label: string; view: View }) {
  return (
    <OnRoute visit={visit} label={label}>
      <p>
        <strong>{formatSpanOf(visit)}</strong> <ChangeTag change={{ kind: 'same' }} />
      </p>
      <p>
        <JobButton job={visit} openJob={view.openJob} />
      </p>
      <p className="hw-muted">{visit.reason}</p>
    </OnRoute>
  );
}

interface OnRouteProps {
  visit: Pick<Assignment, 'travel_minutes'>;
  label: string;
  children: ReactNode;
}

/** A stop with the drive to it. */
function OnRoute({ visit, label, children }: OnRouteProps) {
  return (
    <li>
      <p className="hw-plan-travel">{formatSpan(visit.travel_minutes / 60)} drive</p>
      <div className="hw-plan-stop">
        <span className="hw-plan-letter" aria-hidden="true">
          {label}
        </span>
        <div>{children}</div>
      </div>
    </li>
  );
}

/** Why a job is where it is in the plan. */
function Why({ reasons, what }: { reasons: readonly string[]; what: string }) {
  return (
    <Disclosure
      summary={
        <>
          Why here<span className="hw-visually-hidden">: {what}</span>
        </>
      }
      className="hw-plan-why"
      isSmall
    >
      <ul className="hw-plan-list">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Disclosure>
  );
}

const CHANGE_WORDS = {
  new: { word: 'New', tone: 'green' },
  moved: { word: 'Moves', tone: 'amber' },
  same: { word: 'Stays', tone: 'grey' },
} as const;

function ChangeTag({ change: { kind } }: { change: Change }) {
  const { word, tone } = CHANGE_WORDS[kind];
  return <StatusTag tone={tone}>{word}</StatusTag>;
}

interface JobButtonProps {
  job: { job_id: string; job_number: string | null; customer_name: string | null };
  openJob(id: string): void;
}

/** The customer of a plan's job, and its number; opens its details. */
export function JobButton({ job: { job_id: id, job_number: number, customer_name: name }, openJob }: JobButtonProps) {
  return (
    <>
      <button type="button" className="hw-plan-job" onClick={() => openJob(id)}>
        {name ?? number ?? 'Job'}
      </button>{' '}
      <span className="hw-muted">{name && number}</span>
    </>
  );
}

function partOf({ remaining_hours: hours }: Assignment): string {
  return hours > 0 ? `a part of it: ${formatSpan(hours)} left for later days` : 'a part of it';
}
