import type { CustomerCommand } from '../customer/customer.ts';
import { splitAddress, splitName } from '../customer/from-lead.ts';
import { type InvoiceDetails, NOTHING_ADDED } from '../invoice/events.ts';
import type { InvoiceCommand } from '../invoice/invoice.ts';
import { workText } from '../invoice/work-text.ts';
import type { JobAgreement } from '../job/events.ts';
import type { JobCommand } from '../job/job.ts';
import type { JobPriority } from '../job/terms.ts';
import { partsOfStream, type Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';
import { isSeen, seenText } from '../kit/seen-text.ts';
import type { LeadCommand } from '../lead/lead.ts';
import type { QuoteEvent } from '../quote/events.ts';
import { ITEM_PRIORITIES, type ItemPriority, takenItems } from '../quote/terms.ts';

type Approved = Extract<QuoteEvent, { type: 'QuoteApproved' }>['data'];

/**
 * What a customer signed becomes an unscheduled job, once, or changes the job it became before. The lead is won, and
 * its conversion registers the customer; a quote without a lead registers one itself, who is the same person. The
 * deposit is a separate invoice. No step is refused: a lost lead and an archived customer come back, and so does a
 * removed or cancelled job.
 */
export const approveQuote: Process = {
  name: 'approve-quote',
  types: ['QuoteApproved'],
  steps(event): Step<LeadCommand | CustomerCommand | JobCommand | InvoiceCommand>[] {
    const fact = event as Recorded<QuoteEvent>;
    if (fact.type !== 'QuoteApproved') return [];
    const { id: quoteId } = partsOfStream(fact.stream);
    const { leadId, customerId, jobId, jobNumber, isNewCustomer, isCustomerArchived, approvedAt } = fact.data;
    const isSelfMade = isNewCustomer && leadId === null;
    const ofCustomer = { role: 'customer', category: 'customer', id: customerId };
    return [
      ...(leadId === null ? [] : [wonLead(leadId, isNewCustomer ? customerId : null)]),
      ...(isSelfMade ? [{ ...ofCustomer, command: registration(quoteId, fact.data) }] : []),
      ...(isCustomerArchived
        ? [{ ...ofCustomer, role: 'return', command: { type: 'RestoreCustomer', byConversion: true } as const }]
        : []),
      {
        role: 'job',
        category: 'job',
        id: jobId,
        command: {
          type: 'AgreeOnPlan',
          number: jobNumber,
          customerId,
          now: approvedAt,
          agreement: agreementOf(quoteId, fact.data, isSelfMade),
        },
      },
      ...depositSteps(quoteId, fact.data),
    ];
  },
};

function wonLead(id: string, customerId: string | null): Step<LeadCommand> {
  return { role: 'lead', category: 'lead', id, command: { type: 'WinLead', customerId } };
}

/** Whoever signed is a customer, even if the quote no longer names anybody. */
function registration(quoteId: string, approved: Approved): CustomerCommand {
  const { customerName, signature, customerEmail, customerPhone, propertyAddress, approvedAt } = approved;
  const details = {
    leadId: null,
    quoteId,
    ...splitName(seenText(customerName) ?? signature ?? ''),
    email: customerEmail,
    phone: customerPhone,
    ...splitAddress(propertyAddress),
    notes: null,
  };
  return { type: 'RegisterCustomer', details, now: approvedAt };
}

const PRIORITIES: Readonly<Record<ItemPriority, JobPriority>> = { high: 'high', medium: 'normal', low: 'low' };

/** The deposit due before the work begins is a separate invoice. */
function depositSteps(quoteId: string, approved: Approved): Step<InvoiceCommand>[] {
  const { depositInvoiceId, approvedOn, deposit, depositPercent, isChange } = approved;
  if (depositInvoiceId === null || approvedOn === null) return [];
  const { customerId, customerName, signature, customerEmail, propertyAddress, version, jobId, approvedAt } = approved;
  const details: InvoiceDetails = {
    kind: 'deposit',
    customerId,
    jobId,
    quoteId,
    quoteVersion: version,
    customerName: seenText(customerName) ?? signature,
    customerEmail,
    billingAddress: propertyAddress,
    job: workText(takenItems(approved.items, approved.optionalItemIds), propertyAddress),
    lines: [
      {
        id: depositInvoiceId,
        description: `Deposit (${depositPercent}% of ${isChange ? 'what was added to the quote' : 'the quote'})`,
        quantity: 1,
        unitPrice: deposit,
        amount: deposit,
      },
    ],
    ...NOTHING_ADDED,
    taxRate: 0,
    deductions: [],
    earlier: [],
    issuedOn: approvedOn,
    dueDate: approvedOn,
  };
  const command = { type: 'IssueInvoice', details, now: approvedAt } as const;
  return [{ role: 'deposit', category: 'invoice', id: depositInvoiceId, command }];
}

/** @param isSelfMade whether the quote registers the customer, so that their property has the quote's id */
function agreementOf(quoteId: string, approved: Approved, isSelfMade: boolean): JobAgreement {
  const { version, propertyAddress, propertyId, notes, photoIds, subtotal, estimatedDuration } = approved;
  const taken = takenItems(approved.items, approved.optionalItemIds);
  const urgency = ITEM_PRIORITIES.find((each) => taken.some(({ priority }) => priority === each));
  const first = taken.find(({ priority }) => priority === urgency) ?? taken[0];
  return {
    quoteId,
    quoteVersion: version,
    photoIds,
    items: taken.map(({ isOptional: _, unitPrice: __, estimatedCost: ___, ...item }) => item),
    address: propertyAddress,
    propertyId: propertyId ?? (isSelfMade && isSeen(propertyAddress) ? quoteId : null),
    description: notes,
    serviceType: first?.service ?? null,
    priority: urgency ? PRIORITIES[urgency] : 'normal',
    estimatedDuration,
    // What the work earns the company, so without tax.
    amount: subtotal,
    hazards: [...new Set([...approved.hazards, ...taken.flatMap(({ hazards }) => hazards)])],
  };
}
