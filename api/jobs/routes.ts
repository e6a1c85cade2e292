import { job } from '../../domain/job/job.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import { customerKind, shownName } from '../customers/record.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { completed, givenIn, shownOf } from '../kit/fields.schema.ts';
import { recordKind, requirePresent } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { cancelFields, cancelJobBody, createJobBody, jobFields, jobList, jobRecord, reviseJobBody } from './schema.ts';

export const jobKind = recordKind({
  decider: job,
  projection: jobs,
  title: (job: JobDocument) => nameOfCustomer(job) ?? job.title ?? job.jobNumber,
  present: (job: JobDocument) => ({
    ...shownOf(jobFields, job),
    jobNumber: job.jobNumber ?? null,
    customerId: job.customerId,
    customerName: nameOfCustomer(job),
    status: job.status,
    reason: job.reason,
    erased: job.erased === true,
  }),
  hangsOn: 'customer',
  found: {
    detail: (job) => [job.jobNumber, nameOfCustomer(job) && job.title, job.address, job.status.replace('_', ' ')],
  },
});

function nameOfCustomer({ customerFirstName, customerLastName }: JobDocument): string | null {
  return shownName({ firstName: customerFirstName, lastName: customerLastName });
}

/** The jobs: what is to be done, for whom and where, and how far it has come. */
export function jobRoutes(app: App, context: ApiContext): void {
  const calls = recordRoutes(app, context, { kind: jobKind, record: jobRecord, path: '/api/jobs', tag: 'Jobs' });

  calls.list(jobList);
  calls.get();

  calls.create({
    body: createJobBody,
    async commands({ body, now }) {
      const { customerId = null } = body;
      if (customerId) await requirePresent(context, customerKind, customerId, 'customerId');
      return { type: 'CreateJob', customerId, details: completed(jobFields, body), now };
    },
  });

  calls.revise({
    method: 'PUT',
    body: reviseJobBody,
    commands: ({ body }) => ({ type: 'ReviseJob', details: givenIn(jobFields, body) }),
  });

  calls.act('start', { type: 'AdvanceJob', act: 'start', reason: null });
  calls.act('complete', { type: 'AdvanceJob', act: 'complete', reason: null });
  calls.change({
    method: 'POST',
    at: '/:id/cancel',
    body: cancelJobBody,
    commands: ({ body }) => ({ type: 'AdvanceJob', act: 'cancel', ...completed(cancelFields, body) }),
  });
}
