import { Link } from '@tanstack/react-router';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { useJobAsDone } from './acts.ts';
import { jobTitle, keptJobs } from './job.ts';
import { JobStatusTag } from './job-tags.tsx';

interface KeptJobsProps {
  title?: string;
  note?: string;
  /** Called when one is opened. */
  onFollow?(): void;
}

/** The jobs that open offline, soonest first; nothing if there are none. */
export function KeptJobs({
  title = 'Jobs on this device',
  note = 'They open without signal.',
  onFollow,
}: KeptJobsProps) {
  const jobs = keptJobs();
  if (jobs.length === 0) return null;
  return (
    <section className="hw-not-sent" aria-label={title}>
      <h3>{title}</h3>
      <p>{note}</p>
      <ol>
        {jobs.map((job) => (
          <KeptJob key={job.id} job={job} onFollow={onFollow} />
        ))}
      </ol>
    </section>
  );
}

function KeptJob({ job, onFollow }: Pick<KeptJobsProps, 'onFollow'> & { job: JobRecord }) {
  const { status } = useJobAsDone(job);
  return (
    <li>
      <span className="hw-not-sent-done">
        <Link to="/jobs/$id" params={{ id: job.id }} onClick={onFollow}>
          {jobTitle(job)}
        </Link>
        <span>{job.address}</span>
      </span>
      <JobStatusTag status={status} />
    </li>
  );
}
