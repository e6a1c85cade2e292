import { type InfiniteData, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import type { Schedule, ScheduledJob } from '../../../api/schedule/schema.ts';
import { type Pages, pagedQuery, recordsOf, without } from '../../data/paged-query.ts';
import { queryClient, read } from '../../data/query-client.ts';
import { momentAt } from '../../ui/values/wall-time.ts';
import { jobName, jobsPath } from '../job/job.ts';

/** The collections a change to the schedule affects. */
export const SCHEDULE = ['jobs', 'schedule_days'] as const;

/** Everything the schedule of some days consists of. @param from, to `YYYY-MM-DD`, both included */
export function scheduleQuery(from: string, to: string) {
  return queryOptions({
    queryKey: ['schedule', from, to],
    meta: { collections: [...SCHEDULE, 'crews', 'staff', 'equipment', 'company', 'time_off'] },
    queryFn: (context) => read<Schedule>(`/api/schedule?from=${from}&to=${to}`, context),
    placeholderData: keepPreviousData,
  });
}

const UNSCHEDULED_PATH = jobsPath({ unscheduled: true, sort: 'priority' });

/** Open jobs that are not scheduled, most urgent first. */
export const unscheduledQuery = pagedQuery<JobRecord>({
  queryKey: ['jobs', UNSCHEDULED_PATH],
  meta: { collections: ['jobs'] },
  path: UNSCHEDULED_PATH,
  limit: 50,
  further: 200,
  select: recordsOf,
});

/** A job record as the schedule shows it. @param zone of the company, in which visits are shown */
export function scheduledJobOf(job: JobRecord, zone: string | undefined): ScheduledJob {
  return {
    id: job.id,
    revision: job.revision,
    number: job.jobNumber,
    title: job.title,
    customer: jobName(job),
    address: job.address,
    service: job.serviceType,
    priority: job.priority,
    status: job.status,
    crewId: job.crewId,
    pinned: job.pinned,
    amount: job.amount,
    hours: job.estimatedDuration,
    crewSize: job.minimumCrewSize,
    skills: job.requiredSkills,
    equipment: job.requiredEquipment,
    earliest: job.earliestDate,
    latest: job.latestDate,
    window: job.timeWindow,
    promised: job.promisedStart,
    remainingHours: job.remainingHours,
    visits: job.visits.map(({ start, end }) => ({ start: momentAt(start, zone), end: momentAt(end, zone) })),
  };
}

/** A job's name on the board: its customer, or else its title. */
export function scheduledName({
  customer,
  title,
  number,
}: Pick<ScheduledJob, 'customer' | 'title' | 'number'>): string {
  return customer ?? title ?? number ?? 'Job';
}

/** Updates a job on every loaded board, and removes it from the unscheduled jobs if all of it has visits. */
export function putOnBoard(job: ScheduledJob): void {
  queryClient.setQueriesData<Schedule>({ queryKey: ['schedule'] }, (schedule) => {
    if (!schedule) return schedule;
    const others = schedule.jobs.filter(({ id }) => id !== job.id);
    return { ...schedule, jobs: job.visits.length === 0 ? others : [...others, job] };
  });
  if (job.visits.length === 0 || job.remainingHours > 0) return;
  queryClient.setQueryData<InfiniteData<Pages<JobRecord>['pages'][number], string | null>>(
    unscheduledQuery.queryKey,
    (pages) => pages && without(pages, job.id),
  );
}
