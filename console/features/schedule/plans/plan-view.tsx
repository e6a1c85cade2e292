import { Button, Callout } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schedule } from '../../../../api/schedule/schema.ts';
import type { CrewSchedule, OptimizeAnswer } from '../../../../optimizer/answers/schedule.schema.ts';
import { jobPage } from '../../../entities/job/job.ts';
import { PriorityTag } from '../../../entities/job/job-tags.tsx';
import { crewColor } from '../../../entities/schedule/crew-colors.ts';
import { formatWallDay, wallDate } from '../../../entities/schedule/wall-dates.ts';
import { Figure, FigureRow } from '../../../ui/figures/figure.tsx';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { formatSpan, formatWeekday } from '../../../ui/values/format.ts';
import {
  byDay,
  changesOf,
  formatPlace,
  formatSpanOf,
  letterOf,
  type PlannedDay,
  sentenceOf,
} from '../optimize/optimizer-plan.ts';
import { JobButton, PlanCrew, type View } from './plan-crew.tsx';
import { PlanMap } from './plan-map.tsx';
import { PlanTimeline } from './plan-timeline.tsx';

interface PlanViewProps {
  answer: OptimizeAnswer;
  /** For the names of the crews; undefined while loading. */
  schedule: Schedule | undefined;
  /** Whether its changes are still to come; they are not shown once a plan is applied or dismissed. */
  isOpen?: boolean;
  openJob(id: string): void;
  /** Opens what would make a left-out job fit. */
  makeItFit?: ((jobId: string) => void) | undefined;
}

/** The optimizer's proposal, and its reasons. */
export function PlanView({ answer, schedule, isOpen = true, openJob, makeItFit }: PlanViewProps) {
  const { summary, schedules, total_jobs_scheduled: jobs, unassigned } = answer;
  const view = viewOf(answer, schedule, isOpen, openJob);
  const days = byDay(schedules);
  const [urgent = [], others = []] = [true, false].map((is) => unassigned.filter((job) => is === isUrgent(job)));
  const isOneDay = days.length === 1;
  const changes = isOpen && <Changes schedules={schedules} isOneDay={isOneDay} view={view} />;
  return (
    <div className="hw-plan">
      {schedules.length > 0 && (
        <FigureRow isStrip>
          <Figure
            label="Average efficiency"
            value={`${Math.round(summary.avg_efficiency)}%`}
            note="Time away spent working"
          />
          <Figure
            label="Total travel"
            value={formatSpan(summary.total_travel_minutes / 60)}
            note="Drive back included"
          />
          <Figure
            label="Jobs"
            value={jobs}
            note={unassigned.length === 0 ? 'All of them' : `${unassigned.length} left out`}
          />
        </FigureRow>
      )}
      <p role="status">{summary.message}</p>
      <Notes answer={answer} />
      <Unassigned title="Urgent, and left out" unassigned={urgent} openJob={openJob} makeItFit={makeItFit} />
      {isOneDay &&
        days.map((each) => <OneDay key={each.day} {...each} fixed={answer.fixed} view={view} below={changes} />)}
      {!isOneDay && changes}
      {!isOneDay && days.map((each) => <OfDays key={each.day} {...each} fixed={answer.fixed} view={view} />)}
      <Unassigned title="Left out" unassigned={others} openJob={openJob} makeItFit={makeItFit} />
      {schedules.length === 0 && <Fixed fixed={answer.fixed} view={view} />}
      <Assumed assumed={answer.assumed} />
    </div>
  );
}

function isUrgent({ priority }: OptimizeAnswer['unassigned'][number]): boolean {
  return priority === 'urgent';
}

function viewOf(
  { schedules }: OptimizeAnswer,
  schedule: Schedule | undefined,
  isOpen: boolean,
  openJob: View['openJob'],
): View {
  const names = new Map(schedule?.crews.map(({ id, name }) => [id, name]));
  for (const { crew_id: id, crew_name: name } of schedules) names.set(id, name);
  const planned = [...new Set(schedules.map((each) => each.crew_id))];
  const crews = schedule?.crews ?? planned.map((id) => ({ id }));
  const changes = changesOf(schedules);
  return {
    openJob,
    colorOf: (crewId) => crewColor(crewId, crews),
    letterOf: (crewId) => letterOf(planned.indexOf(crewId)),
    crewName: (crewId) => (crewId === null ? 'Unassigned' : (names.get(crewId) ?? 'A crew')),
    changeOf: (jobId) => (isOpen ? (changes.get(jobId) ?? null) : null),
  };
}

/** `3 crews, 8 jobs, 21 h of work` */
function sumOf(schedules: readonly CrewSchedule[]): string {
  const jobs = schedules.reduce((sum, { metrics }) => sum + metrics.total_jobs, 0);
  const hours = schedules.reduce((sum, { metrics }) => sum + metrics.total_work_hours, 0);
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  return `${counted(schedules.length, 'crew')}, ${counted(jobs, 'job')}, ${formatSpan(hours)} of work`;
}

interface DayProps extends PlannedDay, Pick<OptimizeAnswer, 'fixed'> {
  view: View;
}

/** What a plan of one day shows: the crews' work as pictures, and as text. @param below the timeline */
function OneDay({ schedules, fixed, view, below }: DayProps & { below: ReactNode }) {
  const plan = { schedules, fixed };
  return (
    <>
      <div className="hw-plan-pictures">
        <div>
          <PlanTimeline plan={plan} colorOf={view.colorOf} letterOf={view.letterOf} />
          {below}
        </div>
        <PlanMap plan={plan} colorOf={view.colorOf} letterOf={view.letterOf} />
      </div>
      <Crews schedules={schedules} fixed={fixed} view={view} />
    </>
  );
}

