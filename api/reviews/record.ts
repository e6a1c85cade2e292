import { type ReviewCommand, review } from '../../domain/review/review.ts';
import { REVIEW_STATUS } from '../../domain/review/terms.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { performanceReviews, type ReviewDocument } from '../../projections/performance-reviews.ts';
import { employeesOf, signsIn, usernameOf } from '../hr/employees.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { type ReviewRecord, reviewFields } from './schema.ts';

function presentReview(document: ReviewDocument): ReviewRecord {
  const { employeeId, reviewerId, reviewPeriodStart, reviewPeriodEnd, acknowledged } = document;
  return {
    ...shownOf(reviewFields, document),
    employeeId,
    reviewerId,
    reviewPeriodStart,
    reviewPeriodEnd,
    status: REVIEW_STATUS,
    acknowledgedAt: acknowledged?.at ?? null,
    acknowledgement: acknowledged?.comment ?? null,
    erased: document.erased === true,
  };
}

/** Adds the names of whom they are about and of who wrote them, and who can acknowledge them. */
async function withPeople(context: ApiContext, reviews: readonly ReviewRecord[]): Promise<ReviewRecord[]> {
  const personOf = await employeesOf(
    context,
    reviews.flatMap(({ employeeId, reviewerId }) => [employeeId, reviewerId]),
  );
  return reviews.map((each) => {
    const employee = personOf(each.employeeId);
    return {
      ...each,
      employee: usernameOf(employee),
      reviewer: usernameOf(personOf(each.reviewerId)),
      canBeAcknowledged: signsIn(employee),
    };
  });
}

/** Who undoes a step does it themselves: nobody changes a review of their own that way either. */
function sentBy(command: ReviewCommand, { id: by }: CurrentUser): ReviewCommand {
  return 'by' in command ? { ...command, by } : command;
}

export const reviewKind = recordKind({
  decider: review,
  projection: performanceReviews,
  area: 'reviews',
  title: ({ reviewPeriodStart, reviewPeriodEnd }: ReviewDocument) =>
    `Performance review ${reviewPeriodStart} to ${reviewPeriodEnd}`,
  present: presentReview,
  join: withPeople,
  sentBy,
  own: {
    // One that was removed may have been about somebody else.
    where: async (_, { id }) => ({ employeeId: id, removed: null }),
    includes: async (_, { id }, { employeeId, removed }) => employeeId === id && !removed,
    takesBack: ['PerformanceReviewAcknowledged', 'PerformanceReviewReopened'],
  },
});
