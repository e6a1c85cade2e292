import { addDays, instantOf } from '../../domain/kit/times.ts';
import { NO_QUOTE_DETAILS, type QuoteDetails } from '../../domain/quote/events.ts';
import { type QuoteCommand, quote } from '../../domain/quote/quote.ts';
import { QUOTE_LIMITS, type QuoteItem, REMIND_DAYS_BEFORE, type ServiceType } from '../../domain/quote/terms.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { ESTIMATOR, OFFICE } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { DEMO_DEPOSIT, DEMO_TAX_RATE, DEMO_VALIDITY_DAYS } from './company.ts';
import { jobId, type PlannedJob, planJobs } from './jobs.ts';
import { type PlannedLead, planLeads } from './lead-plan.ts';
import { leadId } from './leads.ts';
import type { WorkingTime } from './working-time.ts';

/** Actors that are not users: customers, and the timer that expires a quote. */
export const CUSTOMER = 'public';
const TIMER = 'expire-quotes';

/** What somebody does with a quote, at a working hour. */
interface Deed {
  hour: number;
  actor: string;
  command: QuoteCommand;
}

interface PlannedQuote {
  name: string;
  deeds: Deed[];
}

/** A year of quotes: those that became jobs, those that were lost, and today's open ones. */
export const quotes: Area = (time) => planQuotes(time).flatMap((planned) => actsOf(planned, time));

/** Always the same. */
export function planQuotes(time: WorkingTime): PlannedQuote[] {
  const ofJobs = planJobs(time)
    .filter(({ isQuoted }) => isQuoted)
    .map((job, index) => ofJob(job, index, time));
  const ofLeads = planLeads(time).flatMap((lead, number) => ofLead(lead, number, time));
  return [...ofJobs, ...ofLeads];
}

/** What a customer signed. */
export interface Signed {
  quoteId: string;
  version: number;
  details: QuoteDetails;
  optionalItemIds: readonly string[];
  /** After how many working hours. */
  approvedAt: number;
}

/** What was signed for each job that came from a quote, by the job's name. */
export function signedQuotes(time: WorkingTime): ReadonlyMap<string, Signed> {
  const quoted = planJobs(time).filter(({ isQuoted }) => isQuoted);
  return new Map(quoted.map((job, index) => [job.name, signedBy(ofJob(job, index, time))]));
}

function signedBy(planned: PlannedQuote): Signed {
  const signed: Signed = {
    quoteId: quoteId(planned),
    version: 1,
    details: NO_QUOTE_DETAILS,
    optionalItemIds: [],
    approvedAt: 0,
  };
  for (const { command, hour } of planned.deeds) {
    if (command.type === 'CreateQuote') signed.details = command.details;
    if (command.type === 'SaveVersion') signed.details = { ...signed.details, ...command.details };
    if (command.type !== 'ApproveQuote') continue;
    signed.version = command.version;
    signed.optionalItemIds = command.optionalItemIds;
    signed.approvedAt = hour;
  }
  return signed;
}

export function quoteId({ name }: Pick<PlannedQuote, 'name'>): string {
  return uuidv5(uuidv5(HEARTWOOD, `${name}/0`), 'quote');
}

function actsOf(planned: PlannedQuote, time: WorkingTime): Act[] {
  const id = quoteId(planned);
  return planned.deeds.map(({ hour, actor, command }, index): Act => {
    const commandId = uuidv5(HEARTWOOD, `${planned.name}/${index}`);
    return { at: time.instantAt(hour), actor, run: (desk) => desk.send(quote, id, command, { commandId }) };
  });
}

// ── What was approved ────────────────────────────────────────────────────────────────────────────────────────────

