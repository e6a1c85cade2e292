import { type CustomerCommand, type CustomerState, whyKept as whyCustomerKept } from '../customer/customer.ts';
import type { Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';
import type { LeadEvent } from '../lead/events.ts';

/**
 * A lead becomes a customer, and one that is converted again has its customer back; the undo of either archives that
 * customer, unless somebody has worked on them meanwhile. No step is refused: registering finds a customer who is there
 * already, archiving one who is archived or is to stay. The commands never change for an event that is stored: a repeat of
 * a step is told by their hash.
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
