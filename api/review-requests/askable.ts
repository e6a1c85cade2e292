import { settingsInForce } from '../../domain/company/company.ts';
import type { ReviewRequestRule } from '../../domain/company/terms.ts';
import { ASKED_AGAIN_AFTER_DAYS, type Reviewable, whyNoReview } from '../../domain/job/review-request.ts';
import { addDays } from '../../domain/kit/times.ts';
import { dayInWords } from '../../domain/mail/letters.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import { type InvoiceDocument, invoices } from '../../projections/invoices.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import type { Query } from '../../store/read-models.ts';
import { ownerOf } from '../customers/record.ts';
import { invoiceKind } from '../invoices/record.ts';
import { dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { checkMarketing } from '../suppressions/marketing-mail.ts';
import type { SuppressionContext } from '../suppressions/suppressed.ts';
import { askedLast } from './mailbox-turns.ts';

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
    invoices: ofJob.map((each) => each.status),
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
 * @throws HttpError 503 `mailbox_key_lost` where nobody can tell who unsubscribed
 */
export async function whyNotAsked(
  context: SuppressionContext,
  job: JobDocument,
): Promise<{ why: string; address: null } | { why: null; address: string }> {
  const reviewable = await reviewableOf(context, job);
  const address = reviewable.customer?.email?.trim() ?? '';
  const why = whyNoReview(reviewable) ?? (await checkMarketing(context, '', address)).why;
  if (why !== null) return { why, address: null };
  const last = await askedLast(context, address);
  if (last === null || last.jobId === job.id) return { why: null, address };
  const { timeZone } = settingsInForce(await readCompany(context.streams));
  const day = dayOf(Date.parse(last.at), timeZone);
  const again = addDays(day, ASKED_AGAIN_AFTER_DAYS);
  const told = `This mailbox was asked for a review on ${dayInWords(day)}, for another job.`;
  return { why: `${told} It can be asked again from ${dayInWords(again)}.`, address: null };
}
