import { type InvoiceDetails, NOTHING_ADDED } from '../../domain/invoice/events.ts';
import { type InvoiceCommand, invoice } from '../../domain/invoice/invoice.ts';
import { invoiceTotals } from '../../domain/invoice/lines.ts';
import { linesOfItems, workText } from '../../domain/invoice/work-text.ts';
import { type JobCommand, job } from '../../domain/job/job.ts';
import { addDays } from '../../domain/kit/times.ts';
import { NO_LEAD_DETAILS } from '../../domain/lead/events.ts';
import { type LeadCommand, lead } from '../../domain/lead/lead.ts';
import { type QuoteCommand, quote } from '../../domain/quote/quote.ts';
import { quoteTotals } from '../../domain/quote/terms.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { ESTIMATOR, OFFICE, OWNER, personId } from './accounts.ts';
import { type Area, actAt } from './act.ts';
import { DEMO_TAX_RATE, DEMO_TERMS_DAYS } from './company.ts';
import { CREW_IDS } from './crews.ts';
import { emailed, issued } from './invoices.ts';
import { CUSTOMER, detailsOf, itemOf, quoteId, validity } from './quotes.ts';
import { dateOf, type WorkingTime } from './working-time.ts';

// A dispute that can be followed in the history (docs/auditors.md): what was in the price, and which day was promised.

const NAME = 'demo/dispute';
/** Whose work it is about. */
export const DISPUTED = {
  customerName: 'Margaret Ellison',
  customerEmail: 'm.ellison@example.com',
  customerPhone: '(413) 555-0196',
  propertyAddress: '31 Amity Street, Amherst, MA 01002',
} as const;

/** Working days before the last one. */
const BEGAN = 131;
/** Working days after it began. */
const PROMISED = 14;
const DONE = 18;
const ASH = itemOf(`${NAME}/ash`, {
  service: 'tree_removal',
  description: 'Take down the ash beside the garage, haul all wood',
  price: 185_000,
  hours: 3,
});
const STUMP = itemOf(`${NAME}/stump`, {
  service: 'stump_grinding',
  description: 'Grind the stump 8 in below grade',
  price: 28_000,
  hours: 1,
});
/** Cents. */
const GIVEN_BACK = 15_000;

const ids = {
  lead: uuidv5(uuidv5(HEARTWOOD, `${NAME}/0`), 'lead'),
  quote: quoteId({ name: NAME }),
  job: uuidv5(uuidv5(HEARTWOOD, `${NAME}/0`), 'job'),
};
const customerId = uuidv5(ids.lead, 'customer');
const depositId = uuidv5(ids.quote, 'deposit');
const invoiceId = uuidv5(ids.job, 'invoice/0');

