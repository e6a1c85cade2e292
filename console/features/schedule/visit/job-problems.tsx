import { Callout } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import type { Schedule, ScheduledJob } from '../../../../api/schedule/schema.ts';
import { mendsOf } from '../../../../domain/schedule/mends.ts';
import { otherCrewsFor } from '../../../entities/schedule/conflicts.ts';
import { countOf, isOpen } from '../../../entities/schedule/problems.ts';
import { formatWallSpan, wallDate } from '../../../entities/schedule/wall-dates.ts';

interface JobProblemsProps {
  schedule: Schedule;
  /** Null for one that is not on the board. */
  job: ScheduledJob | null;
  /** Whether the viewer can mend them. */
  canChange: boolean;
}

/** What stands against the visits of a job, in words, and what would mend it; nothing if all can go as planned. */
export function JobProblems({ schedule, job, canChange }: JobProblemsProps) {
  const problems = schedule.problems.filter((each) => each.jobId === job?.id && isOpen(each));
  if (job === null || problems.length === 0) return null;
  const crews = canChange ? otherCrewsFor(schedule, job) : [];
  const mends = canChange ? mendsOf(problems.flatMap(({ open }) => open)) : [];
  return (
    <Callout
      className="hw-job-problems"
      intent="danger"
      compact
      icon={<WarningSign />}
      title={countOf(problems.length)}
    >
      {problems.map(({ start, end, open }) => (
        <div key={start}>
          {problems.length > 1 && <strong>{formatWallSpan(wallDate(start), wallDate(end))}</strong>}
          {open.map(({ message }) => (
            <p key={message} className="hw-job-problem">
              {message}
            </p>
          ))}
        </div>
      ))}
      {mends.length > 0 && (
        <>
          <strong>What would mend it</strong>
          <ul className="hw-job-mends">
            {mends.map((mend) => (
              <li key={mend}>{mend}</li>
            ))}
            {crews.length > 0 && <li>{OR.format(crews)} could take it at that time.</li>}
          </ul>
        </>
      )}
    </Callout>
  );
}

const OR = new Intl.ListFormat('en-US', { type: 'disjunction' });