/** One of several days: its band is in sight, what the crews do in detail is a click away. */
function OfDays({ day, schedules, fixed, view }: DayProps) {
  const plan = { schedules, fixed };
  return (
    <section className="hw-plan-day" aria-label={formatWeekday(day)}>
      <h4>
        {formatWeekday(day)} <span className="hw-muted">{sumOf(schedules)}</span>
      </h4>
      <PlanTimeline plan={plan} colorOf={view.colorOf} letterOf={view.letterOf} />
      <Disclosure summary="Crews and map" isSmall>
        <PlanMap plan={plan} colorOf={view.colorOf} letterOf={view.letterOf} />
        <Crews schedules={schedules} fixed={fixed} view={view} />
      </Disclosure>
    </section>
  );
}

function Crews({ schedules, fixed, view }: Omit<DayProps, 'day'>) {
  return (
    <div className="hw-plan-crews">
      {schedules.map((each) => (
        <PlanCrew key={each.crew_id} schedule={each} fixed={fixed} view={view} />
      ))}
    </div>
  );
}

interface ChangesProps {
  schedules: readonly CrewSchedule[];
  isOneDay: boolean;
  view: View;
}

/** The number of new and moved jobs; for those whose customers may have been told: from where to where. */
function Changes({ schedules, isOneDay, view }: ChangesProps) {
  const changes = changesOf(schedules);
  const moves = byDay(schedules).flatMap(({ day, schedules: onIt }) =>
    onIt.flatMap(({ crew_id: crewId, assignments }) => assignments.map((job) => ({ job, crewId, day }))),
  );
  const first = new Map(moves.toReversed().map((move) => [move.job.job_id, move]));
  const moved = [...changes].flatMap(([id, change]) => {
    const move = first.get(id);
    return move && change.kind === 'moved' ? [{ ...move, from: change.from }] : [];
  });
  return (
    <section aria-label="What changes">
      <h4>What changes</h4>
      <p>{sentenceOf([...changes.values()], isOneDay)}</p>
      {moved.length > 0 && (
        <ul className="hw-plan-list">
          {moved.map(({ job, crewId, day, from }) => (
            <li key={job.job_id}>
              <strong>{job.customer_name ?? job.job_number ?? 'Job'}</strong> from{' '}
              {formatPlace(from, isOneDay ? day : '', view.crewName)} to{' '}
              {formatPlace({ ...job, crewId }, isOneDay ? day : '', view.crewName)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What to know before applying the plan. */
function Notes({
  answer: { is_cancelled: isCancelled, travel, without_coordinates: nowhere },
}: {
  answer: OptimizeAnswer;
}) {
  const notes = [
    ...(isCancelled ? ['The search was stopped: this is the best plan it had found.'] : []),
    ...(travel.note === null ? [] : [travel.note]),
  ];
  return (
    <>
      {nowhere.length > 0 && (
        <Callout compact intent="warning" title="No known location for these jobs">
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
      {notes.length > 0 && <Callout compact>{notes.join(' ')}</Callout>}
    </>
  );
}

/** What was assumed where nobody had entered it: whoever applies the plan answers for it, so it is in sight. */
function Assumed({ assumed }: Pick<OptimizeAnswer, 'assumed'>) {
  if (assumed.length === 0) return null;
  return (
    <section aria-label="Assumed" className="hw-plan-assumed">
      <h4>Assumed</h4>
      <ul className="hw-plan-list">
        {assumed.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

interface LeftOutProps extends Pick<OptimizeAnswer, 'unassigned'>, Pick<PlanViewProps, 'openJob' | 'makeItFit'> {
  title: string;
}

function Unassigned({ title, unassigned, openJob, makeItFit }: LeftOutProps) {
  if (unassigned.length === 0) return null;
  return (
    <section aria-label={title} className="hw-plan-left">
      <h4>{title}</h4>
      <ul>
        {unassigned.map((job) => (
          <li key={job.job_id}>
            <div>
              <p>
                <JobButton job={job} openJob={openJob} />{' '}
                {job.priority !== 'normal' && <PriorityTag priority={job.priority} />}
              </p>
              <p>{job.reason}</p>
              {job.relaxation && <p className="hw-muted">{job.relaxation}</p>}
            </div>
            {makeItFit && (
              <Button text="Make it fit…" aria-haspopup="dialog" onClick={() => makeItFit(job.job_id)}>
                <span className="hw-visually-hidden">{job.customer_name ?? job.job_number}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What stays as it is where there is no plan to show it in. */
function Fixed({ fixed, view }: Pick<OptimizeAnswer, 'fixed'> & { view: View }) {
  if (fixed.length === 0) return null;
  return (
    <section aria-label="Stays as it is" className="hw-plan-left">
      <h4>Stays as it is</h4>
      <ul>
        {fixed.map((visit) => (
          <li key={`${visit.job_id} ${visit.start}`}>
            <div>
              <p>
                <JobButton job={visit} openJob={view.openJob} />{' '}
                <span className="hw-muted">
                  {formatWallDay(wallDate(visit.start))}, {formatSpanOf(visit)}, {view.crewName(visit.crew_id)}
                </span>
              </p>
              <p className="hw-muted">{visit.reason}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