/** Approved when the job begins; one in five after a change the customer asked for. */
function ofJob(job: PlannedJob, index: number, time: WorkingTime): PlannedQuote {
  const { since, begins, customerId, leadId, propertyId, customerName, address, work, hours } = job;
  const from = Math.max(since, begins - 6);
  const at = (share: number) => from + (begins - from) * share;
  const service: ServiceType = work.isAloft ? 'tree_trimming' : 'stump_grinding';
  const main = itemOf(`demo/item/job/${index}`, { service, description: work.description, price: work.value, hours });
  const items = [{ ...main, priority: work.isUrgent ? 'high' : null }, extra(`demo/item/job/${index}/extra`)];
  const details = detailsOf({ customerName, propertyAddress: address, propertyId, items });
  const name = `${job.name}/quote`;
  const isChanged = index % 5 === 4;
  const cheaper = [{ ...items[0], unitPrice: Math.round(work.value * 0.93) }, ...items.slice(1)] as QuoteItem[];
  const change: Deed[] = isChanged
    ? [
        ask(`demo/question/job/${index}`, 'Can you do better if we keep the wood?', at(0.4), time),
        answer(`demo/question/job/${index}`, 'Yes. There is a new quote in your mail.', at(0.5), time),
        { hour: at(0.5) + 0.02, actor: ESTIMATOR.id, command: save({ items: cheaper }, at(0.5) + 0.02, time) },
        send(at(0.5) + 0.05, time),
      ]
    : [];
  const approval: QuoteCommand = {
    type: 'ApproveQuote',
    version: isChanged ? 2 : 1,
    signature: customerName,
    optionalItemIds: index % 3 === 0 ? items.slice(1).map(({ id }) => id) : [],
    jobId: jobId(job),
    customerId,
    isCustomerArchived: false,
    photoIds: [],
    now: now(begins, time),
    approvedOn: time.dateAt(begins),
    depositInvoiceId: uuidv5(quoteId({ name }), 'deposit'),
  };
  return {
    name,
    deeds: [
      {
        hour: at(0.1),
        actor: ESTIMATOR.id,
        command: { type: 'CreateQuote', customerId, leadId, details, now: now(at(0.1), time) },
      },
      send(at(0.2), time),
      ...change,
      { hour: begins, actor: CUSTOMER, command: approval },
    ],
  };
}

// ── What was lost, and what is open ──────────────────────────────────────────────────────────────────────────────

const REASONS = [
  'We found somebody who comes sooner.',
  'More than we want to spend this year.',
  null,
  'My brother-in-law has a saw.',
];

/** Made once the lead is in Quoting, for two of three; lost ones were declined or never answered. */
function ofLead({ begins, steps }: PlannedLead, number: number, time: WorkingTime): PlannedQuote[] {
  const [first] = steps;
  const quoting = steps.findLastIndex(({ deed }) => deed.type === 'revise' && deed.status === 'Quoting');
  const rest = steps.slice(quoting + 1);
  const isLost = rest.some(({ deed }) => deed.type === 'revise' && deed.status === 'Lost');
  const isWon = rest.some(({ deed }) => deed.type === 'revise' && deed.status === 'Won');
  if (quoting === -1 || isWon || first?.deed.type !== 'capture' || (isLost && number % 3 === 0)) return [];
  const from = begins + steps.slice(0, quoting + 1).reduce((sum, { hours }) => sum + hours, 0);
  const { name, email = null, phone = null, address, description, estimatedValue } = first.deed.details;
  const price = estimatedValue ?? 45_000;
  if (!name || !address || from + 0.5 > time.hours) return [];
  const main = itemOf(`demo/item/lead/${number}`, { service: null, description: description ?? null, price, hours: 3 });
  const person = {
    customerName: name.slice(0, QUOTE_LIMITS.customerName),
    customerPhone: phone,
    propertyAddress: address,
    customerEmail: email,
  };
  const isDraft = !isLost && number % 4 === 0;
  // Some with a price were never sent.
  const isForgotten = !isLost && number % 4 === 2;
  // An item that only a person can price says so in words.
  const items = isDraft ? [{ ...main, unitPrice: null, estimatedCost: '$800 - $1,200' }] : [main];
  const details = detailsOf({ ...person, items });
  const created: Deed = {
    hour: from + 0.2,
    actor: ESTIMATOR.id,
    command: {
      type: 'CreateQuote',
      customerId: null,
      leadId: leadId(number),
      details,
      now: now(from + 0.2, time),
    },
  };
  const deeds = isDraft || isForgotten ? [created] : [created, send(from + 0.4, time)];
  if (isLost) deeds.push(...lostBy(number, from + 0.4, time));
  else if (number % 2 === 1 && from + 0.9 < time.hours) {
    deeds.push(ask(`demo/question/lead/${number}`, 'Do you take the wood away?', from + 0.8, time));
  }
  return [{ name: `demo/lead/${number}/quote`, deeds }];
}

