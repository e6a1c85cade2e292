import { analysis } from './analysis/analysis.ts';
import { analysisEvents } from './analysis/events.ts';
import { automationRule } from './automation-rule/automation-rule.ts';
import { automationRuleEvents } from './automation-rule/events.ts';
import { automationRun } from './automation-run/automation-run.ts';
import { automationRunEvents } from './automation-run/events.ts';
import { batch } from './batch/batch.ts';
import { batchEvents } from './batch/events.ts';
import { books } from './books/books.ts';
import { booksEvents } from './books/events.ts';
import { briefing } from './briefing/briefing.ts';
import { briefingEvents } from './briefing/events.ts';
import { calendar } from './calendar/calendar.ts';
import { calendarEvents } from './calendar/events.ts';
import { campaign } from './campaign/campaign.ts';
import { campaignEvents } from './campaign/events.ts';
import { campaignPart } from './campaign-part/campaign-part.ts';
import { campaignPartEvents } from './campaign-part/events.ts';
import { campaignResponse } from './campaign-response/campaign-response.ts';
import { campaignResponseEvents } from './campaign-response/events.ts';
import { catalog } from './catalog/catalog.ts';
import { catalogEvents } from './catalog/events.ts';
import { company } from './company/company.ts';
import { companyEvents } from './company/events.ts';
import { cost } from './cost/cost.ts';
import { costEvents } from './cost/events.ts';
import { credit } from './credit/credit.ts';
import { creditEvents } from './credit/events.ts';
import { customer } from './customer/customer.ts';
import { customerEvents } from './customer/events.ts';
import { customerReview } from './customer-review/customer-review.ts';
import { customerReviewEvents } from './customer-review/events.ts';
import { emailCampaign } from './email-campaign/email-campaign.ts';
import { emailCampaignEvents } from './email-campaign/events.ts';
import { equipment } from './equipment/equipment.ts';
import { equipmentEvents } from './equipment/events.ts';
import { externalLeadEvents } from './external-lead/events.ts';
import { externalLead } from './external-lead/external-lead.ts';
import { insightEvents } from './insight/events.ts';
import { insight } from './insight/insight.ts';
import { invoiceEvents } from './invoice/events.ts';
import { invoice } from './invoice/invoice.ts';
import { jobEvents } from './job/events.ts';
import { job } from './job/job.ts';
import type { Decider } from './kit/decider.ts';
import { type EventBody, type EventDefinition, type EventRegistry, eventRegistry } from './kit/event.ts';
import type { Process } from './kit/process.ts';
import { leadEvents } from './lead/events.ts';
import { lead } from './lead/lead.ts';
import { mailEvents } from './mail/events.ts';
import { mail } from './mail/mail.ts';
import { numberingEvents } from './numbering/events.ts';
import { payEvents } from './pay/events.ts';
import { pay } from './pay/pay.ts';
import { photoEvents } from './photo/events.ts';
import { photo } from './photo/photo.ts';
import { planEvents } from './plan/events.ts';
import { plan } from './plan/plan.ts';
import { approveQuote } from './processes/approve-quote.ts';
import { beginQuote } from './processes/begin-quote.ts';
import { beginWork } from './processes/begin-work.ts';
import { carryCredit } from './processes/carry-credit.ts';
import { claimAnalysis } from './processes/claim-analysis.ts';
import { closeAccount } from './processes/close-account.ts';
import { convertLead } from './processes/convert-lead.ts';
import { eraseCustomer } from './processes/erase-customer.ts';
import { erasePerson } from './processes/erase-person.ts';
import { erasePro } from './processes/erase-pro.ts';
import { followBatch } from './processes/follow-batch.ts';
import { followInvoice } from './processes/follow-invoice.ts';
import { followReview } from './processes/follow-review.ts';
import { takeExternalLead } from './processes/take-external-lead.ts';
import { useCredit } from './processes/use-credit.ts';
import { quoteEvents } from './quote/events.ts';
import { quote } from './quote/quote.ts';
import { reviewEvents } from './review/events.ts';
import { review } from './review/review.ts';
import { rosterEvents } from './roster/events.ts';
import { roster } from './roster/roster.ts';
import { scheduleEvents } from './schedule/events.ts';
import { schedule } from './schedule/schedule.ts';
import { socialPostEvents } from './social-post/events.ts';
import { socialPost } from './social-post/social-post.ts';
import { staffEvents } from './staff/events.ts';
import { staff } from './staff/staff.ts';
import { suppressionEvents } from './suppression/events.ts';
import { suppression } from './suppression/suppression.ts';
import { taskEvents } from './task/events.ts';
import { task } from './task/task.ts';
import { timeOffEvents } from './time-off/events.ts';
import { timeOff } from './time-off/time-off.ts';
import { timesheetEvents } from './timesheet/events.ts';
import { timesheet } from './timesheet/timesheet.ts';
import { userEvents } from './user/events.ts';
import { user } from './user/user.ts';

