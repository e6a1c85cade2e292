import { Button, ButtonGroup } from '@blueprintjs/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { JobExperience } from '../../../api/jobs/experience.schema.ts';
import { FEWEST_JOBS } from '../../../domain/job/terms.ts';
import { listCall } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { Day } from '../../ui/values/day.tsx';
import { formatMoney } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';
import { JOBS, jobPage } from './job.ts';

/** @param hours estimated for the next job; null if not given */
function experienceQuery(service: string, hours: number | null) {
  return queryOptions({
    queryKey: ['job-experience', service, hours],
    meta: { collections: [...JOBS, 'costs'] },
    placeholderData: keepPreviousData,
    queryFn: (context) =>
      read<JobExperience>(
        listCall('/api/jobs/experience', { service, ...(hours !== null && { hours: String(hours) }) }),
        context,
      ),
  });
}

interface TakenProps {
  /** Called to use the suggested hours; absent if hours mean something else here. */
  onHours?(hours: number): void;
  /** Called to use the suggested price, decimal text; absent like that. */
  onPrice?(price: string): void;
}

interface FinishedJobsProps extends TakenProps {
  service: string;
  hours: number | null;
}

/**
 * What finished jobs of a service took, beside a form: the person may look at the jobs, and use the suggestion or not.
 */
export function FinishedJobs({ service, hours, onHours, onPrice }: FinishedJobsProps) {
  const [isOpen, setOpen] = useState(false);
  const rows = useId();
  const { data } = useQuery(experienceQuery(service, hours));
  if (!data || data.count === 0 || data.service !== service) return null;
  return (
    <div className="hw-finished-jobs">
      <p className="hw-muted">{told(data)}</p>
      <ButtonGroup>
        <Taken suggestion={data.suggestion} {...(onHours && { onHours })} {...(onPrice && { onPrice })} />
        <Button
          size="small"
          variant="minimal"
          text={isOpen ? 'Hide jobs' : data.count === 1 ? 'Show the job' : `Show ${data.count} jobs`}
          aria-expanded={isOpen}
          aria-controls={rows}
          onClick={() => setOpen(!isOpen)}
        />
      </ButtonGroup>
      <div id={rows} hidden={!isOpen} className="hw-finished-jobs-rows">
        {isOpen && <Rows jobs={data.jobs} />}
      </div>
    </div>
  );
}

function Taken({ suggestion: { hours, price }, onHours, onPrice }: TakenProps & Pick<JobExperience, 'suggestion'>) {
  return (
    <>
      {hours !== null && onHours && (
        <Button size="small" variant="outlined" text={`Use ${hours} h`} onClick={() => onHours(hours)} />
      )}
      {price !== null && onPrice && (
        <Button size="small" variant="outlined" text={`Use ${formatMoney(price)}`} onClick={() => onPrice(price)} />
      )}
    </>
  );
}

/**
 * A summary: `12 finished jobs of 2 to 4 h typically took 3.5 h, 20% over the estimate, for $640; 38% was left after
 * costs.`
 */
function told({ count, size, suggestion: { hours, price, overrun, margin } }: JobExperience): string {
  const jobs = count === 1 ? '1 finished job' : `${count} finished jobs`;
  if (hours === null && price === null) {
    return `${jobs} of this service. Once there are ${FEWEST_JOBS}, they suggest hours and a price.`;
  }
  const took = hours === null ? [] : [`took ${hours} h`, ...beside(overrun)];
  const sold = price === null ? [] : [`${hours === null ? 'were' : 'for'} ${formatMoney(price)}`];
  return `${jobs} ${sized(size)} typically ${[...took, ...sold].join(', ')}${left(margin)}.`;
}

function sized(size: JobExperience['size']): string {
  if (size === null) return 'of any size';
  return size.to === null ? `of over ${size.from} h` : `of ${size.from} to ${size.to} h`;
}

function beside(overrun: number | null): string[] {
  if (overrun === null) return [];
  const percent = Math.round((overrun - 1) * 100);
  if (percent === 0) return ['as estimated'];
  return [`${Math.abs(percent)}% ${percent > 0 ? 'over' : 'under'} the estimate`];
}

function left(margin: number | null): string {
  if (margin === null) return '';
  return margin < 0 ? '; the costs were higher than that' : `; ${margin}% was left after costs`;
}

function Rows({ jobs }: Pick<JobExperience, 'jobs'>) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Job</th>
          <th scope="col">Finished</th>
          <th scope="col">Estimated</th>
          <th scope="col">Took</th>
          <th scope="col">Quoted</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.id}>
            <th scope="row">
              <Link to={jobPage(job.id)} target="_blank">
                {job.jobNumber}
              </Link>{' '}
              {job.customerName}
            </th>
            <td>{job.completedAt && <Day iso={job.completedAt} />}</td>
            <td>{job.estimatedHours === null ? '—' : `${job.estimatedHours} h`}</td>
            <td>{job.clockHours === 0 ? '—' : `${Math.round(job.clockHours * 100) / 100} h`}</td>
            <td>{job.amount === null ? '—' : <Money amount={job.amount} />}</td>
            <td>{job.actualCost === null ? '—' : <Money amount={job.actualCost} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
