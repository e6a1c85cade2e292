import type { JobRecord } from '../../../api/jobs/schema.ts';
import { OPEN_JOB_STATUSES } from '../../../domain/job/terms.ts';
import { read } from '../../data/query-client.ts';
import type { Pick, PickerKind } from '../../records/edit/record-picker.tsx';
import { JOBS, jobsPath, jobTitle } from './job.ts';

const AT_MOST = 50;

/** Open jobs: by default those without a crew, in a search all of them. */
export const openJobPicker: PickerKind = {
  noun: 'job',
  categories: ['job'],
  collections: JOBS,
  none: 'Every job has a crew.',
  async find(search, context) {
    const narrowed = search === '' ? { crewId: 'none' } : { search };
    const path = jobsPath({ ...narrowed, active: true });
    const jobs = await read<JobRecord[]>(`${path}&limit=${AT_MOST}`, context);
    return jobs.filter(({ status }) => OPEN_JOB_STATUSES.some((open) => open === status)).map(jobPick);
  },
};

/** Open jobs that are not scheduled. */
export const unscheduledJobPicker: PickerKind = {
  noun: 'job',
  categories: ['job'],
  collections: JOBS,
  none: 'All approved jobs have been scheduled.',
  async find(search, context) {
    const path = jobsPath({ unscheduled: true, ...(search !== '' && { search }) });
    return (await read<JobRecord[]>(`${path}&limit=${AT_MOST}`, context)).map(jobPick);
  },
};

/** Any job, done or not, newest first. */
export const jobPicker: PickerKind = {
  noun: 'job',
  categories: ['job'],
  collections: JOBS,
  none: 'There are no jobs yet.',
  async find(search, context) {
    return (await read<JobRecord[]>(`${jobsPath({ search })}&limit=${AT_MOST}`, context)).map(jobPick);
  },
};

/** A job as a picker shows it. */
export function jobPick(job: JobRecord): Pick {
  const { id, address, crewName } = job;
  const detail = crewName ? `with ${crewName}` : (address ?? '');
  return { category: 'job', id, title: jobTitle(job), detail };
}
