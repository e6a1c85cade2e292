import type { CustomerReviewEvent } from '../customer-review/events.ts';
import type { JobCommand } from '../job/job.ts';
import type { Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';

/** Tells a job that its customer agreed, with their review, that its photos are shown in public. The step is never refused. */
export const followReview: Process = {
  name: 'follow-review',
  types: ['CustomerReviewReceived'],
  steps(event): Step<JobCommand>[] {
    const fact = event as Recorded<CustomerReviewEvent>;
    if (fact.type !== 'CustomerReviewReceived') return [];
    const { jobId, mayShowPhotos, receivedAt: now } = fact.data;
    if (jobId === null || !mayShowPhotos) return [];
    return [{ role: 'job', category: 'job', id: jobId, command: { type: 'RecordPhotoConsentOfCustomer', now } }];
  },
};
