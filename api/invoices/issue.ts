import { placeText } from '../../domain/customer/properties.ts';
import { givenBack } from '../../domain/invoice/allowances.ts';
import type { InvoiceDetails } from '../../domain/invoice/events.ts';
import { type IssuedInvoice, invoice } from '../../domain/invoice/invoice.ts';
import { type InvoiceLine, lineAmount, sumOf, workBilled } from '../../domain/invoice/lines.ts';
import { linesOfItems, workText } from '../../domain/invoice/work-text.ts';
import type { ToClose } from '../../domain/job/closing.ts';
import { serviceLabel } from '../../domain/job/terms.ts';
import { erasedRejection, Rejection } from '../../domain/kit/decider.ts';
import { dollarText, parseCents } from '../../domain/kit/money.ts';
import { numberText } from '../../domain/kit/numbers.ts';
import { addDays, requireLikelyDay } from '../../domain/kit/times.ts';
import { quote } from '../../domain/quote/quote.ts';
import { takenItems } from '../../domain/quote/terms.ts';
import { type QuoteVersion, versionNumbered } from '../../domain/quote/versions.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { customerKind, shownName } from '../customers/record.ts';
import { jobKind } from '../jobs/record.ts';
import { asDay, companySettings, companyToday } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { findRecord, noSuch } from '../kit/records.ts';
import { depositIdOf } from './deposits.ts';
import { type IssueBody, invoiceFields } from './schema.ts';

// The content of an invoice when it is issued: looked up once, then frozen.

/** An invoice of a job, with its id. */
interface OfJob {
  id: string;
  state: IssuedInvoice;
}

/**
 * The invoices of a job, oldest first, from their streams. Their ids are derived from the job's, so two people who
 * invoice it at once create only one.
 */
export async function invoicesOfJob({ streams }: ApiContext, jobId: string): Promise<OfJob[]> {
  const found: OfJob[] = [];
  for (;;) {
    const id = idOfJobInvoice(jobId, found.length);
    const { state } = await streams.load(invoice, id);
    if (state.presence === 'absent') return found;
    found.push({ id, state });
  }
}

/** @param count how many invoices the job had before */
export function idOfJobInvoice(jobId: string, count: number): string {
  return uuidv5(jobId, `invoice/${count}`);
}

/** @throws HttpError 400 for a job that does not exist; Rejection for one that cannot be invoiced */
export async function detailsOfJob(
  context: ApiContext,
  jobId: string,
  body: Partial<IssueBody>,
  newId: (role: string) => string,
): Promise<InvoiceDetails> {
  const job = await requireFinished(context, jobId);
  const customerId = requireCustomer(job, body.customerId ?? null);
  const version = await agreedVersion(context, job);
  const before = (await invoicesOfJob(context, jobId)).filter(({ state }) => !state.isCancelled);
  const settings = await companySettings(context);
  const given = givenLines(body, newId);
  const left = leftOf(job, version, before);
  requireMore(before, job, given && sumOf(given), left);
  const work = given ?? [...agreedLines(job, version, newId), ...linesBefore(before)];
  if (!given && sumOf(work) <= 0) {
    const what = before.length > 0 ? 'Nothing more of this job is to be invoiced' : 'This job comes to nothing';
    throw new Rejection('invalid', `${what}: close it with “Nothing to invoice” on its page.`, 'jobId');
  }
  const isPart = given !== null && left !== null && sumOf(given) < left;
  // The last invoice deducts the deposit.
  const deductions = isPart ? [] : await depositsOf(context, job, before);
  return {
    ...(await frozen(context, customerId, body, { jobId, jobAddress: job.address })),
    kind: 'invoice',
    jobId,
    quoteId: job.quoteId,
    quoteVersion: job.quoteVersion,
    job: body.job ?? workText(job.items.length > 0 ? job.items : [{ service: job.serviceType }], job.address),
    ...lessDiscount(work, body, newId),
    taxRate: version?.details.taxRate ?? settings.taxRate,
    deductions,
    ...(isPart ? { isPart, earlier: [] } : { earlier: before.map(({ id }) => id) }),
  };
}

/**
 * What an invoice of a job would bill now, before tax, in cents, and the deposit that it would deduct. `open` is null where
 * nothing tells it, as without a price or a customer.
 */
