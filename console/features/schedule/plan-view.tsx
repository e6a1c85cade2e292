import { Callout } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schedule } from '../../../api/schedule/schema.ts';
import { serviceLabel } from '../../../domain/job/terms.ts';
import type { Assignment, CrewSchedule, OptimizeAnswer } from '../../../optimizer/service/schedule.schema.ts';
import { jobPage } from '../../entities/job/job.ts';
import { PriorityTag } from '../../entities/job/job-tags.tsx';
import { crewColor } from '../../entities/schedule/crew-colors.ts';
import { Figure, FigureRow } from '../../ui/figure.tsx';
import { formatSpan } from '../../ui/format.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Change, changeOf, formatPlace, formatSpanOf, letterOf, sentenceOf } from './optimizer-plan.ts';
import { PlanMap } from './plan-map.tsx';
import { PlanTimeline } from './plan-timeline.tsx';

interface PlanViewProps {
  answer: OptimizeAnswer;
  /** Knows the names of the crews; undefined while it is not there. */
  schedule: Schedule | undefined;
  openJob(id: string): void;
}

/** What the optimizer proposes, and why. */
export function PlanView({ answer, schedule, openJob }: PlanViewProps) {
  const { summary, schedules, total_jobs_scheduled: jobs, unassigned } = answer;
  const view = viewOf(answer, schedule, openJob);
  const changes = schedules.flatMap(({ crew_id: crewId, assignments }) =>
    assignments.map((each) => changeOf(each, crewId)),
  );
  return (
    <div className="hw-plan">
      <FigureRow isStrip>
        <Figure
          label="Average efficiency"
          value={`${Math.round(summary.avg_efficiency)}%`}
          note="Work in the time away"
        />
        <Figure label="Total travel" value={formatSpan(summary.total_travel_minutes / 60)} note="With the way back" />
        <Figure
          label="Jobs"
          value={jobs}
          note={unassigned.length === 0 ? 'All of them' : `${unassigned.length} left out`}
        />
      </FigureRow>
      <p role="status">{summary.message}</p>
      <Notes answer={answer} />
      {schedules.length > 0 && (
        <>
          <div className="hw-plan-pictures">
            <div>
              <PlanTimeline answer={answer} colorOf={view.colorOf} />
              <section aria-label="What changes">
                <h4>What changes</h4>
                <p>{sentenceOf(changes)}</p>
                <Moves schedules={schedules} view={view} />
              </section>
            </div>
            <PlanMap answer={answer} colorOf={view.colorOf} />
          </div>
          <div className="hw-plan-crews">
            {schedules.map((each, index) => (
              <Crew key={`${each.crew_id} ${each.date}`} schedule={each} letter={letterOf(index)} view={view} />
            ))}
          </div>
        </>
      )}
      <Unassigned answer={answer} openJob={openJob} />
      <Fixed answer={answer} view={view} />
    </div>
  );
}

interface View {
  openJob(id: string): void;
  colorOf(crewId: string): string;
  crewName(crewId: string | null): string;
}

function viewOf({ schedules }: OptimizeAnswer, schedule: Schedule | undefined, openJob: View['openJob']): View {
  const names = new Map(schedule?.crews.map(({ id, name }) => [id, name]));
  for (const { crew_id: id, crew_name: name } of schedules) names.set(id, name);
  const crewIds =
    schedule?.crews.filter(({ isActive }) => isActive).map(({ id }) => id) ?? schedules.map((each) => each.crew_id);
  return {
    openJob,
    colorOf: (crewId) => crewColor(crewId, crewIds),
    crewName: (crewId) => (crewId === null ? 'Unassigned' : (names.get(crewId) ?? 'A crew')),
  };
}

/** The jobs that others may have been told of: from where to where. */
function Moves({ schedules, view }: { schedules: readonly CrewSchedule[]; view: View }) {
  const moves = schedules.flatMap(({ crew_id: crewId, date, assignments }) =>
    assignments.flatMap((each) => {
      const change = changeOf(each, crewId);
      return change.kind === 'moved' ? [{ each, crewId, date, from: change.from }] : [];
    }),
  );
  if (moves.length === 0) return null;
  return (
    <ul className="hw-plan-list">
      {moves.map(({ each, crewId, date, from }) => (
        <li key={each.job_id}>
          <strong>{each.customer_name ?? each.job_number ?? 'Job'}</strong> from{' '}
          {formatPlace(from, date, view.crewName)} to {formatPlace({ ...each, crewId }, date, view.crewName)}
        </li>
      ))}
    </ul>
  );
}

