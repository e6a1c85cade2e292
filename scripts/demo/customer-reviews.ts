import { reviewIdOf } from '../../api/review-requests/review-of-job.ts';
import { customer } from '../../domain/customer/customer.ts';
import { type CustomerReviewCommand, customerReview } from '../../domain/customer-review/customer-review.ts';
import type { ReviewPlatform } from '../../domain/customer-review/terms.ts';
import { invoice } from '../../domain/invoice/invoice.ts';
import { balanceOf } from '../../domain/invoice/payments.ts';
import { job } from '../../domain/job/job.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OFFICE, OWNER } from './accounts.ts';
import type { Act, Area, Desk } from './act.ts';
import { doneJobs } from './jobs.ts';
import type { WorkingTime } from './working-time.ts';

/** What a customer wrote after a job, and what the company answered. */
interface Said {
  platform: ReviewPlatform;
  rating: number;
  reviewText: string | null;
  response?: string;
  /** Whether they agreed that it is published; of one that was asked for, that photos of the work are shown. */
  agreed?: boolean;
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
  {
    platform: 'heartwood',
    rating: 5,
    reviewText: 'Explained each cut before making it. Very professional.',
    agreed: true,
  },
  {
    platform: 'nextdoor',
    rating: 3,
    reviewText: 'The pruning is fine. The stump was ground a week later than planned.',
  },
  {
    platform: 'heartwood',
    rating: 4,
    reviewText: 'They called before they came, and the yard was cleaner than before.',
  },
  {
    platform: 'angi',
    rating: 4,
    reviewText: 'Friendly crew, and the crane was in and out in a morning.',
    response: 'Thank you for clearing the driveway for us: that made it quick.',
    agreed: true,
  },
  { platform: 'bbb', rating: 1, reviewText: 'Nobody told us that the date had moved.' },
];

/** One in this many finished jobs is reviewed. */
const REVIEWED = 4;
/** Working hours from the end of a job to its review, and from there to the response. */
const HOURS_AFTER = 20;
const ANSWERED_AFTER = 9;

/** Working hours from the end of a job to the request for a review of it, which goes to who has paid by then. */
const ASKED_AFTER = 110;
const WRITTEN_AFTER = 7;
const PUBLISHED_AFTER = 4;

/** What customers wrote over the year. */
export const customerReviews: Area = (time) =>
  doneJobs(time)
    .filter((_, index) => index % REVIEWED === 0)
    .flatMap(({ planned, id, hour }, index) => {
      const said = SAID[index % SAID.length] as Said;
      const { customerId } = planned;
      return said.platform === 'heartwood'
        ? askedFor({ jobId: id, customerId }, hour + ASKED_AFTER, said, time)
        : actsOf(customerId, hour + HOURS_AFTER, index, time);
    });

/** The office asks the customer of a paid job, who writes a review, which the owner publishes. */
function askedFor(
  { jobId, customerId }: { jobId: string; customerId: string },
  hour: number,
  { platform, rating, reviewText, agreed = false }: Said,
  time: WorkingTime,
): Act[] {
  const written = hour + WRITTEN_AFTER;
  const published = written + PUBLISHED_AFTER;
  if (published >= time.hours) return [];
  const id = reviewIdOf(jobId);
  const nowAt = (at: number) => new Date(time.instantAt(at)).toISOString();
  const today = time.dateAt(written);
  const details = { customerName: null, platform, rating, reviewText, reviewedOn: today, mayPublish: true };
  const commandId = (name: string) => uuidv5(HEARTWOOD, `demo/review of ${jobId}/${name}`);
  return [
    {
      at: time.instantAt(hour),
      actor: OFFICE.id,
      async run(desk) {
        if (!(await mayBeAsked(desk, jobId, customerId))) return;
        const requestId = uuidv5(jobId, 'review-request');
        const command = { type: 'RequestReview', requestId, isAutomatic: false, now: nowAt(hour) } as const;
        await desk.send(job, jobId, command, { commandId: commandId('asked') });
      },
    },
    {
      at: time.instantAt(written),
      actor: 'public',
      async run(desk) {
        const about = await desk.load(job, jobId);
        if (about.presence !== 'present' || about.reviewRequest === null) return;
        const command = {
          type: 'WriteCustomerReview',
          customerId,
          jobId,
          mayShowPhotos: agreed,
          details,
          today,
          now: nowAt(written),
        } as const;
        await desk.send(customerReview, id, command, { commandId: commandId('written') });
      },
    },
    {
      at: time.instantAt(published),
      actor: OWNER.id,
      async run(desk) {
        if ((await desk.load(customerReview, id)).presence !== 'present') return;
        const command = { type: 'PublishCustomerReview', now: nowAt(published) } as const;
        await desk.send(customerReview, id, command, { commandId: commandId('published') });
      },
    },
  ];
}

async function mayBeAsked(desk: Desk, jobId: string, customerId: string): Promise<boolean> {
  const [about, owner, billed] = await Promise.all([
    desk.load(job, jobId),
    desk.load(customer, customerId),
    desk.load(invoice, uuidv5(jobId, 'invoice/0')),
  ]);
  const isDone = about.presence === 'present' && about.life.status === 'completed';
  const isPaid = billed.presence === 'present' && !billed.isCancelled && balanceOf(billed) === 0;
  return isDone && isPaid && owner.presence === 'present' && owner.contact.email !== null;
}

function actsOf(customerId: string, hour: number, index: number, time: WorkingTime): Act[] {
  const { response, agreed = false, ...said } = SAID[index % SAID.length] as Said;
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
    details: { ...said, customerName: null, reviewedOn: today, mayPublish: agreed },
    today,
    now: nowAt(hour),
  });
  const at = hour + ANSWERED_AFTER;
  const shown = agreed ? [send(at, OWNER.id, 'published', { type: 'PublishCustomerReview', now: nowAt(at) })] : [];
  if (response === undefined) return [received, ...shown];
  const responded = send(at, OWNER.id, 'responded', {
    type: 'RespondToCustomerReview',
    responseText: response,
    now: nowAt(at),
  });
  return [received, responded, ...shown];
}