export async function leftToInvoice(context: ApiContext, jobId: string): Promise<Pick<ToClose, 'open' | 'deposits'>> {
  const job = await findRecord(context, jobKind, jobId);
  if (!job || job.customerId === null) return { open: null, deposits: [] };
  const before = (await invoicesOfJob(context, jobId)).filter(({ state }) => !state.isCancelled);
  const open = leftOf(job, await agreedVersion(context, job), before);
  return { open, deposits: await depositsOf(context, job, before) };
}

/** @throws HttpError 400 for a customer who does not exist; Rejection without lines */
export async function detailsOfCustomer(
  context: ApiContext,
  body: IssueBody,
  newId: (role: string) => string,
): Promise<InvoiceDetails> {
  const { customerId } = body;
  if (!customerId) throw noSuch('jobId', 'Choose a completed job, or a customer.');
  const lines = givenLines(body, newId);
  if (!lines) throw noSuch('lines', 'Add at least one line.');
  const { taxRate } = await companySettings(context);
  return {
    ...(await frozen(context, customerId, body, { jobId: null, jobAddress: null })),
    kind: 'invoice',
    jobId: null,
    quoteId: null,
    quoteVersion: null,
    ...lessDiscount(lines, body, newId),
    job: body.job ?? lines[0]?.description ?? null,
    taxRate,
    deductions: [],
    earlier: [],
  };
}

async function requireFinished(context: ApiContext, jobId: string): Promise<JobDocument> {
  const job = await findRecord(context, jobKind, jobId);
  if (!job) throw noSuch('jobId', 'There is no job with this id. Choose one from the list.');
  if (job.erased) throw erasedRejection('job');
  if (job.removed) throw new Rejection('removed', 'This job was removed. Restore it to invoice it.', 'jobId');
  if (job.status !== 'completed') {
    throw new Rejection('conflict', 'This job is not finished. Complete it, then it can be invoiced.', 'jobId');
  }
  return job;
}

/** @param named who is said to be its customer, if anybody */
function requireCustomer({ customerId }: JobDocument, named: string | null): string {
  if (customerId === null) {
    const message = 'This job has no customer. Make an invoice for a customer instead, and write the lines.';
    throw new Rejection('conflict', message, 'jobId');
  }
  if (named !== null && named !== customerId) {
    throw noSuch(
      'customerId',
      'This job is for another customer. Leave the customer out, or choose one of their jobs.',
    );
  }
  return customerId;
}

/**
 * @param given the work to invoice, in cents; null for all that is left
 * @throws Rejection if the job is invoiced and nothing more has been agreed on since, or if less is left of it
 */
function requireMore(before: readonly OfJob[], job: JobDocument, given: number | null, left: number | null): void {
  if (before.length === 0) return;
  const isWhole = before.some(({ state: { details } }) => {
    return !details.isPart && details.quoteVersion === job.quoteVersion;
  });
  if (isWhole || (given !== null && left === null)) throw invoiced(before);
  if (given === null || left === null || given <= left) return;
  throw new Rejection('conflict', `Of this job, ${dollarText(left)} is left to invoice.`, 'lines');
}

function invoiced(before: readonly OfJob[]): Rejection {
  const number = before.at(-1)?.state.number ?? null;
  const which = number === null ? 'an invoice' : `the invoice ${numberText('invoice', number)}`;
  return new Rejection('conflict', `This job has ${which} already. Cancel that one to issue another.`, 'jobId');
}

/** What the job is of: what was signed since is agreed to when the job hears of it, and is invoiced then. */
async function agreedVersion(
  { streams }: ApiContext,
  { quoteId, quoteVersion }: JobDocument,
): Promise<QuoteVersion | null> {
  if (quoteId === null || quoteVersion === null) return null;
  const { state } = await streams.load(quote, quoteId);
  return state.presence === 'absent' ? null : versionNumbered(state, quoteVersion);
}

function givenLines({ lines }: Partial<IssueBody>, newId: (role: string) => string): InvoiceLine[] | null {
  if (!lines || lines.length === 0) return null;
  return lines.map(({ description, quantity, unitPrice }, index) => {
    const said = { description, quantity: quantity ?? 1, unitPrice };
    return { id: newId(`line/${index}`), ...said, amount: lineAmount(said.quantity, unitPrice) };
  });
}

function lessDiscount(
  work: InvoiceLine[],
  { discount }: Partial<IssueBody>,
  newId: (role: string) => string,
): Pick<InvoiceDetails, 'lines' | 'discount'> {
  const off = parseCents(discount ?? '') ?? 0;
  return off > 0 ? { lines: [...work, deducting(newId('discount'), 'Discount', off)], discount: off } : { lines: work };
}