function lostBy(number: number, sentAt: number, time: WorkingTime): Deed[] {
  const said = sentAt + 3 + (number % 7);
  if (number % 2 === 0 && said < time.hours) {
    const reason = REASONS[number % REASONS.length] ?? null;
    return [
      { hour: said, actor: CUSTOMER, command: { type: 'DeclineQuote', version: 1, reason, now: now(said, time) } },
    ];
  }
  const { validUntil } = validity(sentAt, time);
  const day = time.days.find(({ date, hour }) => date > validUntil && hour + 0.01 < time.hours);
  if (!day) return [];
  const hour = day.hour + 0.01;
  return [{ hour, actor: TIMER, command: { type: 'ExpireQuote', version: 1, now: now(hour, time) } }];
}

// ── The parts ────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a quote says, under the company's terms. */
export function detailsOf(said: Partial<QuoteDetails>): QuoteDetails {
  return { ...NO_QUOTE_DETAILS, taxRate: DEMO_TAX_RATE, depositPercent: DEMO_DEPOSIT, ...said };
}

/** One service of a quote. @param name its name within the demo; @param of.price in cents */
export function itemOf(
  name: string,
  of: { service: ServiceType | null; description: string | null; price: number; hours: number },
): QuoteItem {
  return {
    id: uuidv5(HEARTWOOD, name),
    service: of.service,
    description: of.description,
    unitPrice: of.price,
    estimatedCost: null,
    quantity: 1,
    priority: null,
    isOptional: false,
    estimatedHours: of.hours,
    hazards: [],
  };
}

function extra(name: string): QuoteItem {
  const of = { service: 'hedge_trimming', description: 'Trim the hedge along the drive', price: 18_000 } as const;
  return { ...itemOf(name, { ...of, hours: 1.5 }), isOptional: true };
}

function now(hour: number, time: WorkingTime): string {
  return new Date(time.instantAt(hour)).toISOString();
}

function save(details: Partial<QuoteDetails>, hour: number, time: WorkingTime): QuoteCommand {
  return { type: 'SaveVersion', details, now: now(hour, time) };
}

function send(hour: number, time: WorkingTime): Deed {
  const command: QuoteCommand = { type: 'SendQuote', ...validity(hour, time), now: now(hour, time) };
  return { hour, actor: OFFICE.id, command };
}

/** Until when an offer holds that is made at a working hour, as `SendQuote` wants it. */
export function validity(
  hour: number,
  time: WorkingTime,
): { validUntil: string; expiresAt: string; remindAt: string | null } {
  const today = time.days[Math.floor(hour / 10)]?.date ?? time.days.at(-1)?.date ?? '';
  const validUntil = addDays(today, DEMO_VALIDITY_DAYS);
  return {
    validUntil,
    expiresAt: instantOf(`${addDays(validUntil, 1)}T00:00`, time.zone) ?? '',
    remindAt: instantOf(`${addDays(validUntil, -REMIND_DAYS_BEFORE)}T09:00`, time.zone),
  };
}

function ask(name: string, question: string, hour: number, time: WorkingTime): Deed {
  const questionId = uuidv5(HEARTWOOD, name);
  const said = { type: 'AskQuestion', questionId, version: 1, question, now: now(hour, time) } as const;
  return { hour, actor: CUSTOMER, command: said };
}

function answer(name: string, text: string, hour: number, time: WorkingTime): Deed {
  const questionId = uuidv5(HEARTWOOD, name);
  const said = { type: 'AnswerQuestion', questionId, answer: text, by: OFFICE.id, now: now(hour, time) } as const;
  return { hour, actor: OFFICE.id, command: said };
}
