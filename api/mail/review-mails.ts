import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import type { CustomerReviewEvent } from '../../domain/customer-review/events.ts';
import type { JobEvent } from '../../domain/job/events.ts';
import { whyNoReview } from '../../domain/job/review-request.ts';
import { partsOfStream, type Recorded, type RecordedEvent } from '../../domain/kit/event.ts';
import { reviewRequestLetter, reviewResponseLetter } from '../../domain/mail/letters.ts';
import type { MailCommand } from '../../domain/mail/mail.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { readAfter, type Streams } from '../../platform/commands/streams.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import type { CustomerReviewDocument } from '../../projections/customer-reviews.ts';
import type { CustomerDocument } from '../../projections/customers.ts';
import type { EventLog } from '../../store/event-store.ts';
import { customerReviewKind } from '../customer-reviews/record.ts';
import { customerKind, ownerOf, shownName } from '../customers/record.ts';
import { jobKind } from '../jobs/record.ts';
import { findRecord, streamOf } from '../kit/records.ts';
import { reviewableOf } from '../review-requests/askable.ts';
import { isReviewed } from '../review-requests/review-of-job.ts';
import type { CheckedLetters } from './checked-letters.ts';
import { type MailReactor, mailReactor, type OnRefused, takeBack, tellMail } from './reactor.ts';

type Fact = Recorded<CustomerReviewEvent>;
type JobFact = Recorded<JobEvent>;

/** Events after which a response that still waits is not sent: there is a newer one, or none. */
const ENDS_WAITING = ['CustomerReviewResponded', 'CustomerReviewResponseWithdrawn', 'CustomerReviewRemoved'] as const;

const REQUESTS = ['JobReviewRequested', 'JobReviewRequestUndone'] as const;

/**
 * Asks customers for a review of a job, and sends them what the company answered to it, or takes that back. Only a customer of
 * ours has an address.
 * @param options.commands with the rules for mail
 */
export function createReviewMails(options: {
  commands: CommandHandler;
  streams: Streams;
  store: Pick<EventLog, 'readStream'>;
  onRefused: OnRefused;
}): MailReactor {
  const { commands, streams, store, onRefused } = options;

  async function endWaiting(event: RecordedEvent): Promise<void> {
    const before = (await readAfter(store, event.stream)).filter(({ revision }) => revision < event.revision);
    const meant = (before as Fact[]).filter(({ type }) => type === 'CustomerReviewResponded');
    await takeBack(
      commands,
      event,
      meant.map(({ id }) => id),
    );
  }

  async function mean(event: RecordedEvent): Promise<void> {
    const fact = event as Fact;
    if (fact.type !== 'CustomerReviewResponded' || !fact.data.isMailed) return;
    const { id: recordId } = partsOfStream(event.stream);
    const { review, writer } = await writerOf(streams, recordId);
    if (review === null || writer === null) return;
    const { name, phone } = { ...COMPANY_DEFAULTS, ...(await readCompany(streams)) };
    const letter = reviewResponseLetter(
      { customerName: shownName(writer), customerEmail: writer.email },
      { name, phone },
      { reviewText: review.reviewText, responseText: fact.data.responseText },
    );
    if (letter === null) return;
    const command: MailCommand = {
      type: 'IntendMail',
      mail: { kind: 'review_response', category: 'customer_review', recordId, ...letter, link: null },
      now: event.metadata.recordedAt,
    };
    await tellMail(commands, event, event.id, command, 'mail');
  }

  async function ask(event: RecordedEvent, { data }: Extract<JobFact, { type: 'JobReviewRequested' }>): Promise<void> {
    const { id: recordId } = partsOfStream(event.stream);
    const job = await findRecord({ streams }, jobKind, recordId);
    const owner = await ownerOf({ streams }, job?.customerId ?? null);
    if (!job || !owner || owner.erased) return;
    const { name, phone } = { ...COMPANY_DEFAULTS, ...(await readCompany(streams)) };
    const told = {
      number: job.jobNumber,
      customerName: shownName(owner),
      customerEmail: owner.email,
      propertyAddress: job.address,
    };
    const letter = reviewRequestLetter(told, { name, phone });
    if (letter === null) return;
    const link = { kind: 'review', version: null };
    const command: MailCommand = {
      type: 'IntendMail',
      mail: { kind: 'review_request', category: 'job', recordId, ...letter, link },
      now: event.metadata.recordedAt,
    };
    await tellMail(commands, event, data.requestId, command, 'mail');
  }

  return mailReactor([...ENDS_WAITING, ...REQUESTS], onRefused, async (event) => {
    const asked = event as JobFact;
    if (asked.type === 'JobReviewRequested') return ask(event, asked);
    if (asked.type === 'JobReviewRequestUndone') return takeBack(commands, event, [asked.data.requestId]);
    await endWaiting(event);
    await mean(event);
  });
}

/** A review and the customer who wrote it; null where it or they were removed or erased. */
async function writerOf(
  streams: Streams,
  id: string,
): Promise<{ review: CustomerReviewDocument | null; writer: CustomerDocument | null }> {
  const review = await findRecord({ streams }, customerReviewKind, id);
  if (!review || review.removed || review.erased || review.customerId === null) return { review: null, writer: null };
  const writer = await findRecord({ streams }, customerKind, review.customerId);
  return { review, writer: writer?.erased ? null : writer };
}

/** A response goes as long as it is the newest, on a review that is there. */
export const checkedResponses: CheckedLetters = {
  kinds: ['review_response'],
  changed: 'The response was changed or withdrawn, or the review was removed',
  instead: 'If there is a response to send, respond to the review again.',
  after: 'It was not sent.',
  async isTrue({ streams, store }, id, { recordId }) {
    const { review } = await writerOf(streams, recordId);
    if (review === null || review.respondedAt === null) return false;
    const all = await readAfter(store, streamOf(customerReviewKind, recordId));
    return all.findLast(({ type }) => type === 'CustomerReviewResponded')?.id === id;
  },
  addressNow: async (streams, { recordId }) => (await writerOf(streams, recordId)).writer?.email ?? null,
};

/** A review is asked for as long as the job is finished and paid, nothing speaks against it, and there is none yet. */
export const checkedReviewRequests: CheckedLetters = {
  kinds: ['review_request'],
  changed: 'The request was undone or answered, or its job is not finished, paid and undisputed any more,',
  instead: 'Do not send it.',
  after: 'The customer was not asked.',
  async isTrue({ streams, readModels }, id, { recordId }) {
    const job = await findRecord({ streams }, jobKind, recordId);
    if (job?.reviewRequest?.requestId !== id || (await isReviewed({ streams }, recordId))) return false;
    return whyNoReview(await reviewableOf({ streams, readModels }, job)) === null;
  },
  async addressNow(streams, { recordId }) {
    const job = await findRecord({ streams }, jobKind, recordId);
    const owner = await ownerOf({ streams }, job?.customerId ?? null);
    return owner && !owner.erased ? owner.email : null;
  },
};