/** From her call to what she was given back, by everybody who had to do with it. */
export const dispute: Area = (time) => {
  const first = time.days.length - 1 - BEGAN;
  const hourOf = (day: number, hour: number) => (first + day) * 10 + hour;
  const offered = detailsOf({ ...DISPUTED, items: [ASH, STUMP] });
  const agreed = { ...offered, items: [ASH] };
  const { deposit } = quoteTotals(agreed, []);
  const bill = billOf(agreed, deposit, hourOf(DONE + 1, 1), time);
  const { total } = invoiceTotals(bill.lines, bill.taxRate, bill.deductions);
  const half = Math.floor(total / 2);
  const [promised, done] = [dayText(first + PROMISED, time), dayText(first + DONE, time)];

  let count = 0;
  const step = (hour: number, actor: string, run: Parameters<typeof actAt>[4]) =>
    actAt(hour, actor, time, `${NAME}/${count++}`, run);
  const onLead = (hour: number, actor: string, commandOf: (now: string) => LeadCommand) =>
    step(hour, actor, (desk, { now, ...sent }) => desk.send(lead, ids.lead, commandOf(now), sent));
  const onQuote = (hour: number, actor: string, commandOf: (now: string) => QuoteCommand) =>
    step(hour, actor, (desk, { now, ...sent }) => desk.send(quote, ids.quote, commandOf(now), sent));
  const onJob = (hour: number, actor: string, commandOf: (now: string) => JobCommand) =>
    step(hour, actor, (desk, { now, ...sent }) => desk.send(job, ids.job, commandOf(now), sent));
  const onInvoice = (id: string, hour: number, actor: string, commandOf: (now: string) => InvoiceCommand) =>
    step(hour, actor, (desk, { now, ...sent }) => desk.send(invoice, id, commandOf(now), sent));

  const plannedOn = (day: number): JobCommand => ({
    type: 'ScheduleJob',
    planned: { start: `${dateOf(first + day, time)}T13:30` },
    zone: time.zone,
    isStatus: true,
  });
  const noted = (hour: number, actor: string, note: string) =>
    onJob(hour, actor, (addedAt) => {
      const id = uuidv5(HEARTWOOD, `${NAME}/note/${hour}`);
      return { type: 'AddNote', note: { id, note, addedBy: actor, addedAt } };
    });
  const paid = (id: string, name: string, hour: number, amount: number) =>
    onInvoice(id, hour, OFFICE.id, (now) => ({
      type: 'RecordPayment',
      paymentId: paymentOf(name),
      amount,
      method: 'check',
      transactionId: `check-${name}`,
      day: time.dateAt(hour),
      now,
    }));
  const questionId = uuidv5(HEARTWOOD, `${NAME}/question`);

  return [
    onLead(hourOf(0, 1.5), OFFICE.id, (now) => ({
      type: 'CaptureLead',
      details: {
        ...NO_LEAD_DETAILS,
        name: DISPUTED.customerName,
        email: DISPUTED.customerEmail,
        phone: DISPUTED.customerPhone,
        address: DISPUTED.propertyAddress,
        leadSource: 'Referral',
        description: `The ash beside the garage, and its stump. To be gone by ${promised}: a party in the yard.`,
        estimatedValue: 200_000,
      },
      now,
    })),
    onQuote(hourOf(2, 5), ESTIMATOR.id, (now) => ({
      type: 'CreateQuote',
      customerId: null,
      leadId: ids.lead,
      details: offered,
      now,
    })),
    onQuote(hourOf(2, 6), OFFICE.id, (now) => ({ type: 'SendQuote', ...validity(hourOf(2, 6), time), now })),
    onQuote(hourOf(3, 4), CUSTOMER, (now) => ({
      type: 'AskQuestion',
      questionId,
      version: 1,
      question: 'That is more than I thought. What is it without the stump?',
      now,
    })),
    onQuote(hourOf(3, 5), OFFICE.id, (now) => ({
      type: 'AnswerQuestion',
      questionId,
      answer: '$1,850 and tax. There is a new quote without it in your mail.',
      by: OFFICE.id,
      now,
    })),
    onQuote(hourOf(3, 5.2), ESTIMATOR.id, (now) => ({ type: 'SaveVersion', details: { items: [ASH] }, now })),
    onQuote(hourOf(3, 5.4), OFFICE.id, (now) => ({ type: 'SendQuote', ...validity(hourOf(3, 5.4), time), now })),
    onQuote(hourOf(4, 8), CUSTOMER, (now) => ({
      type: 'ApproveQuote',
      version: 2,
      signature: DISPUTED.customerName,
      optionalItemIds: [],
      jobId: ids.job,
      customerId,
      isCustomerArchived: false,
      photoIds: [],
      approvedOn: time.dateAt(hourOf(4, 8)),
      depositInvoiceId: depositId,
      now,
    })),
    onJob(hourOf(4, 9), OFFICE.id, () => ({
      type: 'ReviseJob',
      details: { crewId: CREW_IDS[0] ?? null, estimatedDuration: 3, latestDate: dateOf(first + PROMISED, time) },
    })),
    onJob(hourOf(4, 9.1), OFFICE.id, () => plannedOn(PROMISED)),
    emailed(depositId, hourOf(4, 9.3), time),
    paid(depositId, 'deposit', hourOf(6, 3), deposit),
    onJob(hourOf(PROMISED - 1, 8), ESTIMATOR.id, () => plannedOn(DONE)),
    noted(
      hourOf(PROMISED - 1, 8.1),
      ESTIMATOR.id,
      `The chipper is in the shop. Moved to ${done}; somebody has to call her.`,
    ),
    onJob(hourOf(DONE, 6.1), personId(0), (at) => ({ type: 'AdvanceJob', act: 'start', at, reason: null })),
    onJob(hourOf(DONE, 8.8), personId(0), (at) => ({ type: 'AdvanceJob', act: 'complete', at, reason: null })),
    noted(hourOf(DONE, 8.9), personId(0), 'Down and hauled. Stump left, cut low, as on the sheet.'),
    issued(invoiceId, bill, hourOf(DONE + 1, 1), 'dispute/invoice', time),
    emailed(invoiceId, hourOf(DONE + 1, 1.5), time),
    paid(invoiceId, 'half', hourOf(30, 2), half),
    noted(
      hourOf(32, 3),
      OFFICE.id,
      'She called: the stump was in the price, she says, and we came after her party, of which nobody told her. She pays no more until that is settled.',
    ),
    onInvoice(invoiceId, hourOf(32, 3.1), OFFICE.id, () => ({ type: 'PauseReminders', paused: true })),
    noted(
      hourOf(47, 1),
      OWNER.id,
      `The version that she signed has no stump: she asked for it. But ${promised} was promised, and moved the day before without a call. She gets $150 back once she has paid, and is content with that.`,
    ),
    paid(invoiceId, 'rest', hourOf(50, 2), total - half),
    onInvoice(invoiceId, hourOf(52, 4), OWNER.id, (now) => ({
      type: 'RefundPayment',
      refundId: uuidv5(HEARTWOOD, `${NAME}/refund`),
      paymentId: paymentOf('rest'),
      amount: GIVEN_BACK,
      owed: 'forgiven',
      method: 'check',
      reason: 'Done four working days after the day that was promised',
      day: time.dateAt(hourOf(52, 4)),
      now,
    })),
  ];
};

function paymentOf(name: string): string {
  return uuidv5(HEARTWOOD, `${NAME}/payment/${name}`);
}

function billOf(
  agreed: ReturnType<typeof detailsOf>,
  deposit: number,
  hour: number,
  time: WorkingTime,
): InvoiceDetails {
  const issuedOn = time.dateAt(hour);
  return {
    kind: 'invoice',
    customerId,
    jobId: ids.job,
    customerName: DISPUTED.customerName,
    customerEmail: null,
    billingAddress: DISPUTED.propertyAddress,
    quoteId: ids.quote,
    quoteVersion: 2,
    job: workText(agreed.items, DISPUTED.propertyAddress),
    lines: linesOfItems(agreed.items),
    ...NOTHING_ADDED,
    taxRate: DEMO_TAX_RATE,
    issuedOn,
    dueDate: addDays(issuedOn, DEMO_TERMS_DAYS),
    earlier: [],
    deductions: [{ invoiceId: depositId, number: null, amount: deposit }],
  };
}

/** `June 12`. */
function dayText(place: number, time: WorkingTime): string {
  return Temporal.PlainDate.from(dateOf(place, time)).toLocaleString('en-US', { month: 'long', day: 'numeric' });
}
