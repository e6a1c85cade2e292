import { type JobDetails, NO_JOB_DETAILS } from '../../../domain/job/events.ts';

/** A job with nothing known but its address. */
export const PLAIN_JOB: JobDetails = { ...NO_JOB_DETAILS, address: '3 Elm St' };