/** What to know before the plan is applied. */
function Notes({ answer }: { answer: OptimizeAnswer }) {
  const { is_cancelled: isCancelled, travel, assumed, without_coordinates: nowhere } = answer;
  const notes = [
    ...(isCancelled ? ['The search was stopped: this is the best plan that it had found.'] : []),
    ...(travel.note === null ? [] : [travel.note]),
    ...assumed,
  ];
  return (
    <>
      {nowhere.length > 0 && (
        <Callout compact intent="warning" title="Nobody knows where these jobs are">
          <ul className="hw-plan-list">
            {nowhere.map(({ job_id: id, job_number: number, customer_name: name, address }) => (
              <li key={id}>
                <Link to={jobPage(id)} className="hw-in-text">
                  {[number, name].filter(Boolean).join(' ') || 'A job'}
                </Link>{' '}
                {address ? `${address}: add its ZIP code, or set its coordinates` : 'enter its address'}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {notes.length > 0 && (
        <Callout compact>
          <ul className="hw-plan-list">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  );
}

function Crew({ schedule, letter, view }: { schedule: CrewSchedule; letter: string; view: View }) {
  const { crew_id: crewId, crew_name: name, metrics, assignments } = schedule;
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
        {assignments.map((each) => (
          <Stop key={each.job_id} assignment={each} label={`${letter}${each.sequence}`} crewId={crewId} view={view} />
        ))}
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
  crewId: string;
  view: View;
}

function Stop({ assignment, label, crewId, view }: StopProps) {
  const { job_id: id, job_number: number, customer_name: name, priority, address, reasons } = assignment;
  const change = changeOf(assignment, crewId);
  return (
    <li>
      <p className="hw-plan-travel">{formatSpan(assignment.travel_minutes / 60)} drive</p>
      <div className="hw-plan-stop">
        <span className="hw-plan-letter" aria-hidden="true">
          {label}
        </span>
        <div>
          <p>
            <strong>{formatSpanOf(assignment)}</strong> <ChangeTag change={change} />
          </p>
          <p>
            <button type="button" className="hw-plan-job" onClick={() => view.openJob(id)}>
              {name ?? number ?? 'Job'}
            </button>{' '}
            <span className="hw-muted">{name && number}</span>{' '}
            {priority !== 'normal' && <PriorityTag priority={priority} />}
          </p>
          <p className="hw-muted">
            {serviceLabel(assignment.service_type)}, {formatSpan(assignment.duration_hours)}
            {assignment.is_part && ', a part of it'}
            {address && ` · ${address}`}
          </p>
          {change.kind === 'moved' && (
            <p className="hw-plan-from">
              Now at {formatPlace(change.from, assignment.start.slice(0, 10), view.crewName)}
            </p>
          )}
          {reasons.length > 0 && <Why reasons={reasons} what={name ?? number ?? 'this job'} />}
        </div>
      </div>
    </li>
  );
}

/** Why a job is where it is in the plan. */
function Why({ reasons, what }: { reasons: readonly string[]; what: string }) {
  return (
    <details className="hw-plan-why">
      <summary>
        Why here<span className="hw-visually-hidden">: {what}</span>
      </summary>
      <ul className="hw-plan-list">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
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

function Unassigned({ answer: { unassigned }, openJob }: Pick<PlanViewProps, 'answer' | 'openJob'>) {
  if (unassigned.length === 0) return null;
  return (
    <section aria-label="Left out" className="hw-plan-left">
      <h4>Left out</h4>
      <ul>
        {unassigned.map(({ job_id: id, job_number: number, customer_name: name, priority, reason, relaxation }) => (
          <li key={id}>
            <p>
              <button type="button" className="hw-plan-job" onClick={() => openJob(id)}>
                {name ?? number ?? 'Job'}
              </button>{' '}
              <span className="hw-muted">{name && number}</span>{' '}
              {priority !== 'normal' && <PriorityTag priority={priority} />}
            </p>
            <p>{reason}</p>
            {relaxation && <p className="hw-muted">{relaxation}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fixed({ answer: { fixed }, view }: { answer: OptimizeAnswer; view: View }) {
  if (fixed.length === 0) return null;
  return (
    <section aria-label="Stays as it is" className="hw-plan-left">
      <h4>Stays as it is</h4>
      <ul>
        {fixed.map(({ job_id: id, job_number: number, customer_name: name, crew_id: crewId, reason, ...times }) => (
          <li key={`${id} ${times.start}`}>
            <p>
              <button type="button" className="hw-plan-job" onClick={() => view.openJob(id)}>
                {name ?? number ?? 'Job'}
              </button>{' '}
              <span className="hw-muted">
                {formatSpanOf(times)}, {view.crewName(crewId)}
              </span>
            </p>
            <p className="hw-muted">{reason}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
