import { Button } from '@blueprintjs/core';
import { Pause, Play, Tick } from '@blueprintjs/icons';
import { type ComponentType, useEffect, useState } from 'react';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import type { JobAct } from '../../../domain/job/terms.ts';
import { useQueue, useWaitingOf } from '../../data/device/queue.ts';
import { type JobStep, takesAct, useJobSteps } from '../../entities/job/acts.ts';
import { Begins, useCompanyZone } from '../../entities/job/job-tags.tsx';
import { Ring } from '../../ui/figures/rings.tsx';
import { formatSpan } from '../../ui/values/format.ts';

interface JobClockProps {
  job: JobRecord;
  canChange: boolean;
}

/** A job's clock with the next steps, large enough for gloves. On a phone it stays within reach of the thumb. */
export function JobClock({ job, canChange }: JobClockProps) {
  const now = useSeconds(job.clock === 'running');
  const hours = hoursWorked(job, now);
  return (
    <section className="hw-job-clock" aria-label="Clock">
      <div className="hw-job-time">
        <Ring value={job.status === 'completed' ? 1 : hours} total={job.status === 'completed' ? 1 : planned(job)} />
        <div>
          <strong role="timer" aria-label="Time worked">
            {clockText(hours)}
          </strong>
          <ClockNote job={job} />
          <ClockWaits job={job} />
        </div>
      </div>
      {canChange && <ClockActs job={job} />}
    </section>
  );
}

/** Says that acts have not been sent yet. */
function ClockWaits({ job }: { job: JobRecord }) {
  const { isCutOff } = useQueue();
  const waiting = useWaitingOf(job.id).length;
  if (waiting === 0 || !isCutOff) return null;
  return <p>Waiting for signal · {waiting}</p>;
}

function planned({ estimatedDuration }: JobRecord): number {
  return estimatedDuration ?? 0;
}

function ClockNote({ job }: { job: JobRecord }) {
  const zone = useCompanyZone();
  const { status, reason, completedAt, scheduledDate, clock, estimatedDuration } = job;
  const of = estimatedDuration ? ` of ${formatSpan(estimatedDuration)}` : '';
  return (
    <p>
      {status === 'in_progress' && (clock === 'running' ? `Running${of}` : `Paused${of}`)}
      {status === 'completed' && completedAt && (
        <>
          Finished <Begins at={completedAt} zone={zone} />
        </>
      )}
      {status === 'cancelled' && `Cancelled${reason ? `: ${reason}` : ''}`}
      {status === 'on_hold' && `On hold${reason ? `: ${reason}` : ''}`}
      {status === 'scheduled' && scheduledDate && <Begins at={scheduledDate} zone={zone} />}
      {status === 'unscheduled' && 'No date yet'}
    </p>
  );
}

/** The clock's acts, most likely first. */
const ACTS: readonly {
  act: Exclude<JobAct, 'hold' | 'cancel'>;
  text: string;
  icon: ComponentType<{ size?: number }>;
}[] = [
  { act: 'start', text: 'Start', icon: Play },
  { act: 'resume', text: 'Resume', icon: Play },
  { act: 'pause', text: 'Pause', icon: Pause },
  { act: 'complete', text: 'Finish', icon: Tick },
];

/**
 * A second tap within this time is an accidental double tap, often with a glove: the button has just changed under it.
 */
const SECOND_TAP_MS = 700;

function ClockActs({ job }: { job: JobRecord }) {
  const steps = useJobSteps(job);
  const [isTapped, setTapped] = useState(false);
  useEffect(() => {
    if (!isTapped) return;
    const timer = setTimeout(() => setTapped(false), SECOND_TAP_MS);
    return () => clearTimeout(timer);
  }, [isTapped]);
  const offered = ACTS.filter(({ act }) => takesAct(act, job));
  const isResting = isTapped || steps.isPending;

  function tap(step: JobStep): void {
    if (isResting) return;
    setTapped(true);
    steps.mutate(step);
  }

  if (offered.length === 0) return null;
  return (
    <div className="hw-job-acts">
      {offered.map(({ act, text, icon: Icon }, place) => (
        <Button
          // The first one keeps its key, whatever it is: it has the focus.
          key={place === 0 ? 'first' : act}
          size="large"
          intent={act === 'complete' || offered.length === 1 ? 'primary' : 'none'}
          icon={<Icon size={20} />}
          text={text}
          // `aria-disabled` keeps the focus.
          aria-disabled={isResting}
          onClick={() => tap({ act })}
        />
      ))}
    </div>
  );
}

const HOUR_MS = 3_600_000;

/** The hours by the clock, until now. */
function hoursWorked({ work }: JobRecord, now: number): number {
  const spells = work.map(({ from, to }) => (to === null ? now : Date.parse(to)) - Date.parse(from));
  return (
    Math.max(
      0,
      spells.reduce((sum, spell) => sum + spell, 0),
    ) / HOUR_MS
  );
}

/** `1:23:45` */
function clockText(hours: number): string {
  const seconds = Math.floor(hours * 3_600);
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** The current time, updated each second while the clock runs. */
function useSeconds(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
