import { z } from 'zod';
import { JOB_LIMITS, JOB_PRIORITIES, JOB_STATUSES, MOST_HOURS } from '../../domain/job/terms.ts';
import {
  amount,
  createBody,
  duration,
  idOf,
  line,
  onceWithout,
  presetChoice,
  recordSchema,
  requiredLine,
  reviseBody,
  text,
} from '../kit/fields.schema.ts';
import { named, oneOf } from '../kit/lists.schema.ts';

/** What a body may say of a job, and the job shows. */
export const jobFields = {
  title: line('The title', JOB_LIMITS.title),
  address: onceWithout(requiredLine('The address', JOB_LIMITS.address, 'Enter the address of the job.')),
  description: text('The description', JOB_LIMITS.description),
  serviceType: line('The type of service', JOB_LIMITS.serviceType),
  priority: presetChoice('The priority', JOB_PRIORITIES, 'normal'),
  estimatedDuration: duration('The estimated duration', MOST_HOURS),
  amount: amount('The amount'),
};

const customerField = { customerId: idOf('The customer', 'The customer the job is for. It cannot be changed later.') };

export const createJobBody = createBody({ ...customerField, ...jobFields });
export const reviseJobBody = reviseBody(jobFields);

export const cancelFields = { reason: line('The reason', JOB_LIMITS.reason) };
export const cancelJobBody = createBody(cancelFields);

export const jobList = {
  where: { removed: null },
  filters: {
    status: oneOf('The status', JOB_STATUSES, 'status'),
    priority: oneOf('The priority', JOB_PRIORITIES, 'priority'),
    customerId: named('customerId'),
  },
  sorts: { createdAt: 'createdAt', customerName: 'customerNameKey', jobNumber: 'number' },
};

export const jobRecord = recordSchema(
  'Job',
  { ...customerField, ...jobFields },
  {
    /** `J-1001` */
    jobNumber: z.string().nullable(),
    /** Of the customer today. */
    customerName: z.string().nullable(),
    status: z.string(),
    /** Why it has that status. */
    reason: z.string().nullable(),
    erased: z.boolean().describe('Its personal data was erased for good, with its customer.'),
  },
);
