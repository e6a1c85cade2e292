import { type CustomerCommand, type CustomerState, whyKept as whyCustomerKept } from '../customer/customer.ts';
import type { Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';
import type { LeadEvent } from '../lead/events.ts';

/**
 * A lead becomes a customer; a lead that is converted again gets its archived customer back. The undo of either
 * archives the customer, unless somebody has worked on their record since. No step is refused: registering accepts a
 * customer who is already there, and archiving one who is already archived or is to stay. The commands for a stored
 * event never change, because a repeated step is recognized by their hash.
 */
export const convertLead: Process = {
  name: 'convert-lead',
  types: ['LeadConverted', 'LeadConversionReverted', 'LeadConversionRenewed', 'LeadRenewalReverted'],
  steps(event) {
    const fact = event as Recorded<LeadEvent>;
    switch (fact.type) {
      case 'LeadConverted': {
        const { customerId, ...person } = fact.data;
        const details = { leadId: fact.stream.slice('lead-'.length), ...person };
        return [step(customerId, { type: 'RegisterCustomer', details, now: fact.metadata.recordedAt })];
      }
      case 'LeadConversionRenewed':
        return [step(fact.data.customerId, { type: 'RestoreCustomer', byConversion: true })];
      case 'LeadConversionReverted':
      case 'LeadRenewalReverted':
        return [{ ...step(fact.data.customerId, { type: 'ArchiveCustomer' }), whyKept }];
      default:
        return [];
    }
  },
};

function step(customerId: string, command: CustomerCommand): Step<CustomerCommand> {
  return { role: 'customer', category: 'customer', id: customerId, command };
}

function whyKept(state: unknown): string | null {
  return whyCustomerKept(state as CustomerState);
}
