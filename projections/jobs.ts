import type { JobDetails, JobEvent } from '../domain/job/events.ts';
import { ERASED_JOB } from '../domain/job/job.ts';
import { numberText } from '../domain/numbering/terms.ts';
import type { CustomerDocument } from './customers.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';

/** What a job carries of its customer, by whom its list is sorted and searched. */
const ofCustomer = {
  collection: 'customers',
  by: 'customerId',
  fields: { customerFirstName: 'firstName', customerLastName: 'lastName', customerNameKey: 'nameKey' },
} as const satisfies LinkTo<CustomerDocument>;

type OfCustomer = Record<keyof typeof ofCustomer.fields, string | null>;

interface Derived {
  /** As people say it, and search for it: `J-1001`. */
  jobNumber: string | null;
}

/** A job, with its customer's name. */
export interface JobDocument extends RecordDocument, JobDetails, OfCustomer, Derived {
  /** What the list by number is sorted by. */
  number: number | null;
  customerId: string | null;
  status: string;
  /** Of the status. */
  reason: string | null;
  /** ISO UTC. */
  createdAt: string;
}

export const jobs = readModel<JobDocument, JobEvent, Derived, OfCustomer>()({
  name: 'jobs',
  version: 3,
  of: 'job',
  indexes: [
    ['removed', 'createdAt'],
    ['removed', 'customerNameKey'],
    ['removed', 'number'],
    ['removed', 'status', 'createdAt'],
    ['customerId'],
    ['customerId', 'createdAt'],
  ],
  search: ['jobNumber', 'title', 'address', 'customerFirstName', 'customerLastName'],
  links: [ofCustomer],
  first: { JobCreated: (data) => ({ ...data, status: 'unscheduled', reason: null }) },
  after: {
    JobRevised: merged,
    JobStatusChanged: merged,
    JobRemoved: removed,
    JobRestored: restored,
    JobErased: () => ({ ...ERASED_JOB, erased: true }),
  },
  derived: ({ number }) => ({ jobNumber: number === null ? null : numberText('job', number) }),
});
