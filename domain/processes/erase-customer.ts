import type { CustomerEvent } from '../customer/events.ts';
import type { Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';
import type { LeadCommand } from '../lead/lead.ts';

/** A customer and the lead that they came from are one person, and erased together. The step is never refused. */
export const eraseCustomer: Process = {
  name: 'erase-customer',
  types: ['CustomerErased'],
  steps(event): Step<LeadCommand>[] {
    const fact = event as Recorded<CustomerEvent>;
    if (fact.type !== 'CustomerErased' || fact.data.leadId === null) return [];
    return [{ role: 'lead', category: 'lead', id: fact.data.leadId, command: { type: 'EraseLead' } }];
  },
};
