import type { JobDetails } from '../../domain/job/events.ts';

/** A job of which only the place is known. */
export const PLAIN_JOB: JobDetails = {
  title: null,
  address: '3 Elm St',
  description: null,
  serviceType: null,
  priority: 'normal',
  estimatedDuration: null,
  amount: null,
};
