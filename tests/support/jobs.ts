import { type JobDetails, NO_JOB_DETAILS } from '../../domain/job/events.ts';

/** A job of which only the place is known. */
export const PLAIN_JOB: JobDetails = { ...NO_JOB_DETAILS, address: '3 Elm St' };
