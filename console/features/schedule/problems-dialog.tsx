import { Dialog, DialogBody } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { Schedule, ScheduleProblem } from '../../../api/schedule/schema.ts';
import { DAYS_AHEAD } from '../../../domain/schedule/terms.ts';
import { countOf, isOpen } from '../../entities/schedule/problems.ts';
import { scheduledName, scheduleQuery } from '../../entities/schedule/schedule.ts';
import {
  dayAfter,
  dayOf,
  formatWallDay,
  formatWallSpan,
  startOfDay,
  wallDate,
} from '../../entities/schedule/wall-dates.ts';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';

/** The value of the URL's parameter for all from today on; otherwise it is a day. */
export const AHEAD = 'ahead';

interface ProblemsDialogProps {
  /** `ahead`, or the day, `YYYY-MM-DD`. */
  of: string;
  /** Of one crew alone. */
  crewId: string | undefined;
  today: string;
  /** What the board has loaded. */
  board: Schedule;
  onOpen(jobId: string, day: string): void;
  onClose(): void;
}

/** The visits that cannot go as planned, of a day or of the next weeks, each with what stands against it. */
export function ProblemsDialog({ of, crewId, today, board, onOpen, onClose }: ProblemsDialogProps) {
  const [from, to] = of === AHEAD ? [today, dayAfter(today, DAYS_AHEAD - 1)] : [of, of];
  const loaded = board.from <= from && to <= board.to ? board : { from, to };
  const query = useQuery(scheduleQuery(loaded.from, loaded.to));
  return (
    <Dialog isOpen onClose={onClose} title="Problems on the schedule" className="hw-dialog">
      <DialogBody>
        <DataArea
          query={query}
          isEmpty={() => false}
          firstUse={{ title: 'Nothing here yet' }}
          filtered={null}
          skeleton={<SkeletonRows rows={6} />}
        >
          {(schedule) => <Problems schedule={schedule} of={of} crewId={crewId} onOpen={onOpen} />}
        </DataArea>
      </DialogBody>
    </Dialog>
  );
}

function Problems({
  schedule,
  of,
  crewId,
  onOpen,
}: Pick<ProblemsDialogProps, 'of' | 'crewId' | 'onOpen'> & { schedule: Schedule }) {
  const jobs = new Map(schedule.jobs.map((job) => [job.id, job]));
  const isShown = ({ jobId, start }: ScheduleProblem) =>
    (of === AHEAD || start.startsWith(of)) && (crewId === undefined || jobs.get(jobId)?.crewId === crewId);
  const problems = schedule.problems.filter(isShown);
  const open = problems.filter(isOpen);
  const accepted = problems.filter((each) => !isOpen(each));
  const when = of === AHEAD ? `in the next ${DAYS_AHEAD / 7} weeks` : `on ${formatWallDay(startOfDay(of))}`;
  const crews = new Map(schedule.crews.map(({ id, name }) => [id, name]));
  const list = (shown: readonly ScheduleProblem[]) => (
    <ul className="hw-problems">
      {shown.map((problem) => {
        const job = jobs.get(problem.jobId);
        const [start, end] = [wallDate(problem.start), wallDate(problem.end)];
        return (
          <li key={`${problem.jobId} ${problem.start}`}>
            <button type="button" className="hw-problem" onClick={() => onOpen(problem.jobId, dayOf(start))}>
              <span className="hw-problem-when">{formatWallSpan(start, end)}</span>
              <strong>{job ? scheduledName(job) : 'A job'}</strong>{' '}
              <span className="hw-muted">
                {[job?.number, crews.get(job?.crewId ?? '')].filter(Boolean).join(' · ')}
              </span>
              <Against problem={problem} />
            </button>
          </li>
        );
      })}
    </ul>
  );
  return (
    <>
      <p>{open.length === 0 ? `Nothing stands against a visit ${when}.` : `${countOf(open.length)} ${when}`}</p>
      {open.length > 0 && list(open)}
      {accepted.length > 0 && (
        <>
          <h3>Accepted</h3>
          {list(accepted)}
        </>
      )}
    </>
  );
}

function Against({ problem: { open, accepted, reason } }: { problem: ScheduleProblem }) {
  return (
    <>
      {open.map(({ message }) => (
        <span key={message} className="hw-problem-why">
          <WarningSign size={14} aria-hidden="true" /> {message}
        </span>
      ))}
      {accepted.map(({ message }) => (
        <span key={message} className="hw-problem-accepted">
          Accepted{reason && `, “${reason}”`}: {message}
        </span>
      ))}
    </>
  );
}
