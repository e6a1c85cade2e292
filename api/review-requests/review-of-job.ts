import { type CustomerReviewState, customerReview } from '../../domain/customer-review/customer-review.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { ApiContext } from '../kit/context.ts';

/** The id of the review that the customer of a job writes when they are asked: a job has one. */
export function reviewIdOf(jobId: string): string {
  return uuidv5(jobId, 'review');
}

/** The review of a job that its customer wrote when they were asked. */
export async function reviewOf({ streams }: Pick<ApiContext, 'streams'>, jobId: string): Promise<CustomerReviewState> {
  return (await streams.load(customerReview, reviewIdOf(jobId))).state;
}

/** Whether they wrote one, even if it was removed since. */
export async function isReviewed(context: Pick<ApiContext, 'streams'>, jobId: string): Promise<boolean> {
  return (await reviewOf(context, jobId)).presence !== 'absent';
}
