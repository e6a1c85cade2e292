import type { JobRecord } from '../../../api/jobs/schema.ts';
import { JOB_PRIORITY_LABELS, JOB_STATUS_LABELS, OPEN_JOB_STATUSES, serviceLabel } from '../../../domain/job/terms.ts';
import { seenWith } from '../../entities/account/rights.ts';
import { BeginsShort, JobStatusTag, PriorityTag } from '../../entities/job/job-tags.tsx';
import { RestTag } from '../../entities/job/rest.tsx';
import { addedColumn, moneyColumn } from '../../records/list/common-columns.tsx';
import type { RecordColumn } from '../../records/list/record-columns.ts';

/**
 * The columns of the job list.
 * @param zone in which jobs are scheduled
 * @param schedule opens the dialog to schedule a job; null for somebody who can only view
 * @param isShort only the columns that identify a job, as on a phone
 */
export function jobColumns(
  zone: string | undefined,
  schedule: ((id: string) => void) | null,
  isShort: boolean,
): readonly RecordColumn<JobRecord>[] {
  const columns: readonly RecordColumn<JobRecord>[] = [
    { id: 'jobNumber', header: 'Job ID', value: ({ jobNumber }) => jobNumber },
    { id: 'customerName', header: 'Customer', value: ({ customerName, title }) => customerName ?? title },
    { id: 'address', header: 'Address', value: ({ address }) => address, widest: 140 },
    {
      id: 'scheduledDate',
      header: 'Scheduled',
      value: ({ scheduledDate }) => scheduledDate,
      cell: (job) => <Scheduled job={job} zone={zone} schedule={schedule} />,
      stays: true,
    },
    {
      id: 'status',
      header: 'Status',
      value: ({ status }) => JOB_STATUS_LABELS[status] ?? status,
      cell: ({ status }) => <JobStatusTag status={status} />,
      stays: true,
    },
    {
      id: 'priority',
      header: 'Priority',
      value: ({ priority }) => JOB_PRIORITY_LABELS[priority] ?? priority,
      cell: ({ priority }) => <PriorityTag priority={priority} />,
    },
    { id: 'serviceType', header: 'Service', value: ({ serviceType }) => serviceLabel(serviceType), widest: 150 },
    {
      id: 'estimatedDuration',
      header: 'Duration',
      isFigure: true,
      value: ({ estimatedDuration }) => estimatedDuration ?? 0,
      cell: ({ estimatedDuration }) => `${estimatedDuration ?? 0}h`,
    },
    {
      id: 'crewName',
      header: 'Crew',
      value: ({ crewName }) => crewName,
      cell: ({ crewName }) => crewName ?? <span className="hw-muted">Unassigned</span>,
    },
    // Without a customer, that column already shows the title.
    { id: 'title', header: 'Title', value: ({ title, customerName }) => (customerName ? title : null) },
    { ...moneyColumn('amount', 'Amount'), ...seenWith('quotes:read') },
    addedColumn,
  ];
  return isShort ? columns.filter(({ id }) => SHORT.has(id)) : columns;
}

const SHORT = new Set(['jobNumber', 'customerName', 'address', 'scheduledDate', 'status', 'priority', 'crewName']);

interface ScheduledProps {
  job: JobRecord;
  zone: string | undefined;
  schedule: ((id: string) => void) | null;
}

/** When a job begins; an open job without a date can be scheduled here. */
function Scheduled({ job, zone, schedule }: ScheduledProps) {
  const { id, scheduledDate, status, removed, jobNumber } = job;
  if (scheduledDate) {
    return (
      <>
        <BeginsShort at={scheduledDate} zone={zone} /> <RestTag job={job} />
      </>
    );
  }
  const isOpen = (OPEN_JOB_STATUSES as readonly string[]).includes(status) && !removed;
  if (!isOpen || !schedule) return <>—</>;
  return (
    // Not a Blueprint Button, which measures its text: there may be one in each row.
    <button
      type="button"
      className="bp6-button bp6-small"
      aria-label={`Schedule ${jobNumber ?? 'this job'}`}
      onClick={() => schedule(id)}
    >
      Schedule
    </button>
  );
}
