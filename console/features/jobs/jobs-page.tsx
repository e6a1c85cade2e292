import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { JOB_STATUS_LABELS } from '../../../domain/job/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import { ApiError } from '../../data/api.ts';
import { listOf, type PageProps } from '../../entities/account/session.ts';
import { jobFiguresQuery, jobPage, jobQuery, jobsPath, jobsQuery } from '../../entities/job/job.ts';
import { jobKind } from '../../entities/job/job-kind.ts';
import { useCompanyZone } from '../../entities/job/job-tags.tsx';
import { NewJobDialog } from '../../entities/job/new-job-dialog.tsx';
import { cleared, isFiltered } from '../../records/list/list-search.ts';
import { RecordListPage, usePagedList } from '../../records/list/record-list-page.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { useIsSmall } from '../../ui/layout/use-media.ts';
import { Failure } from '../../ui/status/data-area.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { ScheduleDialog } from './job-plan.tsx';
import { jobColumns } from './jobs-columns.tsx';
import { columnFilters, JobFilters, titleOfList } from './jobs-filters.tsx';
import { filterOf, JOB_FILTERS, JOB_SORTS, type JobsSearch } from './jobs-search.ts';

const KIND = jobKind(null);

/** The page of the jobs: their number by status, and the active ones. */
export function JobsPage(props: PageProps<JobsSearch>) {
  const { search, onSearch } = props;
  const { canChange } = listOf(props, 'jobs');
  const seesAll = may(props.account.role, 'jobs:read');
  const navigate = useNavigate();
  const zone = useCompanyZone();
  const isSmall = useIsSmall();
  const filter = filterOf(search);
  const list = usePagedList(jobsQuery(filter), jobsPath(filter), JOB_SORTS);
  const columns = useMemo(
    () => jobColumns(zone, canChange ? (id) => onSearch({ schedule: id }) : null, isSmall),
    [zone, canChange, onSearch, isSmall],
  );
  useTellFailure(list.query);
  const hasFilter = isFiltered(search, JOB_FILTERS);
  const clear = () => onSearch(cleared(JOB_FILTERS));
  return (
    <>
      <RecordListPage
        title="Jobs Dashboard"
        kind={KIND}
        plural="jobs"
        page={jobPage}
        {...listOf(props, 'jobs')}
        list={list}
        columns={columns}
        placeholder="Search jobs by number, customer, or address..."
        columnFilters={columnFilters({ search, onSearch })}
        filterKeys={JOB_FILTERS}
        above={
          <>
            {seesAll && <JobFigures />}
            <h2 className="hw-list-title">
              {titleOfList(search)}
              {search.unscheduled && (
                <Link to="/schedule" className="hw-list-link">
                  Schedule them on the calendar
                </Link>
              )}
            </h2>
          </>
        }
        filters={<JobFilters search={search} onSearch={onSearch} clear={hasFilter ? clear : null} />}
        add={{
          text: 'New Job',
          shortcut: 'Add a job',
          how: (onClose) => (
            <NewJobDialog
              customerId={search.customer}
              opens={({ id }) => void navigate({ to: '/jobs/$id', params: { id } })}
              onClose={onClose}
            />
          ),
        }}
        firstUse={{ title: 'No active jobs found', description: 'Create a new job to get started.' }}
        failure={(error) => <JobsFailure error={error} />}
      />
      {search.schedule && canChange && (
        <ScheduleJob key={search.schedule} id={search.schedule} onClose={() => onSearch({ schedule: undefined })} />
      )}
    </>
  );
}

/** The statuses counted, each with a link to its rows. */
const COUNTED = ['scheduled', 'in_progress', 'completed', 'on_hold'] as const;

function JobFigures() {
  const { data, isError: isFailed } = useQuery(jobFiguresQuery);
  return (
    <FigureRow isStrip>
      {COUNTED.map((status) => (
        <Figure
          key={status}
          label={JOB_STATUS_LABELS[status] ?? status}
          isFailed={isFailed}
          {...(data && { value: String(data.statuses.find((each) => each.status === status)?.count ?? 0) })}
          to="/jobs"
          search={{ status }}
        />
      ))}
    </FigureRow>
  );
}

function ScheduleJob({ id, onClose }: { id: string; onClose(): void }) {
  const { data } = useQuery(jobQuery(id));
  return data ? <ScheduleDialog job={data} onClose={onClose} /> : null;
}

/** Shows one toast when the list fails to load, however often it is retried. */
function useTellFailure({ data, error }: { data: unknown; error: Error | null }): void {
  const isTold = useRef(false);
  const isMissing = data === undefined && error !== null;
  useEffect(() => {
    if (!isMissing || isTold.current) return;
    isTold.current = true;
    void showToast({ title: 'Error', text: 'Failed to load jobs. Please try again.', intent: 'danger' });
  }, [isMissing]);
}

/** Why the list failed to load, with a button to reload everything. */
function JobsFailure({ error }: { error: Error }) {
  const why = error instanceof ApiError ? `${error.status} ${error.statusText}`.trim() : error.message;
  const text = `Failed to fetch jobs: ${why}`;
  return <Failure error={error} text={text} retryText="Try Again" retry={() => location.reload()} />;
}