// The one place that registers aggregates, their events and processes with the rest of the product.

/** An aggregate whose types its caller does not need to know. */
export type AnyDecider = Decider<unknown, object, EventBody>;

const aggregates: readonly { decider: AnyDecider; events: readonly EventDefinition[] }[] = [
  aggregate(lead, leadEvents),
  aggregate(customer, customerEvents),
  aggregate(user, userEvents),
  aggregate(company, companyEvents),
  aggregate(staff, staffEvents),
  aggregate(pay, payEvents),
  aggregate(roster, rosterEvents),
  aggregate(equipment, equipmentEvents),
  aggregate(photo, photoEvents),
  aggregate(job, jobEvents),
  aggregate(cost, costEvents),
  aggregate(quote, quoteEvents),
  aggregate(catalog, catalogEvents),
  aggregate(analysis, analysisEvents),
  aggregate(mail, mailEvents),
  aggregate(timeOff, timeOffEvents),
  aggregate(timesheet, timesheetEvents),
  aggregate(review, reviewEvents),
  aggregate(externalLead, externalLeadEvents),
  aggregate(campaign, campaignEvents),
  aggregate(customerReview, customerReviewEvents),
  aggregate(batch, batchEvents),
  aggregate(schedule, scheduleEvents),
  aggregate(plan, planEvents),
  aggregate(calendar, calendarEvents),
  aggregate(invoice, invoiceEvents),
  aggregate(credit, creditEvents),
  aggregate(books, booksEvents),
  aggregate(socialPost, socialPostEvents),
  aggregate(suppression, suppressionEvents),
  aggregate(emailCampaign, emailCampaignEvents),
  aggregate(campaignPart, campaignPartEvents),
  aggregate(campaignResponse, campaignResponseEvents),
  aggregate(insight, insightEvents),
  aggregate(briefing, briefingEvents),
  aggregate(automationRule, automationRuleEvents),
  aggregate(automationRun, automationRunEvents),
  aggregate(task, taskEvents),
];

function aggregate<State, Command extends object, Event extends EventBody>(
  decider: Decider<State, Command, Event>,
  events: readonly EventDefinition<Event['type']>[],
) {
  // The compiler says so too, but what it refuses can be started.
  if (decider.whose === undefined)
    throw new Error(
      `Say whose the records of the aggregate ${decider.category} are: its decider in domain/ has no whose.`,
    );
  return { decider: decider as unknown as AnyDecider, events };
}

/** Every event, by type. Numbers that are taken belong to no aggregate. */
export const registry: EventRegistry = eventRegistry(...aggregates.map(({ events }) => events), numberingEvents);

/** The types of events after which no personal data of their subject is left. */
export const erasures: ReadonlySet<string> = new Set(
  [...registry.values()].filter(({ erases }) => erases).map(({ type }) => type),
);

/** By category, the part of a stream's name before the dash. */
export const deciders: ReadonlyMap<string, AnyDecider> = new Map(
  aggregates.map(({ decider }) => [decider.category, decider]),
);

/** The types of the events in the streams of some categories. */
export function eventTypesOf(categories: ReadonlySet<string>): Set<string> {
  const meant = aggregates.filter(({ decider }) => categories.has(decider.category));
  return new Set(meant.flatMap(({ events }) => events.map(({ type }) => type)));
}

export const processes: readonly Process[] = [
  approveQuote,
  convertLead,
  beginQuote,
  beginWork(deciders.values()),
  claimAnalysis,
  eraseCustomer,
  erasePerson,
  erasePro,
  closeAccount,
  followBatch,
  takeExternalLead,
  followInvoice,
  followReview,
  carryCredit,
  useCredit,
];
