import { settingsInForce } from '../../domain/company/company.ts';
import type { ReviewRequestRule } from '../../domain/company/terms.ts';
import { ASKED_AGAIN_AFTER_DAYS, type Reviewable, whyNoReview } from '../../domain/job/review-request.ts';
import { addDays } from '../../domain/kit/times.ts';
import { dayInWords } from '../../domain/mail/letters.ts';
import type { KnownMail } from '../../domain/mail/mail.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import { type InvoiceDocument, invoices } from '../../projections/invoices.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import type { Query } from '../../store/read-models.ts';
import { ownerOf } from '../customers/record.ts';
import { invoiceKind } from '../invoices/record.ts';
import { dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { whyNoMarketing } from '../suppressions/marketing-mail.ts';
import type { SuppressionContext } from '../suppressions/suppressed.ts';
import { type Turn, takeTurn, turnInTheWay } from './mailbox-turns.ts';

type Context = Pick<ApiContext, 'streams' | 'readModels'>;

/** More invoices than one job or one customer has open. */
const MOST_INVOICES = 500;

/**
 * What speaks for and against asking the customer of a job for a review, by what the streams say at this moment; and the day
 * of its last full payment, `YYYY-MM-DD`.
 */
export async function reviewableOf(
  context: Context,
  job: JobDocument,
): Promise<Reviewable & { paidOn: string | null }> {
  const { id, customerId, status, isToInvoice } = job;
  const owner = await ownerOf(context, customerId);
  const [{ reviewRequests }, ofJob, open] = await Promise.all([
    readCompany(context.streams).then(settingsInForce),
    invoicesBy(context, { where: { jobId: id }, order: { field: 'createdAt', direction: 'asc' } }),
    customerId === null
      ? []
      : invoicesBy(context, {
          where: { removed: null, isOpen: true, customerId },
          order: { field: 'balance', direction: 'asc' },
        }),
  ]);
  return {
    rule: reviewRequests as ReviewRequestRule,
    job: { status, isRemoved: job.removed === true || job.erased === true, isToInvoice },
    customer: owner === null || owner.removed || owner.erased ? null : { email: owner.email },
    invoices: ofJob,
    hasDispute: open.some(({ isOpen, remindersPaused }) => isOpen && remindersPaused),
    paidOn:
      ofJob
        .flatMap(({ paidOn }) => paidOn ?? [])
        .toSorted()
        .at(-1) ?? null,
  };
}

/** Which they are, by the read model; what they say, by their streams. */
async function invoicesBy(context: Context, query: Pick<Query, 'where' | 'order'>): Promise<InvoiceDocument[]> {
  const { documents } = await context.readModels
    .current()
    .find(invoices.collection, { ...query, limit: MOST_INVOICES });
  const found = await Promise.all(documents.map(({ id }) => findRecord(context, invoiceKind, id)));
  return found.filter((each) => each !== null);
}

/**
 * Why the customer of a job is not to be asked for a review now, as a sentence, or where the mail goes.
 * @param at now, ISO UTC
 * @throws HttpError 503 `mailbox_key_lost` where nobody can tell who unsubscribed
 */
export async function whyNotAsked(
  context: SuppressionContext,
  job: JobDocument,
  at: string,
): Promise<{ why: string; address: null } | { why: null; address: string }> {
  const reviewable = await reviewableOf(context, job);
  const address = reviewable.customer?.email?.trim() ?? '';
  const why = whyNoReview(reviewable) ?? (await whyNoMarketing(context, address));
  if (why !== null) return { why, address: null };
  const asking = { jobId: job.id, requestId: null, at };
  const last = await turnInTheWay(context, address, asking);
  return last ? { why: await askedBefore(context, last, asking), address: null } : { why: null, address };
}

/** Says that a mailbox had its turn. */
export async function askedBefore(
  { streams }: Pick<SuppressionContext, 'streams'>,
  last: Turn,
  asking: Pick<Turn, 'jobId'>,
): Promise<string> {
  const { timeZone } = settingsInForce(await readCompany(streams));
  const day = dayOf(Date.parse(last.at), timeZone);
  const again = addDays(day, ASKED_AGAIN_AFTER_DAYS);
  const other = last.jobId === asking.jobId ? '' : ', for another job';
  return (
    `This mailbox was asked for a review on ${dayInWords(day)}${other}. ` +
    `It can be asked again from ${dayInWords(again)}.`
  );
}

/** What an email that asks for a review is. */
type Letter = Pick<KnownMail, 'recordId'> & { id: string; to: string };

/** Takes the turn of the mailbox that a letter is about to go to. @returns why it must not go; null if it may */
export async function whyNotSent(context: SuppressionContext, letter: Letter, at: string): Promise<string | null> {
  const turn = { jobId: letter.recordId, requestId: letter.id, at };
  const last = await takeTurn(context, letter.to, turn);
  return last && askedBefore(context, last, turn);
}

/** The same of a letter that a person would pass on: takes nothing. */
export async function whyNotPassedOn(context: SuppressionContext, letter: Letter, at: string): Promise<string | null> {
  const asking = { jobId: letter.recordId, requestId: letter.id, at };
  const last = await turnInTheWay(context, letter.to, asking);
  return last && askedBefore(context, last, asking);
}
