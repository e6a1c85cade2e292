import { type CustomerReviewCommand, customerReview } from '../../domain/customer-review/customer-review.ts';
import type { ReviewPlatform } from '../../domain/customer-review/terms.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OFFICE, OWNER } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { doneJobs } from './jobs.ts';
import type { WorkingTime } from './working-time.ts';

/** What a customer wrote after a job, and what the company answered. */
interface Said {
  platform: ReviewPlatform;
  rating: number;
  reviewText: string | null;
  response?: string;
}

const SAID: readonly Said[] = [
  {
    platform: 'google',
    rating: 5,
    reviewText:
      'Careful with the flower beds, and not a twig left behind. We recommend them to everybody on our street.',
    response: 'Thank you. The crew was glad to hear it.',
  },
  { platform: 'yelp', rating: 4, reviewText: 'Good work and a fair price. It took a week to get a day.' },
  {
    platform: 'google',
    rating: 2,
    reviewText: 'The limb is down, but they came late and left ruts in the lawn.',
    response: 'We are sorry about the lawn. We will come by to level and seed it at our expense.',
  },
  { platform: 'heartwood', rating: 5, reviewText: 'Explained each cut before making it. Very professional.' },
  {
    platform: 'nextdoor',
    rating: 3,
    reviewText: 'The pruning is fine. The stump was ground a week later than planned.',
  },
  { platform: 'facebook', rating: 5, reviewText: null },
  {
    platform: 'angi',
    rating: 4,
    reviewText: 'Friendly crew, and the crane was in and out in a morning.',
    response: 'Thank you for clearing the driveway for us: that made it quick.',
  },
  { platform: 'bbb', rating: 1, reviewText: 'Nobody told us that the date had moved.' },
];

/** One in this many finished jobs is reviewed. */
const REVIEWED = 4;
/** Working hours from the end of a job to its review, and from there to the response. */
const HOURS_AFTER = 20;
const ANSWERED_AFTER = 9;

/** What customers wrote over the year. */
export const customerReviews: Area = (time) =>
  doneJobs(time)
    .filter((_, index) => index % REVIEWED === 0)
    .flatMap(({ planned, hour }, index) => actsOf(planned.customerId, hour + HOURS_AFTER, index, time));

function actsOf(customerId: string, hour: number, index: number, time: WorkingTime): Act[] {
  const { response, ...said } = SAID[index % SAID.length] as Said;
  const id = uuidv5(HEARTWOOD, `demo/customer review/${index}`);
  const send = (at: number, actor: string, name: string, command: CustomerReviewCommand): Act => ({
    at: time.instantAt(at),
    actor,
    run: (desk) =>
      desk.send(customerReview, id, command, { commandId: uuidv5(HEARTWOOD, `demo/customer review/${index}/${name}`) }),
  });
  const nowAt = (at: number) => new Date(time.instantAt(at)).toISOString();
  if (hour + ANSWERED_AFTER >= time.hours) return [];
  const today = time.dateAt(hour);
  const received = send(hour, OFFICE.id, 'received', {
    type: 'ReceiveCustomerReview',
    customerId,
    details: { ...said, customerName: null, reviewedOn: today, mayPublish: false },
    today,
    now: nowAt(hour),
  });
  if (response === undefined) return [received];
  const at = hour + ANSWERED_AFTER;
  const responded = send(at, OWNER.id, 'responded', {
    type: 'RespondToCustomerReview',
    responseText: response,
    now: nowAt(at),
  });
  return [received, responded];
}