function deducting(id: string, description: string, cents: number): InvoiceLine {
  return { id, description, quantity: 1, unitPrice: -cents, amount: -cents };
}

/** What no invoice bills yet of what was agreed on, in cents; null for a job without a price. */
function leftOf(job: JobDocument, version: QuoteVersion | null, before: readonly OfJob[]): number | null {
  const agreed = job.amount ?? version?.approval?.subtotal ?? null;
  return agreed === null ? null : agreed - billedBy(before);
}

/** What was agreed on, and how the price of the job has changed since. */
function agreedLines(job: JobDocument, version: QuoteVersion | null, newId: (role: string) => string): InvoiceLine[] {
  const approval = version?.approval;
  if (!version || !approval) {
    if (job.amount === null) {
      throw new Rejection(
        'invalid',
        'This job has no amount. Enter one on the job, write the lines, or close the job with “Nothing to invoice”.',
        'lines',
      );
    }
    const description = job.description ?? serviceLabel(job.serviceType);
    return [{ id: newId('line/0'), description, quantity: 1, unitPrice: job.amount, amount: job.amount }];
  }
  const lines = linesOfItems(takenItems(version.details.items, approval.optionalItemIds));
  const changed = (job.amount ?? approval.subtotal) - approval.subtotal;
  if (changed === 0) return lines;
  const change = {
    description: 'Change from the quoted price',
    quantity: 1,
    unitPrice: changed,
    amount: changed,
  };
  return [...lines, { id: newId('change'), ...change }];
}

function linesBefore(before: readonly OfJob[]): InvoiceLine[] {
  return before.map(({ id, state }) => {
    const number = state.number === null ? '' : ` with ${numberText('invoice', state.number)}`;
    return deducting(id, `Invoiced before${number}`, billedBy([{ id, state }]));
  });
}

function billedBy(invoices: readonly OfJob[]): number {
  return workBilled(invoices.map(({ state: { subtotal, details } }) => ({ subtotal, discount: details.discount })));
}

/** @param before the job's valid invoices: what they deduct is not deducted again, even before the deposit knows */
async function depositsOf(
  { streams }: ApiContext,
  { quoteId }: JobDocument,
  before: readonly OfJob[],
): Promise<InvoiceDetails['deductions']> {
  if (quoteId === null) return [];
  const invoiceId = depositIdOf(quoteId);
  const taken = before.flatMap(({ state }) => state.details.deductions);
  if (taken.some((deduction) => deduction.invoiceId === invoiceId)) return [];
  const { state } = await streams.load(invoice, invoiceId);
  if (state.presence === 'absent' || state.isCancelled || (await isDeducted(streams, state))) return [];
  const back = givenBack(state.payments);
  if (back === state.total) return [];
  const deduction = { invoiceId, number: state.number, amount: state.total - back };
  return [back > 0 ? { ...deduction, givenBack: back } : deduction];
}

/** Whether an invoice deducts it. One that was cancelled does not, even before its deposit knows. */
async function isDeducted(streams: ApiContext['streams'], { deductors }: IssuedInvoice): Promise<boolean> {
  for (const id of deductors) {
    const { state } = await streams.load(invoice, id);
    if (state.presence === 'present' && !state.isCancelled) return true;
  }
  return false;
}

/** Whom it is for and when it is due, as it is known now. A customer who was removed gets the last bill for finished work. */
async function frozen(
  context: ApiContext,
  customerId: string,
  body: Partial<IssueBody>,
  { jobId, jobAddress }: { jobId: string | null; jobAddress: string | null },
) {
  const customer = await findRecord(context, customerKind, customerId);
  if (!customer) throw noSuch('customerId', 'There is no customer with this id. Choose one from the list.');
  if (customer.erased) throw erasedRejection('customer');
  if (customer.removed && !jobId) {
    throw new Rejection('removed', 'This customer was removed. Restore them to invoice them.', 'customerId');
  }
  const { paymentTermsDays, timeZone } = await companySettings(context);
  const issuedOn = await companyToday(context);
  const dueDate = body.dueDate ? asDay(body.dueDate, timeZone) : addDays(issuedOn, paymentTermsDays);
  requireLikelyDay('dueDate', dueDate, issuedOn);
  const given = completed(invoiceFields, body);
  return {
    ...given,
    customerId,
    customerName: shownName(customer),
    customerEmail: given.customerEmail ?? customer.email,
    billingAddress: given.billingAddress ?? (placeText(customer) || jobAddress),
    issuedOn,
    dueDate,
  };
}
